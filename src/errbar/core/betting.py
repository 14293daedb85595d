"""A limit for a mean from the losses themselves: bet against each candidate mean, reject it once the bets are won.

While m is at most the true mean of losses in [0, 1], the wealth Prod(1 + lambda_i (m - X_i)) of a bettor whose stakes
lambda_i depend on the past alone is a nonnegative supermartingale, so it reaches 1/delta with probability at most
delta (Ville). The losses enter in the order given.
"""

from __future__ import annotations

from math import inf, log

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.blocks import BLOCK
from errbar.core.bracket import bracketed_root

_SHARE = 0.9  # of the largest stake that cannot lose everything


def betting_upper(losses: Floats, delta: float) -> float:
    r"""Smallest m from which all candidates are rejected; the stakes of Waudby-Smith and Ramdas.

    .. math:: \lambda_i = \min\left(\sqrt{2 \ln(1/\delta) / (n \hat\sigma_{i-1}^2)},\ 0.9 / (1 - m)\right)

    sigma_i^2 = (1/4 + sum_{j<=i} (X_j - mu_j)^2) / (i + 1), mu_i = (1/2 + sum_{j<=i} X_j) / (i + 1). Every factor, and
    so the wealth, increases with m.

    >>> round(betting_upper(np.zeros(1), 0.5), 12)  # 1 + 0.9 m / (1 - m) = 2
    0.526315789474
    """
    return _limit(losses, delta, 1.0)


def betting_lower(losses: Floats, delta: float) -> float:
    """Largest m below which all candidates are rejected by the mirrored bets Prod(1 + lambda_i (X_i - m)).

    >>> round(betting_lower(np.ones(1), 0.5), 12)  # 1 + 0.9 (1 - m) / m = 2
    0.473684210526
    """
    return _limit(losses, delta, -1.0)


def _limit(losses: Floats, delta: float, side: float) -> float:
    """Root in m of (largest log wealth) = ln(1/delta); side 1: bets on losses below m, -1: above m."""
    goal, stakes = -log(delta), _stakes(losses, delta)
    end = 1.0 if side > 0 else 0.0
    if _largest(losses, stakes, end, side)[0] < goal:
        return end

    def surplus(m: float) -> tuple[float, float]:
        wealth, slope = _largest(losses, stakes, m, side)
        return side * (wealth - goal), slope

    reach = goal * 2.0 / (losses.size * float(stakes[-1]))  # sqrt(2 ln(1/delta) sigma^2 / n)
    return bracketed_root(surplus, min(max(float(losses.mean()) + side * reach, 1e-3), 0.999))


def _stakes(losses: Floats, delta: float) -> Floats:
    """sqrt(2 ln(1/delta) / (n sigma_{i-1}^2)) before the cap; the same for mirrored losses."""
    n = losses.size
    later = np.arange(2.0, n + 1.0)  # i + 1 for i = 1 .. n - 1
    mean = (0.5 + np.cumsum(losses[:-1])) / later
    variance = np.empty(n)
    variance[0] = 0.25
    variance[1:] = (0.25 + np.cumsum((losses[:-1] - mean) ** 2)) / later
    return np.asarray(np.sqrt(-2.0 * log(delta) / n / variance))


def _largest(losses: Floats, stakes: Floats, m: float, side: float) -> tuple[float, float]:
    """Largest log wealth on the way against m, and its slope in m times `side`; blocks keep the work in the cache."""
    room = 1.0 - m if side > 0 else m
    cap = _SHARE / room if room > 0.0 else inf
    most, slope, wealth, climb = -inf, 0.0, 0.0, 0.0
    for start in range(0, losses.size, BLOCK):
        x, a = losses[start : start + BLOCK], stakes[start : start + BLOCK]
        gains = np.minimum(a, cap) * (side * (m - x))
        path = np.cumsum(np.log1p(gains))
        best = int(path.argmax())
        if room > 0.0:
            far = 1.0 - x if side > 0 else x
            climbs = np.cumsum(np.where(a < cap, a, (cap / room) * far) / (1.0 + gains))
            if wealth + path[best] > most:
                slope = climb + float(climbs[best])
            climb += float(climbs[-1])
        most = max(most, wealth + float(path[best]))
        wealth += float(path[-1])
    return most, slope
