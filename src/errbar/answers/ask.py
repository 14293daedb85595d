"""Scores and a question -> Result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Literal

from errbar.answers.verdict import judge_margin, no_spread, without_certainty
from errbar.core.design import detectable_effect
from errbar.methods import METHODS
from errbar.methods.notes import guidance
from errbar.methods.suits import (
    check_asked,
    check_needs,
    checked_options,
    checked_settings,
    counted,
    default_for,
    ignored_groups,
    instead_of_no_width,
    is_share,
    kind_for,
    limits_of,
    one_training_set,
    series_of,
    standard_error,
)
from errbar.types import Result, Scores


def ask(
    scores: Scores,
    *,
    model: str | None = None,
    versus: str | None = None,
    method: str = "auto",
    confidence_level: float = 0.95,
    null: float | Literal["auto"] | None = "auto",
    alternative: str = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """See `errbar.infer`."""
    series = series_of(scores, model, versus)
    if null == "auto":
        null = 0.0 if series.is_difference else None
    settings = checked_settings(method, confidence_level, null, alternative, options, margin=margin)
    counts = method == "auto" and scores.plan.kind != "test_set" and counted(scores, model, versus)
    if method == "auto":
        method = default_for(series, counts)
    record = METHODS[method]
    check_asked(record, null, alternative, margin)  # the default method's turn
    settings.pop("method")
    arguments = {**settings, **checked_options(record, settings.pop("options"))}
    arguments.pop("options", None)
    check_needs(record, series)
    seen = series.view(kind_for(record, series.plan))
    raw = record.fn(seen, **arguments)
    if counts and (other := instead_of_no_width(raw, series)) is not None:
        again = ask(
            scores, model=model, versus=versus, method=other, confidence_level=confidence_level, null=null,
            alternative=alternative, margin=margin,
        )  # fmt: skip
        return replace(again, notes=(f"{method} saw no spread at all, so errors were counted.", *again.notes))
    result = without_certainty(scores, raw).within(limits_of(scores, series))
    details = {**scores.details, **result.details}
    se = None if no_spread(scores, raw) else standard_error(seen, result)
    if series.is_difference and se:
        df = inf if result.df is None else result.df
        details["minimum_detectable_effect"] = detectable_effect(
            se, df, confidence_level=confidence_level, two_sided=alternative == "two-sided"
        )
    verdict = None
    if margin is not None:
        verdict, judged = judge_margin(record, scores, seen, arguments, margin)
        details |= judged
    more = [*one_training_set(seen, result), *ignored_groups(seen, result)]
    return replace(
        result,
        notes=(*result.notes, *more, *guidance(seen, scores, series), *scores.notes),
        details=details,
        verdict=verdict,
        n_fits=len(scores.plan) * (2 if series.is_difference else 1) if scores.plan.kind != "test_set" else 0,
        _ask=partial(
            ask, scores, model=model, versus=versus, confidence_level=confidence_level, null=null,
            alternative=alternative,
        ),
        _counts_errors=is_share(scores, series),
    )  # fmt: skip
