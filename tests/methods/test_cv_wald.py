"""Wald intervals over cross-validation losses: reference numbers, repeats, groups, leave-one-out."""

from __future__ import annotations

import numpy as np
import pytest

import errbar as eb
from errbar.errors import NeedsError

FOLDS = [[0, 1, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1, 1, 0], [0, 1, 0, 0, 0]]


def scores(losses, plan):
    return eb.Scores.from_losses({"m": losses}, plan=plan)


def test_reference_numbers():
    seen = scores(FOLDS, eb.plans.kfold(4).build(20, random_state=0))
    wald = eb.infer(seen, method="cv_wald")
    assert wald.estimate == pytest.approx(0.3, abs=1e-12)
    assert wald.se == pytest.approx(0.1024695077, abs=1e-9)
    assert (wald.low, wald.high) == (pytest.approx(0.0991634554, abs=1e-9), pytest.approx(0.5008365446, abs=1e-9))
    within = eb.infer(seen, method="cv_wald", options={"variance": "within"})
    assert within.se == pytest.approx(0.1118033989, abs=1e-9)
    assert wald.target == "the mean error of the models fitted here (trained on 15 examples each)"


def test_unequal_folds_use_every_loss_once():
    plan = eb.plans.kfold(4).build(11, random_state=0)
    losses = np.random.default_rng(0).exponential(size=11)
    wald = eb.infer(scores(losses, plan), method="cv_wald")
    assert wald.estimate == pytest.approx(losses.mean(), rel=1e-12)
    assert wald.se == pytest.approx(losses.std() / np.sqrt(11), rel=1e-12)


def test_repeats_do_not_pass_for_more_data():
    once = eb.plans.kfold(5).build(40, random_state=0)
    thrice = eb.plans.kfold(5, n_repeats=3).build(40, random_state=0)
    losses = np.random.default_rng(1).exponential(size=40)
    repeated = scores([losses[test] for _, test in thrice], thrice)
    one, three = eb.infer(scores(losses, once), method="cv_wald"), eb.infer(repeated, method="cv_wald")
    assert (one.estimate, one.se) == (pytest.approx(three.estimate), pytest.approx(three.se))
    assert any("averaged over the repeats" in note for note in three.notes)
    with pytest.raises(NeedsError, match="needs one K-fold run"):
        eb.infer(repeated, method="cv_wald", options={"variance": "within"})


def test_leave_one_out():
    losses = np.random.default_rng(2).exponential(size=12)
    seen = scores(losses, eb.plans.kfold(12).build(12, random_state=0))
    wald = eb.infer(seen, method="cv_wald")
    assert wald.se == pytest.approx(losses.std() / np.sqrt(12), rel=1e-12)
    assert any(note.startswith("Leave-one-out") for note in wald.notes)
    with pytest.raises(NeedsError, match="at least two examples in every fold"):
        eb.infer(seen, method="cv_wald", options={"variance": "within"})


def test_groups_are_clusters():
    """The reference clusters of methods-beyond.md, section 6: CR1 is .2160246899 with t at G - 1."""
    s, groups = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0], [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]
    plan = eb.plans.kfold(2).build(10, random_state=0, groups=groups)
    wald = eb.infer(scores(s, plan), method="cv_wald")
    assert wald.se == pytest.approx(0.2160246899, abs=1e-9)
    assert wald.df == 3
    within = eb.infer(scores(s, plan), method="cv_wald", options={"variance": "within"})
    assert within.se > 0
    alone = eb.plans.kfold(4).build(10, random_state=0, groups=groups)
    with pytest.raises(NeedsError, match="at least two groups in every fold"):
        eb.infer(scores(s, alone), method="cv_wald", options={"variance": "within"})


def test_groups_of_one_change_only_the_divisor():
    losses = np.random.default_rng(3).exponential(size=20)
    plan = eb.plans.kfold(4).build(20, random_state=0, groups=np.arange(20))
    single = eb.plans.kfold(4).build(20, random_state=0)
    a, b = eb.infer(scores(losses, plan), method="cv_wald"), eb.infer(scores(losses, single), method="cv_wald")
    assert a.se == pytest.approx(b.se * np.sqrt(20 / 19), rel=1e-12)
    options = {"variance": "within"}
    a = eb.infer(scores(losses, plan), method="cv_wald", options=options)
    b = eb.infer(scores(losses, single), method="cv_wald", options=options)
    assert a.se == pytest.approx(b.se, rel=1e-12)


def test_no_spread_and_no_losses():
    plan = eb.plans.kfold(5).build(10, random_state=0)
    flat = eb.infer(scores(np.full(10, 0.1), plan), method="cv_wald")
    assert (flat.estimate, flat.se, flat.low, flat.high) == (0.1, 0.0, 0.1, 0.1)
    with pytest.raises(NeedsError, match="needs a loss per example"):
        eb.infer(eb.Scores.from_splits({"m": [0.1] * 5}, plan=plan, greater_is_better=False), method="cv_wald")


def test_nested_scores_answer_it_too():
    plan = eb.plans.nested(4, 1).build(20, random_state=0)
    losses = np.random.default_rng(4).exponential(size=20)
    seen = scores([losses[test] for _, test in plan], plan)
    assert eb.infer(seen, method="cv_wald").se == pytest.approx(losses.std() / np.sqrt(20), rel=1e-12)
