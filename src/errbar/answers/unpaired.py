"""Two models, each on items of its own -> the difference, as of independent estimates; with a margin, the verdict."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

import numpy as np

from errbar.answers.ask import ask
from errbar.answers.combined import Weighted, standard_error
from errbar.answers.verdict import NOTHING_TESTED, MarginTests, end_of_range, items_for
from errbar.check import Alternative
from errbar.errors import InputError
from errbar.types import Question, Result, Scores
from errbar.types.ranges import of_difference


def ask_unpaired(first: Scores, second: Scores, question: Question) -> Result:
    """`first` - `second`, one model each, trained already, judged by the same loss or score."""
    for scores in (first, second):
        if len(scores.names) != 1 or scores.plan.kind != "test_set" or scores.is_difference:
            raise InputError("An unpaired comparison takes the scores of one trained model on each side.")
    if (first.loss, first.greater_is_better) != (second.loss, second.greater_is_better):
        raise InputError(f"These scores are of different losses: {first.loss!r} and {second.loss!r}.")
    alone = question.but(null=None, margin=None, alternative="two-sided")
    a, b = (ask(scores, scores.names, alone) for scores in (first, second))
    assert a._law is not None and b._law is not None
    errors = standard_error(a), standard_error(b)
    se = None if errors[0] is None or errors[1] is None else hypot(errors[0], errors[1])
    law, flat = Weighted((a._law, b._law), (1.0, -1.0), se=se), a.low == a.high or b.low == b.high
    low, high = law.interval(question.confidence_level, question.alternative)
    result = replace(
        a,
        estimate=law.estimate,
        low=low,
        high=high,
        pvalue=None if question.null is None else 1.0 if flat else law.test(question.null, question.alternative)[1],
        null=question.null,
        alternative=question.alternative,
        statistic=None,
        se=se,
        df=None,
        n=(a.n or 0) + (b.n or 0),
        target=f"the difference in {a.loss} between the two trained models, each on items of its own",
        notes=(_apart(first, second), *([NOTHING_TESTED] if flat else []), *dict.fromkeys((*a.notes, *b.notes))),
        details={**a.details, "unpaired": True, "n_each": [a.n, b.n], "estimates": [a.estimate, b.estimate]},
        _law=law,
        _source=None,
        _names=_two_names(first, second),
    ).within(of_difference(first.limits))
    if question.margin is None:
        return result
    verdict, judged = _judged(law, question, first, flat=flat, n=result.n or 0)
    return replace(result, verdict=verdict, details={**result.details, **judged})


def _two_names(first: Scores, second: Scores) -> tuple[str, ...]:
    """None where both are called the same, as where nobody named them."""
    names = (*first.names, *second.names)
    return names if names[0] != names[1] else ()


def _apart(first: Scores, second: Scores) -> str:
    """What was taken for granted."""
    a, b = (getattr(scores.plan.parts[0], "names", None) for scores in (first, second))
    both = 0 if a is None or b is None else np.intersect1d(a, b).size
    told = "Unpaired: the two sets of items are taken as independent."
    if not both:
        return told
    return (
        f"{told} {both:,} items are in both, which makes the interval wider than it need be: compare on these alone, "
        "paired, with missing='drop' (--missing drop)."
    )


def _judged(law: Weighted, question: Question, series: Scores, *, flat: bool, n: int) -> tuple[str, dict[str, Any]]:
    """As a paired gate is judged: worse by less than the margin shown, worse by more shown, or neither."""
    margin, outside = question.margin or 0.0, 1 - question.confidence_level
    sides: tuple[Alternative, Alternative] = ("greater", "less") if series.greater_is_better else ("less", "greater")
    sign = -1.0 if series.greater_is_better else 1.0
    if flat:
        return MarginTests(1.0, 1.0, 1.0).told(margin, outside, sign * end_of_range(series))
    at = sign * margin
    asked = ((at, sides[0]), (at, sides[1]), (-at, sides[1]))
    tests = MarginTests(*(law.test(null, side)[1] for null, side in asked))
    low, high = law.interval(question.confidence_level, sides[0])
    bound = low if series.greater_is_better else high
    verdict, judged = tests.told(margin, outside, bound)
    if verdict == "undecided":
        judged["n_to_decide"] = items_for(n, bound - law.estimate, margin - sign * law.estimate)
    return verdict, judged
