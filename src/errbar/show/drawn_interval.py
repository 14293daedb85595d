"""An answer's interval as it is drawn, on a terminal or on a page: its numbers in their unit, and as text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from errbar.errors import ErrbarError
from errbar.show.sentence import Unit, drawn_ends

if TYPE_CHECKING:
    from errbar.types.result import Result


@dataclass(frozen=True, slots=True)
class DrawnInterval:
    """Estimate and ends in a unit, a side that was not asked for open; the three of them as text; the middle, if known.

    `middle` is where half of the probability lies.
    """

    estimate: float
    low: float
    high: float
    value: str
    middle: tuple[float, float] | None = None

    @classmethod
    def of(cls, result: Result, unit: Unit) -> DrawnInterval:
        (low, high), f = drawn_ends(result), unit.factor
        value = f"{unit.bare(result.estimate)} [{unit.bare(result.low)}, {unit.bare(result.high)}]"
        return cls(f * result.estimate, f * low, f * high, value)

    @classmethod
    def whole(cls, result: Result) -> DrawnInterval:
        """In its own unit, with the middle, where the method can give one."""
        unit = Unit.of(result)
        drawn, f = cls.of(result, unit), unit.factor
        if result.alternative != "two-sided" or result.confidence_level <= 0.5:
            return drawn
        try:
            low, high = result.confidence_interval(0.5)
        except ErrbarError:  # read from a file, or a level fixed before the first item
            return drawn
        return replace(drawn, middle=(f * low, f * high))
