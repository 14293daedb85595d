"""A run for `test_kill.py` to kill."""

import hashlib
import os
import signal
import time
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin

import errbar as eb

PLAN = eb.plans.subsample(40, 0.1)
SEED = 5


def data():
    rng = np.random.default_rng(1)
    return rng.normal(size=(200, 3)), rng.normal(size=200)


def mark(y_train):
    """Which split a fit was for."""
    return hashlib.sha256(np.ascontiguousarray(y_train).tobytes()).hexdigest()[:16]


class Slow(RegressorMixin, BaseEstimator):
    """Predicts a training statistic, takes its time, and writes down for which split it was fitted, and by whom."""

    def __init__(self, seconds=0.01):
        self.seconds = seconds

    def fit(self, X, y):
        with Path(os.environ["ERRBAR_TEST_FITS"]).open("a") as file:
            file.write(f"{mark(y)} {os.getpid()}\n")
        time.sleep(self.seconds)
        self.mean_ = float(y.mean() + X.std())
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


class Dies(RegressorMixin, BaseEstimator):
    """Kills the process it is fitted in, `times` times in all: what the memory killer does to a worker."""

    def __init__(self, folder=None, times=1):
        self.folder = folder
        self.times = times

    def fit(self, X, y):
        for i in range(self.times):
            try:
                Path(self.folder, f"died{i}").touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
        self.mean_ = float(y.mean())
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


def run(store, n_jobs, seconds):
    scores = eb.collect(
        {"slow": Slow(seconds)}, *data(), plan=PLAN, random_state=SEED, n_jobs=n_jobs, store=store, shared=False
    )
    return scores.items.tobytes()


def main(store, out, n_jobs, seconds):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background of a shell
    Path(out).write_bytes(run(store, int(n_jobs), float(seconds)))
