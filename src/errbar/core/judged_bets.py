"""Limits for a mean of labels in [0, 1] by betting, with a judge of further items; valid at any number of labels.

Each label is set against a fresh block of items that only the judge scored:
Z_i = y_i - lambda_i (f_i - mean f of block i) has the mean of y whatever the judge is worth, where the weight lambda_i
in [0, 1] is chosen from what came before. So Prod(1 + stake_i (m - Z_i)) is a fair game against the true mean, as in
`betting`, with Z_i in [-lambda_i, 1 + lambda_i]. Half of the wealth is bet so, and half on the labels alone: a judge
that is worth little costs little.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.limits_in_range import smallest_delta

_SHARE = 0.9  # of the largest stake that cannot lose everything
_PRIOR = 2.0  # labels' worth of "the judge says nothing"
_HALVINGS = 50


@dataclass(frozen=True, slots=True)
class JudgedBets:
    """Two series to bet on, one beside the other: labels alone, and with the judge.

    Parameters
    ----------
    seen : 2 x n, y and Z.
    weights : 2 x n, 0 and lambda.
    """

    seen: Floats
    weights: Floats

    @classmethod
    def of(cls, y: Floats, f: Floats, others: Floats) -> JudgedBets:
        """In the order given, which must not depend on the values; all in [0, 1]."""
        n = y.size
        block = max(1, others.size // n)
        blocks = others[: block * min(n, others.size // block)].reshape(-1, block)
        means, squares = (np.pad(part, (0, n - len(blocks))) for part in (blocks.mean(1), (blocks**2).sum(1)))
        sizes = np.where(np.arange(n) < len(blocks), block, 0)
        k, seen = np.arange(n, dtype=np.float64), _before(1.0 + sizes)
        centre = _before(f + sizes * means) / np.maximum(seen, 1.0)
        spread = _before(f * f + squares) / np.maximum(seen, 1.0) - centre**2
        together = _before(y * f) - _before(y) * _before(f) / np.maximum(k, 1.0)
        usable = (sizes > 0) & (k >= 2) & (spread > 1e-12)
        weights = np.where(usable, together / ((k + _PRIOR) * np.where(usable, spread, 1.0) * (1 + 1 / block)), 0.0)
        weights = np.clip(weights, 0.0, 1.0)
        return cls(np.stack([y, y - weights * (f - means)]), np.stack([np.zeros(n), weights]))

    def upper(self, delta: float) -> float:
        """Smallest m from which all candidates are rejected.

        >>> bets = JudgedBets.of(np.zeros(1), np.zeros(1), np.zeros(1))
        >>> round(bets.upper(0.5), 9)  # no weight yet: 1 + 0.9 m / (1 - m) = 2
        0.526315789
        """
        return self._limit(delta, 1.0)

    def lower(self, delta: float) -> float:
        """Largest m below which all candidates are rejected."""
        return self._limit(delta, -1.0)

    def _limit(self, delta: float, side: float) -> float:
        goal, stakes = -log(delta), self._stakes(delta)
        end = 1.0 if side > 0 else 0.0
        if self._wealth(end, stakes, side) < goal:
            return end
        inside, outside = 1.0 - end, end
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2.0
            inside, outside = (inside, middle) if self._wealth(middle, stakes, side) >= goal else (middle, outside)
        return outside

    def _stakes(self, delta: float) -> Floats:
        """sqrt(2 ln(1/delta) / (n sigma^2)), sigma^2 from what came before."""
        n = self.seen.shape[1]
        later = np.arange(2.0, n + 1.0)
        mean = (0.5 + np.cumsum(self.seen[:, :-1], axis=1)) / later
        variance = np.full(self.seen.shape, 0.25)
        variance[:, 1:] = (0.25 + np.cumsum((self.seen[:, :-1] - mean) ** 2, axis=1)) / later
        return np.asarray(np.sqrt(-2.0 * log(delta) / n / variance))

    def _wealth(self, m: float, stakes: Floats, side: float) -> float:
        """Largest logarithm of the joint wealth on the way, of bets on values below m (side 1) or above it (-1)."""
        room = np.maximum(self.weights + (1.0 - m if side > 0 else m), 1e-300)
        gains = np.minimum(stakes, _SHARE / room) * (side * (m - self.seen))
        paths = np.cumsum(np.log1p(gains), axis=1)
        return float(np.logaddexp(*paths).max()) - log(2.0)


@dataclass(frozen=True, slots=True)
class JudgedLimits:
    """Limits by these bets for labels in [low, low + width]; a limit beyond the estimate moves out to it."""

    bets: JudgedBets
    estimate: float
    se: float
    low: float
    width: float
    df: None = None

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        return self._around(1.0 - confidence_level, alternative)

    def as_computed(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        """The interval before it was moved out to the estimate."""
        return self._limits(1.0 - confidence_level, alternative)

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        """The smallest delta at which `null` is outside."""
        return None, smallest_delta(lambda delta: self._around(delta, alternative), null)

    def _around(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        low, high = self._limits(delta, alternative)
        return min(low, self.estimate), max(high, self.estimate)

    def _limits(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        each = delta / 2.0 if alternative == "two-sided" else delta
        low = 0.0 if alternative == "less" else self.bets.lower(each)
        high = 1.0 if alternative == "greater" else self.bets.upper(each)
        return self.low + self.width * low, self.low + self.width * high


def _before(values: Floats) -> Floats:
    """Sums of what came before each."""
    return np.concatenate(([0.0], np.cumsum(values)[:-1]))
