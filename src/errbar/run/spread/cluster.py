"""More than one machine: Dask or Ray, chosen by `joblib.parallel_config(backend=...)`.

Neither goes through joblib's own backend, where a lost worker ends the run (and Ray's sends the data with every
task). Here the data go out once, tasks carry only numbers, and what a lost worker had is fitted again. Both clusters
try a batch several times before they say that it kills its workers: then its fits go out one by one, and one that
does so alone is set aside. So is one that is lost again and again, at last with nothing else under way.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any, Protocol

from errbar.errors import FitError
from errbar.run.fit import Outcome, Share, Task
from errbar.run.spread.alone import WorkerDiedError
from errbar.run.spread.batches import Batches, one_by_one
from errbar.run.store.shelf import fit_and_keep

IN_FLIGHT = 2  # batches per worker that are sent before the first comes back
DEAD_IN_A_ROW = 3  # fits that may kill their workers without any other going well in between
LOST_AMONG_OTHERS = 3  # times that a fit may be lost before it is asked alone
LOST_PER_WORKER = 10  # batches that may be lost per worker while none is finished
LOOK_SECONDS = 1.0  # how often Dask is asked whether it still has the data
COUNT_SECONDS = 5.0  # how often the workers are counted: a cluster may grow
PATIENCE_SECONDS = 60.0  # for which a cluster may be without any worker
NO_WORKERS = f"The cluster has had no workers for {PATIENCE_SECONDS:.0f} seconds: start some and run again."


class Cluster(Protocol):
    """What a cluster must be able to do. `result` is None where the worker was lost.

    It raises WorkerDiedError where the cluster has tried several workers, and all of them died.
    """

    def workers(self) -> int: ...
    def send(self, task: Task) -> None: ...
    def has_data(self) -> bool: ...
    def submit(self, batch: Sequence[Share]) -> Any: ...
    def wait(self, jobs: Sequence[Any]) -> Sequence[Any]: ...
    def result(self, job: Any) -> Outcome | None: ...
    def cancel(self, jobs: Sequence[Any]) -> None: ...


class Patience:
    """How long nobody has been there to work."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def check(self, workers: int) -> None:
        now = time.monotonic()
        if workers:
            self._since = now
        elif now - self._since > PATIENCE_SECONDS:
            raise FitError(NO_WORKERS)


class Dask:
    """The workers of a `distributed.Client`."""

    def __init__(self, backend: Any) -> None:
        self.client = backend.client

    def workers(self) -> int:
        return int(sum(self.client.ncores().values()))

    def send(self, task: Task) -> None:
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
        except TimeoutError:
            raise FitError(NO_WORKERS) from None
        # to one worker, the others fetch it from there: a broadcast may wait for ever for a worker that dies
        self.task = self.client.scatter(task, hash=False)

    def has_data(self) -> bool:
        return bool(self.task.status == "finished")

    def check_alive(self) -> None:
        if self.client.status != "running":
            raise FitError(f"The connection to the Dask scheduler is lost (its client is {self.client.status!r}).")

    def submit(self, batch: Sequence[Share]) -> Any:
        return self.client.submit(fit_and_keep, self.task, batch, pure=False)

    def wait(self, jobs: Sequence[Any]) -> Sequence[Any]:
        from distributed import wait

        patience = Patience()
        while self.has_data():
            with suppress(TimeoutError, CancelledError):
                wait(jobs, timeout=LOOK_SECONDS, return_when="FIRST_COMPLETED")
            done = [job for job in jobs if job.status != "pending"]
            if done:
                return done
            self.check_alive()
            patience.check(self.workers())
        self.cancel(jobs)  # the data died with the last worker that had them: nobody will ever finish these
        return jobs

    def result(self, job: Any) -> Outcome | None:
        from distributed.scheduler import KilledWorker

        seconds = LOOK_SECONDS
        patience = Patience()
        while job.status in ("finished", "error", "pending") and self.has_data():
            try:
                outcome: Outcome = job.result(timeout=seconds)
            except TimeoutError:  # a large result, or one that was lost on its way and is computed again
                self.check_alive()
                patience.check(self.workers())
                seconds *= 2
            except KilledWorker:
                raise WorkerDiedError("Dask lost every worker that tried it.") from None
            except CancelledError:
                break
            else:
                return outcome
        return None

    def cancel(self, jobs: Sequence[Any]) -> None:
        self.client.cancel(list(jobs), force=True)


class Ray:
    """The workers of a Ray cluster."""

    def __init__(self, backend: Any) -> None:  # noqa: ARG002 - a process has one Ray cluster
        import ray

        if not ray.is_initialized():
            ray.init()  # at RAY_ADDRESS, or on this machine
        self.fit = ray.remote(num_cpus=1)(fit_and_keep)

    def workers(self) -> int:
        import ray

        return int(ray.cluster_resources().get("CPU", 1))

    def send(self, task: Task) -> None:
        import ray

        self.task = ray.put(task)

    def has_data(self) -> bool:
        return False  # Ray tells only who asks for them

    def submit(self, batch: Sequence[Share]) -> Any:
        return self.fit.remote(self.task, batch)

    def wait(self, jobs: Sequence[Any]) -> Sequence[Any]:
        import ray

        patience, done = Patience(), list[Any]()
        while not done:
            done = ray.wait(list(jobs), num_returns=1, timeout=LOOK_SECONDS)[0]
            if not done:
                patience.check(int(ray.cluster_resources().get("CPU", 0)))
        return done

    def result(self, job: Any) -> Outcome | None:
        import ray
        from ray.exceptions import OutOfMemoryError, RayError, RayTaskError, WorkerCrashedError

        try:
            outcome: Outcome = ray.get(job)
        except RayTaskError:  # an error inside fit_and_keep, which reports those of models by itself
            raise
        except (WorkerCrashedError, OutOfMemoryError):
            raise WorkerDiedError("Ray lost every worker that tried it.") from None
        except RayError:
            return None
        return outcome

    def cancel(self, jobs: Sequence[Any]) -> None:
        import ray

        for job in jobs:
            ray.cancel(job, force=True)


CLUSTERS: dict[str, Callable[[Any], Cluster]] = {"DaskDistributedBackend": Dask, "RayBackend": Ray}


def _gone() -> tuple[type[Exception], ...]:
    """What is raised where nobody answers any more; later versions of distributed have a word of their own."""
    closed = getattr(sys.modules.get("distributed.client"), "ClosedClientError", OSError)
    return OSError, TimeoutError, CancelledError, closed


def cluster_outcomes(cluster: Cluster, task: Task, shares: Sequence[Share]) -> Generator[Outcome, None, None]:
    """The outcome of every share, in batches, as they finish; a cluster that is gone ends in one sentence."""
    pending: dict[Any, list[Share]] = {}
    try:
        yield from _dealt(cluster, task, shares, pending)
    except _gone() as cause:
        raise FitError(f"The cluster does not answer any more ({type(cause).__name__}: {cause}).") from cause
    finally:
        with suppress(*_gone()):  # what is gone needs no cancelling
            cluster.cancel(list(pending))


def _dealt(cluster: Cluster, task: Task, shares: Sequence[Share], pending: dict[Any, list[Share]]) -> Iterator[Outcome]:
    cluster.send(task)
    workers, counted = max(1, cluster.workers()), time.monotonic()
    batches, losses = Batches(shares, workers), Losses()
    lost, dead = 0, 0
    while batches or losses or pending:
        _fill(cluster, batches, losses, pending, IN_FLIGHT * workers)
        missing = []
        for job in cluster.wait(list(pending)):
            batch = pending.pop(job)
            outcome = _outcome(cluster, job, batch)
            if outcome is None:
                missing.append(batch)
                outcome = losses.blamed(batch)
            if outcome is None:
                continue
            if not (outcome.fits or outcome.set_aside or outcome.failure):
                losses.suspects.extend(one_by_one(batch))
            else:
                batches.learn(outcome)
                lost, dead = 0, 0 if outcome.fits else dead + 1
                yield outcome
        if dead >= DEAD_IN_A_ROW:
            return
        if missing:
            lost += len(missing)
            _give_up_after(lost, LOST_PER_WORKER * workers, missing)
            for batch in missing:
                batches.again(losses.to_try_again(batch))
            if not cluster.has_data():
                cluster.send(task)
        if time.monotonic() > counted + COUNT_SECONDS:
            workers, counted = max(1, cluster.workers()), time.monotonic()


def _fill(cluster: Cluster, batches: Batches, losses: Losses, pending: dict[Any, list[Share]], room: int) -> None:
    """Send as much as there is room for; what was often lost, once nobody else can be to blame."""
    while (batches or losses.suspects) and len(pending) < room:
        batch = [losses.suspects.popleft()] if losses.suspects else batches.next()
        pending[cluster.submit(batch)] = batch
    if not pending:
        batch = [losses.next()]
        pending[cluster.submit(batch)] = batch


class Losses:
    """Fits that workers were lost with; from then on each goes out by itself.

    `suspects` were in a batch that kills its workers. How often each other fit was lost is counted: one that was lost
    often waits until it can be asked alone.
    """

    def __init__(self) -> None:
        self.suspects: deque[Share] = deque()
        self._times: Counter[Share] = Counter()
        self._waiting: deque[Share] = deque()
        self._alone: Share | None = None

    def __bool__(self) -> bool:
        return bool(self.suspects or self._waiting)

    def next(self) -> Share:
        self._alone = self._waiting.popleft()
        return self._alone

    def to_try_again(self, batch: Sequence[Share]) -> list[Share]:
        """Those of a lost batch that may go among others once more."""
        fits = one_by_one(batch)
        self._times.update(fits)
        left = [share for share in fits if share != self._alone]
        self._waiting.extend(share for share in left if self._times[share] == LOST_AMONG_OTHERS)
        return [share for share in left if self._times[share] < LOST_AMONG_OTHERS]

    def blamed(self, batch: Sequence[Share]) -> Outcome | None:
        """A fit that was lost although nothing else was under way."""
        if list(batch) != [self._alone]:
            return None
        (number, names) = batch[0]
        died = WorkerDiedError("The worker was lost each time, also with nothing else under way.")
        return Outcome(set_aside=[(number, names[0], died)])


def _outcome(cluster: Cluster, job: Any, batch: Sequence[Share]) -> Outcome | None:
    """None for a batch that was lost; an empty one for a batch that kills its workers, somewhere."""
    try:
        return cluster.result(job)
    except WorkerDiedError as cause:
        (number, (name,)), *others = one_by_one(batch)
        return Outcome() if others else Outcome(set_aside=[(number, name, cause)])


def _give_up_after(lost: int, limit: int, missing: Sequence[list[Share]]) -> None:
    if lost > limit:
        numbers = sorted(number for batch in missing for number, _ in batch)
        raise FitError(
            f"{lost} batches in a row were lost with their workers, the last with splits {numbers[0]} to "
            f"{numbers[-1]}: are they out of memory, or does the model crash?"
        )
