"""315 splits (15 of all data, 15 in each half of 10 halvings; p = 16) against the bare clone-fit-predict loop.

Two ratios each, loop over ours. "paths": as for the loop, the splits are given, and predictions are all that is
made. "collect": the whole call from X and y to Scores, splits drawn and losses computed.
At n = 10000 the loop runs every fifth split. Then trees and forests under `shared="trees"`: 25 splits or 5, and audits
beside those without. At the end, whole comparisons: both models, splits, losses, interval.

    python benchmarks/shared.py [--csv FILE] [--only PART]
"""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

from collections.abc import Callable, Iterator

import numpy as np
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.impute import SimpleImputer
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import (
    ElasticNet,
    Lasso,
    LinearRegression,
    LogisticRegression,
    PoissonRegressor,
    Ridge,
    RidgeClassifier,
    RidgeCV,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import errbar as eb
from errbar.run.checked import check_data
from errbar.run.losses import LOSSES
from errbar.run.shared.compute import find_shared
from errbar.run.shared.cuts import Cuts, batches
from errbar.run.shared.gathered import Step

SIZES = (300, 2000, 10000)
MODELS = {  # and the goals of paths and of whole calls, by size
    "Ridge": (Ridge(), (25, 20, 12), (30, 30, 18)),
    "LinearRegression": (LinearRegression(), (20, 12, 8), (25, 25, 20)),
    "GaussianNB": (GaussianNB(), (40, 25, 12), (50, 30, 15)),
    "LDA": (LinearDiscriminantAnalysis(), (50, 30, 20), (35, 40, 35)),
    "NearestCentroid": (NearestCentroid(), (70, 30, 18), (60, 60, 35)),
    "5-NN": (KNeighborsClassifier(), (20, 10, 8), (25, 11, 9)),
    "Dummy mean": (DummyRegressor(), (50, 25, 40), (30, 40, 30)),
}
COLUMNS = make_column_transformer(
    (StandardScaler(), slice(0, 14)), (OneHotEncoder(handle_unknown="ignore", sparse_output=False), [14, 15])
)
MORE = {  # whole calls at n = 2000, most without a goal
    "logistic": (LogisticRegression(), ">= 15.75"),  # 315 fits for the price of 20
    "scaler, logistic": (make_pipeline(StandardScaler(), LogisticRegression()), "-"),
    "logistic, 3 classes": (LogisticRegression(), "-"),
    "logistic, tol 1e-6": (LogisticRegression(tol=1e-6), ">= 15.75"),
    "logistic, 3 classes, tol 1e-6": (LogisticRegression(tol=1e-6, max_iter=300), "-"),
    "logistic, newton-cholesky": (LogisticRegression(solver="newton-cholesky"), "-"),
    "counts, Poisson": (PoissonRegressor(), "-"),
    "counts, scaler, Poisson": (make_pipeline(StandardScaler(), PoissonRegressor()), "-"),
    "counts, Poisson, newton-cholesky": (PoissonRegressor(alpha=0.1, solver="newton-cholesky"), "-"),
    "Lasso, alpha 0.1": (Lasso(0.1), "-"),
    "ElasticNet, alpha 0.1": (ElasticNet(0.1), "-"),
    "scaler, PCA, Ridge": (make_pipeline(StandardScaler(), PCA(8), Ridge()), "-"),
    "PCA, LDA": (make_pipeline(PCA(8), LinearDiscriminantAnalysis()), "-"),
    "columns, Ridge": (make_pipeline(COLUMNS, Ridge()), "-"),
    "columns, logistic, tol 1e-6": (make_pipeline(COLUMNS, LogisticRegression(tol=1e-6)), "-"),
    "RidgeClassifier": (RidgeClassifier(), "-"),
    "RidgeCV": (RidgeCV(), "-"),
    "QDA": (QuadraticDiscriminantAnalysis(), "-"),
    "imputer, scaler, Ridge": (make_pipeline(SimpleImputer(), StandardScaler(), Ridge()), "-"),
    "kernel ridge": (KernelRidge(kernel="rbf"), "-"),
    "gaussian process, alpha 0.5": (GaussianProcessRegressor(RBF(4.0, "fixed"), alpha=0.5), "-"),
}
PLAN = eb.plans.halvings(15, 10)
GROWN = {  # under shared="trees"; no goals: what is left is scikit-learn's own work
    "tree": DecisionTreeClassifier(random_state=0),
    "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0),
    "regression tree": DecisionTreeRegressor(random_state=0),
    "forest of 50": RandomForestClassifier(50, random_state=0),
    "regression forest of 50": RandomForestRegressor(50, random_state=0),
}
FEW = {100: eb.plans.subsample(25, 0.1), 300: eb.plans.subsample(25, 0.1), 2000: eb.plans.subsample(5, 0.1)}


def sample(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Full-rank features, a number and a label to predict."""
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 16))
    y = X @ rng.normal(size=16) + 2 * rng.normal(size=n)
    return X, y, (y > 0).astype(int)


def loop(model, X, y, splits) -> Callable[[], object]:
    def run() -> None:
        for train, test in splits:
            clone(model).fit(X[train], y[train]).predict(X[test])

    return run


def paths(model, X, y, plan) -> Callable[[], object]:
    metric = LOSSES["squared" if y.dtype == np.float64 else "zero_one"]
    data = check_data(X, y)
    cuts = Cuts(plan)
    width = find_shared({"model": model}, data, cuts, metric).source.splits_at_once
    given = list(batches(cuts, np.ones(len(plan), dtype=bool), width))

    def run() -> None:
        shared = find_shared({"model": model}, data, cuts, metric)
        for batch in given:
            shared.paths["model"].outputs(Step(shared.source, batch))

    return run


def collect(model, X, y, plan=PLAN, shared=True) -> Callable[[], object]:
    def run() -> None:
        eb.collect({"model": model}, X, y, plan=plan, random_state=0, shared=shared)

    return run


def faster(name: str, ours: Callable, baseline: Callable, goal: int, *, every: int = 1, repeats: int = 5) -> Ratio:
    """Baseline over ours; the baseline ran one split in `every`."""
    one = ratio(name, baseline, ours, goal=f">= {goal}", repeats=repeats)
    return Ratio(name, one.median * every, one.low * every, one.high * every, one.goal)


def per_model() -> Iterator[Ratio]:
    for n, place in zip(SIZES, range(3), strict=True):
        X, value, label = sample(n)
        plan = PLAN.build(n, random_state=0)
        every = 5 if n == SIZES[-1] else 1
        splits = list(plan)[::every]
        for name, (model, *goals) in MODELS.items():
            y = value if hasattr(model, "score") and model.__sklearn_tags__().estimator_type == "regressor" else label
            bare, both = (
                loop(model, X, y, splits),
                (("paths", paths(model, X, y, plan)), ("collect", collect(model, X, y))),
            )
            for (what, ours), goal in zip(both, goals, strict=True):
                yield faster(f"{name}, n = {n}, {what}", ours, bare, goal[place], every=every)


def more_models() -> Iterator[Ratio]:
    """The loop runs every fifteenth split."""
    X, value, label = sample(2000)
    splits = list(PLAN.build(2000, random_state=0))[::15]
    thirds = np.searchsorted(np.quantile(value, (1 / 3, 2 / 3)), value)
    counts = np.random.default_rng(0).poisson(np.exp(0.5 + 0.1 * value))
    wide, coarse = X * np.linspace(1, 3, 16), np.where(np.arange(16) < 14, X, np.clip(np.round(X), -1, 1))
    for name, (model, goal) in MORE.items():
        y = value if model.__sklearn_tags__().estimator_type == "regressor" else label
        y = thirds if "3 classes" in name else counts if "counts" in name else y
        rows = coarse if "columns" in name else wide if "PCA" in name else X
        one = ratio(name, loop(model, rows, y, splits), collect(model, rows, y), goal=goal, repeats=5)
        yield Ratio(f"{name}, n = 2000, collect", one.median * 15, one.low * 15, one.high * 15, goal)


def trees() -> Iterator[Ratio]:
    """The loop over ours; and an audit as usual over one of lean trees."""
    for n, plan in FEW.items():
        X, value, label = sample(n)
        splits = list(plan.build(n, random_state=0))
        for name, model in GROWN.items():
            y = value if "regression" in name else label
            ours = collect(model, X, y, plan, "trees")
            yield ratio(f"{name}, n = {n}, collect", loop(model, X, y, splits), ours, goal="-", repeats=5)
    X, _, label = sample(4000)
    for name in ("tree", "tree of depth 3", "forest of 50"):
        for n in (100, 300):
            usual, ours = (audit(GROWN[name], X, label, n, shared) for shared in (True, "trees"))
            yield ratio(f"{name}, audit of n = {n}", usual, ours, goal="-", repeats=5)


def audit(model, X, y, n: int, shared) -> Callable[[], object]:
    def run() -> None:
        eb.audit(model, X, y, n=n, n_sets=2, methods=["corrected_t"], random_state=0, n_jobs=1, shared=shared)

    return run


def whole_comparisons() -> Iterator[Ratio]:
    X, y, _ = sample(2000)
    for method, plan in (("conservative_z", PLAN), ("nested_cv", eb.plans.nested())):
        splits = list(plan.build(2000, random_state=0))
        both = [loop(model, X, y, splits) for model in (Ridge(), LinearRegression())]

        def ours(method=method, plan=plan) -> None:
            eb.compare(Ridge(), LinearRegression(), X, y, method=method, plan=plan, random_state=0)

        def bare(both=both) -> None:
            for one in both:
                one()

        yield faster(f"compare Ridge, LinearRegression: {method}, n = 2000", ours, bare, 12)


PARTS = {"models": per_model, "more": more_models, "trees": trees, "comparisons": whole_comparisons}


def ratios(only: str | None = None) -> Iterator[Ratio]:
    for name, part in PARTS.items():
        if only in (None, name):
            yield from part()


if __name__ == "__main__":
    asked = parser(__doc__)
    asked.add_argument("--only", choices=PARTS, help="one part of them")
    given = asked.parse_args()
    report(ratios(given.only), given.csv)
