"""`eb.components` on K-fold scores: what is said, what is left open, and the picture of it."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import errbar as eb
from errbar.core.kfold_covariance import KFoldCovariance, kfold_statistics
from errbar.core.naive_variance import th1, th2
from errbar.errors import NeedsError


def scores(recipe, n, seed=0, **more):
    plan = recipe.build(n, random_state=seed, **more)
    losses = np.random.default_rng(seed).exponential(size=n)
    return eb.Scores.from_losses({"m": [losses[test] for _, test in plan]}, plan=plan)


@given(st.integers(2, 6), st.integers(2, 5), st.integers(1, 3), st.integers(0, 2**32))
def test_every_end_of_the_ranges_is_admissible(k, m, repeats, seed):
    found = eb.components(scores(eb.plans.kfold(k, repeats), k * m, seed))
    assert list(found.estimable) == ["s1", "s2", "s3", "l1", "l2"]
    d = found.details
    assert d["theta_range"][0] >= -1e-12 and d["theta_range"][0] <= d["theta_range"][1]
    if found.estimable["s2"] > 0:
        for end in (0, 1):
            moments = (d[f"{name}_range"][end] for name in ("sigma2", "omega", "gamma"))
            c = KFoldCovariance(*moments, [m] * k)
            assert c.theta == pytest.approx(d["theta_range"][end], rel=1e-9, abs=1e-9)
            assert c.is_admissible(tolerance=1e-9)


def test_naive_variances_are_th1_and_th2():
    seen = scores(eb.plans.kfold(5), 30)
    d = eb.components(seen).details
    assert d["variance_if_losses_are_independent"] == pytest.approx(th1(seen.losses), rel=1e-12)
    assert d["variance_if_gamma_is_0"] == pytest.approx(th2(seen.losses, seen.plan.n_test), rel=1e-12)


def test_it_says_what_cannot_be_known():
    text = str(eb.components(scores(eb.plans.kfold(5), 30)))
    assert "l3 = n theta is not among them" in text
    assert "Repeating the folds on the same data does not help" in text
    assert "noisy: l2 rests on 4 contrasts" in text


def test_two_models_and_a_mean_near_zero():
    plan = eb.plans.kfold(5).build(40, random_state=0)
    rng = np.random.default_rng(3)
    both = eb.Scores.from_losses({"a": rng.normal(size=40), "b": rng.normal(size=40)}, plan=plan)
    found = eb.components(both, model="a", versus="b")
    series = both.difference("a", "b")
    assert found.estimable["l2"] == pytest.approx(kfold_statistics(series.losses, plan.n_test).l2)
    assert found.details["omega_range"][0] >= 0


@pytest.mark.parametrize(
    ("recipe", "more"),
    [
        (eb.plans.kfold(4), {}),  # 27 examples: folds of 7, 7, 7, 6
        (eb.plans.kfold(4), {"groups": np.repeat(np.arange(9), 3)}),
        (eb.plans.kfold(4, stratify=True), {"y": np.arange(27) % 2}),
        (eb.plans.kfold(3, n_repeats=4), {}),
        (eb.plans.five_by_two(), {}),
        (eb.plans.nested(3, 2), {}),
    ],
)
def test_every_kind_of_fold_is_defined(recipe, more):
    seen = scores(recipe, 27, **more)
    found = eb.components(seen)
    assert found.kind == "kfold"
    folds = seen.view("kfold") if recipe.kind == "nested" else seen
    assert found.estimable["s1"] == pytest.approx((folds.losses**2).mean(), rel=1e-12)
    assert all(np.isfinite(value) for value in found.estimable.values())


def test_leave_one_out_has_no_omega():
    seen = scores(eb.plans.kfold(12), 12)
    found = eb.components(seen)
    assert list(found.estimable) == ["s1", "s3", "l2"]
    assert found.estimable["l2"] == pytest.approx(seen.losses.var(ddof=1))
    assert "omega_range" not in found.details
    assert "omega = " not in str(found)


def test_fold_scores_alone_say_less():
    seen = scores(eb.plans.kfold(5, n_repeats=2), 30)
    plan = seen.plan
    bare = eb.components(eb.Scores.from_splits({"m": seen.per_split}, plan=plan, greater_is_better=False))
    full = eb.components(seen)
    assert list(bare.estimable) == ["s3", "l2"]
    for name in ("s3", "l2"):
        assert bare.estimable[name] == pytest.approx(full.estimable[name], rel=1e-9)
    key = "variance_if_gamma_is_0"
    assert bare.details[key] == pytest.approx(full.details[key], rel=1e-9)
    with pytest.raises(NeedsError, match="have a region to draw"):
        bare.plot()
    unequal = eb.plans.kfold(4).build(27, random_state=0)
    with pytest.raises(NeedsError, match="folds of one size"):
        eb.components(eb.Scores.from_splits({"m": [0.1, 0.2, 0.3, 0.4]}, plan=unequal, greater_is_better=False))


def test_it_is_json_safe():
    json.dumps(eb.components(scores(eb.plans.kfold(12), 12)).to_dict(), allow_nan=False)


def test_equal_losses():
    plan = eb.plans.kfold(3).build(9, random_state=0)
    found = eb.components(eb.Scores.from_losses({"m": np.full(9, 0.1)}, plan=plan))
    assert (found.estimable["l1"], found.estimable["l2"]) == (0.0, 0.0)
    assert found.details["seen"] == []
    found.plot()


@pytest.mark.parametrize(("recipe", "n"), [(eb.plans.kfold(5), 20), (eb.plans.kfold(12), 12)])
def test_the_region_is_drawn(recipe, n):
    found = eb.components(scores(recipe, n))
    ax = found.plot()
    ax.figure.savefig(io.BytesIO(), format="png")
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels[0] == "admissible"
    assert labels[1].startswith("left open by this run: standard error")
    assert found.plot(ax) is ax


def test_the_naive_assumption_is_marked_where_it_lies_on_the_line():
    plan = eb.plans.kfold(5).build(20, random_state=0)
    level = np.array([0.2, 1.0, 0.6, 1.4, 0.4])
    losses = [level[i] + 0.1 * np.arange(4) for i in range(5)]
    found = eb.components(eb.Scores.from_losses({"m": losses}, plan=plan))
    assert found.details["gamma_range"][0] < 0 < found.details["gamma_range"][1]
    labels = [text.get_text() for text in found.plot().get_legend().get_texts()]
    assert any(label.startswith("gamma = 0, as the naive fold variance assumes") for label in labels)
