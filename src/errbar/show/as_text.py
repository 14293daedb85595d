"""Numbers and results as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from errbar.types.result import Result


def number(value: float | None, digits: int = 4) -> str:
    """A number for people: four significant digits, no trailing noise, no negative zero.

    >>> number(0.123456), number(-0.0), number(float("nan")), number(None)
    ('0.1235', '0', 'nan', '-')
    """
    return "-" if value is None else f"{value + 0.0:.{digits}g}"


def interval_text(result: Result) -> str:
    return f"[{number(result.low)}, {number(result.high)}]"


def percent(level: float) -> str:
    return f"{100 * level:g} %"


def one_line(result: Result) -> str:
    """The answer in one line."""
    test = "" if result.pvalue is None else f", p = {number(result.pvalue, 3)} (null {number(result.null)})"
    return (
        f"{result.method}: {number(result.estimate)}, {percent(result.confidence_level)} interval "
        f"{interval_text(result)}{test}, for {result.target}"
    )
