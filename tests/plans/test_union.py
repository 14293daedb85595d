"""One plan for several methods: every split they need, fitted once."""

from collections import Counter

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import errbar as eb
from errbar.errors import InputError
from errbar.plans.union import union

X = np.random.default_rng(0).normal(size=(60, 2))
Y = (X[:, 0] > 0).astype(int)
FITS = Counter()


class Counting(ClassifierMixin, BaseEstimator):
    """Predicts the commoner label and counts its fits by training set."""

    def fit(self, X, y):
        FITS[X.tobytes()] += 1
        self.classes_ = np.array([0, 1])
        self.label_ = int(np.mean(y) > 0.5)
        return self

    def predict(self, X):
        return np.full(X.shape[0], self.label_)


@pytest.fixture(autouse=True)
def no_fits_yet():
    FITS.clear()


def test_conservative_z_trains_315_models_and_others_none_more():
    scores = eb.collect({"m": Counting()}, X, Y, methods=["conservative_z"], random_state=0)
    assert FITS.total() == 315 == len(scores.plan)
    results = [eb.infer(scores, method=name) for name in ("conservative_z", "corrected_t", "resampled_t")]
    assert FITS.total() == 315
    assert len({result.estimate for result in results}) == 1
    assert {result.n_splits for result in results} == {15}


def test_evaluate_says_how_many_fits_it_took():
    result = eb.evaluate(Counting(), X, Y, method="conservative_z", random_state=0)
    assert FITS.total() == result.n_fits == 315
    FITS.clear()
    both = eb.compare(Counting(), Counting(), X, Y, method="conservative_z", random_state=0)
    assert FITS.total() == both.n_fits == 630


@pytest.mark.parametrize("n", [60, 400])
def test_the_union_fits_each_split_once(n):
    """Below 300 examples corrected_t alone would take larger test sets: here it reads conservative_z's splits."""
    x = np.random.default_rng(1).normal(size=(n, 2))
    y = (x[:, 0] > 0).astype(int)
    names = ["corrected_t", "conservative_z", "five_by_two_t"]
    scores = eb.collect({"m": Counting()}, x, y, methods=names, random_state=0)
    assert FITS.total() == len(scores.plan) == 315 + 10
    for name in names:
        assert eb.infer(scores, method=name).n_splits == (10 if name == "five_by_two_t" else 15)
    assert FITS.total() == 325


def test_the_order_of_the_methods_does_not_matter():
    names = ["five_by_two_t", "pseudo_bootstrap", "corrected_t", "conservative_z", "holdout_t"]
    one, other = (
        eb.collect({"m": Counting()}, X, Y, methods=list(order), random_state=0) for order in (names, names[::-1])
    )
    assert len(one.plan) == len(other.plan) == 1 + 15 + 225 + 300 + 10
    for name in names:
        first, second = (eb.infer(scores, method=name) for scores in (one, other))
        assert (first.estimate, first.low, first.high) == (second.estimate, second.low, second.high)


def test_a_plan_that_serves_is_kept_and_only_the_rest_is_added():
    scores = eb.collect(
        {"m": Counting()},
        X,
        Y,
        plan=eb.plans.subsample(20, 0.1),
        methods=["corrected_t", "five_by_two_f"],
        random_state=0,
    )
    assert [part.kind for part in scores.plan.parts] == ["subsample", "five_by_two"]
    assert len(scores.plan) == 30


def test_the_answer_is_that_of_each_method_alone():
    scores = eb.collect({"m": Counting()}, X, Y, methods=["conservative_z", "five_by_two_t5"], random_state=7)
    for name in ("conservative_z", "five_by_two_t5"):
        alone, inside = eb.evaluate(Counting(), X, Y, method=name, random_state=7), eb.infer(scores, method=name)
        assert (alone.estimate, alone.low, alone.high) == (inside.estimate, inside.low, inside.high)


def test_strata_are_shared_with_what_is_added():
    plan = eb.plans.subsample(6, 0.2, stratify=True)
    scores = eb.collect({"m": Counting()}, X, Y, plan=plan, methods=["corrected_t", "five_by_two_f"], random_state=0)
    assert scores.plan.stratified
    share = Y.mean()
    assert all(abs(Y[test].mean() - share) < 0.1 for _, test in scores.plan)


def test_same_family_takes_the_larger_number_and_other_shapes_are_refused():
    def built(**how):
        return eb.plans.subsample(**how).build(60, random_state=0)

    assert len(union([built(n_splits=5), built(n_splits=9)])) == 9
    for other in (built(n_splits=5, test_size=0.2), built(n_splits=5, discard=0.4)):
        with pytest.raises(InputError, match="different shapes"):
            union([built(n_splits=5), other])
    y = np.arange(60) % 2
    strata = [eb.plans.kfold(5, stratify=True).build(60, random_state=0, y=y) for _ in range(2)]
    assert len(union(strata)) == 5
