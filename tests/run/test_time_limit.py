"""A fit that takes longer than `timeout` is stopped, set aside and named; the others go on."""

import os
import signal
import threading
import time
from contextlib import suppress

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin

import errbar as eb
from errbar.errors import InputError
from errbar.run import time_limit
from errbar.run.time_limit import TimeLimitError, limited

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms here")

X, Y = np.arange(40.0)[:, None], np.arange(40.0)
CV = [(np.setdiff1d(np.arange(40), [i]), np.array([i])) for i in range(6)]


class Sleeps(RegressorMixin, BaseEstimator):
    """Takes an hour in the splits that test certain rows, and catches whatever it can."""

    def __init__(self, rows=()):
        self.rows = rows

    def fit(self, X, y):
        if set(self.rows) - set(y.astype(int).tolist()):
            with suppress(Exception):  # as searches over settings do
                time.sleep(3600)
        return self

    def predict(self, X):
        return np.zeros(len(X))


def test_a_fit_that_takes_too_long_is_set_aside_and_named(tmp_path):
    before = signal.getsignal(signal.SIGALRM)
    sentence = (
        r"Model 'm' failed in split 1: TimeLimitError: the fit took longer than timeout=0.05 seconds and was stopped\. "
        r"\(2 splits failed; 4 of 6 splits are finished"
    )
    with pytest.raises(eb.FitError, match=sentence) as caught:
        eb.collect({"m": Sleeps((1, 4))}, X, Y, cv=CV, store=tmp_path / "runs.db", random_state=0, timeout=0.05)
    assert len(caught.value.scores.plan) == 4
    assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_limit_that_nobody_reaches_changes_nothing():
    plain, limited_too = (eb.collect({"m": Sleeps()}, X, Y, random_state=0, timeout=seconds) for seconds in (None, 60))
    assert plain.items.tobytes() == limited_too.items.tobytes()


def test_on_one_hold_out_too():
    with pytest.raises(eb.FitError, match="split 0: TimeLimitError"):
        eb.evaluate(Sleeps((*range(40),)), X, Y, plan=eb.plans.holdout(0.5), scoring="r2", random_state=0, timeout=0.05)


@pytest.mark.parametrize("timeout", [0, -1, "long", float("nan")])
def test_a_limit_is_a_number_of_seconds(timeout):
    with pytest.raises(InputError, match="timeout"):
        eb.evaluate(Sleeps(), X, Y, timeout=timeout)


def test_a_worker_that_does_not_hear_the_alarm_is_ended(monkeypatch):
    told = []
    monkeypatch.setattr(
        time_limit.faulthandler, "dump_traceback_later", lambda seconds, **how: told.append((seconds, how["exit"]))
    )
    with pytest.raises(TimeLimitError), limited(0.01, driver=-1):
        time.sleep(60)
    assert told == [(0.01 + time_limit.GRACE_SECONDS, True)]


def test_a_worker_whose_fits_run_in_threads_is_ended(monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr(time_limit.os, "_exit", lambda code: ended.set())
    monkeypatch.setattr(time_limit, "GRACE_SECONDS", 0.0)

    def work():
        with limited(0.01, driver=-1):
            assert ended.wait(60)
        with limited(3600, driver=-1):
            ended.clear()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert not ended.is_set() and not [
        one for one in threading.enumerate() if isinstance(one, threading.Timer) and not one.finished.is_set()
    ]


def test_threads_of_the_driver_are_left_alone():
    done = []

    def work():
        with limited(0.001, os.getpid()):
            time.sleep(0.01)
        done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
