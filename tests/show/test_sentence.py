"""The sentence: units by loss, words by target, direction by sign."""

from dataclasses import replace

import numpy as np
import pytest

import errbar as eb
from errbar.show.sentence import in_sentence, sentence, short_name

PLAN = eb.plans.subsample(12, 0.25).build(80, random_state=0)


def losses(rate, seed, plan=PLAN):
    rng = np.random.default_rng(seed)
    return [(rng.random(len(test)) < rate).astype(float) for _, test in plan]


@pytest.fixture(scope="module")
def far():
    return eb.Scores.from_losses({"a": losses(0.1, 0), "b": losses(0.6, 1)}, plan=PLAN, loss="zero_one")


def test_error_rates_differ_in_points_and_the_target_is_the_algorithm(far):
    said = sentence(eb.infer(far, model="a", versus="b"), ("A", "B"))
    assert said.startswith("On data like these, A trained on 60 examples errs ")
    assert " points less often than B; 95 % interval " in said and said.endswith("; p < 0.0001.")
    other = sentence(eb.infer(far, model="b", versus="a"), ("B", "A"))
    assert "B trained on 60 examples errs " in other and " points more often than A" in other


def test_no_difference_is_said_so():
    same = eb.Scores.from_losses({"a": losses(0.3, 0), "b": losses(0.3, 1)}, plan=PLAN, loss="zero_one")
    said = sentence(eb.infer(same, model="a", versus="b"))
    assert "no difference is shown between a and b trained on 60 examples: a errs " in said
    assert " points less to " in said and " points more; p = " in said


def test_one_model(far):
    said = sentence(eb.infer(far, model="a", null=None), ("A",))
    assert said.startswith("On data like these, A trained on 60 examples errs on ")
    assert " % of new examples; 95 % interval " in said and "p" not in said.split("examples;")[1]


@pytest.mark.parametrize(
    ("plan", "method", "words"),
    [
        (eb.plans.kfold(5), "cv_wald", "the models fitted here with A, trained on 64 examples each, err on"),
        (eb.plans.kfold(5), "corrected_t", "A trained on 64 examples errs on"),
        (eb.plans.holdout(0.25), "holdout_t", "A trained on these 60 examples errs on"),
        (eb.plans.nested(4, 2), "nested_cv", "A trained on all 80 examples errs on"),
    ],
)
def test_words_by_target(plan, method, words):
    built = plan.build(80, random_state=0)
    scores = eb.Scores.from_losses({"A": losses(0.3, 0, built)}, plan=built, loss="zero_one")
    assert words in sentence(eb.infer(scores, method=method, null=None), ("A",))


def test_other_losses_and_scores_keep_their_units():
    rng = np.random.default_rng(0)
    a, b = rng.normal(3000, 50, 20), rng.normal(3500, 50, 20)
    squared = eb.Scores.from_splits({"a": a, "b": b}, n_train=90, n_test=10, loss="squared")
    assert "a mean squared error that is " in sentence(eb.infer(squared, model="a", versus="b"))
    assert " lower than b; 95 % interval " in sentence(eb.infer(squared, model="a", versus="b"))
    auc = eb.Scores.from_splits(
        {"a": a / 4000, "b": b / 4000}, n_train=90, n_test=10, loss="roc_auc", greater_is_better=True
    )
    said = sentence(eb.infer(auc, model="a", versus="b"))
    assert "has a ROC AUC that is 0." in said and "lower than b" in said and "points" not in said


def test_a_limit_is_said_as_a_limit():
    assert sentence(eb.bound(3, 100)).endswith("errs on 3.0 % of new examples; with 95 % confidence at most 7.6 %.")
    assert "at least 0.8 %" in sentence(eb.bound(3, 100, side="lower"))
    assert "95 % interval 0.6 % to 8.5 %" in sentence(eb.bound(3, 100, side="two-sided"))


def test_one_sided_differences(far):
    less = eb.infer(far, model="a", versus="b", alternative="less")
    assert less.low == -1.0 and "with 95 % confidence at least " in sentence(less) and " less;" in sentence(less)
    greater = eb.infer(far, model="a", versus="b", alternative="greater")
    assert "with 95 % confidence at most " in sentence(greater) and "no difference is shown" in sentence(greater)


def test_zero_width_and_infinite_numbers_have_words(far):
    flat = replace(eb.infer(far, model="a", null=None), low=0.1, high=0.1, estimate=0.1)
    assert "errs on 10 % of new examples; 95 % interval 10 % to 10 %" in sentence(flat)
    assert "inf" in sentence(replace(flat, high=np.inf))


def test_long_names_become_letters():
    assert short_name("sklearn.svm.SVC(C=1)") == "SVC(C=1)"
    assert in_sentence(("sklearn.svm.SVC(C=1)", "b")) == ("SVC(C=1)", "b")
    assert in_sentence(("x" * 60, "b")) == ("a", "b")
    assert in_sentence(("same", "same")) == ("a", "b")
