"""What is disturbed: a run of errbar in a process of its own, whose fits write down when they start and end."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import errbar as eb

SEED = 5
SECONDS = 0.21  # of a fit: longer than a batch, so that every fit is handed in by itself
TIMEOUT = 1.5  # for fits that hang
SLOW = {
    "logistic": LogisticRegression,
    "tree": lambda: DecisionTreeClassifier(max_depth=3, random_state=0),
    "neighbours": KNeighborsClassifier,
    "forest": lambda: RandomForestClassifier(5, random_state=0),
    "bayes": GaussianNB,
}
PLAIN = {  # as they are: the first two computed from shared statistics, the last in threads
    "shared ridge": Ridge,
    "shared neighbours": KNeighborsClassifier,
    "threaded tree": lambda: DecisionTreeClassifier(max_depth=3, random_state=0),
}
SPLITS = {"shared ridge": 9000, "shared neighbours": 9000, "threaded tree": 1500, "collect": 24, "evaluate": 24}
COMPARED = 12  # splits, of two models each


def data(kind: str) -> tuple[NDArray[np.float64], NDArray[Any]]:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(120, 4))
    y = X[:, 0] + rng.normal(size=120)
    return X, y if kind == "shared ridge" else (y > 0).astype(int)


def n_splits(kind: str, verb: str) -> int:
    return SPLITS.get(kind) or SPLITS.get(verb) or COMPARED


def plan(kind: str, verb: str) -> Any:
    return eb.plans.subsample(n_splits(kind, verb), 0.1)


def mark(kind: str, X: NDArray[np.float64]) -> str:
    """Which fit it is: the model, and the rows it learns from."""
    return f"{kind}:{hashlib.sha256(np.ascontiguousarray(X[:, 0]).tobytes()).hexdigest()[:12]}"


class Slow(ClassifierMixin, BaseEstimator):
    """A model that takes its time and writes to `log`; a file beside it says in which fits it goes wrong, and how."""

    def __init__(self, kind: str = "logistic", log: str | None = None) -> None:
        self.kind = kind
        self.log = log

    def fit(self, X: NDArray[np.float64], y: NDArray[Any]) -> Slow:
        self.mark_ = mark(self.kind, X)
        self._write("start")
        trouble = self._trouble()
        if trouble:
            misbehave(trouble)
        time.sleep(SECONDS)
        self.model_ = SLOW[self.kind]().fit(X, y)
        self.classes_ = self.model_.classes_
        return self

    def predict(self, X: NDArray[np.float64]) -> NDArray[Any]:
        said: NDArray[Any] = self.model_.predict(X)
        self._write("done")
        return said

    def _log(self) -> Path:
        return Path(self.log or os.environ["CHAOS_LOG"])

    def _write(self, what: str) -> None:
        with self._log().open("a") as file:
            file.write(f"{what} {self.mark_} {os.getpid()}\n")

    def _trouble(self) -> str:
        try:
            kind, *marks = self._log().with_suffix(".trouble").read_text().split()
        except (OSError, ValueError):
            return ""
        return kind if self.mark_ in marks else ""


def misbehave(how: str) -> None:
    if how == "raises":
        raise ZeroDivisionError("by design")
    if how == "leaves":
        sys.exit(0)
    if how == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    if how == "hangs":
        time.sleep(3600)
    if how == "greedy":
        with little_memory():
            np.ones(1 << 36)


@contextmanager
def little_memory() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 35, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def models(asked: dict[str, Any]) -> dict[str, Any]:
    kind = asked["kind"]
    if kind in PLAIN:
        return {"a": PLAIN[kind]()}
    kinds = [kind, "bayes"] if asked["verb"] == "compare" else [kind]
    return {name: Slow(kind, asked["log"]) for name, kind in zip("ab", kinds, strict=False)}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The run, as bytes that can be compared, and how much of it came from the store."""
    X, y = data(asked["kind"])
    how = {"plan": plan(asked["kind"], asked["verb"]), "random_state": SEED, "n_jobs": asked["n_jobs"]}
    how |= {"store": asked["store"], "timeout": asked["timeout"], "shared": asked["kind"] != "threaded tree"}
    made = models(asked)
    if asked["verb"] == "collect":
        scores = eb.collect(made, X, y, **how)
        return {"digest": hashlib.sha256(scores.items.tobytes()).hexdigest(), "resumed": scores.details["resumed_fits"]}
    verb = eb.compare if asked["verb"] == "compare" else eb.evaluate
    result = verb(*made.values(), X, y, **how)
    said = [result.estimate, result.low, result.high, result.pvalue]
    return {"digest": repr(said), "resumed": result.details["resumed_fits"]}


@contextmanager
def fitting_where(asked: dict[str, Any]) -> Iterator[None]:
    import joblib

    if asked["where"] == "dask":
        from distributed import Client

        # for so long a client looks for a scheduler that is gone, and errbar with it
        with Client(scheduler_file=asked["address"], timeout=60), joblib.parallel_config(backend="dask"):
            yield
    elif asked["where"] == "ray":
        import ray
        from ray.util.joblib import register_ray

        register_ray()
        ray.init(address=asked["address"], log_to_driver=False, logging_level="ERROR")
        with joblib.parallel_config(backend="ray"):
            yield
        ray.shutdown()
    elif asked["where"] in ("loky", "multiprocessing"):
        with joblib.parallel_config(backend=asked["where"]):
            yield
    else:
        yield


def main(asked: dict[str, Any]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where make runs in the background of a shell
    said: dict[str, Any]
    try:
        with fitting_where(asked):
            said = {"ended": "answer"} | answer(asked)
    except eb.ErrbarError as cause:
        scores = getattr(cause, "scores", None)
        said = {"ended": "sentence", "text": str(cause), "finished": 0 if scores is None else len(scores.plan)}
    except KeyboardInterrupt:
        said = {"ended": "interrupted"}
    print("\n" + json.dumps(said), flush=True)
