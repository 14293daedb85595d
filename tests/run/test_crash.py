"""A fit that crashes its worker process or raises is named, whoever fits; what the others gave is kept."""

import os
import threading
from pathlib import Path

import joblib
import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin

import errbar as eb
from errbar.run import over_plan
from errbar.run.fit import Fit, Outcome
from errbar.run.spread import parallel, shipment
from errbar.run.spread.alone import KILLED, WorkerDiedError, how_it_died

X, Y = np.arange(40.0)[:, None], np.arange(40.0)
CV = [(np.setdiff1d(np.arange(40), [i]), np.array([i])) for i in range(8)]


class Falls(RegressorMixin, BaseEstimator):
    """Ends its process, or raises, in the splits that test certain rows."""

    def __init__(self, crash=(), error=()):
        self.crash = crash
        self.error = error

    def fit(self, X, y):
        missing = set(range(40)) - set(y.astype(int).tolist())
        if missing & set(self.crash):
            os._exit(3)
        if missing & set(self.error):
            raise ZeroDivisionError("by design")
        return self

    def predict(self, X):
        return np.zeros(len(X))


def collect(model, **more):
    return eb.collect({"m": model}, X, Y, cv=CV, random_state=0, **more)


NAMED = (
    r"Model 'm' failed in split 3: WorkerDiedError: the worker process died 2 times, the last time alone: "
    r"EXIT\(3\)\. \(7 of 8 splits are finished"
)


@pytest.mark.slow
def test_a_real_crash():
    with pytest.raises(eb.FitError, match=NAMED) as caught:
        collect(Falls(crash=(3,)), n_jobs=2)
    assert len(caught.value.scores.plan) == 7


def broken(code):
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    return TerminatedWorkerError(f"...\nThe exit codes of the workers are {{{code}}}\n")


@pytest.fixture
def pool(monkeypatch):
    """A pool in this process that breaks at split 3, while another worker is at split 5; alone only 3 dies."""

    def through(fit, shares, *_):
        for share in shares:
            if share[0] == 3:
                for number in (3, 5):
                    Path(fit.args[0], f"{shipment.MARK}{number}").write_text(f"{number} m")
                raise broken("EXIT(3)")
            yield fit([share])

    def alone(fit, address, batch):
        tries.append(batch[0][0])
        if batch[0][0] == 3:
            raise WorkerDiedError(deaths[0])
        return fit(address, batch)

    tries, deaths = [], ["EXIT(3)"]
    monkeypatch.setattr(shipment, "_watching", threading.Event())
    shipment._watching.set()  # this process is no worker
    monkeypatch.setattr(parallel, "_through_joblib", through)
    monkeypatch.setattr(parallel, "alone", alone)
    return tries, deaths


def test_a_split_that_crashes_its_worker_is_set_aside_and_named(pool, tmp_path):
    tries, _ = pool
    with pytest.raises(eb.FitError, match=NAMED) as caught:
        collect(Falls(), n_jobs=2, store=tmp_path / "runs.db")
    assert (tries, len(caught.value.scores.plan)) == ([3, 5], 7)
    assert collect(Falls(), store=tmp_path / "runs.db").details["resumed_splits"] == 7


def test_one_that_was_killed_for_its_memory_is_tried_once_more(pool):
    tries, deaths = pool
    deaths[0] = KILLED
    with pytest.raises(eb.FitError, match=r"died 3 times, the last time alone: SIGKILL\(-9\)"):
        collect(Falls(), n_jobs=2)
    assert tries == [3, 3, 5]


@pytest.mark.parametrize(
    ("n_jobs", "backend"),
    [(1, "loky"), (2, "threading"), (3, "threading"), pytest.param(2, "loky", marks=pytest.mark.slow)],
)
def test_the_first_split_that_raises_is_named_whoever_fits(n_jobs, backend):
    sentence = "failed in split 2: ZeroDivisionError: by design"
    with joblib.parallel_config(backend=backend), pytest.raises(eb.FitError, match=sentence) as caught:
        collect(Falls(error=(2, 3, 6)), n_jobs=n_jobs)
    assert len(caught.value.scores.plan) >= 2
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_all_failures_are_counted_and_the_first_is_named(monkeypatch):
    def arriving(task, shares, n_jobs):
        for number, names in reversed(shares):
            if number in (2, 5):
                yield Outcome(set_aside=[(number, names[0], WorkerDiedError("SIGSEGV(-11)."))])
            else:
                yield Outcome([Fit(number, names[0], np.zeros(1), 0.0, 0.0)])

    monkeypatch.setattr(over_plan, "outcomes", arriving)
    with pytest.raises(eb.FitError, match=r"split 2: .*SIGSEGV.* \(2 splits failed; 6 of 8 splits are") as caught:
        collect(Falls())
    assert len(caught.value.scores.plan) == 6


def test_workers_that_die_of_nothing_end_in_a_sentence_with_the_finished_splits(monkeypatch):
    def through(fit, shares, *_):
        if len(shares) == 8:
            yield Outcome([Fit(0, "m", np.zeros(1), 0.0, 0.0)])
        raise broken("SIGSEGV(-11)")

    monkeypatch.setattr(parallel, "_through_joblib", through)
    sentence = r"died 3 times in a row before it came to a fit \(7 fits are left; SIGSEGV\(-11\)\).*1 of 8 splits are"
    with pytest.raises(eb.FitError, match=sentence) as caught:
        collect(Falls(), n_jobs=2)
    assert len(caught.value.scores.plan) == 1


def died(number):
    return Outcome(set_aside=[(number, "m", WorkerDiedError("SIGSEGV(-11)"))])


def test_one_after_another_dying_ends_the_run_at_the_first():
    left = parallel.Left([(number, ("m",)) for number in range(9)])
    for number in (4, 2):
        left.learn(died(number))
    assert len(left) == 7
    left.learn(died(6))
    assert [number for number, _ in left.shares()] == [0, 1]
    both = parallel.Left([(number, ("l", "m")) for number in range(3)])
    both.learn(died(1))
    assert both.shares() == [(0, ("l", "m")), (1, ("l",)), (2, ("l", "m"))]
    both.learn(Outcome(failure=(1, "l", ZeroDivisionError())))
    assert both.shares() == [(0, ("l", "m"))] and (0, "m") in both and (2, "m") not in both
    assert how_it_died(RuntimeError("no codes")) == "nobody knows of what"
