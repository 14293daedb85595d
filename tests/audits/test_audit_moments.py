"""Moments and power curves of an audit, as a user asks for them."""

import json

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.metrics import make_scorer, r2_score
from tests.core.test_moments_of_sets import exact_mean_moments

import errbar as eb
from errbar.errors import InputError, NeedsError


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(600, 2))
    return X, X.sum(axis=1) + rng.normal(size=600)


def ask(data, model=None, **more):
    settings = {"n": 40, "n_sets": 20, "methods": ["corrected_t"], "moments": True, "random_state": 0} | more
    return eb.audit(model or LinearRegression(), *data, **settings)


def test_moments_of_a_learner_whose_moments_are_known():
    rng = np.random.default_rng(1)
    y = rng.normal(size=4000)
    found = ask((y[:, None], y), DummyRegressor(), n_sets=80, plan=eb.plans.subsample(8, 0.2))
    (moments,) = found.moments
    assert (moments.n_train, moments.n_test, moments.n_splits) == (32, 8, 8)
    for name, value in exact_mean_moments(40, 8).items():
        share = getattr(moments, name)
        assert abs(value - (share.low + share.high) / 2) <= share.high - share.low, name  # four standard errors
    implied, measured = moments.implied["corrected_t"], moments.ratios["corrected_t"]
    assert implied.value == pytest.approx(measured.value, rel=0.05)


def test_without_moments_nothing_else_changes(data):
    plain, more = (ask(data, moments=moments) for moments in (False, True))
    assert plain.moments == () and plain.rows[0].coverage == more.rows[0].coverage
    assert plain.rows[0].truth == more.rows[0].truth and "moments" not in plain.to_dict()


def test_halvings_give_r_and_folds_give_shares(data):
    found = ask(data, plan=eb.plans.halvings(3, 4), methods=["conservative_z", "cv_wald"])
    (moments,) = found.moments
    assert moments.n_halvings == 4 and moments.r is not None and set(moments.ratios) == {"conservative_z", "cv_wald"}
    folds = moments.folds
    parts = (folds.sigma2_share, folds.omega_share, folds.gamma_share)
    assert folds.n_folds == 10 and sum(part.value for part in parts) == pytest.approx(1)
    assert "r " in str(found) and "theta" in str(found) and json.loads(found.to_json())["moments"][0]["r"]
    assert "theta" in found._repr_html_()


def test_two_models_and_a_store(data, tmp_path):
    two = {"a b": LinearRegression(), "mean": DummyRegressor()}
    first, again = (ask(data, two, store=tmp_path / "kept.db") for _ in range(2))
    assert [one.series for one in first.moments] == ["a b", "mean", "a b - mean"]
    assert first.to_dict() == again.to_dict()


def test_a_scorer_has_no_losses(data):
    (moments,) = ask(data, scoring=make_scorer(r2_score)).moments
    assert moments.s0 is None and moments.s3 is None and moments.rho is not None


def test_a_model_that_is_always_right():
    X = np.arange(200.0)[:, None]
    found = ask((X, np.zeros(200)), DummyRegressor())
    assert found.moments[0].s1.value == 0 and found.moments[0].rho is None
    assert json.loads(found.to_json())["moments"][0]["rho"] is None


def test_moments_are_read_off_the_plan_that_was_given(data):
    found = ask(data, plan=eb.plans.subsample(4, 0.25))
    assert (found.moments[0].n_splits, found.moments[0].n_test) == (4, 10)


def test_too_few_sets_for_intervals(data):
    with pytest.raises(InputError, match="at least 20 data sets"):
        ask(data, n_sets=5)


def test_power_curves(data):
    found = ask(data, moments=False, methods=["corrected_t", "resampled_t"], differences=[1.0, 0, 0.5])
    assert [curve.differences for curve in found.curves] == [(0.0, 0.5, 1.0)] * 2
    for curve in found.curves:
        row = found.row(curve.method)
        assert curve.power[0] == row.size and curve.adjusted[0].value <= 0.05
        assert curve.power[0].value <= curve.power[1].value <= curve.power[2].value
    assert found.row("resampled_t").size.value > found.row("corrected_t").size.value
    spelled = found.to_dict()["curves"][0]
    assert spelled["method"] == "corrected_t" and len(spelled["adjusted"]) == 3
    assert "at equal size" in str(found)
    assert len(found.plot_power(adjusted=True).lines) >= 3


def test_the_same_point_as_difference(data):
    found = ask(data, moments=False, difference=0.5, differences=[0.5])
    assert found.curves[0].power[0] == found.rows[0].power


@pytest.mark.parametrize("bad", ["0.1", 0.1, [0.1, "x"], [float("nan")]])
def test_bad_differences(data, bad):
    with pytest.raises(InputError, match="differences must be"):
        ask(data, differences=bad)


def test_no_curves_to_draw(data):
    with pytest.raises(NeedsError, match="differences="):
        ask(data, moments=False).plot_power()
