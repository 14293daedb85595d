"""Who fits which splits: this process, its threads, other processes, or a cluster. The bytes are the same.

joblib says who (`n_jobs`, `joblib.parallel_config`); left alone, errbar takes threads where the models release
the interpreter lock and processes otherwise.
"""

from __future__ import annotations

import multiprocessing
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from errbar.errors import FitError
from errbar.run.fit import Outcome, Share, Task, fit_batch, forget_plans
from errbar.run.spread.alone import KILLED, WorkerDiedError, alone, how_it_died
from errbar.run.spread.batches import Batches, one_by_one
from errbar.run.spread.cluster import CLUSTERS, cluster_outcomes
from errbar.run.spread.shipment import fit_shipped, fits_under_way, left_behind, shipped

# Measured on two cores (benchmarks/threads.py): two threads take no longer than two processes that are there already,
# where a fit takes some milliseconds. Exact classes only. Forests do not: what they do between trees holds the
# interpreter lock. Support vector machines do, but all of a process draw from one generator.
FREE_THREADED = {
    "sklearn.tree._classes": {
        "DecisionTreeClassifier",
        "DecisionTreeRegressor",
        "ExtraTreeClassifier",
        "ExtraTreeRegressor",
    },
    "sklearn.ensemble._gb": {"GradientBoostingClassifier", "GradientBoostingRegressor"},
}
Outcomes = Generator[Outcome, None, None]
SEPARATE_PROCESSES = {"LokyBackend", "MultiprocessingBackend"}
LOST_IN_A_ROW = 3  # times a worker may die without any fit being under way
DEAD_IN_A_ROW = 3  # fits that may kill their worker without any other going well in between
GRACE_SECONDS = 0.5  # for the next of the fits that were under way when another one failed


def outcomes(task: Task, shares: Sequence[Share], n_jobs: int | None) -> Iterator[Outcome]:
    """The outcome of every share, in batches, as they finish."""
    if shares:
        try:
            who, arriving = _by_whom(task, shares, n_jobs)
            with closing(arriving):
                for outcome in arriving:
                    outcome.by = who
                    yield outcome
        finally:
            forget_plans()


def _by_whom(task: Task, shares: Sequence[Share], n_jobs: int | None) -> tuple[str, Outcomes]:
    """Who fits, in words, and what they give."""
    from joblib import effective_n_jobs
    from joblib.parallel import get_active_backend

    prefer = "threads" if task.timeout is None and all(map(_free_threaded, task.models.values())) else "processes"
    backend, _ = get_active_backend(prefer=prefer)
    kind = type(backend).__name__
    if kind in CLUSTERS:
        return "a cluster", cluster_outcomes(CLUSTERS[kind](backend), task, shares)
    workers = min(effective_n_jobs(n_jobs), sum(len(names) for _, names in shares))
    if workers == 1:
        return "this process", _here(task, shares)
    if kind in SEPARATE_PROCESSES:
        return f"{workers} processes", _persistent(task, shares, workers, prefer)
    arriving = _through_joblib(partial(fit_batch, task), shares, workers, prefer)
    return f"{workers} {'threads' if kind == 'ThreadingBackend' else 'workers'}", arriving


def _free_threaded(model: Any) -> bool:
    return type(model).__name__ in FREE_THREADED.get(type(model).__module__, ())


def _here(task: Task, shares: Sequence[Share]) -> Outcomes:
    batches = Batches(shares, 1)
    for batch in batches:
        outcome = fit_batch(task, batch)
        batches.learn(outcome)
        yield outcome
        if outcome.failure is not None:
            return


def _persistent(task: Task, shares: Sequence[Share], workers: int, prefer: str) -> Outcomes:
    """Through joblib; what a dead worker process had is fitted again, and a fit that kills its worker is set aside."""
    with shipped(task) as address:
        yield from _until_all(address, shares, workers, prefer)


def _until_all(address: str, shares: Sequence[Share], workers: int, prefer: str) -> Outcomes:
    from joblib.externals.loky.process_executor import BrokenProcessPool

    left, lost, fit = Left(shares), 0, partial(fit_shipped, address)
    while left:
        try:
            for outcome in _through_joblib(fit, left.shares(), workers, prefer, left):
                left.learn(outcome)
                lost = 0
                yield outcome
                if not left and not left.failed:  # after a failure nothing more is dealt out, and what was may end
                    return
        except BrokenProcessPool as cause:
            for outcome in map(left.news, left_behind(address)):
                if outcome.fits:
                    left.learn(outcome)
                    yield outcome
            suspects = [suspect for suspect in fits_under_way(address) if suspect in left]
            lost = 0 if suspects else lost + 1
            if lost == LOST_IN_A_ROW:
                raise FitError(
                    f"A worker process died {lost} times in a row before it came to a fit ({len(left)} fits are "
                    f"left; {how_it_died(cause)}): out of memory, or a model that cannot be sent? Try fewer n_jobs."
                ) from cause
            for suspect in suspects:
                if suspect in left:
                    outcome = _alone(address, *suspect)
                    left.learn(outcome)
                    yield outcome


class Left:
    """What is still to be fitted: not what failed, nor what comes after a fit that failed in the ordinary way.

    A fit that kills its worker is set aside and the others go on, unless they all do that.
    """

    def __init__(self, shares: Sequence[Share]) -> None:
        self._left, self._dead, self.failed = set(_pairs(shares)), list[int](), False
        self._order = {pair: place for place, pair in enumerate(_pairs(shares))}

    def __len__(self) -> int:
        return len(self._left)

    def __contains__(self, fit: tuple[int, str]) -> bool:
        return fit in self._left

    def shares(self) -> list[Share]:
        names: dict[int, list[str]] = {}
        for number, name in sorted(self._left, key=self._order.__getitem__):
            names.setdefault(number, []).append(name)
        return [(number, tuple(some)) for number, some in names.items()]

    def news(self, outcome: Outcome) -> Outcome:
        """The fits of it that nobody has told of yet."""
        return Outcome([fit for fit in outcome.fits if (fit.number, fit.name) in self], outcome.seconds)

    def learn(self, outcome: Outcome) -> None:
        for fit in outcome.fits:
            self._left.discard((fit.number, fit.name))
            self._dead.clear()
        for number, name, cause in outcome.set_aside:
            self._left.discard((number, name))
            self._dead += [self._order[number, name]] if isinstance(cause, WorkerDiedError) else []
        if outcome.failure is not None:
            number, name, _ = outcome.failure
            self.failed = True
            self._only_before(self._order[number, name])
        if len(self._dead) >= DEAD_IN_A_ROW:
            self._only_before(min(self._dead))

    def _only_before(self, edge: int) -> None:
        self._left = {fit for fit in self._left if self._order[fit] < edge}


def _pairs(shares: Sequence[Share]) -> list[tuple[int, str]]:
    return [(number, name) for number, (name,) in one_by_one(shares)]


def _alone(address: str, number: int, name: str) -> Outcome:
    """A suspect in a process of its own; who was killed for its memory may try twice."""
    said = ""
    for deaths in (2, 3):
        try:
            outcome: Outcome = alone(fit_shipped, address, [(number, (name,))])
        except WorkerDiedError as cause:
            said = f"the worker process died {deaths} times, the last time alone: {cause}."
            if str(cause) != KILLED:
                break
        else:
            return outcome
    fits_under_way(address)  # its mark goes
    return Outcome(set_aside=[(number, name, WorkerDiedError(said))])


def _through_joblib(
    fit: Callable[[Sequence[Share]], Outcome],
    shares: Sequence[Share],
    workers: int,
    prefer: str,
    left: Left | None = None,
) -> Outcomes:
    """In batches; once nothing is left, only for what is dealt out already and ends soon."""
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    batches = Batches(shares, workers)
    backend, _ = get_active_backend(prefer=prefer)
    kind = type(backend).__name__
    if not (backend.supports_return_generator or kind == "MultiprocessingBackend"):
        yield from _in_rounds(fit, batches, workers)
        return
    # a pool of `multiprocessing` waits for ever for a worker that died; joblib's own processes do the same work
    by: dict[str, Any] = {"backend": "loky"} if kind == "MultiprocessingBackend" else {"prefer": prefer}
    parallel = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1, **by)
    arriving = parallel(delayed(fit)(batch) for batch in batches)
    try:
        for outcome in arriving:  # not `yield from`: closing early must pass through `finally` first
            batches.learn(outcome)
            yield outcome
            if left is not None and not left:
                parallel.timeout = GRACE_SECONDS
    except (TimeoutError, multiprocessing.TimeoutError):  # of joblib: what is still under way is given up
        pass
    finally:
        with warnings.catch_warnings():  # joblib remarks that a failure left tasks unused: the error says so
            warnings.simplefilter("ignore")
            arriving.close()


def _in_rounds(fit: Callable[[Sequence[Share]], Outcome], batches: Batches, workers: int) -> Outcomes:
    """For backends that hand over results only when all are there: a few batches at a time."""
    from joblib import Parallel, delayed

    with Parallel(n_jobs=workers, batch_size=1) as parallel:
        while batches:
            some = [batches.next() for _ in range(2 * workers) if batches]
            for outcome in parallel(delayed(fit)(batch) for batch in some):
                batches.learn(outcome)
                yield outcome
