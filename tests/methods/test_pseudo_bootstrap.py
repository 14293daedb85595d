"""The pseudo-bootstrap: the estimate is the first round's, the variance that of the further rounds."""

import numpy as np
import pytest

import errbar as eb

VALUES = np.random.default_rng(1).random(4 + 5 * 4)


def infer(method, values=VALUES, recipe=None, **how):
    plan = (recipe or eb.plans.pseudo_bootstrap(4, 5, 0.1)).build(100, random_state=0)
    return eb.infer(eb.Scores.from_splits({"m": values}, plan=plan, greater_is_better=False), method=method, **how)


def test_by_hand():
    result = infer("pseudo_bootstrap")
    rounds = VALUES[4:].reshape(5, 4).mean(axis=1)
    assert (result.estimate, result.se, result.df) == pytest.approx((VALUES[:4].mean(), rounds.std(ddof=1), 4))
    assert any("Too narrow" in note for note in result.notes)


def test_more_splits_for_the_estimate_are_cut_to_a_round():
    """Where another method asked for more splits, the variance still belongs to the mean of one round."""
    plan = eb.plans.pseudo_bootstrap(4, 5, 0.1).build(100, random_state=0)
    longer = eb.plans.subsample(9, 0.1).build(100, random_state=0)
    from errbar.plans.union import union

    both = union([longer, plan])
    values = np.concatenate([VALUES[:4], np.full(5, 9.0), VALUES[4:]])
    scores = eb.Scores.from_splits({"m": values}, plan=both, greater_is_better=False)
    found, alone = eb.infer(scores, method="pseudo_bootstrap"), infer("pseudo_bootstrap")
    assert (found.estimate, found.se, found.n_splits) == (alone.estimate, alone.se, 4)


def test_rounds_are_labelled():
    labels = eb.plans.pseudo_bootstrap(4, 5, 0.1).build(100, random_state=0).labels()
    assert labels["round"][4:].tolist() == np.repeat(np.arange(5), 4).tolist()
    assert set(labels["round"][:4]) == {-1}
