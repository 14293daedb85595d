"""Bounds that read the losses themselves: betting, betting_star, anderson."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from errbar.bounds.record import Bound, Side, check_delta
from errbar.check import check_finite, check_name
from errbar.core.anderson import anderson_lower, anderson_upper
from errbar.core.arrays import Floats
from errbar.core.betting import betting_lower, betting_upper
from errbar.core.betting_star import betting_star_lower, betting_star_upper
from errbar.errors import InputError

# fmt: off
SAMPLE_BOUNDS: dict[str, Bound] = {
    "betting": Bound("Waudby-Smith and Ramdas' betting bound", "losses", True, "one", "BET", "waudby2024",
                     betting_upper, betting_lower),
    "betting_star": Bound("Voracek and Orabona's target-recalculating bets", "losses", True, "one", "STAR",
                          "voracek2025", betting_star_upper, betting_star_lower),
    "anderson": Bound("Anderson's bound", "losses", True, "one", "ANDERSON", "anderson1969",
                      anderson_upper, anderson_lower),
}
# fmt: on


def sample_limits(
    name: str, losses: ArrayLike, delta: float, low_high: tuple[float, float], side: Side
) -> float | Floats:
    """The limits of a bound that reads losses in `low_high`; the order of the losses is part of the data."""
    chosen = cast(Side, check_name("side", side, ("upper", "lower", "two-sided")))
    level = float(check_delta(delta))
    low, high = low_high
    if not low < high:
        raise InputError(f"range must be (lowest, highest) with lowest < highest; got {low_high!r}.")
    x = check_finite("losses", losses)
    if x.ndim != 1 or x.size == 0:
        raise InputError(f"Give the losses as one list of numbers; got shape {x.shape}.")
    outside = (x < low) | (x > high)
    if outside.any():
        raise InputError(f"losses must lie in the range {low_high!r}; got {float(x[outside][0])!r}.")
    unit = (x - low) / (high - low)
    bound = SAMPLE_BOUNDS[name]

    def end(which: str, at: float) -> float:
        value = float(bound.upper(unit, at) if which == "upper" else bound.lower(unit, at))
        return low + (high - low) * min(1.0, max(0.0, value))

    if chosen == "two-sided":
        return np.array([end("lower", level / 2), end("upper", level / 2)])
    return end(chosen, level)
