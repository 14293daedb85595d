"""What every answer promises, whatever was asked: `broken` says what is wrong with one, or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import inf, isfinite, isnan
from typing import Any

import numpy as np

import errbar as eb
from errbar.answers.ask import Asked
from errbar.errors import ErrbarError
from errbar.methods import METHODS

OTHER_SIDE = {"two-sided": "two-sided", "less": "greater", "greater": "less"}
MANY = 10**6  # examples, of which nobody draws splits here
ROOM = 1e-9  # relative to the numbers compared


def broken(answer: Any) -> str:
    """The first broken promise, or nothing."""
    for kind, look in LOOKS.items():
        if isinstance(answer, kind):
            return look(answer)
    return _shown(answer)


def _of_result(r: eb.Result) -> str:
    exceptions = METHODS[r.method].exceptions if r.method in METHODS else {}
    if isnan(r.low) and isnan(r.high) and "contains estimate" in exceptions:
        return _shown(r)
    sided = r.alternative != "two-sided" or (r.low, r.high) != r._limits
    below = r.confidence_level < 0.6 and sided  # a one-sided limit is near the median, on either side of the mean
    told = {
        f"the estimate is {r.estimate}": isfinite(r.estimate),
        f"[{r.low}, {r.high}]": r.low <= r.high,
        f"{r.estimate!r} outside [{r.low!r}, {r.high!r}]": r.low <= r.estimate <= r.high or below,
        f"[{r.low!r}, {r.high!r}] outside {r._limits}": r._limits[0] <= r.low <= r.high <= r._limits[1],
        f"p is {r.pvalue!r}": r.pvalue is None or 0.0 <= r.pvalue <= 1.0,
        f"the verdict is {r.verdict!r}": r.verdict in (None, "shown", "refuted", "undecided"),
    }
    wrong = next((text for text, held in told.items() if not held), "")
    return wrong or _of_levels(r) or _shown(r) or _kept(r)


def _of_scores(scores: eb.Scores) -> str:
    return "" if np.isfinite(scores.values).all() else "values that are not finite"


def _of_growth(growth: eb.Growth) -> str:
    return next(filter(None, map(_of_result, growth.results)), "") or _shown(growth)


def _of_spread(spread: eb.ErrorDistribution) -> str:
    return _of_result(spread.result) or _shown(spread)


def _of_number(value: Any) -> str:
    return "NaN" if np.isnan(value).any() else ""


def _of_levels(r: eb.Result) -> str:
    """More confidence, a wider interval: a number's width of rounding apart."""
    if r._law is None or r.method == "sequential":
        return ""
    inner, outer = (r.confidence_interval(level) for level in (0.8, 0.99))
    if isnan(inner.low) or isnan(outer.low):
        return ""
    room = ROOM * max(abs(end) if isfinite(end) else 0.0 for end in (*inner, *outer))
    nested = outer.low <= inner.low + room and inner.high <= outer.high + room
    return "" if nested else f"99 % {outer} does not hold 80 % {inner}"


def _of_swapped(r: eb.Result) -> str:
    """The second against the first: the same numbers with the other sign."""
    asked = r._source
    if not isinstance(asked, Asked) or len(asked.names) != 2:
        return ""
    scores, (a, b), q = asked
    try:
        other = eb.infer(
            scores, model=b, versus=a, method=q.method, confidence_level=q.confidence_level, margin=q.margin,
            null=None if q.null is None else -q.null, alternative=OTHER_SIDE[q.alternative],
            options=_mirrored(q.options),
        )  # fmt: skip
    except ErrbarError as error:
        return f"{a!r} against {b!r} answered, swapped refused: {error}"
    pairs = [(r.estimate, -other.estimate), (r.low, -other.high), (r.high, -other.low)]
    pairs += [(r.pvalue or 0.0, other.pvalue or 0.0), (r.se or 0.0, other.se or 0.0)]
    size = max(abs(end) for pair in pairs[:3] for end in pair if isfinite(end))
    told = [f"{one!r} and {two!r}" for one, two in pairs if not _close(one, two, size)]
    if (r.method, r.pvalue is None) != (other.method, other.pvalue is None):
        told.append(f"{r.method} and {other.method}")
    if r.verdict == "refuted" and other.verdict == "refuted":
        told.append("each is worse than the other")
    return f"swapped: {'; '.join(told)}" if told else ""


def _mirrored(options: Any) -> Any:
    """An end of the range of the differences is, of the second less the first, the one on the other side."""
    origin = (options or {}).get("origin")
    return {**options, "origin": -origin} if origin is not None else options


def _close(one: float, two: float, size: float) -> bool:
    return one == two or (isnan(one) and isnan(two)) or abs(one - two) <= 1e-7 * max(abs(one), abs(two)) + ROOM * size


def _of_plan(plan: eb.Plan) -> str:
    if plan.n > MANY:
        return ""
    for train, test in plan:
        if not len(test) or not len(train):
            return "a split with nothing on one side"
        if plan.kind != "bootstrap" and set(train.tolist()) & set(test.tolist()):  # that one asks training sets too
            return "an example on both sides"
        if max(train.max(), test.max()) >= plan.n:
            return "an example that is not there"
    return ""


def _of_ranking(ranking: eb.Ranking) -> str:
    for at, p in _pvalues(ranking.to_dict()):
        if not 0.0 <= p <= 1.0:
            return f"{at} is {p}"
    if not set(ranking.tied) <= set(ranking.models):
        return "tied models that were not ranked"
    if isinstance(ranking, eb.ModelRanking):
        rows = zip(ranking.estimate, ranking.low, ranking.high, strict=True)
        return next((f"{e} outside [{a}, {b}]" for e, a, b in rows if not (a <= e <= b or isnan(a))), "")
    return ""


def _pvalues(value: Any, at: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _pvalues(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from _pvalues(item, at)
    elif "pvalue" in at and isinstance(value, int | float):
        yield at, value


def _shown(answer: Any) -> str:
    """Every form can be made; none is empty, none has what a terminal would obey."""
    for text in (str(answer), repr(answer)):
        if not text or any((ord(char) < 32 and char != "\n") or 127 <= ord(char) < 160 for char in text):
            return f"shown as {text[:200]!r}"
    page = answer._repr_html_() if hasattr(answer, "_repr_html_") else ""
    if "<script>" in page:
        return "script in the page"
    if hasattr(answer, "to_json"):
        json.loads(answer.to_json(), parse_constant=_no_constant)
    if hasattr(answer, "to_frame"):
        answer.to_frame()
    return ""


def _no_constant(name: str) -> float:
    raise AssertionError(f"{name} in JSON")


def _kept(r: eb.Result) -> str:
    again = eb.Result.from_dict(json.loads(r.to_json()))
    return "" if again.to_dict() == r.to_dict() and again.high in (r.high, inf) else "JSON gives another result"


LOOKS: dict[Any, Callable[[Any], str]] = {
    eb.Result: lambda r: _of_result(r) or _of_swapped(r),
    eb.Scores: _of_scores,
    eb.Plan: _of_plan,
    eb.Growth: _of_growth,
    eb.Ranking: lambda ranking: _of_ranking(ranking) or _shown(ranking),
    eb.ErrorDistribution: _of_spread,
    int | float | np.ndarray | np.floating: _of_number,
}
