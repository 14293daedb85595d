"""The verdict of a gate in one sentence: what was shown or refuted, or how many items would decide it."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from errbar.show.as_text import number, percent
from errbar.show.sentence import Unit

if TYPE_CHECKING:
    from errbar.types.result import Result


def gate_sentence(result: Result, a: str, b: str) -> str:
    """The verdict on `margin`, in the units of the loss."""
    d, unit = result.details, Unit.of(result)
    margin = _said(unit, d["margin"])
    why = _limit(result, unit) + _p(d["noninferior_pvalue"])
    if result.verdict == "shown":
        return f"shown: {a} is worse than {b} by less than {margin} ({why})"
    if result.verdict == "refuted":
        return f"refuted: {a} is worse than {b} by more than {margin} ({_p(d['refuted_pvalue'])})"
    return (
        f"undecided: that {a} is worse than {b} by less than {margin} is neither shown nor refuted "
        f"({why}); {_what_would(result)}"
    )


def _what_would(result: Result) -> str:
    """How many items would decide it."""
    n = result.details.get("n_to_decide")
    items = "items" if result.n_fits == 0 else "examples"
    if n is None and result.se == 0.0:
        return f"no spread was seen, so nobody can say how many {items} would decide it"
    if n is None:
        return f"no number of {items} can be named that would decide it"
    groups = " in new groups" if "n_groups" in result.details else ""
    if result.estimate == 0.0 and _never_differ(result):
        return f"it would be shown by {n:,} {items}{groups} on which the two agree throughout"
    return f"about {n:,} {items}{groups} with such results would decide it"


def _never_differ(result: Result) -> bool:
    """No pair of losses differed: known from the counts, or from a standard error of zero."""
    d = result.details
    return result.se == 0.0 or (d.get("only_first_wrong") == 0 and d.get("only_second_wrong") == 0)


def _limit(result: Result, unit: Unit) -> str:
    """How much worse a may still be."""
    bound = result.details["margin_bound"]
    worse = -bound if result.details.get("greater_is_better") else bound
    if not isfinite(worse):
        return ""
    how = f"at most {_said(unit, worse)} worse" if worse >= 0 else f"at least {_said(unit, -worse)} better"
    return f"with {percent(result.confidence_level)} confidence {how}, "


def _p(pvalue: float) -> str:
    return f"p {'<' if pvalue < 1e-4 else '='} {number(max(pvalue, 1e-4), 3)}"


def _said(unit: Unit, value: float) -> str:
    said = number(unit.factor * value, 3)
    return said + (" point" if said == "1" and unit.word == " points" else unit.word)
