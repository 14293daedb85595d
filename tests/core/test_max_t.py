"""Adjusted p-values by max-t against laws that are known: independent pairs, the range of normal numbers, twins."""

import numpy as np
import pytest
from scipy.stats import kstest, norm, studentized_range, t
from statsmodels.stats.multitest import multipletests

from errbar.core.compact_letters import compact_letters
from errbar.core.max_t import Alike
from errbar.core.multiplicity import adjusted

DRAWS = 10_000


def error_of(p):
    """Five standard errors of a share of the draws."""
    return 5 * np.sqrt(p * (1 - p) / DRAWS) + 1 / DRAWS


def test_independent_pairs_are_sidaks_steps():
    p = np.array([0.03, 0.004, 0.4, 0.02, 0.011])
    places = np.arange(10)
    found, _ = Alike(np.eye(10), places, 0).step_down(p, places[::2], places[1::2])
    known = multipletests(p, method="holm-sidak")[1]
    assert (np.abs(found - known) <= error_of(known)).all()


@pytest.mark.parametrize("k", [3, 10])
def test_all_pairs_of_equal_models_are_tukeys_range(k):
    first, second = np.triu_indices(k, 1)
    alike = Alike(np.eye(k), np.arange(k), 0)
    _, largest = alike.step_down(np.full(first.size, 0.5), first, second)
    at = studentized_range.ppf([0.5, 0.9, 0.95], k, np.inf) / np.sqrt(2)
    shares = np.array([(largest <= one).mean() for one in at])
    assert (np.abs(shares - [0.5, 0.9, 0.95]) <= error_of(shares)).all()
    level = alike.level_of_each(largest, first.size, 0.95)
    assert 0.95 < level < 1 - 0.05 / first.size


def test_steps_one_by_one():
    """Romano and Wolf's algorithm as it is written: the largest of those that are left, again and again."""
    rng = np.random.default_rng(3)
    half = rng.normal(size=(6, 8))
    covariance, (first, second) = half @ half.T, np.triu_indices(6, 1)
    p = rng.random(first.size) ** 4
    alike = Alike(covariance, np.arange(6), 5)
    found, _ = alike.step_down(p, first, second)
    drawn = np.concatenate(list(alike._statistics(first, second)))
    seen, left, so_far = norm.isf(p / 2), list(range(first.size)), 0.0
    holm = adjusted(p, "holm")
    while left:
        best = max(left, key=lambda i: seen[i])
        beyond = np.count_nonzero(drawn[:, left].max(axis=1) >= seen[best])
        so_far = max(so_far, (1 + beyond) / (1 + len(drawn)))
        assert found[best] == pytest.approx(min(max(so_far, p[best]), holm[best]), abs=1e-12)
        left.remove(best)


@pytest.mark.parametrize("df", [9.0, np.inf])
def test_each_statistic_alone_follows_its_law(df):
    half = np.random.default_rng(1).normal(size=(4, 6))
    first, second = np.triu_indices(4, 1)
    drawn = np.concatenate(list(Alike(half @ half.T, np.array([2, 0, 3, 1]), 4, df)._statistics(first, second)))
    for column in drawn.T:
        assert kstest(column, lambda x: 2 * t.cdf(x, df) - 1).pvalue > 1e-4


def test_never_more_than_holm_and_never_less_than_alone():
    rng = np.random.default_rng(0)
    for seed in range(20):
        k = int(rng.integers(2, 8))
        half = rng.normal(size=(k, int(rng.integers(1, 12))))
        first, second = np.triu_indices(k, 1)
        p = rng.random(first.size) ** 6
        found, _ = Alike(half @ half.T, np.arange(k), seed).step_down(p, first, second)
        assert (found <= adjusted(p, "holm")).all() and (found >= p).all()
        order = np.argsort(p)
        assert (np.diff(found[order]) >= 0).all()


def test_twins_and_models_without_any_spread():
    twins, (first, second) = np.ones((4, 4)), np.triu_indices(4, 1)
    found, largest = Alike(twins, np.arange(4), 0).step_down(np.full(6, 0.01), first, second)
    assert np.isfinite(found).all() and np.isfinite(largest).all()
    assert (found == adjusted(np.full(6, 0.01), "holm")).all() or (found > 0.04).all()  # nothing is known of them
    assert np.isfinite(Alike(np.zeros((3, 3)), np.arange(3), 0).largest()).all()


# -- letters -----------------------------------------------------------------------------------------------------------


def tokens(letters):
    """Letters one by one; a2 is one of them."""
    found = []
    for one in letters:
        found = [*found[:-1], found[-1] + one] if one.isdigit() else [*found, one]
    return set(found)


def test_two_share_a_letter_exactly_where_they_do_not_differ():
    rng = np.random.default_rng(0)
    for _ in range(200):
        k = int(rng.integers(1, 15))
        alike = np.triu(rng.random((k, k)) < rng.random(), 1)
        alike = alike | alike.T | np.eye(k, dtype=bool)
        letters = [tokens(one) for one in compact_letters(alike)]
        assert all(letters)
        for i in range(k):
            for j in range(k):
                assert bool(letters[i] & letters[j]) == alike[i, j]


def test_letters_of_runs_are_as_few_as_can_be():
    """Neighbours within 2 places: the letters of multcompView's usual display."""
    alike = np.abs(np.subtract.outer(np.arange(6), np.arange(6))) <= 2
    assert compact_letters(alike) == ["a", "ab", "abc", "bcd", "cd", "d"]
    assert compact_letters(np.eye(28, dtype=bool))[25:] == ["z", "a2", "b2"]
    assert compact_letters(np.ones((3, 3), dtype=bool)) == ["a", "a", "a"]
