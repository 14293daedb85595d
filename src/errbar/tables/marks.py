"""A score as a log has it -> a number: right and wrong in the words that evaluation tools use, or numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, nan
from typing import Any

from errbar.core.direction import known_direction
from errbar.errors import InputError
from errbar.tables.file_text import shown

# scorers of right and wrong that come with Inspect, whose logs may hold them as numbers
GRADERS = (
    "answer",
    "choice",
    "exact",
    "f1",
    "includes",
    "match",
    "math",
    "model_graded_fact",
    "model_graded_qa",
    "pattern",
)
# how Inspect's own metrics read a score's value, and what other tools write for right and wrong
RIGHT = ("c", "yes", "true", "correct", "right", "pass", "passed", "success")
WRONG = ("i", "n", "no", "false", "incorrect", "wrong", "fail", "failed", "failure")
VALUES = dict.fromkeys(RIGHT, 1.0) | dict.fromkeys(WRONG, 0.0) | {"p": 0.5}


def is_mark(value: Any) -> bool:
    """Whether it says right or wrong, and is no number."""
    return isinstance(value, bool) or (isinstance(value, str) and value.strip().lower() in VALUES)


def direction_of_marks(name: str, raw: Iterable[Any], said: bool | None) -> bool | None:
    """Whether greater is better, where marks of right and wrong or the name say so."""
    marks = [is_mark(value) for value in raw if value is not None and value == value]  # noqa: PLR0124 - NaN
    if any(marks) and said is False:
        raise InputError(
            f"The scores of {name!r} say what is right (C, I, true, false), and more of that is better: leave "
            "greater_is_better=False (--lower-is-better) out."
        )
    if (marks and all(marks)) or name in GRADERS:
        return True
    return known_direction(name)


def as_number(where: str, scorer: str, value: Any, marks: Mapping[str, float] | None = None) -> float:
    """The score as a number, NaN where there is none; `marks` are words of the user's own."""
    if value is None:
        return nan
    if isinstance(value, str):
        number = (marks or {}).get(value.strip())
        if number is None:
            number = VALUES.get(value.strip().lower())
        if number is None:
            number = _number(value)
        if number is not None:
            return number
    elif isinstance(value, (bool, int, float)):
        return as_float(value)
    raise InputError(f"{where}: the score of {scorer!r} is {shown(value)}, which is no number.")


def as_float(value: float) -> float:
    """Infinite where a whole number is too large."""
    try:
        return float(value)
    except OverflowError:
        return inf


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
