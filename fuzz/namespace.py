"""What the texts of calls may name: data of every kind, models that do their worst, and a few verbs put together."""

from __future__ import annotations

import sys
import tempfile
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.ensemble import VotingClassifier
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge, RidgeClassifier, SGDClassifier
from sklearn.model_selection import GridSearchCV, KFold, LeaveOneOut, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestCentroid
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import errbar as eb
from errbar.plans.families import TestSet
from fuzz.logs import write_log


def values(seed: int, size: int, kind: str) -> Any:
    """`size` numbers of one kind."""
    rng = np.random.default_rng(seed)
    u = rng.random(size)
    rare = np.zeros(size)
    rare[:1] = 1.0
    made = {
        "uniform": lambda: u,
        "binary": lambda: (u < 0.4) * 1.0,
        "normal": lambda: rng.normal(size=size),
        "zeros": lambda: np.zeros(size),
        "ones": lambda: np.ones(size),
        "constant": lambda: np.full(size, 0.1),
        "rare": lambda: rare,
        "common": lambda: 1 - rare,
        "huge": lambda: rng.normal(size=size) * 1e155,
        "tiny": lambda: u * 1e-310,
        "ties": lambda: np.round(u, 1),
        "lognormal": lambda: np.exp(4 * rng.normal(size=size)),
        "outlier": lambda: u + 1e12 * rare,
        "negative": lambda: -u,
        "halves": lambda: np.arange(size) % 2 * 1.0,
        "steps": lambda: np.arange(size) / size,
        "drift": lambda: 1e9 + u,
        "float32": lambda: u.astype("float32"),
        "booleans": lambda: u < 0.4,
        "objects": lambda: u.astype(object),
        "list": u.tolist,
    }
    return made[kind]()


def per(plan: eb.Plan, seed: int, kind: str) -> list[Any]:
    """Losses for every split of a plan: an example has the same one wherever it is tested, all but for some noise."""
    own = np.asarray(values(seed, plan.n, kind))
    return [own[test] for _, test in plan]


def table(seed: int, size: int, kind: str) -> dict[str, Any]:
    ids, rng = [*range(size)], np.random.default_rng(seed)
    both = [*values(seed, size, kind), *values(seed + 1, size, kind)]
    ok = (rng.random(2 * size) < 0.6).astype(int)
    people = [value if i % size < max(2, size // 2) else None for i, value in enumerate(both)]
    return {"id": ids * 2, "who": ["a"] * size + ["b"] * size, "x": both, "ok": ok, "g": [i // 2 for i in ids] * 2,
            "fold": [i % 3 for i in ids] * 2, "rep": [i % 2 for i in ids] * 2, "people": people,
            "task": [f"t{i % 3}" for i in ids] * 2, "trial": [i // 3 for i in ids] * 2,
            "t": pd.Timestamp("2026-01-01") + pd.to_timedelta(ids * 2, "D"), "y": [i % 2 for i in ids] * 2}  # fmt: skip


def ballot(seed: int, size: int, n_models: int) -> dict[str, Any]:
    """Votes between models called m0, m1 and so on."""
    rng = np.random.default_rng(seed)
    left = rng.integers(0, n_models, size)
    right = (left + rng.integers(1, n_models, size)) % n_models if n_models > 1 else left
    won = np.where(rng.random(size) < 0.6, left, right)
    said = [f"m{one}" if rng.random() < 0.9 else "tie" for one in won]
    return {"left": [f"m{i}" for i in left], "right": [f"m{i}" for i in right], "won": said,
            "prompt": [i // 3 for i in range(size)], "who": [f"j{i % 2}" for i in range(size)]}  # fmt: skip


def log(tool: str, model: str, odd: int) -> str:
    """The path of a log of one model; `odd` says what is changed in it, 0 that nothing is."""
    return str(write_log(home(), tool, model, odd))


def logs(tool: str, odd: int) -> dict[str, str]:
    return {model: log(tool, model, odd if model == "b" else 0) for model in "ab"}


@cache
def home() -> Path:
    import atexit
    import shutil

    folder = Path(tempfile.mkdtemp(prefix="errbar-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def searched(kind: str) -> Any:
    """A search that was made, or the like."""
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3, 5]}, cv=3)
    if kind == "several":
        search.set_params(scoring=["accuracy", "f1"], refit="f1")
    if kind == "failed":
        search.set_params(param_grid={"n_neighbors": [1, 1000]})
    if kind != "unfitted":
        search.fit(features(30), labels(features(30)))
    return search.cv_results_ if kind == "results" else search


def does(answer: Any, what: str, *given: Any, **more: Any) -> Any:
    """A method of an answer, where it is one."""
    return getattr(answer, what)(*given, **more) if type(answer).__module__.startswith("errbar.") else answer


def plotted(answer: Any, **more: Any) -> Any:
    """The picture can be drawn."""
    import matplotlib.pyplot as plt

    if hasattr(answer, "plot"):
        try:
            answer.plot(**more)
        finally:
            plt.close("all")
    return answer


def test_set(n: int) -> eb.Plan:
    return eb.Plan("test_set", n, (TestSet(n),))


def looked(sequence: eb.Sequential, *losses: Any) -> Any:
    sequence.extend(*losses)
    return sequence.result()


def saved(scores: Any) -> Any:
    """Through a file and back."""
    if not isinstance(scores, eb.Scores):
        return scores
    with tempfile.TemporaryDirectory(prefix="errbar-fuzz-") as folder:
        scores.save(Path(folder) / "scores.npz")
        return eb.Scores.load(Path(folder) / "scores.npz")


def reported(answer: Any, **more: Any) -> Any:
    with tempfile.TemporaryDirectory(prefix="errbar-fuzz-") as folder:
        eb.report(answer, Path(folder) / "page.html", **more)
        page = (Path(folder) / "page.html").read_text(encoding="utf-8")
    assert "<script>" not in page.replace("<script>\n", ""), "script in the page"
    return answer


def by_set(columns: dict[str, Any]) -> dict[str, Any]:
    """A number of each model on each data set."""
    try:
        lengths = {np.size(column) for column in columns.values()}
    except ValueError:
        return columns
    return {f"set {i}": {name: np.ravel(column)[i] for name, column in columns.items()} for i in range(min(lengths))}


def mean_gap(y: Any, output: Any) -> float:
    return float(np.mean(np.abs(np.asarray(y, float) - np.asarray(output, float))))


@cache
def _features(n: int) -> Any:
    return np.random.default_rng(n).normal(size=(n, 3))


def features(n: int) -> Any:
    return _features(n).copy()


def labels(X: Any) -> Any:
    return (X[:, 0] + 0.5 * X[:, 1] ** 2 > 0.3).astype(int)


def target(X: Any) -> Any:
    return X[:, 0] - X[:, 2] ** 2


def trained(model: Any, aim: Any) -> Any:
    return model.fit(features(30), aim(features(30)))


def scaled(model: Any) -> Any:
    return make_pipeline(StandardScaler(), model)


class Odd(ClassifierMixin, BaseEstimator):
    """A model that does what no model should."""

    def __init__(self, does: str = "") -> None:
        self.does = does

    def fit(self, X: Any, y: Any) -> Odd:  # noqa: ARG002
        if self.does == "raise":
            raise KeyError("no such thing\x1b[31m")
        if self.does == "exit":
            sys.exit(0)
        self.classes_ = np.unique(np.asarray(y).astype(str))
        return self

    def predict(self, X: Any) -> Any:
        n = np.shape(X)[0]
        return {
            "shape": np.zeros((n, 1)), "none": None, "nan": np.full(n, np.nan), "text": np.array(["a"] * n),
            "long": np.zeros(n + 1), "type": 3, "object": np.array([object()] * n), "two": np.zeros((n, 2)),
        }.get(self.does, np.zeros(n))  # fmt: skip


NAMESPACE: dict[str, Any] = {
    "eb": eb, "np": np, "pd": pd, "nan": float("nan"), "inf": float("inf"), "Fraction": Fraction, "Decimal": Decimal,
    "values": values, "per": per, "table": table, "by_set": by_set, "looked": looked, "saved": saved,
    "test_set": test_set, "reported": reported, "ballot": ballot, "log": log, "logs": logs, "searched": searched,
    "does": does, "plotted": plotted,
    "mean_gap": mean_gap, "D": features, "Y": labels, "T": target, "trained": trained,
    "scaled": scaled, "Odd": Odd, "sparse": csr_matrix, "NB": GaussianNB, "DummyC": DummyClassifier,
    "DummyR": DummyRegressor, "KNN": KNeighborsClassifier, "KNNR": KNeighborsRegressor, "Tree": DecisionTreeClassifier,
    "TreeR": DecisionTreeRegressor, "LogR": LogisticRegression, "LDA": LinearDiscriminantAnalysis,
    "Centroid": NearestCentroid, "SVC": SVC, "RidgeC": RidgeClassifier, "Ridge": Ridge, "OLS": LinearRegression,
    "Lasso": Lasso, "SGD": SGDClassifier, "Pipeline": Pipeline, "Scaler": StandardScaler, "Voting": VotingClassifier,
    "Grid": GridSearchCV,
    "KFold": KFold, "TimeSeriesSplit": TimeSeriesSplit, "LeaveOneOut": LeaveOneOut,
}  # fmt: skip
