"""A cluster that loses its workers, its scheduler or its batches ends in one sentence, with the finished splits."""

import sys
import types
from types import SimpleNamespace

import numpy as np
import pytest
from joblib import parallel_config, register_parallel_backend
from joblib.parallel import SequentialBackend
from sklearn.dummy import DummyRegressor

import errbar as eb
from errbar.errors import FitError
from errbar.run.fit import fit_batch
from errbar.run.spread import cluster

X, Y = np.zeros((40, 1)), np.arange(40.0)


class HereBackend(SequentialBackend):
    """Chosen like Dask's."""


class Here:
    """A cluster in this process that goes wrong after two batches, in one of several ways."""

    def __init__(self, wrong):
        self.wrong, self.given, self.cancelled = wrong, 0, False

    def workers(self):
        return 1

    def send(self, task):
        self.task = task

    def has_data(self):
        return True

    def submit(self, batch):
        return tuple(batch)

    def wait(self, jobs):
        self.given += 1
        if self.given > 2 and isinstance(self.wrong, Exception):
            raise self.wrong
        return jobs[:1]

    def result(self, job):
        return None if self.given > 2 else fit_batch(self.task, job)

    def cancel(self, jobs):
        self.cancelled = True
        if self.wrong:
            raise ClosedClientError if isinstance(self.wrong, ClosedClientError) else OSError("nobody there")


class ClosedClientError(Exception):
    """As later versions of distributed have it."""


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (ClosedClientError("Client is closed."), r"does not answer any more \(ClosedClientError: Client is closed\.\)"),
        (ConnectionError("scheduler closed"), r"does not answer any more \(ConnectionError: scheduler closed\)\. "),
        (FitError(cluster.NO_WORKERS), "no workers for 60 seconds"),
        (None, r"11 batches in a row were lost with their workers, the last with splits 4 to 4"),
    ],
)
def test_the_finished_splits_come_with_the_sentence(monkeypatch, wrong, sentence):
    one = Here(wrong)
    monkeypatch.setitem(sys.modules, "distributed.client", SimpleNamespace(ClosedClientError=ClosedClientError))
    register_parallel_backend("here", HereBackend)
    monkeypatch.setitem(cluster.CLUSTERS, "HereBackend", lambda _: one)
    monkeypatch.setattr("errbar.run.spread.batches.SECONDS", 0.0)
    with parallel_config(backend="here"), pytest.raises(FitError, match=sentence) as caught:
        eb.collect({"m": DummyRegressor()}, X, Y, plan=eb.plans.subsample(8, 0.25), random_state=0, shared=False)
    assert caught.match("2 of 8 splits are finished and kept in .scores")
    assert len(caught.value.scores.plan) == 2 and one.cancelled


class Crashing(Here):
    """Every batch with split 3 in it kills its workers."""

    def __init__(self):
        super().__init__(None)

    def result(self, job):
        if any(number in self.wrong_splits for number, _ in job):
            raise cluster.WorkerDiedError("Dask lost every worker that tried it.")
        return fit_batch(self.task, job)


@pytest.mark.parametrize(("wrong", "finished"), [((3,), 7), (range(8), 0), ((3, 4, 5, 6, 7), 3)])
def test_a_split_that_kills_every_worker_is_set_aside_and_named(monkeypatch, wrong, finished):
    one = Crashing()
    one.wrong_splits = wrong
    register_parallel_backend("here", HereBackend)
    monkeypatch.setitem(cluster.CLUSTERS, "HereBackend", lambda _: one)
    sentence = rf"split {min(wrong)}: WorkerDiedError: Dask lost every worker.*{finished} of 8 splits are finished"
    with parallel_config(backend="here"), pytest.raises(FitError, match=sentence) as caught:
        eb.collect({"m": DummyRegressor()}, X, Y, plan=eb.plans.subsample(8, 0.25), random_state=0, shared=False)
    assert (0 if caught.value.scores is None else len(caught.value.scores.plan)) == finished


class Losing(Here):
    """Every batch with split 3 in it is lost with its worker, and nobody says why."""

    def result(self, job):
        return None if any(number == 3 for number, _ in job) else fit_batch(self.task, job)


def test_a_split_that_is_lost_again_and_again_is_set_aside_and_named(monkeypatch):
    register_parallel_backend("here", HereBackend)
    monkeypatch.setitem(cluster.CLUSTERS, "HereBackend", lambda _: Losing(None))
    sentence = r"split 3: WorkerDiedError: The worker was lost each time.*7 of 8 splits are finished"
    with parallel_config(backend="here"), pytest.raises(FitError, match=sentence):
        eb.collect({"m": DummyRegressor()}, X, Y, plan=eb.plans.subsample(8, 0.25), random_state=0, shared=False)


class Client:
    """A client of Dask whose workers are gone, or whose scheduler is."""

    def __init__(self, status="running"):
        self.status = status

    def ncores(self):
        return {}

    def wait_for_workers(self, n, timeout):
        assert timeout == cluster.PATIENCE_SECONDS
        raise TimeoutError


class Waiting:
    status = "pending"

    def result(self, timeout):
        raise TimeoutError


def dask(monkeypatch, client, has_data=True):
    module = types.ModuleType("distributed")
    scheduler = types.ModuleType("distributed.scheduler")
    module.wait, scheduler.KilledWorker = (lambda *_, **__: None), ZeroDivisionError
    monkeypatch.setitem(sys.modules, "distributed", module)
    monkeypatch.setitem(sys.modules, "distributed.scheduler", scheduler)
    clock = iter(range(0, 10**6, 25))
    monkeypatch.setattr(cluster.time, "monotonic", lambda: next(clock))
    made = cluster.Dask(types.SimpleNamespace(client=client))
    made.task = types.SimpleNamespace(status="finished" if has_data else "lost")
    return made


@pytest.mark.parametrize("ask", [lambda made: made.wait([Waiting()]), lambda made: made.result(Waiting())])
def test_dask_without_workers_is_not_waited_for_for_ever(monkeypatch, ask):
    with pytest.raises(FitError, match="no workers for 60 seconds: start some and run again"):
        ask(dask(monkeypatch, Client()))
    with pytest.raises(FitError, match=r"connection to the Dask scheduler is lost \(its client is 'closed'\)"):
        ask(dask(monkeypatch, Client("closed")))


def test_dask_without_workers_from_the_start(monkeypatch):
    with pytest.raises(FitError, match="no workers for 60 seconds"):
        dask(monkeypatch, Client()).send(None)
