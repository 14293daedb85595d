"""A betting confidence sequence, item by item or group by group: valid at every look and whenever one stops."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp, log

import numpy as np

from errbar.core.arrays import Floats

POINTS = 2000  # candidate means are these parts of the range; a limit is rounded outwards to one
_SHARE = 0.5  # of the largest stake that cannot lose everything
_AT_ONCE = 1024  # items worked through together


@dataclass(slots=True)
class BettingWalk:
    r"""Hedged capital [waudby2024]: half of the wealth is bet that the mean is above m, half that it is below.

    .. math:: K_t^{\pm}(m) = \prod_{i \le t} (1 \pm \lambda_i^{\pm}(m) (s_i - w_i m)), \qquad
              \lambda_i^{+}(m) = \min(\lambda_i, c/m), \quad \lambda_i^{-}(m) = \min(\lambda_i, c/(1 - m))

    s_i: the value of item i in [0, 1], and w_i = 1; for groups the sum and the number of its items, both over the
    number that the largest group may have, so that m is the mean over items. lambda_t =
    sqrt(2 ln(2/alpha) / (v_{t-1} t ln(1 + t))) from the variance v of s - w m so far, c = 1/2. A candidate m is out for
    good as soon as one of the two reaches 2/alpha. K+ falls in m and K- rises, so that the candidates that stay are an
    interval.

    Examples
    --------
    >>> walk = BettingWalk(0.05)
    >>> walk.extend(np.tile([1, 1, 0, 1, 1, 1, 0, 1, 1, 1.0], 10))
    >>> walk.t, walk.low < 0.8 < walk.high, walk.high - walk.low < 2 * 0.1413  # empirical Bernstein's half-width
    (100, True, True)
    """

    alpha: float
    null: float | None = None
    t: int = 0
    items: float = 0.0  # sum of w
    total: float = 0.0  # sum of s
    squares: float = 0.0  # sum of (s_i - w_i mu_i)^2
    points: int = POINTS
    above: Floats = field(default_factory=lambda: np.zeros(0))  # log K+ at each candidate
    below: Floats = field(default_factory=lambda: np.zeros(0))
    most: Floats = field(default_factory=lambda: np.zeros(0))  # the largest so far: of K+, then of K-

    @property
    def _candidates(self) -> Floats:
        grid = np.arange(self.points + 1) / self.points
        return grid if self.null is None else np.append(grid, self.null)

    def __post_init__(self) -> None:
        size = self._candidates.size
        self.above, self.below, self.most = np.zeros(size), np.zeros(size), np.full((2, size), -np.inf)

    def extend(self, sums: Floats, weights: Floats | None = None) -> None:
        """Take in values in order, or groups: their sums and weights, 0 <= sum <= weight <= 1."""
        weighed = np.ones_like(sums) if weights is None else weights
        for start in range(0, sums.size, _AT_ONCE):
            self._some(sums[start : start + _AT_ONCE], weighed[start : start + _AT_ONCE])

    def _some(self, s: Floats, w: Floats) -> None:
        t = self.t + np.arange(1, s.size + 1)
        totals, items = self.total + np.cumsum(s), self.items + np.cumsum(w)
        means = (0.5 + totals) / (1.0 + items)
        squares = self.squares + np.cumsum((s - w * means) ** 2)
        spread = np.concatenate(([(0.25 + self.squares) / (self.t + 1)], (0.25 + squares[:-1]) / t[1:]))
        stakes = np.sqrt(2.0 * log(2.0 / self.alpha) / (spread * t * np.log1p(t)))[:, None]
        m = self._candidates
        gain = s[:, None] - w[:, None] * m
        with np.errstate(divide="ignore"):
            up, down = np.minimum(stakes, _SHARE / m), np.minimum(stakes, _SHARE / (1.0 - m))
        above = self.above + np.cumsum(np.log1p(up * gain), axis=0)
        below = self.below + np.cumsum(np.log1p(-down * gain), axis=0)
        self.most = np.maximum(self.most, np.stack([above.max(axis=0), below.max(axis=0)]))
        self.above, self.below = above[-1], below[-1]
        self.t, self.total, self.items = int(t[-1]), float(totals[-1]), float(items[-1])
        self.squares = float(squares[-1])

    @property
    def _goal(self) -> float:
        return log(2.0 / self.alpha)

    @property
    def low(self) -> float:
        """The last candidate from below that is out; 0 where none is."""
        out = np.flatnonzero(self.most[0, : self.points + 1] >= self._goal)
        return float(out[-1]) / self.points if out.size else 0.0

    @property
    def high(self) -> float:
        out = np.flatnonzero(self.most[1, : self.points + 1] >= self._goal)
        return float(out[0]) / self.points if out.size else 1.0

    @property
    def pvalue(self) -> float | None:
        """Twice the inverse of the larger wealth at `null`, at its largest so far."""
        return None if self.null is None or not self.t else min(1.0, 2.0 * exp(-float(self.most[:, -1].max())))
