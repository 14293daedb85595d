"""`eb.evaluate` over 25 splits against the bare loop of clone, fit, predict, loss, for fits of 20 ms and more."""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

from collections.abc import Iterator

import numpy as np
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

import errbar as eb

X, y = make_classification(2000, 16, n_informative=8, random_state=0)
MODELS = {
    "decision tree": DecisionTreeClassifier(random_state=0),
    "random forest (20 trees)": RandomForestClassifier(20, random_state=0),
    "gradient boosting (20 rounds)": HistGradientBoostingClassifier(max_iter=20, random_state=0),
    "support vector machine": SVC(),
}


def ratios() -> Iterator[Ratio]:
    plan = eb.plans.subsample(25, 0.1).build(len(y), random_state=0)
    splits = list(plan)
    for name, model in MODELS.items():

        def ours(model=model):
            return eb.evaluate(model, X, y, plan=plan, random_state=0, shared=False)

        def bare(model=model):
            with threadpool_limits(1):
                losses = [np.mean(clone(model).fit(X[a], y[a]).predict(X[b]) != y[b]) for a, b in splits]
            return losses

        yield ratio(f"evaluate / bare loop, {name}", ours, bare, goal="<= 1.05")


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
