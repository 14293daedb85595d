"""No message of errbar's recommends a method without a guarantee; and what `infer` tests when nobody asked."""

import re
from itertools import chain, product

import numpy as np
import pytest
from tests.methods.series import build

import errbar as eb
from errbar.errors import ErrbarError
from errbar.methods import DEFAULTS, FIXED_DEFAULTS, METHODS
from errbar.methods.suits import ADVISED, kind_for, refuse, split_score_method, why_not_asked, why_not_scores
from errbar.plans.plan import PARTS
from errbar.types import Question
from errbar.types.scores import split_means

NAIVE = [name for name, record in METHODS.items() if record.guarantee.startswith("none")]
ASKED = [Question(null=0.3), Question(null=0.0, alternative="less"), Question(null=0.0, margin=0.1)]
PLANS = {kind: build(kind, 40, 0) for kind in PARTS}


def messages():
    """Every refusal that a method can meet with a kind of plan, a question or a kind of score."""
    for record, plan in product(METHODS.values(), PLANS.values()):
        calls = [
            lambda record=record, plan=plan: kind_for(record, plan),
            *(lambda record=record, asked=asked: refuse(why_not_asked(record, asked)) for asked in ASKED),
            lambda record=record, plan=plan: refuse(why_not_scores(record, per_split(plan).difference("a", "b"))),
            lambda record=record, plan=plan: eb.infer(per_split(plan), model="a", method=record.name),
            lambda record=record, plan=plan: eb.infer(graded(plan), model="a", versus="b", method=record.name),
        ]
        for call in calls:
            try:
                call()
            except ErrbarError as refused:
                yield str(refused)


def per_split(plan):
    values = np.random.default_rng(0).random((2, len(plan)))
    return eb.Scores(plan, ("a", "b"), values)


def graded(plan):
    items = np.random.default_rng(0).random((2, int(plan.n_test.sum())))
    return eb.Scores(plan, ("a", "b"), split_means(items, plan), items)


def test_no_message_recommends_a_naive_method():
    found = list(messages())
    assert len(found) > 500
    for text in found:
        advice = " ".join(re.split(r"[Tt]ry |such as |[Uu]se ", text)[1:])
        assert not [name for name in NAIVE if re.search(rf"\b{name}\b(?!\()", advice)], text  # (): a plan of that name
    assert sum("ry method=" in text for text in found) > 100


def test_nothing_naive_is_a_default_or_advised():
    assert NAIVE == ["resampled_t", "pseudo_bootstrap", "kfold_t", "normal"]
    assert not set(NAIVE) & {*DEFAULTS.values(), *chain(*FIXED_DEFAULTS.values()), *ADVISED}
    assert not set(NAIVE) & {split_score_method(plan) for plan in PLANS.values()}


def test_one_model_is_not_tested_unless_asked():
    scores = eb.Scores.from_splits({"a": [0.1, 0.2, 0.3], "b": [0.2, 0.2, 0.4]}, loss="error", n_train=90, n_test=10)
    alone, tested = eb.infer(scores, model="a"), eb.infer(scores, model="a", null=0.5)
    assert (alone.pvalue, alone.statistic, alone.null) == (None, None, None)
    assert (tested.null, tested.low) == (0.5, alone.low) and tested.pvalue is not None
    both = eb.infer(scores, model="a", versus="b")
    assert both.null == 0.0 and both.pvalue is not None
    assert eb.infer(scores, model="a", versus="b", null=None).pvalue is None
    assert eb.infer(scores.difference("a", "b")).null == 0.0
    assert both.with_method("resampled_t").null == 0.0


@pytest.mark.parametrize(("sizes", "said"), [((9, 1), "this training size"), ((90, 10), "90 examples")])
def test_a_ratio_is_not_a_size(sizes, said):
    """The manual's n_train=K-1, n_test=1 for K folds: the algorithm was not trained on nine examples."""
    scores = eb.Scores.from_splits({"m": [0.1, 0.2, 0.3]}, loss="error", n_train=sizes[0], n_test=sizes[1])
    r = eb.infer(scores)
    assert r.target == f"the error of the algorithm when trained on {said}"
    assert (r.n, r.n_train, r.n_test) == ((None,) * 3 if sizes == (9, 1) else (100, 90, 10))
    assert r.details["ratio"] == pytest.approx(1 / 9)
