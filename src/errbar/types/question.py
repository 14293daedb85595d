"""What is asked. To have a Question is to have a checked one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    options : the method's own settings.
    margin : how much worse the first of two models may be and still pass.
    """

    method: str = "auto"
    confidence_level: float = 0.95
    null: float | None = None
    alternative: Alternative = "two-sided"
    options: Mapping[str, Any] = field(default_factory=dict)
    margin: float | None = None

    @classmethod
    def checked(
        cls, method: str, level: object, null: object, alternative: object, options: object, margin: object = None
    ) -> Question:
        """From what a user wrote."""
        if margin is not None and check_number("margin", margin) < 0:
            raise InputError(f"margin must not be negative: it is how much worse a may be; got {margin:g}.")
        known = {} if options is None else options
        if not isinstance(known, Mapping):
            raise InputError(f"options must be a mapping from names to values; got {options!r}.")
        return cls(
            method,
            check_level(level),
            None if null is None else check_number("null", null),
            check_alternative(alternative),
            dict(known),
            margin,  # type: ignore[arg-type]
        )
