"""What a bound is called with, checked; and its values, inside [0, 1]."""

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from errbar.check import check_finite
from errbar.core.arrays import Floats
from errbar.errors import InputError

MOST = 10**15  # examples
Side = Literal["upper", "lower", "two-sided"]


def ended(values: ArrayLike, end: float, x: Floats, delta: Floats) -> Floats:
    """Clipped to [0, 1]; and a mean at the end of the range is never cut off, whatever rounding says."""
    at_end, clipped = (x == end) & (delta <= 0.5), np.asarray(np.clip(values, 0.0, 1.0))
    return np.where(at_end, end, clipped) if at_end.any() else clipped


def both(ends: ArrayLike, side: Side) -> tuple[Floats, Floats]:
    """Lower and upper limits; a one-sided bound leaves the other end of the range open."""
    found = np.asarray(ends)
    if side == "two-sided":
        return found[0], found[1]
    return (np.zeros_like(found), found) if side == "upper" else (found, np.ones_like(found))


def check_shapes(**arrays: Floats) -> None:
    try:
        np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise InputError(f"The arguments do not broadcast together: {shapes}.") from None


def _check(x: Floats, bad: NDArray[np.bool_], rule: str, written: Callable[[float], str] = repr) -> Floats:
    if bad.any():
        raise InputError(f"{rule}; got {written(float(x[bad].flat[0]))}.")
    return x


def check_mean(mean: ArrayLike, name: str = "mean") -> Floats:
    x = check_finite(name, mean)
    return _check(x, (x < 0) | (x > 1), f"{name} must lie between 0 and 1")


def check_n(n: ArrayLike) -> Floats:
    count = check_finite("n", n)
    bad = (count < 1) | (count != np.floor(count)) | (count > MOST)
    return _check(count, bad, f"n must be a whole number from 1 to {MOST:g}", "{:g}".format)


def check_delta(delta: ArrayLike) -> Floats:
    level = check_finite("delta", delta)
    return _check(level, (level <= 0) | (level >= 1), "delta must lie strictly between 0 and 1")


def check_errors(x: Floats, n: Floats) -> Floats:
    """k = mean * n where that is a whole number up to rounding; a fraction is refused, never rounded away."""
    k = np.round(x * n)
    bad = np.abs(x * n - k) > 1e-9 * np.maximum(1.0, k)
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        one, size = (float(np.broadcast_to(a, bad.shape).flat[first]) for a in (x, n))
        raise InputError(
            f"This bound counts errors: mean * n must be a whole number; got {one!r:.80} * {size:g}. "
            "For losses between 0 and 1 use bentkus, or betting with the raw losses."
        )
    return np.asarray(k)


def variance_of(x: Floats, n: Floats, variance: ArrayLike | None) -> Floats:
    """Unbiased variance; that of 0/1 losses where none is given."""
    if variance is None:
        return np.asarray(n * x * (1 - x) / np.maximum(n - 1, 1))
    given = check_finite("variance", variance)
    return _check(given, (given < 0) | (given > MOST), f"variance must lie between 0 and {MOST:g}")


def check_losses(losses: ArrayLike, low_high: tuple[float, float]) -> Floats:
    """One list of finite numbers in a range that was checked."""
    (low, high), x = low_high, check_finite("losses", losses)
    if x.ndim != 1 or x.size == 0:
        raise InputError(f"Give the losses as one list of numbers; got shape {x.shape}.")
    return _check(x, (x < low) | (x > high), f"losses must lie in the range {low_high!r}")
