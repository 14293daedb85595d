"""Planning: the reference numbers of sections 6 and 9."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest

from errbar.core import design
from errbar.core.paired_binary import PairedBinary
from errbar.errors import InputError


def test_sample_sizes_for_repeated_answers():
    assert design.items_for_effect(0.03, design.answer_variance(1 / 9)) == 969
    assert design.items_for_effect(0.03, design.answer_variance(1 / 9, (1 / 6, 1 / 6))) == 3876
    assert design.items_for_effect(0.03, design.answer_variance(1 / 9, (1 / 6, 1 / 6), (10, 10))) == 1260


def test_detectable_effects():
    for answers, expected in ((1, 0.1327333), (10, 0.0756696)):
        variance = design.answer_variance(1 / 9, (1 / 6, 1 / 6), (answers, answers))
        assert design.detectable_effect(sqrt(variance / 198)) == pytest.approx(expected, abs=5e-8)


@pytest.mark.parametrize(("pd", "gap", "n"), [(0.10, 0.02, 1960), (0.20, 0.05, 626), (0.10, 0.01, 7847)])
def test_paired_binary(pd, gap, n):
    assert design.items_for_paired_shares(gap, pd) == n


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        (1 / 9, (4.65, 3.12, 2.71, 2.41, 2.18, 2.07, 1.96)),
        (1 / 4, (3.72, 2.68, 2.41, 2.22, 2.09, 2.02, 1.96)),
        (1 / 2, (3.29, 2.48, 2.28, 2.14, 2.05, 2.00, 1.96)),
    ],
)
def test_worth_of_splits(ratio, expected):
    widths = [design.splits_half_width(j, ratio) for j in (5, 10, 15, 25, 50, 100, inf)]
    assert widths == pytest.approx(expected, abs=0.005 + 1e-9)


def test_halvings():
    assert design.halvings_se_error(10) == pytest.approx(0.2236067977, abs=1e-9)


def test_items_for_half_width_covers_that_width():
    n = design.items_for_half_width(0.02, 0.1 * 0.9)
    assert 1.959963984540054 * sqrt(0.09 / n) <= 0.02 < 1.959963984540054 * sqrt(0.09 / (n - 1))


def test_power_agrees_with_simulation_and_with_its_inverse():
    assert design.power(design.detectable_effect(0.3, power=0.9), 0.3) == pytest.approx(0.9, abs=1e-3)
    rng = np.random.default_rng(0)
    t = (rng.normal(size=(20000, 12)) + 0.9).mean(axis=1)
    samples = np.random.default_rng(0).normal(size=(20000, 12)) + 0.9
    t = samples.mean(axis=1) / (samples.std(axis=1, ddof=1) / sqrt(12))
    rejected = (np.abs(t) > 2.200985160082949).mean()
    assert design.power(0.9, 1 / sqrt(12), 11) == pytest.approx(rejected, abs=0.01)


def enumerated_power(effect, discordance, n, level):
    """Every way n items can fall, and whether the test of `mcnemar` rejects: nothing shared with the formula."""
    from scipy.stats import multinomial

    shares = [(discordance + effect) / 2, (discordance - effect) / 2, 1 - discordance]
    return sum(
        multinomial.pmf([b, c, n - b - c], n, shares)
        for b in range(n + 1)
        for c in range(n + 1 - b)
        if PairedBinary(b, c, n, "mid_p").test(0.0, "two-sided")[1] < 1 - level
    )


@pytest.mark.parametrize(
    ("discordance", "part", "n", "level"),
    [(0.05, 0.2, 20, 0.8), (0.3, 0.6, 23, 0.95), (0.8, 0.99, 8, 0.95), (0.8, 1.0, 12, 0.99), (0.3, 0.2, 1, 0.95)],
)
def test_power_is_that_of_the_enumeration(discordance, part, n, level):
    power = design.mcnemar_power(part * discordance, discordance, n, level)
    assert power == pytest.approx(enumerated_power(part * discordance, discordance, n, level), abs=1e-12)


@pytest.mark.parametrize("power", [0.5, 0.8, 0.9])
def test_planned_items_have_the_power_exactly(power):
    for discordance in (0.02, 0.1, 0.3, 0.8, 0.95):
        for part in (0.1, 0.3, 0.5, 0.9):
            items = design.PairedShareItems(discordance, power=power)
            n = items.for_effect(part * discordance)
            assert design.mcnemar_power(part * discordance, discordance, n) >= power - 1e-4 * (n >= design.EXACT)


def test_an_error_rate_plans_a_difference_with_the_variance_of_both_models():
    items = design.ErrorItems(0.1)
    assert items.discordance(0.02) - 0.02**2 == pytest.approx(0.1 * 0.9 + 0.12 * 0.88)
    n = items.for_effect(0.02)
    assert design.mcnemar_power(0.02, items.discordance(0.02), n) >= 0.8
    one_model = design.items_for_effect(0.02, 0.1 * 0.9)
    assert one_model == 1766 and design.mcnemar_power(0.02, items.discordance(0.02), one_model) < 0.48
    assert items.effect(n) == pytest.approx(0.02, abs=1e-4)
    assert design.ErrorItems(0.9).for_effect(0.02) == n  # right and wrong change places
    assert design.ErrorItems(0.1, 0.8).for_effect(0.02) < n / 3


def test_one_sided_tests_see_smaller_differences():
    assert design.detectable_effect(1.0, two_sided=False) == pytest.approx(1.6448536 + 0.8416212, abs=1e-6)
    assert design.detectable_effect(1.0, 9, two_sided=False) < design.detectable_effect(1.0, 9)


@pytest.mark.parametrize("n_for", [design.items_for_half_width, design.items_for_effect])
def test_more_items_than_there_are_is_a_sentence(n_for):
    for tiny in (1e-300, 5e-324, 1e-20):
        with pytest.raises(InputError, match=r"more than 1e.15 items"):
            n_for(tiny, 0.25)
