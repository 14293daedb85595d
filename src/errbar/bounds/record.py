"""What is known of a bound, as data; and the one road from arguments to clipped limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from errbar.check import check_finite, check_name
from errbar.core.arrays import Floats
from errbar.errors import InputError

Side = Literal["upper", "lower", "two-sided"]
Reads = Literal["errors", "proportion", "mean", "variance", "losses"]


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound for the mean loss of one trained model.

    Parameters
    ----------
    title : one line for people.
    reads : "errors" (a whole number of them), "proportion", "mean", "variance" (mean and variance) or "losses".
    rigorous : whether its coverage is proved for every law and every n.
    sided : "one" where delta buys one limit, "two" where it already buys both, "both only" for Blaker.
    code : the survey's abbreviation, or ours in its style.
    reference : key of `refs.REFS`.
    upper, lower : the formulas in `core`; values not yet clipped.
    """

    title: str
    reads: Reads
    rigorous: bool
    sided: Literal["one", "two", "both only"]
    code: str
    reference: str
    upper: Callable[..., Floats | float]
    lower: Callable[..., Floats | float]


def limits(
    bound: Bound,
    mean: ArrayLike,
    n: ArrayLike,
    delta: ArrayLike,
    *,
    variance: ArrayLike | None = None,
    side: Side = "upper",
) -> Floats:
    """The limits of `bound`, broadcast over all arguments; two-sided ones stand along a new first axis."""
    chosen = check_side(bound, side)
    x, count, level = check_mean(mean), check_n(n), check_delta(delta)
    _check_shapes(mean=x, n=count, delta=level)
    rest: tuple[Floats, ...] = ()
    if bound.reads == "variance":
        rest = (_variance(x, count, variance),)
        _check_shapes(mean=x, n=count, delta=level, variance=rest[0])
    elif variance is not None:
        raise InputError("This bound reads the mean alone: leave variance out.")
    first = check_errors(x, count) if bound.reads == "errors" else x
    if chosen == "upper":
        return _ended(bound.upper(first, count, level, *rest), 1.0, x, level)
    if chosen == "lower":
        return _ended(bound.lower(first, count, level, *rest), 0.0, x, level)
    each = level if bound.sided != "one" else level / 2
    low = _ended(bound.lower(first, count, each, *rest), 0.0, x, each)
    return np.stack([low, _ended(bound.upper(first, count, each, *rest), 1.0, x, each)])


def _ended(values: ArrayLike, end: float, x: Floats, delta: Floats) -> Floats:
    """Clipped to [0, 1]; and a mean at the end of the range is never cut off, whatever rounding says."""
    at_end = (x == end) & (delta <= 0.5)
    clipped = _clipped(values)
    return np.where(at_end, end, clipped) if at_end.any() else clipped


def _clipped(values: ArrayLike) -> Floats:
    return np.asarray(np.clip(values, 0.0, 1.0))


def _check_shapes(**arrays: Floats) -> None:
    try:
        np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise InputError(f"The arguments do not broadcast together: {shapes}.") from None


def check_side(bound: Bound, side: object) -> Side:
    chosen = cast(Side, check_name("side", side, ("upper", "lower", "two-sided")))
    if bound.sided == "both only" and chosen != "two-sided":
        raise InputError(
            f"{bound.title} is a two-sided interval: use side='two-sided', or clopper_pearson for one side."
        )
    return chosen


def check_mean(mean: ArrayLike) -> Floats:
    x = check_finite("mean", mean)
    if ((x < 0) | (x > 1)).any():
        raise InputError(f"mean must lie between 0 and 1; got {float(x[(x < 0) | (x > 1)].flat[0])!r}.")
    return x


def check_n(n: ArrayLike) -> Floats:
    count = check_finite("n", n)
    bad = (count < 1) | (count != np.floor(count))
    if bad.any():
        raise InputError(f"n must be a whole number from 1; got {float(count[bad].flat[0]):g}.")
    return count


def check_delta(delta: ArrayLike) -> Floats:
    level = check_finite("delta", delta)
    bad = (level <= 0) | (level >= 1)
    if bad.any():
        raise InputError(f"delta must lie strictly between 0 and 1; got {float(level[bad].flat[0])!r}.")
    return level


def check_errors(x: Floats, n: Floats) -> Floats:
    """k = mean * n where that is a whole number up to rounding; a fraction is refused, never rounded away."""
    k = np.round(x * n)
    bad = np.abs(x * n - k) > 1e-9 * np.maximum(1.0, k)
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        one, size = (float(np.broadcast_to(a, bad.shape).flat[first]) for a in (x, n))
        raise InputError(
            f"This bound counts errors: mean * n must be a whole number; got {one!r} * {size:g}. "
            "For losses between 0 and 1 use bentkus, or betting with the raw losses."
        )
    return np.asarray(k)


def _variance(x: Floats, n: Floats, variance: ArrayLike | None) -> Floats:
    """Unbiased variance; that of 0/1 losses where none is given."""
    if variance is None:
        return np.asarray(n * x * (1 - x) / np.maximum(n - 1, 1))
    given = check_finite("variance", variance)
    if (given < 0).any():
        raise InputError(f"variance must not be negative; got {float(given[given < 0].flat[0])!r}.")
    return given
