"""What to do next: the numbers come from the planning formulas."""

import numpy as np
import pytest

import errbar as eb
from errbar.answers.context import naive_beside
from errbar.answers.next_step import next_step
from errbar.plans.families import TestSet
from errbar.types import Plan


def fixed(n, a, b=None, seed=0):
    rng = np.random.default_rng(seed)
    made = {"a": (rng.random(n) < a).astype(float)}
    if b is not None:
        made["b"] = (rng.random(n) < b).astype(float)
    return eb.Scores.from_losses(made, plan=Plan("test_set", n, (TestSet(n),)))


def test_items_for_a_difference_of_one_point():
    result = eb.infer(fixed(500, 0.2, 0.2), model="a", versus="b")
    said = next_step(result)
    sd = result.se * np.sqrt(result.n)
    total = eb.design(effect=0.01, sd=float(sd)).n
    assert said.startswith("A 1-point difference would be settled by about ")
    more = int(said.split(" more items")[0].split("about ")[1].replace(",", ""))
    assert more == pytest.approx(total - 500, rel=0.1)  # two digits are said


def test_a_settled_difference_says_what_such_a_test_set_sees():
    assert next_step(eb.infer(fixed(500, 0.1, 0.6), model="a", versus="b")).startswith("A test set like this one sees")


def test_one_model_and_limits():
    assert (
        next_step(eb.infer(fixed(500, 0.2), null=None)) == "An interval half as wide would take about 1,500 more items."
    )
    assert "half as high" in next_step(eb.bound(0, 60))
    assert eb.bound(0, 120).high == pytest.approx(eb.bound(0, 60).high / 2, rel=0.05)
    assert "twice as close" in next_step(eb.bound(30, 100))
    near, far = (eb.bound(30 * k, 100 * k).high - 0.3 for k in (4, 1))
    assert near == pytest.approx(far / 2, rel=0.1)


def test_more_splits_or_more_data():
    few = eb.Scores.from_splits(np.random.default_rng(0).normal(size=6), n_train=90, n_test=10, greater_is_better=False)
    many = eb.Scores.from_splits(
        np.random.default_rng(0).normal(size=400), n_train=90, n_test=10, greater_is_better=False
    )
    assert "50 instead of 6" in next_step(eb.infer(few))
    assert next_step(eb.infer(many)).startswith("More splits would narrow the interval by at most ")


def test_the_naive_answer_beside():
    splits = eb.infer(eb.Scores.from_splits(np.arange(10.0), n_train=90, n_test=10, greater_is_better=False))
    assert [r.method for r in naive_beside(splits)] == ["resampled_t"]
    assert [r.method for r in naive_beside(eb.infer(fixed(50, 0.2), null=None))] == ["normal"]
    assert naive_beside(eb.infer(fixed(50, 0.2, 0.3), model="a", versus="b")) == []
    assert naive_beside(eb.Result.from_dict(splits.to_dict())) == []  # its scores are gone


def test_the_same_question_by_another_method():
    scores = fixed(80, 0.3, 0.4)
    result = eb.infer(scores, model="a", versus="b", confidence_level=0.9)
    assert result.with_method("mcnemar") == eb.infer(
        scores, model="a", versus="b", method="mcnemar", confidence_level=0.9
    )
    assert eb.bound(3, 50, side="lower").with_method("wilson") == eb.bound(3, 50, method="wilson", side="lower")
    with pytest.raises(eb.ErrbarError, match="does not hold its scores"):
        eb.Result.from_dict(result.to_dict()).with_method("mcnemar")
