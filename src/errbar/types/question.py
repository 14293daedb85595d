"""What is asked. To have a Question is to have a checked one."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from errbar.check import Alternative, check_alternative, check_level, check_number
from errbar.errors import InputError


@dataclass(frozen=True, slots=True)
class Question:
    """Which method answers, at which level, and what is tested.

    Parameters
    ----------
    method : its name, or "auto".
    confidence_level, null, alternative : of the interval and the test; `null=None` tests nothing.
    options : the method's own settings; None is none of them.
    margin : how much worse the first of two models may be and still pass.
    """

    method: str = "auto"
    confidence_level: float = 0.95
    null: float | None = None
    alternative: Alternative = "two-sided"
    options: Mapping[str, Any] | None = None
    margin: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "margin", None if self.margin is None else check_number("margin", self.margin))
        if self.margin is not None and self.margin < 0:
            raise InputError(f"margin must not be negative: it is how much worse a may be; got {self.margin:g}.")
        object.__setattr__(self, "confidence_level", check_level(self.confidence_level))
        object.__setattr__(self, "null", None if self.null is None else check_number("null", self.null))
        check_alternative(self.alternative)
        if self.options is not None and not isinstance(self.options, Mapping):
            raise InputError(f"options must be a mapping from names to values; got {self.options!r:.80}.")

    def but(self, **other: Any) -> Question:
        """The same, with other values that need no check."""
        question = copy(self)
        for name, value in other.items():
            object.__setattr__(question, name, value)
        return question
