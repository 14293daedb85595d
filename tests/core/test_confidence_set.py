"""Cross-validation with confidence: the formula by hand, the multiplier bootstrap it stands for, degenerate models."""

import numpy as np
import pytest

from errbar.core.confidence_set import Means, best_pvalues

RNG = np.random.default_rng(0)


def losses(k=4, n=120, spread=0.05):
    rng = np.random.default_rng(3)
    return rng.exponential(size=n) + 0.5 * rng.normal(size=(k, n)) + spread * np.arange(k)[:, None]


def multiplier_bootstrap(items, folds, n_draws, rng):
    """Lei's procedure written out item by item, with fresh multipliers for every candidate."""
    k, n = items.shape
    pvalues = []
    for m in range(k):
        xi = np.delete(items[m] - items, m, axis=0)
        centred = xi - np.stack([np.bincount(folds, row) / np.bincount(folds) for row in xi])[:, folds]
        sd = np.sqrt((centred**2).mean(axis=1))
        statistic = (np.sqrt(n) * xi.mean(axis=1) / sd).max()
        draws = (rng.normal(size=(n_draws, n)) @ centred.T / (sd * np.sqrt(n))).max(axis=1)
        pvalues.append((1 + (draws >= statistic).sum()) / (n_draws + 1))
    return np.array(pvalues)


def test_the_law_is_that_of_the_multiplier_bootstrap():
    items, folds = losses(), np.arange(120) % 5
    ours = best_pvalues(Means.of_items(items, folds), n_draws=20_000, seed=0)
    theirs = multiplier_bootstrap(items, folds, 20_000, np.random.default_rng(1))
    assert ours == pytest.approx(theirs, abs=0.015)
    assert ours[0] > 0.3 > ours[3]


def test_two_models_give_the_one_sided_normal_tail():
    from scipy.special import ndtr

    law = Means(np.array([0.30, 0.32]), np.array([[2e-4, 1e-4], [1e-4, 2e-4]]))
    z = 0.02 / np.sqrt(2e-4)
    assert best_pvalues(law, n_draws=100_000) == pytest.approx([ndtr(z), ndtr(-z)], abs=0.005)


def test_split_scores_follow_students_law():
    from scipy.special import stdtr

    values = np.array([[0.20, 0.24, 0.18, 0.22, 0.26], [0.21, 0.27, 0.17, 0.25, 0.26]])
    d = values[1] - values[0]
    t = d.mean() / np.sqrt((1 / 5 + 1 / 9) * d.var(ddof=1))
    p = best_pvalues(Means.of_splits(values, 1 / 5 + 1 / 9), n_draws=100_000)
    assert p == pytest.approx([stdtr(4, t), stdtr(4, -t)], abs=0.006)


def test_pvalues_are_never_zero_and_follow_the_plus_one_rule():
    law = Means(np.array([0.0, 1.0]), np.eye(2) * 1e-8)
    assert best_pvalues(law, n_draws=99)[1] == 0.01
    assert best_pvalues(law, n_draws=999)[1] == 0.001


def test_same_seed_same_answer():
    law = Means.of_items(losses(), np.zeros(120, dtype=int))
    assert (best_pvalues(law, seed=5) == best_pvalues(law, seed=5)).all()
    assert (best_pvalues(law, seed=5) != best_pvalues(law, seed=6)).any()


def test_rounding_in_the_covariance_does_not_move_the_answer():
    law = Means.of_items(losses(), np.arange(120) % 5)
    noisy = law.covariance * (1 + 1e-15 * np.random.default_rng(0).normal(size=law.covariance.shape))
    assert (best_pvalues(law, seed=1) == best_pvalues(Means(law.means, (noisy + noisy.T) / 2), seed=1)).all()


def test_twins_do_not_count_against_each_other():
    items = losses(k=2, spread=1.0)
    three = np.stack([items[0], items[0], items[1]])
    p = best_pvalues(Means.of_items(three, np.zeros(120, dtype=int)))
    assert p[0] == p[1] > 0.5 and p[2] < 0.05
    same = best_pvalues(Means.of_items(np.stack([items[0]] * 3), np.zeros(120, dtype=int)))
    assert (same == 1.0).all()


def test_a_constant_gap_is_certain():
    items = losses(k=1)[0]
    p = best_pvalues(Means.of_items(np.stack([items, items + 0.1]), np.zeros(120, dtype=int)), n_draws=999)
    assert p[0] == 1.0 and p[1] == 0.001
    constants = Means.of_items(np.array([[0.1] * 6, [0.2] * 6]), np.zeros(6, dtype=int))
    assert best_pvalues(constants, n_draws=999).tolist() == [1.0, 0.001]


def test_clusters_widen_the_set():
    rng = np.random.default_rng(2)
    centre = np.repeat(rng.normal(size=(2, 20)), 10, axis=1)
    items = centre + 0.1 * rng.normal(size=(2, 200)) + np.array([[0.0], [0.35]])
    clusters = np.repeat(np.arange(20), 10)
    alone = best_pvalues(Means.of_items(items, np.zeros(200, dtype=int)))
    grouped = best_pvalues(Means.of_items(items, np.zeros(200, dtype=int), clusters))
    worse = int(items.mean(axis=1).argmax())
    assert grouped[worse] > alone[worse]


def test_more_models_than_splits():
    values = np.random.default_rng(0).normal(size=(30, 6))
    p = best_pvalues(Means.of_splits(values, 1 / 6 + 1 / 9))
    assert p.shape == (30,) and (p > 0).all() and p.max() > 0.5


def test_folds_of_one_item_or_one_cluster_are_not_certain():
    """Centred within itself such a fold has no spread, and the first of any two models would be the sure winner."""
    losses = np.random.default_rng(0).normal(size=(3, 40))
    whole, alone = (Means.of_items(losses, folds) for folds in (np.zeros(40, dtype=np.intp), np.arange(40)))
    np.testing.assert_allclose(alone.covariance, whole.covariance, rtol=1e-12)
    clusters = np.repeat(np.arange(8), 5)
    whole, alone = (Means.of_items(losses, folds, clusters) for folds in (np.zeros(40, dtype=np.intp), clusters))
    np.testing.assert_allclose(alone.covariance, whole.covariance, rtol=1e-12)
