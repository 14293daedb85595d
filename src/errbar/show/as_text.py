"""Numbers and results as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from errbar.types.result import Result


LONGEST = 140  # characters of an answer among others


def number(value: float | None, digits: int = 4) -> str:
    """A number for people: four significant digits, no trailing noise, no negative zero.

    >>> number(0.123456), number(-0.0), number(float("nan")), number(None)
    ('0.1235', '0', 'nan', '-')
    """
    return "-" if value is None else f"{value + 0.0:.{digits}g}"


def interval_text(result: Result) -> str:
    return f"[{number(result.low)}, {number(result.high)}]"


def in_numbers(result: Result) -> str:
    """What a picture shows of an answer."""
    return f"{result.method} {number(result.estimate)}, interval {interval_text(result)}"


def counted(count: int, what: str) -> str:
    """
    >>> counted(1, "fit"), counted(2000, "fit")
    ('1 fit', '2,000 fits')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def percent(level: float) -> str:
    return f"{100 * level:g} %"


def first_line(text: str) -> str:
    """What a text begins with, short enough to stand among other things."""
    line = next(iter(text.strip().splitlines()), "").rstrip(" :")
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."


def told_apart(results: Sequence[Result]) -> list[str]:
    """Beside the method, what each of several results is about: a subgroup, or one of several metrics; else nothing."""
    several = len({result.loss for result in results}) > 1
    return [_subgroup(result) or (result.loss if several else "") for result in results]


def _subgroup(result: Result) -> str:
    subgroup, gap = (result.details.get(name) for name in ("subgroup", "gap"))
    return "" if subgroup is None else f"{subgroup}" if gap is None else f"{subgroup}: gap"


def lines(results: Sequence[Result]) -> str:
    """One line for each, that begins with what tells it from the others."""
    pairs = zip(told_apart(results), results, strict=True)
    return "\n".join(f"{about}: {one_line(result)}" if about else one_line(result) for about, result in pairs)


def one_line(result: Result) -> str:
    """The numbers of an answer in one line."""
    test = "" if result.pvalue is None else f", p = {number(result.pvalue, 3)} (null {number(result.null)})"
    return (
        f"{result.method}: {number(result.estimate)}, {percent(result.confidence_level)} interval "
        f"{interval_text(result)}{test}, for {result.target}"
    )


def short(result: Result) -> str:
    """A result among other things on a line: what was computed, of what, by what."""
    names = f", models={list(result._names)!r}" if result._names else ""
    test = "" if result.pvalue is None else f", pvalue={number(result.pvalue, 3)}"
    return (
        f"Result({number(result.estimate)}, {percent(result.confidence_level)} interval {interval_text(result)}{test}, "
        f"method={result.method!r}, loss={result.loss!r}{names})"
    )
