"""A question put to scores -> Result. Nothing is fitted here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, sqrt
from typing import NamedTuple

from errbar.answers.guidance import guidance
from errbar.answers.verdict import judge_margin, no_spread, uncut, without_certainty
from errbar.core.design import detectable_effect
from errbar.core.direction import normal_name
from errbar.methods import COUNTING, METHODS
from errbar.methods.defaults import FIXED, check_enough, default_for
from errbar.methods.suits import check_asked, kind_for, kind_of, refuse, why_not_scores
from errbar.show.as_text import number
from errbar.types import Question, Result, Results, Scores
from errbar.types.scale import check_scale
from errbar.types.scores import limits_of

ACCURACIES = ("accuracy", "acc", "accuracy_score", "balanced_accuracy")  # told in per cent
UNNAMED = (("model",), ("a", "b"))
POWER = 0.8  # behind details["minimum_detectable_effect"]


class Asked(NamedTuple):
    """What was asked of which scores; a Result keeps it to be asked again."""

    scores: Scores
    names: tuple[str, ...]
    question: Question


def ask(scores: Scores, names: tuple[str, ...], question: Question, *, fitted: bool = False) -> Result:
    """What `scores` answer about one model, or the difference of two; `fitted` for this question, they were checked."""
    series, method = series_of(scores, names), question.method
    limits = limits_of(scores, series)
    check_scale(series, question.null)
    counts = method == "auto" and scores.plan.kind != "test_set" and scores.all_count_errors(names)
    if method == "auto":
        if not fitted:
            check_enough(series.plan)
        method = default_for(series, counts)
        if not fitted or question.options:
            check_asked(METHODS[method], question)
    record = METHODS[method]
    refuse(why_not_scores(record, series))
    kind = kind_for(record, series.plan)
    seen = series if kind == series.plan.kind else series.view(kind)
    found = record.fn(seen, **(question.options or {}))
    result = record.answer(seen, found, question, limits)
    if counts and method != COUNTING and _without_width(result) and kind_of(METHODS[COUNTING], series.plan) is not None:
        again = ask(scores, names, question.but(method=COUNTING, options=None))
        return replace(again, notes=(f"{method} saw no spread at all, so errors were counted.", *again.notes))
    comparing = series.is_difference
    flat = no_spread(scores, result, comparing)
    result = without_certainty(result, flat)
    details, share, verdict = {**scores.details, **result.details}, _is_share(scores, series), None
    se, given = None if flat else _standard_error(seen, result), _given(names, scores)
    notes = (*result.notes, *_one_training_set(seen, result), *_ignored_groups(seen, result))
    notes = (*notes, *guidance(seen, scores, series), *scores.notes)
    if comparing and se:
        df, two_sided = inf if result.df is None else result.df, question.alternative == "two-sided"
        effect = detectable_effect(se, df, POWER, question.confidence_level, two_sided=two_sided)
        details["minimum_detectable_effect"] = effect
    if comparing and record.target == "proxy":
        apart = _apart(scores, names, question.but(method=method))
        details |= apart
        notes += _unstable(apart)
    if question.options:
        details["options"] = dict(question.options)  # of the method, to ask the same again
    if question.margin is not None:
        verdict, judged = judge_margin(record, scores, seen, found, question)
        details |= judged
    n_fits = 0 if scores.plan.kind == "test_set" else len(scores.plan) * (1 + comparing)
    return replace(
        result,
        notes=notes,
        details=details,
        verdict=verdict,
        n_fits=n_fits,
        _source=Asked(scores, names, question),
        _counts_errors=share,
        _names=given,
    )


def ask_each(scores: Scores, question: Question) -> Results:
    """What scores that were fitted for this question answer by each of their metrics."""
    return Results([ask(scores.by(name), scores.names, question, fitted=True) for name in scores.metrics])


def series_of(scores: Scores, names: tuple[str, ...]) -> Scores:
    """One model's scores, or the difference of two."""
    if len(names) == 2:
        return scores.difference(*names)
    return scores if names == scores.names else scores.only(*names)


def _apart(scores: Scores, names: tuple[str, ...], question: Question) -> dict[str, float]:
    """The interval of a difference from those of both models, each at half of what may be missed [bayle2025]."""
    if len(names) < 2 or question.alternative != "two-sided":
        return {}
    level = 1.0 - (1.0 - question.confidence_level) / 2.0
    one = question.but(null=None, margin=None, confidence_level=level)
    a, b = (ask(scores, (name,), one) for name in names)
    return {"apart_low": a.low - b.high, "apart_high": a.high - b.low}


def _unstable(apart: Mapping[str, float]) -> tuple[str, ...]:
    """Where each learner may be stable and the difference of two is not, relative to its size."""
    if not apart:
        return ()
    low, high = number(apart["apart_low"]), number(apart["apart_high"])
    return (
        "Where the two learners are stable and their difference is not (two settings of a lasso), only the interval "
        f"put together from each model's own holds: [{low}, {high}].",
    )


def _given(names: tuple[str, ...], scores: Scores) -> tuple[str, ...]:
    """Names somebody gave: none where the scores are a difference already, or models have errbar's own names."""
    return () if scores.is_difference or names in UNNAMED else names


def _without_width(result: Result) -> bool:
    low, _, high = uncut(result)
    return low == high or result.se == 0


def _standard_error(seen: Scores, result: Result) -> float | None:
    """The method's own; for a fixed model's items also where the method needs none."""
    if result.se is not None or seen.plan.kind not in FIXED or seen.predictions is not None:
        return result.se
    return sqrt(seen.moments.variance / seen.moments.n)


def _one_training_set(seen: Scores, result: Result) -> list[str]:
    """A hold-out's model, where the method has not said so itself."""
    if seen.plan.kind != "holdout" or any("training set" in note for note in result.notes):
        return []
    return [
        "One training set: read as a statement about the algorithm, this interval is too narrow "
        "(it leaves out how the error varies with the training set)."
    ]


def _ignored_groups(seen: Scores, result: Result) -> list[str]:
    """Test items of one trained model in groups, and a method that takes them as independent."""
    if seen.plan.kind not in FIXED or not seen._in_groups or "n_groups" in result.details:
        return []
    if any("group" in note for note in result.notes):
        return []
    return [
        f"The items come in groups, which {result.method} takes no notice of: the interval is too narrow where "
        "items of a group are alike. Methods that do: clustered_t, clustered_wilson, bootstrap_bca."
    ]


def _is_share(scores: Scores, series: Scores) -> bool:
    """Whether the mean is a share of items: errors, right answers, or accuracies that are given as shares."""
    if scores.loss == "zero_one" or (series.predictions is None and (series.is_binary or series.averaged)):
        return True
    low, high = float(scores.values.min()), float(scores.values.max())
    return (
        normal_name(scores.loss) in ACCURACIES or scores.loss.startswith(("pass@", "pass^"))
    ) and 0.0 <= low <= high <= 1.0
