"""Is a worse than b by less than the margin? Shown, refuted or undecided; never decided from no spread at all."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, inf, isinf
from typing import Any, NamedTuple

import numpy as np

from errbar.check import Alternative
from errbar.core.paired_binary import agreement_needed
from errbar.errors import InputError, NeedsError
from errbar.types import Finding, Method, Question, Result, Scores

ROUNDING = 1e-12  # of the largest score: spread below it is rounding
MOST = 10**12  # items; nobody has more

NO_SPREAD = "No spread was seen, so the interval has zero width; that is not certainty."
NOTHING_TESTED = f"{NO_SPREAD[:-1]}, and nothing can be tested: p is 1."


def _is_rate(series: Scores) -> bool:
    """Whether the losses are 0 or 1, or means of such answers: the mean is then a rate of errors."""
    return series.predictions is None and (series.is_binary or series.averaged)


def uncut(result: Result) -> tuple[float, float, float]:
    """Low, estimate and high as the law has them, before they were cut at what the number can be."""
    low, high = result.details.get("unclipped", (result.low, result.high))
    return low, result.details.get("unclipped_estimate", result.estimate), high


def no_spread(scores: Scores, result: Result, comparing: bool) -> bool:
    """Whether the result stands on a standard error (or a width) of zero, up to rounding of the scores."""
    tiny = ROUNDING * float(np.abs(scores.values).max(initial=0.0))
    low, estimate, high = uncut(result)
    if result.se is None:
        return comparing and result.alternative == "two-sided" and high - low <= tiny
    reach = {"two-sided": high - low, "less": high - estimate, "greater": estimate - low}[result.alternative]
    certain = comparing and result.statistic is not None and isinf(result.statistic)
    return result.se <= tiny and (certain or reach <= tiny)


def without_certainty(result: Result, flat: bool) -> Result:
    """The result; where no spread was seen, with a p-value of 1 and a note instead of certainty."""
    if flat and result.pvalue is not None:
        return replace(result, pvalue=1.0, notes=(*result.notes, NOTHING_TESTED))
    low, _, high = uncut(result)
    if low == high and not any("width" in note for note in result.notes):
        return replace(result, notes=(*result.notes, NO_SPREAD))
    return result


def judge_margin(
    record: Method, scores: Scores, series: Scores, found: Finding, question: Question
) -> tuple[str, dict[str, Any]]:
    """The verdict, and the one-sided questions behind it; `series` is the difference, of models in `scores`."""
    margin = question.margin
    assert margin is not None
    if not series.is_difference:
        raise InputError("margin is for comparing two models; here is one.")
    worse: Alternative = "greater" if series.greater_is_better else "less"
    better: Alternative = "less" if series.greater_is_better else "greater"
    sign = -1.0 if series.greater_is_better else 1.0

    def ask(null: float, alternative: Alternative) -> Result:
        result = record.answer(series, found, question.but(null=null, alternative=alternative))
        if result.pvalue is None:
            raise NeedsError(f"{record.name} tests nothing, so it cannot judge margin={margin!r}.")
        return without_certainty(result, no_spread(scores, result, comparing=True))

    below, above = ask(sign * margin, worse), ask(sign * margin, better)
    flat, outside = no_spread(scores, below, comparing=True), 1 - question.confidence_level
    most, least = (below.high, above.low) if worse == "less" else (-below.low, -above.high)
    pvalues = MarginTests(*(found.pvalue or 0.0 for found in (below, above, ask(-sign * margin, better))))
    verdict, judged = pvalues.told(margin, outside, sign * (end_of_range(series) if flat else most))
    if verdict == "undecided":
        judged["n_to_decide"] = _to_decide(series, below, (least, sign * below.estimate, most), margin)
    return verdict, judged


class MarginTests(NamedTuple):
    """p-values of "worse by less than the margin", "worse by more" and "better by less"."""

    less: float
    more: float
    otherwise: float

    def told(self, margin: float, outside: float, bound: float) -> tuple[str, dict[str, Any]]:
        """The verdict at the level 1 - `outside`, and what a Result says of it; `bound`: how much worse it may be."""
        verdict, both = "undecided", max(self.less, self.otherwise)
        if (self.less < outside) != (self.more < outside):
            verdict = "shown" if self.less < outside else "refuted"
        return verdict, {
            "margin": margin,
            "margin_bound": bound,
            "noninferior_pvalue": self.less,
            "noninferior": verdict == "shown",
            "refuted_pvalue": self.more,
            "equivalent_pvalue": both,
            "equivalent": verdict == "shown" and both < outside,
        }


def end_of_range(series: Scores) -> float:
    return 1.0 if _is_rate(series) else inf if series.loss_range is None else max(map(abs, series.loss_range))


def _to_decide(series: Scores, below: Result, seen: tuple[float, float, float], margin: float) -> int | None:
    """About how many items like these would decide it; None where nobody can say. `seen`: limits and estimate."""
    if _agree(series):
        needed = agreement_needed(margin / end_of_range(series), below.confidence_level)
        items = None if needed is None else ceil(needed * _group_size(series) / _tested(series))
        return items if items is not None and items > series.plan.n else None  # enough were seen: the method cannot
    least, estimate, most = seen
    room = margin - estimate
    reach = (most if room > 0 else least) - estimate
    return None if below.n is None else items_for(below.n, reach, room)


def items_for(n: int, reach: float, room: float) -> int | None:
    """How many items make a limit that is `reach` away with n of them come within `room`; None where nobody can say."""
    if reach == 0.0 or room == 0.0:
        return None
    times = abs(reach / room)
    needed = n * times**2 if times < MOST else inf  # half-widths fall with the root of n
    return ceil(needed) if needed < MOST else None


def _agree(series: Scores) -> bool:
    """Whether the two models have the same loss on every item."""
    if series.sums is not None:
        return series.moments.mean == 0.0 and series.moments.variance == 0.0
    return series.items is not None and not series.items.any()


def _tested(series: Scores) -> float:
    """Share of the examples that are judged at all: a hold-out's others are trained on."""
    plan = series.plan
    return float(plan.n_test[0]) / plan.n if plan.kind == "holdout" else 1.0


def _group_size(series: Scores) -> float:
    """Items per group: where models agree everywhere, a group counts once."""
    groups = series.sums.n_groups if series.sums is not None else None
    if groups is None and series.plan.groups is not None:
        groups = np.unique(series.plan.groups).size
    return 1.0 if groups is None else series.plan.n / groups
