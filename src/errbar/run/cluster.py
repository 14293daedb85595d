"""More than one machine: Dask or Ray, chosen by `joblib.parallel_config(backend=...)`.

Neither goes through joblib's own backend for it: those place the data on one worker only (Dask) or send it with
every task (Ray), so that losing that worker loses the run. Here the data go to every worker once, and what a lost
worker had is fitted again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from errbar.errors import FitError
from errbar.run.batches import Batches
from errbar.run.fit import Outcome, Share, Task, fit_batch

LOST_IN_A_ROW = 20  # batches that may be lost without any being finished in between
IN_FLIGHT = 2  # batches per worker that are sent before the first comes back


class Cluster(Protocol):
    """What a cluster must do for us."""

    def workers(self) -> int: ...
    def send(self, task: Task) -> None: ...
    def submit(self, batch: Sequence[Share]) -> Any: ...
    def wait(self, jobs: Sequence[Any]) -> Sequence[Any]: ...
    def result(self, job: Any) -> Outcome | None: ...
    def cancel(self, jobs: Sequence[Any]) -> None: ...


class Dask:
    """The workers of a `distributed.Client`."""

    def __init__(self, backend: Any) -> None:
        self.client = backend.client

    def workers(self) -> int:
        return max(1, sum(self.client.ncores().values()))

    def send(self, task: Task) -> None:
        self.task = self.client.scatter(task, broadcast=True, hash=False)

    def submit(self, batch: Sequence[Share]) -> Any:
        return self.client.submit(fit_batch, self.task, batch, pure=False, retries=0)

    def wait(self, jobs: Sequence[Any]) -> Sequence[Any]:
        from distributed import wait

        return list(wait(jobs, return_when="FIRST_COMPLETED").done)

    def result(self, job: Any) -> Outcome | None:
        from distributed.scheduler import KilledWorker

        if job.status in ("cancelled", "lost"):
            return None
        try:
            outcome: Outcome = job.result()
        except KilledWorker:
            return None
        return outcome

    def cancel(self, jobs: Sequence[Any]) -> None:
        self.client.cancel(list(jobs), force=True)


class Ray:
    """The workers of a Ray cluster, local or remote."""

    def __init__(self, backend: Any) -> None:  # noqa: ARG002 - Ray has one cluster per process
        import ray

        if not ray.is_initialized():
            ray.init()  # at RAY_ADDRESS, or on this machine
        self.fit = ray.remote(num_cpus=1, max_retries=0)(fit_batch)

    def workers(self) -> int:
        import ray

        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def send(self, task: Task) -> None:
        import ray

        self.task = ray.put(task)

    def submit(self, batch: Sequence[Share]) -> Any:
        return self.fit.remote(self.task, batch)

    def wait(self, jobs: Sequence[Any]) -> Sequence[Any]:
        import ray

        done: Sequence[Any] = ray.wait(list(jobs), num_returns=1)[0]
        return done

    def result(self, job: Any) -> Outcome | None:
        import ray
        from ray.exceptions import RaySystemError, RayTaskError, RayError

        try:
            outcome: Outcome = ray.get(job)
        except RayTaskError:
            raise
        except RayError:
            return None
        return outcome

    def cancel(self, jobs: Sequence[Any]) -> None:
        import ray

        for job in jobs:
            ray.cancel(job, force=True)


CLUSTERS: dict[str, Callable[[Any], Cluster]] = {"DaskDistributedBackend": Dask, "RayBackend": Ray}


def cluster_outcomes(
    make: Callable[[Any], Cluster], backend: Any, task: Task, shares: Sequence[Share]
) -> Iterator[Outcome]:
    """The outcome of every share, in batches, as they finish."""
    cluster = make(backend)
    cluster.send(task)
    workers = cluster.workers()
    batches, pending, lost = Batches(shares, workers), {}, 0
    try:
        while batches or pending:
            while batches and len(pending) < IN_FLIGHT * workers:
                batch = batches.next()
                pending[cluster.submit(batch)] = batch
            for job in cluster.wait(list(pending)):
                batch, outcome = pending.pop(job), cluster.result(job)
                if outcome is None:
                    batches.again(batch)
                    lost += 1
                    continue
                batches.learn(outcome)
                lost = 0
                yield outcome
            if lost:
                cluster.send(task)
    finally:
        cluster.cancel(list(pending))
