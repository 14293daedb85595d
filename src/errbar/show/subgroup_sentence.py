"""Of one subgroup, or of the gap between two: the answer in one plain sentence."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from errbar.show.as_text import number, percent

if TYPE_CHECKING:
    from errbar.show.sentence import Unit
    from errbar.types.result import Result

AVERAGE = "average"  # what the name of the average of subgroups begins with


def inside(result: Result) -> str:
    """Where a subgroup's number is from, as the beginning of a sentence says it."""
    name = str(result.details["subgroup"])
    return f"over the {name}, " if name.startswith(AVERAGE) else f"in {name}, "


def gap_sentence(result: Result, quantity: str, unit: Unit) -> str:
    """How much higher or lower, than where, and how sure; `quantity` is what was measured, of whom."""
    name, other = (str(result.details[key]) for key in ("subgroup", "gap"))
    way = "lower" if result.estimate < 0 else "higher"
    if other.startswith("the subgroup at"):
        said = f"between two subgroups {quantity} differs most by {unit(abs(result.estimate))} ({name})"
    else:
        said = f"{quantity} is {unit(abs(result.estimate))} {way} in {name} than in {other}"
    p = "" if result.pvalue is None else _p(result.pvalue)
    return f"On data like these, {said}; {_interval(result, unit)}{p}."


def _interval(result: Result, unit: Unit) -> str:
    level, low, high = percent(result.confidence_level), result.low, result.high
    if not (isfinite(low) and isfinite(high)):
        return f"no {level} interval"
    if low < 0 < high:
        return f"{level} interval from {unit(-low)} lower to {unit(high)} higher"
    near, far = sorted((abs(low), abs(high)))
    return f"{level} interval {unit.bare(near)} to {unit(far)}"


def _p(pvalue: float) -> str:
    return f"; p {'<' if pvalue < 1e-4 else '='} {number(max(pvalue, 1e-4), 3)}"
