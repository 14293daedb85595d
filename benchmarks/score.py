"""`eb.score` of a trained model on 5,706 rows: how many times quicker than calling the scorer on every draw.

The old way is kept here as the baseline: the scorer on the rows of each draw, what the model said remembered.
"""

from __future__ import annotations

from ratio import Ratio, parser, report  # isort: skip  (sets one thread before NumPy is imported)

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.datasets import make_classification, make_regression
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import get_scorer

import errbar as eb
from errbar.run.fixed import Remembered
from errbar.run.losses import Score

ROWS, DRAWS, ASKED = 5706, 10_000, 200  # of the baseline's draws this many are timed
SCORERS = ("accuracy", "balanced_accuracy", "f1_macro", "matthews_corrcoef", "average_precision")
X, y = make_classification(ROWS + 2000, 20, n_informative=5, random_state=0)
FITTED = LogisticRegression(max_iter=1000).fit(X[ROWS:], y[ROWS:])
Z, target = make_regression(ROWS + 2000, 20, noise=20.0, random_state=0)
LINE = LinearRegression().fit(Z[ROWS:], target[ROWS:])


def seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def baseline(model: object, X: np.ndarray, y: np.ndarray, scoring: Any, draws: int) -> None:
    """The scorer on `draws` bootstrap samples, as `eb.score` did it."""
    metric = Score("own", scoring) if callable(scoring) else Score(scoring, get_scorer(scoring))
    rng, score = np.random.default_rng(0), Remembered("m", model, X).scored_by(metric)
    for _ in range(draws):
        rows = rng.integers(0, ROWS, ROWS)
        score(y[rows], np.arange(ROWS)[rows])


def of_ones_own(model: Any, X: Any, y: Any) -> float:
    """A scorer that nothing is known of: the geometric mean of the two recalls."""
    said = model.predict(X)
    return float(np.sqrt(np.mean(said[y == 1] == 1) * np.mean(said[y == 0] == 0)))


def ratios() -> Iterator[Ratio]:
    for scoring in (*SCORERS, "r2"):
        fitted, X_test, truth = (LINE, Z[:ROWS], target[:ROWS]) if scoring == "r2" else (FITTED, X[:ROWS], y[:ROWS])
        options = {} if scoring == "accuracy" else {"options": {"n_draws": DRAWS}}
        found = []
        for _ in range(3):
            old = seconds(lambda: baseline(fitted, X_test, truth, scoring, ASKED)) * DRAWS / ASKED  # noqa: B023
            new = seconds(lambda: eb.score(fitted, X_test, truth, scoring=scoring, **options))  # noqa: B023
            found.append(old / new)
        yield Ratio(f"10,000 scorer calls / eb.score, {scoring}", sorted(found)[1], min(found), max(found), ">= 50")
    for scoring in ("average_precision", "r2", of_ones_own):
        fitted, X_test, truth = (LINE, Z[:ROWS], target[:ROWS]) if scoring == "r2" else (FITTED, X[:ROWS], y[:ROWS])
        found = []
        for _ in range(3):
            draws = 2000 if callable(scoring) else DRAWS
            one = seconds(lambda: baseline(fitted, X_test, truth, scoring, ASKED)) / ASKED  # noqa: B023
            new = seconds(lambda: eb.score(fitted, X_test, truth, scoring=scoring, options={"n_draws": draws}))  # noqa: B023
            found.append(new / one * 100 / draws)
        name, goal = (scoring, "<= 20") if isinstance(scoring, str) else ("of one's own", "none: a call for each draw")
        yield Ratio(f"100 draws / one scorer call, {name}", sorted(found)[1], min(found), max(found), goal)


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
