"""`eb.audit` on 5,000 rows, logistic regression versus 1-NN, against its bare logistic fits; and how its cost grows.

Both run on one core over the same few data sets; spread over two cores, both halve.
"""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from threadpoolctl import threadpool_limits

import errbar as eb
from errbar.audits.pool import pool

X, y = make_classification(5000, 20, n_informative=8, random_state=0)
METHODS = ["corrected_t", "resampled_t", "five_by_two_t", "conservative_z"]
SETS, N = 2, 300
LOGISTIC = LogisticRegression()


def ours(n_sets: int = SETS) -> object:
    models = {"logistic": LOGISTIC, "neighbour": KNeighborsClassifier(1)}
    return eb.audit(models, X, y, methods=METHODS, n=N, n_sets=n_sets, random_state=0)


def bare() -> None:
    rng = np.random.default_rng(0)
    splits = [split for part in pool(METHODS, None, N, y, 0).parts for split in part.walk()]
    with threadpool_limits(1):
        for _ in range(SETS):
            rows = rng.permutation(len(y))[:N]
            A, b = X[rows], y[rows]
            for train, test in splits:
                np.mean(clone(LOGISTIC).fit(A[train], b[train]).predict(A[test]) != b[test])


def ratios() -> Iterator[Ratio]:
    yield ratio("audit, logistic versus 1-NN / its bare logistic fits", ours, bare, goal="<= 1.30", repeats=5)
    thrice = ratio("", lambda: ours(3 * SETS), ours, goal="<= 1.2", repeats=3)
    name = f"audit of {3 * SETS} data sets / three times one of {SETS}"
    yield replace(thrice, name=name, median=thrice.median / 3, low=thrice.low / 3, high=thrice.high / 3)


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
