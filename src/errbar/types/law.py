"""What a method finds: an estimate, and the law of its error. A question put to it gives an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Protocol

import numpy as np

from errbar.check import Alternative

LIGHT = 100  # numbers


class Law(Protocol):
    """An estimate with the law of its error: an interval at any level, a test of any null value."""

    @property
    def estimate(self) -> float: ...
    @property
    def se(self) -> float | None: ...
    @property
    def df(self) -> float | None: ...
    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]: ...
    def test(self, null: float, alternative: Alternative) -> tuple[float | None, float]: ...


@dataclass(frozen=True, slots=True)
class More:
    """What a finding has to add at one level and side."""

    notes: Sequence[str | bool] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a method gives.

    Parameters
    ----------
    law : the estimate and the law of its error.
    notes : honest limits, in sentences; False in the place of one that does not hold: `n < 10 and FEW`.
    details : numbers of the method's own.
    n_splits : the splits behind the estimate, where they are not the plan's first part.
    at : (level, alternative) -> notes and details that depend on them.
    """

    law: Law
    notes: Sequence[str | bool] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    n_splits: int | None = None
    at: Callable[[float, Alternative], More] | None = None


class Computed(Law, Protocol):
    """A law whose limits move out to the estimate where they were computed beyond it."""

    def as_computed(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]: ...


def unclipped(law: Computed, level: float, alternative: Alternative) -> More:
    """What was computed, where a limit was moved out to the estimate."""
    low, high = law.as_computed(level, alternative)
    return More() if low <= law.estimate <= high else More(details={"unclipped": [low, high]})


def is_light(law: object) -> bool:
    """Whether a law is a handful of numbers, and holds no losses."""
    if is_dataclass(law):
        return all(is_light(getattr(law, field.name)) for field in fields(law))
    return not isinstance(law, np.ndarray) or law.size <= LIGHT
