"""Many models and large data: memory of hold-outs of a million rows, and what slicing adds for 200 candidates, growth.

Memory is the peak of what NumPy and Python ask for beyond X and y, in units of X, each in a process of its own.
A fit outside shared statistics has its training rows and test rows, one copy of X in all; more is a second one.
"""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.linear_model import Ridge

import errbar as eb

ROWS, COLUMNS = 1_000_000, 10
SIZES, SPLITS = (2000, 8000, 32_000), (63, 252, 1008)
PEAK = """
import sys, tracemalloc
import numpy as np
sys.path.insert(0, {folder!r})
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.dummy import DummyRegressor
import errbar as eb
from large import Least
rng = np.random.default_rng(0)
small, y_small = rng.normal(size=(500, {columns})), rng.normal(size=500)
X, y = rng.normal(size=({rows}, {columns})), rng.normal(size={rows})
label = (y > 0).astype(int)
def ask(X, y, label):
    {call}
ask(small, y_small, (y_small > 0).astype(int))  # imports
tracemalloc.start()
ask(X, y, label)
print(tracemalloc.get_traced_memory()[1] / X.nbytes)
"""
HOLDOUT = "plan=eb.plans.holdout(0.3), random_state=0)"
CASES = {
    "one model, fitted": f"eb.evaluate(Least(), X, y, {HOLDOUT}",
    "two models, fitted": f"eb.compare(Least(), Least(2.0), X, y, {HOLDOUT}",
    "Ridge, shared": f"eb.evaluate(Ridge(), X, y, {HOLDOUT}",
    "GaussianNB, shared": f"eb.evaluate(GaussianNB(), X, label, {HOLDOUT}",
    "Dummy, shared": f"eb.evaluate(DummyRegressor(), X, y, {HOLDOUT}",
}


class Least(RegressorMixin, BaseEstimator):
    """Ridge regression that asks for no memory of its own."""

    def __init__(self, alpha: float = 1.0) -> None:
        self.alpha = alpha

    def fit(self, X: np.ndarray, y: np.ndarray) -> Least:
        self.coef_ = np.linalg.solve(X.T @ X + self.alpha * np.eye(X.shape[1]), X.T @ y)
        return self

    def predict(self, X: np.ndarray) -> np.ndarray:
        return X @ self.coef_


def peak(call: str) -> float:
    folder = str(Path(__file__).parent)
    code = PEAK.format(folder=folder, call=call, rows=ROWS, columns=COLUMNS)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


def memory() -> Iterator[Ratio]:
    for name, call in CASES.items():
        found = [peak(call) for _ in range(5)]
        yield Ratio(f"hold-out of {name}, n = 1e6: copies of X", median(found), min(found), max(found), "<= 1.5")


def candidates(verb: Callable[..., object], n: int, n_splits: int) -> Ratio:
    """200 models against their fits alone, each split's rows sliced once for all of them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 16))
    y = X @ rng.normal(size=16) + rng.normal(size=n)
    models = {f"m{i}": Least(10 ** (i / 50)) for i in range(200)}
    plan = eb.plans.subsample(n_splits, 0.1).build(len(y), random_state=0)

    def ours() -> object:
        return verb(models, X, y, plan=plan, random_state=0, progress=False)

    def bare() -> None:
        for train, test in plan:
            X_train, y_train, X_test = X[train], y[train], X[test]
            for model in models.values():
                clone(model).fit(X_train, y_train).predict(X_test)

    name = f"{verb.__name__} 200 models x {n_splits} splits, n = {n:,} / fits alone"
    return ratio(name, ours, bare, goal="<= 1.2", repeats=5)


def growth() -> Iterator[Ratio]:
    """Exponents: how the CPU time of `collect` grows with examples, and with splits, of a shared and a fitted model."""
    for name, model in (("Ridge, shared", Ridge()), ("least squares, fitted", Least())):
        for what, cases in (("n", [(n, 63) for n in SIZES]), ("splits", [(2000, count) for count in SPLITS])):
            found = [_exponent(model, cases, 0 if what == "n" else 1) for _ in range(5)]
            yield Ratio(f"exponent of time with {what}: {name}", median(found), min(found), max(found), "<= 1.1")


def _exponent(model: BaseEstimator, cases: Sequence[tuple[int, int]], place: int) -> float:
    seconds = []
    for n, count in cases:
        X, y = np.random.default_rng(0).normal(size=(n, 16)), np.random.default_rng(1).normal(size=n)
        plan = eb.plans.subsample(count, 0.1).build(n, random_state=0)
        start = process_time()
        eb.collect({"model": model}, X, y, plan=plan, random_state=0, progress=False)
        seconds.append(process_time() - start)
    return float(np.polyfit(np.log([case[place] for case in cases]), np.log(seconds), 1)[0])


def ratios() -> Iterator[Ratio]:
    yield from memory()
    yield candidates(eb.collect, 20_000, 5)
    yield candidates(eb.rank, 5000, 25)
    yield from growth()


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
