"""A data set whose model ends the worker process is named, and the finished ones stay in the store."""

import numpy as np
import pytest
from joblib.externals.loky.process_executor import TerminatedWorkerError

import errbar as eb
from errbar.run import many
from errbar.run.spread.alone import KILLED, WorkerDiedError


def squares(number):
    return np.array([number**2.0])


def ask(n_sets=12, **more):
    settings = {"size": 1, "key": ("squares",), "about": {}, "n_jobs": 2} | more
    return many.ask_sets(squares, n_sets, **settings)


@pytest.fixture
def deaths(monkeypatch):
    """A pool in this process that breaks at the fifth chunk, and what happens to each set that is then asked alone."""

    def through(ask, chunks, _, out):
        for chunk in chunks:
            out.append(chunk)
            if 5 in chunk:
                raise TerminatedWorkerError("The exit codes of the workers are {SIGSEGV(-11)}")
            yield many._ask(ask, chunk)

    def alone(call, ask, numbers):
        if numbers == [5] and (left := died[:1]):
            died.pop(0)
            raise WorkerDiedError(*left)
        return call(ask, numbers)

    died = []
    monkeypatch.setattr(many, "_through_joblib", through)
    monkeypatch.setattr(many, "alone", alone)
    return died


def test_a_worker_that_died_once_changes_nothing(deaths):
    assert (ask()[:, 0] == np.arange(12.0) ** 2).all()
    deaths.append(KILLED)
    assert (ask()[:, 0] == np.arange(12.0) ** 2).all() and not deaths


@pytest.mark.parametrize("seen", [["SIGSEGV(-11)"], [KILLED, KILLED]])
def test_a_set_that_kills_its_worker_is_named_and_the_others_are_kept(deaths, seen, tmp_path):
    deaths += seen
    store = tmp_path / "runs.db"
    with pytest.raises(
        eb.FitError, match=r"Data set 5: a model ended the worker process, alone too \((SIGSEGV|SIGKILL)"
    ):
        ask(store=store)
    deaths.clear()
    told = []
    ask(store=store, announce=told.append)
    assert told[0] == "5 of 12 data sets are finished already."
