"""Who fits which splits: this process, its threads, other processes, or a cluster. The bytes are the same.

joblib says who (`n_jobs`, `joblib.parallel_config`); left alone, errbar takes threads where the models release
the interpreter lock and processes otherwise.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from errbar.errors import FitError
from errbar.run.fit import Outcome, Share, Task, fit_batch, forget_plans
from errbar.run.spread.batches import Batches
from errbar.run.spread.cluster import CLUSTERS, cluster_outcomes
from errbar.run.spread.shipment import fit_shipped, shipped

# Measured on two cores: these spend their time outside the interpreter lock. Exact classes only. Forests do not: what
# they do between trees holds the lock, and two threads take 1.28 times as long as two processes.
FREE_THREADED = {
    "sklearn.tree._classes": {
        "DecisionTreeClassifier",
        "DecisionTreeRegressor",
        "ExtraTreeClassifier",
        "ExtraTreeRegressor",
    }
}
SEPARATE_PROCESSES = {"LokyBackend", "MultiprocessingBackend"}
LOST_IN_A_ROW = 3  # times a worker may die without any split being finished in between


def outcomes(task: Task, shares: Sequence[Share], n_jobs: int | None) -> Iterator[Outcome]:
    """The outcome of every share, in batches, as they finish."""
    if shares:
        try:
            yield from _by_whom(task, shares, n_jobs)
        finally:
            forget_plans()


def _by_whom(task: Task, shares: Sequence[Share], n_jobs: int | None) -> Iterator[Outcome]:
    from joblib import effective_n_jobs
    from joblib.parallel import get_active_backend

    prefer = "threads" if all(map(_free_threaded, task.models.values())) else "processes"
    backend, _ = get_active_backend(prefer=prefer)
    kind = type(backend).__name__
    if kind in CLUSTERS:
        yield from cluster_outcomes(CLUSTERS[kind](backend), task, shares)
        return
    workers = min(effective_n_jobs(n_jobs), len(shares))
    if workers == 1:
        yield from _here(task, shares)
    elif kind in SEPARATE_PROCESSES:
        with shipped(task) as address:
            yield from _persistent(partial(fit_shipped, address), shares, workers, prefer)
    else:
        yield from _persistent(partial(fit_batch, task), shares, workers, prefer)


def _free_threaded(model: Any) -> bool:
    return type(model).__name__ in FREE_THREADED.get(type(model).__module__, ())


def _here(task: Task, shares: Sequence[Share]) -> Iterator[Outcome]:
    batches = Batches(shares, 1)
    for batch in batches:
        outcome = fit_batch(task, batch)
        batches.learn(outcome)
        yield outcome


def _persistent(
    fit: Callable[[Sequence[Share]], Outcome], shares: Sequence[Share], workers: int, prefer: str
) -> Iterator[Outcome]:
    """Through joblib; what a killed worker process had is fitted again by a new one."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    left, lost = dict(shares), 0
    while left:
        try:
            for outcome in _through_joblib(fit, list(left.items()), workers, prefer):
                for number in {one.number for one in outcome.fits}:
                    left.pop(number, None)
                lost = 0
                yield outcome
                if outcome.failure is not None:
                    return
        except BrokenProcessPool as cause:
            lost += 1
            if lost == LOST_IN_A_ROW:
                raise FitError(
                    f"A worker process died {lost} times in a row without finishing a split ({len(left)} splits are "
                    "left): out of memory, or a crash inside the model? Try fewer n_jobs."
                ) from cause


def _through_joblib(
    fit: Callable[[Sequence[Share]], Outcome], shares: Sequence[Share], workers: int, prefer: str
) -> Iterator[Outcome]:
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    batches = Batches(shares, workers)
    if not get_active_backend(prefer=prefer)[0].supports_return_generator:
        yield from _in_rounds(fit, batches, workers)
        return
    parallel = Parallel(n_jobs=workers, prefer=prefer, return_as="generator_unordered", batch_size=1)
    arriving = parallel(delayed(fit)(batch) for batch in batches)
    try:
        for outcome in arriving:  # not `yield from`: closing early must pass through `finally` first
            batches.learn(outcome)
            yield outcome
    finally:
        with warnings.catch_warnings():  # joblib remarks that a failure left tasks unused: the error says so
            warnings.simplefilter("ignore")
            arriving.close()


def _in_rounds(fit: Callable[[Sequence[Share]], Outcome], batches: Batches, workers: int) -> Iterator[Outcome]:
    """For backends that hand over results only when all are there: a few batches at a time."""
    from joblib import Parallel, delayed

    with Parallel(n_jobs=workers, batch_size=1) as parallel:
        while batches:
            some = [batches.next() for _ in range(2 * workers) if batches]
            for outcome in parallel(delayed(fit)(batch) for batch in some):
                batches.learn(outcome)
                yield outcome
