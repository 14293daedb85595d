"""When to stop adding splits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from errbar.check import check_name, check_number
from errbar.errors import InputError
from errbar.types.question import Question

Stop = Literal["clear"]


@dataclass(frozen=True, slots=True)
class Stopping:
    """What must be settled before splits stop being added.

    Parameters
    ----------
    question : whose verdict it is.
    half_width : of one model's interval, instead of a verdict.
    race : whether models leave one by one.
    """

    question: Question
    half_width: float | None = None
    race: bool = False

    @classmethod
    def told(cls, stop: str | None, question: Question, *, race: bool = False) -> Stopping | None:
        """From `stop="clear"`."""
        if stop is None:
            return None
        check_name("stop", stop, ("clear",))
        if question.margin is None and question.null is None:
            raise InputError('stop="clear" needs something to decide: give null= or margin=.')
        return cls(question, race=race)

    @classmethod
    def at_width(cls, half_width: float | None, question: Question) -> Stopping | None:
        """From `half_width=`."""
        if half_width is None:
            return None
        if check_number("half_width", half_width) <= 0:
            raise InputError(f"half_width must be more than 0; got {half_width:g}.")
        if question.alternative != "two-sided":
            raise InputError(
                f"half_width is half of a two-sided interval; got alternative={question.alternative!r}, which has none."
            )
        return cls(question, float(half_width))
