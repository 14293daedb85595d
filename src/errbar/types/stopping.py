"""When to stop adding splits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from errbar.check import check_name, check_number
from errbar.errors import InputError
from errbar.types.question import Question

Stop = Literal["clear"]
WIDER = 1.25  # standard errors of a comparison that may stop early: with it a true null value is shown false as seldom
# as it should be, where looking early and splits that hang together more than is assumed make that more often


def wider(details: Mapping[str, Any]) -> float:
    """The factor for the standard error of scores, which is not 1 where their run could have stopped at a verdict."""
    return float(details.get("stopped", {}).get("wider", 1.0))


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

    @property
    def wider(self) -> float:
        """The factor for standard errors: a verdict's alone, for an interval's width is what is asked for."""
        return 1.0 if self.race or self.half_width is not None else WIDER

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
