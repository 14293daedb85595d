"""What a run does with shared paths: bytes, losses of the user's own, groups, splits given as indices, failures."""

import numpy as np
import pytest
from joblib import parallel_config
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import BaseCrossValidator, KFold, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import path, sound

import errbar as eb
from errbar.run.checked import check_data
from errbar.run.losses import LOSSES
from errbar.run.shared import gram, neighbors
from errbar.run.shared.compute import find_shared, shared_fits
from errbar.run.shared.cuts import Cuts

REGRESSORS = {
    "ridge": Ridge(),
    "least squares": LinearRegression(),
    "scaled": make_pipeline(StandardScaler(), Ridge()),
    "neighbours": KNeighborsRegressor(3),
    "scaled neighbours": make_pipeline(StandardScaler(), KNeighborsRegressor(3)),
    "dummy": DummyRegressor(),
}
CLASSIFIERS = {
    "naive bayes": GaussianNB(),
    "discriminant": LinearDiscriminantAnalysis(),
    "centroid": NearestCentroid(),
    "logistic": LogisticRegression(solver="newton-cholesky", tol=1e-8),
    "scaled logistic": make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky", tol=1e-8)),
}
PROBABLE = {name: CLASSIFIERS[name] for name in ("naive bayes", "discriminant")}
PLANS = {
    "halvings": eb.plans.halvings(5, 2),
    "nested": eb.plans.nested(4, 2),
    "loo": eb.plans.kfold(20),
    "subsample": eb.plans.subsample(40, 0.2),
}


def computed(models, X, y, plan, *, numbers, metric):
    """The losses of some splits of a plan, by model and split."""
    shared = find_shared(models, check_data(X, y), Cuts(plan), LOSSES[metric])
    blocks = shared_fits(shared, dict.fromkeys(models, np.isin(np.arange(len(plan)), list(numbers))))
    return {(fit.name, fit.number): fit.losses.tobytes() for block in blocks for fit in block}


@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize(
    "models, metric",
    [(REGRESSORS, "squared"), (CLASSIFIERS, "zero_one"), (PROBABLE, "log")],
    ids=["numbers", "labels", "probabilities"],
)
def test_bytes_do_not_depend_on_which_splits_are_computed_nor_on_the_other_models(kind, models, metric, monkeypatch):
    monkeypatch.setattr(neighbors, "WORTH", 0)
    X, value, label = sound()
    y = value if metric == "squared" else label
    plan = PLANS[kind].build(len(y), random_state=0)
    every = computed(models, X, y, plan, numbers=range(len(plan)), metric=metric)
    assert len(every) > 0.95 * len(models) * len(plan)
    some = computed(models, X, y, plan, numbers=range(1, len(plan), 3), metric=metric)
    assert some.items() <= every.items()
    for name in models:
        last = computed({name: models[name]}, X, y, plan, numbers=[len(plan) - 1], metric=metric)
        assert last.items() <= every.items()


def test_a_longer_plan_starts_with_the_same_bytes():
    X, value, _ = sound()
    short, long = (eb.collect(REGRESSORS, X, value, plan=eb.plans.subsample(n, 0.2), random_state=0) for n in (33, 70))
    assert long.values[:4, :33].tobytes() == short.values[:4, :33].tobytes()


def test_losses_of_the_users_own_are_called_split_by_split():
    X, value, _ = sound()

    def ranks(truth, guess):
        return np.abs(np.argsort(np.argsort(truth)) - np.argsort(np.argsort(guess))).astype(float)

    ours, theirs = (
        eb.collect({"m": Ridge()}, X, value, plan=PLANS["halvings"], loss=ranks, random_state=0, shared=shared)
        for shared in (True, False)
    )
    assert path(ours) == "shared: ridge"
    assert np.array_equal(ours.items, theirs.items)


def test_a_loss_that_fails_is_reported_with_its_split():
    X, value, _ = sound()

    def broken(truth, guess):
        raise ZeroDivisionError("no loss today")

    with pytest.raises(eb.FitError, match=r"'m' failed in split 0: ZeroDivisionError: no loss today"):
        eb.collect({"m": Ridge()}, X, value, plan=PLANS["halvings"], loss=broken, random_state=0)


@pytest.mark.parametrize("plan", [eb.plans.halvings(4, 2), eb.plans.nested(3, 2)], ids=["halvings", "nested"])
def test_whole_groups(plan):
    X, value, label = sound()
    groups = np.arange(len(value)) // 7 % 23
    for models, y in ((REGRESSORS, value), (CLASSIFIERS, label)):
        ours, theirs = (
            eb.collect(models, X, y, plan=plan, groups=groups, random_state=0, shared=shared)
            for shared in (True, False)
        )
        np.testing.assert_allclose(ours.values, theirs.values, rtol=1e-10)


class Bootstrap(BaseCrossValidator):
    """Training sets with repetitions: nothing that could be downdated."""

    def get_n_splits(self, X=None, y=None, groups=None):
        return 6

    def split(self, X, y=None, groups=None):
        rng = np.random.default_rng(0)
        for _ in range(6):
            train = rng.integers(0, len(X), size=len(X))
            yield train, np.setdiff1d(np.arange(len(X)), train)


@pytest.mark.parametrize(
    "cv", [KFold(6), KFold(4, shuffle=True, random_state=1), TimeSeriesSplit(5), Bootstrap()], ids=str
)
def test_splits_given_as_indices(cv, monkeypatch):
    monkeypatch.setattr(neighbors, "WORTH", 0)
    X, value, label = sound()
    for models, y in ((REGRESSORS, value), (CLASSIFIERS, label)):
        ours, theirs = (
            eb.collect(models, X, y, cv=list(cv.split(X)), random_state=0, shared=shared) for shared in (True, False)
        )
        np.testing.assert_allclose(ours.values, theirs.values, rtol=1e-10)
        assert all(path(ours, name).startswith("shared") for name in models if "neighbours" not in name)


def test_parallel_workers_fit_what_is_declined():
    X, value, _ = sound()
    X[7, 0] = 1e9
    with parallel_config("threading"):
        one, two = (eb.collect({"m": Ridge()}, X, value, plan=PLANS["loo"], random_state=0, n_jobs=n) for n in (1, 2))
    assert "through scikit-learn" in path(one)
    assert one.items.tobytes() == two.items.tobytes()


@pytest.mark.parametrize("plan", [eb.plans.holdout(), eb.plans.halvings(5, 2)])
def test_rows_of_a_large_table_are_made_piece_by_piece(plan, monkeypatch):
    X, value, label = sound()
    for models, y in ((REGRESSORS, value), (CLASSIFIERS, label)):
        kept = eb.collect(models, X, y, plan=plan, random_state=0)
        with monkeypatch.context() as patch:
            patch.setattr(gram, "LARGEST", X.nbytes - 1)
            made = eb.collect(models, X, y, plan=plan, random_state=0)
        assert kept.items.tobytes() == made.items.tobytes()
        assert all(path(made, name) == path(kept, name) for name in models)
