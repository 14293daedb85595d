"""Conservative Z: published numbers, the halves in their place, and the fits it takes."""

import numpy as np
import pytest
from scipy.stats import norm

import errbar as eb
from errbar.types.coverage_words import coverage_words

VALUES = [0.20, 0.24, 0.22, 0.21, 0.27, 0.25, 0.19, 0.30, 0.22, 0.18, 0.20]


def infer(values=VALUES, recipe=None, **how):
    plan = (recipe or eb.plans.halvings(3, 4, half_splits=1)).build(100, random_state=0)
    return eb.infer(
        eb.Scores.from_splits({"m": values}, plan=plan, greater_is_better=False), method="conservative_z", **how
    )


def test_published_numbers():
    result = infer()
    assert (result.estimate, result.se) == pytest.approx((0.22, 0.0418330013), abs=1e-9)
    assert (result.low, result.high) == pytest.approx((0.1380088240, 0.3019911760), abs=1e-9)


def test_normal_quantile_of_the_paper():
    result = infer(confidence_level=0.90)
    assert (result.high - result.estimate) / result.se == pytest.approx(1.6449, abs=5e-5)


def test_arithmetic_from_the_labels():
    """Halves, halvings and splits found by their labels give the same variance."""
    recipe = eb.plans.halvings(4, 6, half_splits=5)
    plan = recipe.build(100, random_state=0)
    values = np.random.default_rng(0).random(len(plan))
    labels = plan.labels()
    inside = np.array(labels["part"]) == "halves"
    differences = []
    for m in range(6):
        first, second = (values[inside & (labels["halving"] == m) & (labels["half"] == h)].mean() for h in (0, 1))
        differences.append(first - second)
    se = np.sqrt(np.sum(np.square(differences)) / 12)
    result = infer(values, recipe, null=0.4, alternative="greater")
    assert (result.estimate, result.se) == pytest.approx((values[~inside].mean(), se), rel=1e-12)
    assert result.pvalue == pytest.approx(norm.sf((result.estimate - 0.4) / se), rel=1e-9)
    assert result.n_splits == 4 and result.n_train == 90 and result.n_test == 10


def test_notes_tell_the_guarantee_and_the_price():
    notes = " ".join(infer(np.ones(315), eb.plans.halvings()).notes)
    assert (
        coverage_words("conservative_z") in notes
        and "15 for the estimate and 2 x 10 x 15" in notes
        and "315 per model" in notes
    )
    assert "Only 4 halvings" in " ".join(infer().notes)
    assert "wider than needed" in " ".join(infer().notes)
    longer = infer(np.ones(2 + 2 * 10 * 3), eb.plans.halvings(2, 10, half_splits=3))
    assert "too narrow" in " ".join(longer.notes)
