"""effort=: how much may be fitted, in words; every effort aims at the same training size."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.errors import InputError, NeedsError, UnknownNameError

FITS = {"quick": 25, "standard": 75, "thorough": 315}
METHOD = {"quick": "corrected_wilson", "standard": "calibrated_t", "thorough": "calibrated_t"}


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
    assert one.method == two.method == METHOD[effort]


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
    plans = {"standard": eb.plans.halvings(25, 5, 0.2, 5), "thorough": eb.plans.halvings(15, 10, 0.2, 15)}
    for effort, plan in plans.items():
        by_words = eb.evaluate(GaussianNB(), *data, effort=effort, random_state=1)
        by_plan = eb.evaluate(GaussianNB(), *data, plan=plan, method=METHOD[effort], random_state=1)
        assert (by_words.low, by_words.high) == (by_plan.low, by_plan.high)


def test_every_effort_tells_what_was_measured_of_it(data):
    told = {e: eb.evaluate(GaussianNB(), *data, effort=e, random_state=0) for e in FITS}
    words = {e: " ".join(r.notes) for e, r in told.items()}
    assert not any("not over splits like these" in text for text in words.values())
    assert "75 fits) nominal 95 % intervals of calibrated_t held" in words["standard"]
    assert told["standard"].evidence.fits == 75 and told["thorough"].evidence.fits == 315


@pytest.mark.parametrize("effort", FITS)
def test_advice_for_an_effort_is_what_the_verbs_do(data, effort):
    """The same method, fits and training size, whether asked for in words or typed as advised."""
    X, y = data
    advice = eb.advise(len(y), effort=effort)
    assert (advice.method, advice.fits) == (METHOD[effort], FITS[effort])
    scope = {"eb": eb, "model": GaussianNB(), "X": X, "y": y}
    typed = eval(advice.python, scope)
    asked = eb.evaluate(GaussianNB(), X, y, effort=effort, random_state=0)
    assert (typed.low, typed.high, typed.target) == (asked.low, asked.high, asked.target)


def test_advice_of_an_effort_is_refused_where_nothing_is_fitted():
    with pytest.raises(InputError, match="leave budget= out"):
        eb.advise(200, budget=100, effort="standard")
    with pytest.raises(InputError, match="goes with have='data'"):
        eb.advise(200, have="trained", effort="standard")
    with pytest.raises(UnknownNameError, match="quick, standard, thorough"):
        eb.advise(200, effort="much")
    with pytest.raises(NeedsError, match="not been studied with groups"):
        eb.advise(200, groups=True, effort="standard")
    assert eb.advise(200, metric="roc_auc", effort="standard").method == "calibrated_t"
    assert eb.advise(1000, n_models=3, effort="standard").plan == "halvings(25, 5, 0.1, 5)"


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
