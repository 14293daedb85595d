"""Shares of data sets, with their Monte-Carlo intervals; and power, a share at every difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Share(NamedTuple):
    """A share of the data sets, or a median over them, with its 95 % Monte-Carlo interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PowerCurve:
    """The power of one method on one model, or on the difference of two.

    Parameters
    ----------
    series, method : as in a row.
    differences : how far below the truth the null values lay.
    power : share of data sets in which each was rejected; at 0 it is the size.
    adjusted : the same once all intervals are stretched by one factor so that the size is what the level says.
    """

    series: str
    method: str
    differences: tuple[float, ...]
    power: tuple[Share, ...]
    adjusted: tuple[Share, ...]
