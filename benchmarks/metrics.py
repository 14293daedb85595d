"""Ten metrics of one model against one of them: fits, time, and the size of the store for each kept prediction.

Time is that of the one process that does everything: on a machine with nothing else to do the wall's.
"""

from __future__ import annotations

from ratio import Ratio, parser, report  # isort: skip  (sets one thread before NumPy is imported)

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import get_scorer

import errbar as eb

ONE = "roc_auc"
TEN = [
    ONE, "accuracy", "balanced_accuracy", "f1", "f1_macro", "precision", "recall", "average_precision", "neg_log_loss",
    "neg_brier_score",
]  # fmt: skip
REPEATS = 7
X, y = make_classification(2000, 20, n_informative=5, random_state=0)
MODEL, PLAN = RandomForestClassifier(50, random_state=0), eb.plans.subsample(10, 0.2, stratify=True)


def seconds(scoring: Any) -> float:
    start = time.process_time()
    eb.collect({"forest": MODEL}, X, y, scoring=scoring, plan=PLAN, random_state=0, progress=False)
    return time.process_time() - start


def fits(scoring: Any) -> int:
    """How often a model is really fitted."""
    Counting.n = 0
    how = {"scoring": scoring, "plan": PLAN, "random_state": 0, "progress": False}
    eb.collect({"forest": Counting(50, random_state=0)}, X[:400], y[:400], **how)
    return Counting.n


class Counting(RandomForestClassifier):
    """A forest that counts its fits."""

    n = 0

    def fit(self, X: Any, y: Any) -> Any:
        Counting.n += 1
        return super().fit(X, y)


def own() -> float:
    """What nine further metrics take by themselves on as many test sets of that size, what the model says known."""
    said = Said().fit(X[1600:], y[1600:])
    start = time.process_time()
    for name in TEN[1:]:
        for _ in range(PLAN.n_splits):
            get_scorer(name)(said, X[1600:], y[1600:])
    return time.process_time() - start


class Said(ClassifierMixin, BaseEstimator):
    """What a forest says of one test set, asked once."""

    def fit(self, X: Any, y: Any) -> Said:
        fitted = MODEL.fit(X, y)
        self.classes_, self.labels_, self.shares_ = fitted.classes_, fitted.predict(X), fitted.predict_proba(X)
        return self

    def predict(self, _: Any) -> Any:
        return self.labels_

    def predict_proba(self, _: Any) -> Any:
        return self.shares_


def ratios() -> Iterator[Ratio]:
    found = []
    for _ in range(REPEATS):
        one, ten, more = seconds(ONE), seconds(TEN), own()
        found.append(ten / (one + more))
    name = "ten metrics / (one metric + the others' own)"
    yield Ratio(name, statistics.median(found), min(found), max(found), "<= 1.15")
    counted = fits(TEN) / fits(ONE)
    yield Ratio("fits of ten metrics / fits of one", counted, counted, counted, "1")
    with tempfile.TemporaryDirectory() as folder:
        sizes = []
        for n in (400, 2000):
            path = Path(folder, f"{n}.db")
            eb.collect(
                {"forest": MODEL}, X[:n], y[:n], scoring=TEN, plan=PLAN, random_state=0, progress=False, store=str(path)
            )
            sizes.append(sum(one.stat().st_size for one in Path(folder).glob(f"{n}.db*")))
        kept = 10 * (2000 - 400) // 5
        size = (sizes[1] - sizes[0]) / kept
        yield Ratio("bytes of the store / kept prediction", size, size, size, "")


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
