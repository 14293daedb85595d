"""How often a bound holds: exactly for 0/1 losses, by seeded simulation for losses in between."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log1p, pi, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from errbar.bounds.known import BOUNDS, SAMPLE_BOUNDS
from errbar.bounds.numbers import Side, both
from errbar.check import check_count, check_finite, check_name, check_number
from errbar.core.arrays import Floats
from errbar.core.binomial_law import log_pmf
from errbar.errors import InputError

MOST = 10**7
MOST_LOSSES = 10**8  # of all sets that are drawn


def coverage(name: str, n: int, L: float, delta: float, *, side: Side | None = None) -> float:
    """Probability that the bound holds when n 0/1 losses have mean L: a sum over the binomial law, no simulation.

    `side` is "upper" unless the bound is two-sided only.

    >>> f"{coverage('normal', 10, 0.01, 0.05):.10f}"
    '0.0956179250'
    """
    return float(coverage_curve(name, n, check_number("L", L), delta, side=side))


def coverage_curve(name: str, n: int, L: ArrayLike, delta: float, *, side: Side | None = None) -> Floats:
    """`coverage` at every mean in L; the limits are computed once.

    >>> coverage_curve("clopper_pearson", 1, [0.0, 0.5, 1.0], 0.05)
    array([1., 1., 1.])
    """
    count, truths = check_count("n", n), check_finite("L", L)
    if count > MOST:
        raise InputError(f"n must be at most {MOST:,}: every count of errors is looked at; got {count}.")
    if ((truths < 0) | (truths > 1)).any():
        raise InputError(f"L must lie between 0 and 1; got {float(truths[(truths < 0) | (truths > 1)].flat[0])!r}.")
    bound = BOUNDS[check_name("bound", name, BOUNDS)]
    chosen = side or bound.usual_side
    k = np.arange(count + 1.0)
    low, high = both(bound(k / count, count, delta, side=chosen), chosen)
    held = [_binomial(k, count, truth)[(low <= truth) & (truth <= high)].sum() for truth in truths.ravel().tolist()]
    return np.array(held).reshape(truths.shape)


class LossLaw(Protocol):
    """Losses in [0, 1] with a known mean."""

    @property
    def mean(self) -> float: ...
    def draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Floats: ...


@dataclass(frozen=True, slots=True)
class Bernoulli:
    """0/1 losses."""

    mean: float

    def __post_init__(self) -> None:
        if not 0.0 <= check_number("mean", self.mean) <= 1.0:
            raise InputError(f"mean must lie between 0 and 1; got {self.mean:g}.")

    def draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Floats:
        return np.asarray(rng.random(size) < self.mean, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Beta:
    """Beta(a, b) losses."""

    a: float
    b: float

    def __post_init__(self) -> None:
        if min(check_number("a", self.a), check_number("b", self.b)) <= 0.0:
            raise InputError(f"a and b must be above 0; got {self.a:g} and {self.b:g}.")

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b)

    def draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Floats:
        return rng.beta(self.a, self.b, size)


@dataclass(frozen=True, slots=True)
class ClippedNormal:
    """A normal law cut off at 0 and 1; `mean` is the mean after cutting."""

    centre: float
    sd: float

    def __post_init__(self) -> None:
        check_number("centre", self.centre)
        if check_number("sd", self.sd) <= 0.0:
            raise InputError(f"sd must be above 0; got {self.sd:g}.")

    @property
    def mean(self) -> float:
        low, high = -self.centre / self.sd, (1 - self.centre) / self.sd
        inside = float(ndtr(high) - ndtr(low))
        bend = (exp(-low * low / 2) - exp(-high * high / 2)) / sqrt(2 * pi)
        return self.centre * inside + self.sd * bend + float(ndtr(-high))

    def draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Floats:
        return np.clip(rng.normal(self.centre, self.sd, size), 0.0, 1.0)


def coverage_monte_carlo(
    name: str, law: LossLaw, n: int, delta: float, *, n_sets: int = 2000, random_state: int = 0
) -> tuple[float, float]:
    """Share of `n_sets` samples whose upper limit holds, and its standard error."""
    if not (hasattr(law, "draw") and hasattr(law, "mean")):
        raise InputError(f"law must be one such as bounds.Beta(1, 3); got {law!r:.80}.")
    sets, size = check_count("n_sets", n_sets), check_count("n", n)
    if sets * size > MOST_LOSSES:
        raise InputError(f"n_sets times n must be at most {MOST_LOSSES:,}; got {sets * size:,}.")
    try:
        rng = np.random.default_rng(random_state)
    except (TypeError, ValueError):
        raise InputError(f"random_state must be a whole number from 0 on; got {random_state!r:.80}.") from None
    samples = law.draw(rng, (sets, size))
    if check_name("bound", name, [*BOUNDS, *SAMPLE_BOUNDS]) in SAMPLE_BOUNDS:
        upper = np.array([SAMPLE_BOUNDS[name](row, delta) for row in samples])
    else:
        variance = samples.var(axis=1, ddof=1) if BOUNDS[name].reads == "variance" and n > 1 else None
        upper = BOUNDS[name](samples.mean(axis=1), n, delta, variance=variance)
    share = float((law.mean <= upper).mean())
    return share, sqrt(share * (1 - share) / n_sets)


def _binomial(k: Floats, n: int, p: float) -> Floats:
    """P(X = k) for k = 0..n."""
    if p in (0.0, 1.0):
        return np.asarray(k == n * p, dtype=np.float64)
    inner = [np.full(n - 1, value) for value in (float(n), p, 1 - p)]
    return np.concatenate(([exp(n * log1p(-p))], np.exp(log_pmf(k[1:-1], *inner)), [p**n]))
