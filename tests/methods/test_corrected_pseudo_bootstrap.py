"""The corrected pseudo-bootstrap is the naive one times sqrt(1 + J n2/n1)."""

from math import sqrt

import pytest
from tests.methods.test_pseudo_bootstrap import infer

import errbar as eb


@pytest.mark.parametrize(("test_size", "ratio"), [(0.1, 1 / 9), (0.25, 1 / 3), (0.5, 1.0)])
def test_factor(test_size, ratio):
    recipe = eb.plans.pseudo_bootstrap(4, 5, test_size)
    naive, corrected = (infer(name, recipe=recipe) for name in ("pseudo_bootstrap", "corrected_pseudo_bootstrap"))
    assert corrected.se == pytest.approx(naive.se * sqrt(1 + 4 * ratio), rel=1e-12)
    assert (corrected.estimate, corrected.df) == (naive.estimate, naive.df)
    assert corrected.details["ratio"] == pytest.approx(ratio)


def test_throwing_data_away_once_changes_the_ratio():
    """n1 = n/2, n2 = n/10 after 40 % were thrown away: n2/n1 = 1/5."""
    recipe = eb.plans.pseudo_bootstrap(4, 5, 0.1, discard=0.4)
    result = infer("corrected_pseudo_bootstrap", recipe=recipe)
    assert result.details["ratio"] == pytest.approx(1 / 5)
    assert (result.n_train, result.n_test) == (50, 10)
