"""Comparisons whose proof asks for relative stability carry the interval that does not need it."""

import numpy as np
import pytest
from sklearn.linear_model import Lasso

import errbar as eb

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 4))
Y = X[:, 0] + RNG.normal(size=120)


def scores():
    return eb.collect({"a": Lasso(0.01), "b": Lasso(0.02)}, X, Y, plan=eb.plans.kfold(5), random_state=0)


def test_the_interval_put_together_from_both():
    found = scores()
    r = eb.infer(found, model="a", versus="b", method="cv_wald")
    a, b = (eb.infer(found, model=name, method="cv_wald", confidence_level=0.975) for name in "ab")
    assert r.details["apart_low"] == pytest.approx(a.low - b.high, rel=1e-12)
    assert r.details["apart_high"] == pytest.approx(a.high - b.low, rel=1e-12)
    assert r.details["apart_low"] < r.low and r.high < r.details["apart_high"]
    assert any("two settings of a lasso" in note for note in r.notes)
    turned = eb.infer(found, model="b", versus="a", method="cv_wald")
    assert turned.details["apart_low"] == pytest.approx(-r.details["apart_high"], rel=1e-12)


def test_not_where_the_method_speaks_of_the_algorithm_or_of_one():
    found = scores()
    for asked in ({"model": "a", "versus": "b", "method": "corrected_t"}, {"model": "a", "method": "cv_wald"},
                  {"model": "a", "versus": "b", "method": "cv_wald", "alternative": "less"}):  # fmt: skip
        assert "apart_low" not in eb.infer(found, **asked).details
