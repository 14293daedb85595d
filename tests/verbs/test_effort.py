"""effort=: how much may be fitted, in words; every effort aims at the same training size."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.errors import InputError, NeedsError, UnknownNameError

FITS = {"quick": 25, "standard": 75, "thorough": 315}


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 3))
    return X, (X[:, 0] + rng.normal(size=150) > 0).astype(int)


@pytest.mark.parametrize("effort", FITS)
def test_fits_and_target_of_every_verb(data, effort):
    one = eb.evaluate(GaussianNB(), *data, effort=effort, random_state=0)
    two = eb.compare(GaussianNB(), LogisticRegression(), *data, effort=effort, random_state=0)
    kept = eb.collect({"m": GaussianNB()}, *data, effort=effort, random_state=0)
    assert len(kept.plan) == one.n_fits == FITS[effort]
    assert two.n_fits == 2 * FITS[effort]
    assert one.n_train == two.n_train == 120
    assert one.method == two.method == ("corrected_wilson" if effort == "quick" else "calibrated_t")


def test_every_model_aims_at_one_size(data):
    """What is computed together and what is fitted one by one: results can stand side by side."""
    models = (GaussianNB(), DecisionTreeClassifier(max_depth=2))
    targets = {eb.evaluate(m, *data, effort=e, random_state=0).target for m in models for e in ("quick", "standard")}
    assert targets == {"the error of the algorithm when trained on 120 examples"}


def test_the_first_splits_are_those_of_less_effort(data):
    """25 splits of all the data are the same 25 for "quick" and "standard": a store serves both."""
    quick, standard = (eb.collect({"m": GaussianNB()}, *data, effort=e, random_state=3) for e in ("quick", "standard"))
    assert np.array_equal(quick.values, standard.values[:, :25])


def test_rank_by_effort(data):
    models = {"bayes": GaussianNB(), "logistic": LogisticRegression()}
    ranked = eb.rank(models, *data, effort="standard", random_state=0)
    assert ranked.method == "calibrated_t"
    assert eb.rank(models, *data, effort="quick", random_state=0).method == "corrected_t"


def test_as_the_plan_it_stands_for(data):
    plan = eb.plans.halvings(25, 5, 0.2, 5)
    by_words = eb.evaluate(GaussianNB(), *data, effort="standard", random_state=1)
    by_plan = eb.evaluate(GaussianNB(), *data, plan=plan, method="calibrated_t", random_state=1)
    assert (by_words.low, by_words.high) == (by_plan.low, by_plan.high)


def test_what_the_suite_measured_is_not_said_of_other_splits(data):
    """315 fits are the suite's; of 75 it has none."""
    told = {e: " ".join(eb.evaluate(GaussianNB(), *data, effort=e, random_state=0).notes) for e in FITS}
    assert "not over splits like these" in told["standard"] and "not over splits like these" not in told["thorough"]


def test_another_method_on_the_same_splits(data):
    r = eb.evaluate(GaussianNB(), *data, effort="thorough", method="conservative_z", random_state=1)
    assert r.method == "conservative_z"


def test_refusals_come_before_any_fit(data):
    class Never(LinearRegression):
        def fit(self, X, y):
            raise AssertionError("fitted")

    X, y = data
    with pytest.raises(UnknownNameError, match="quick, standard, thorough"):
        eb.evaluate(Never(), X, y, effort="much")
    with pytest.raises(InputError, match="leave plan= and cv= out"):
        eb.evaluate(Never(), X, y, effort="quick", cv=5)
    with pytest.raises(NeedsError, match="not been studied with groups"):
        eb.compare(Never(), Never(), X, y, effort="standard", groups=np.arange(150) // 5)
    assert eb.evaluate(LinearRegression(), X, y, effort="quick", groups=np.arange(150) // 5).n_fits == 25
    with pytest.raises(InputError, match="effort= is for fitting"):
        eb.rank(eb.collect({"a": GaussianNB(), "b": LogisticRegression()}, X, y, cv=3), effort="quick")
