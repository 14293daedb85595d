"""Threads or processes? Two threads over two processes, by the clock, for scikit-learn's models; both pools warm.

Up to 1 threads are the better choice: processes must be started first. `FREE_THREADED` in `run/spread/parallel.py`
names the classes that are fitted so; support vector machines are not, because all of a process draw from one
generator. Wants two cores that nobody else uses.

    python benchmarks/threads.py [--csv FILE]
"""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

import time
import warnings
from collections.abc import Callable, Iterator

import numpy as np
from joblib import parallel_config
from sklearn.base import BaseEstimator, is_classifier
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.linear_model import ElasticNet, Lasso, LogisticRegression, SGDClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC, SVR, LinearSVC, LinearSVR, NuSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier, ExtraTreeRegressor

import errbar as eb
from errbar.errors import ErrbarWarning
from errbar.run.spread.parallel import FREE_THREADED

SIZES = {500: 24, 2000: 12}  # examples, and splits
MODELS: list[BaseEstimator] = [
    *(DecisionTreeClassifier(), DecisionTreeRegressor(), ExtraTreeClassifier(), ExtraTreeRegressor()),
    *(SVC(), NuSVC(), SVR(), LinearSVC(), LinearSVR(), LogisticRegression(), SGDClassifier(), Lasso(), ElasticNet()),
    *(RandomForestClassifier(20), ExtraTreesClassifier(20), AdaBoostClassifier(n_estimators=10)),
    *(GradientBoostingClassifier(n_estimators=20), GradientBoostingRegressor(n_estimators=20)),
    *(HistGradientBoostingClassifier(max_iter=10), MLPClassifier(max_iter=10), KNeighborsClassifier()),
    GaussianProcessRegressor(),
]


def fitted_by(backend: str, model: BaseEstimator, n: int, n_splits: int) -> Callable[[], object]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 16))
    value = X @ rng.normal(size=16) + rng.normal(size=n)
    y = (value > 0).astype(int) if is_classifier(model) else value
    plan = eb.plans.subsample(n_splits, 0.1).build(n, random_state=0)

    def run() -> None:
        with parallel_config(backend=backend):
            eb.collect({"m": model}, X, y, plan=plan, random_state=0, n_jobs=2, shared=False, progress=False)

    return run


def ratios() -> Iterator[Ratio]:
    for model in MODELS:
        name = type(model).__name__
        goal = "<= 1" if name in FREE_THREADED.get(type(model).__module__, ()) else "-"
        for n, n_splits in SIZES.items():
            both = (fitted_by(backend, model, n, n_splits) for backend in ("threading", "loky"))
            yield ratio(f"{name}, n = {n}", *both, goal=goal, repeats=5, clock=time.perf_counter)


if __name__ == "__main__":
    warnings.simplefilter("ignore", ErrbarWarning)  # models that are stopped early say so
    report(ratios(), parser(__doc__).parse_args().csv)
