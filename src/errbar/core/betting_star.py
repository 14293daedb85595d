"""Bets that aim at the target wealth and re-aim after every loss (STaR): usually tighter than `betting`, slower.

Nothing proves that the wealth grows with the candidate m, so candidates are tried on a fixed grid. If the true mean L
lies in the cell [g, g + h), the wealth against g is a supermartingale under L; g is therefore rejected with
probability at most delta, and the grid point after the largest accepted one is a rigorous limit.
"""

from __future__ import annotations

from math import ceil, log, log2, sqrt

import numpy as np

from errbar.core.arrays import Floats

_SHARE = 0.999  # of the largest stake that cannot lose everything
_CANDIDATES = 1024  # tried together, from the top of the grid down


def betting_star_upper(losses: Floats, delta: float) -> float:
    r"""Grid point after the largest m whose log wealth ends below e = ln(1/delta).

    .. math:: \lambda_t = \min\left(\sqrt{\frac{2 (e - \ln W_{t-1})_+}{(n-t+1)\, \hat S_{t-1}}},\
              \frac{0.999}{1-m}\right), \quad
              \hat S_{t} = \min\left(\frac1t \sum_{i \le t} (X_i - m)^2 + \frac{(1-m) n}{t^2},\ m (1-m)\right)

    Once W reaches 1/delta the stakes are 0, so the final wealth decides. The grid step is a power of two below
    1 / (1000 sqrt(n)).

    >>> betting_star_upper(np.zeros(1), 0.5)  # 1 + 0.999 m / (1 - m) = 2 at m = 1 / 1.999, between 512 and 513 / 1024
    0.5009765625
    """
    n, goal = losses.size, -log(delta)
    size = 1 << ceil(log2(1000.0 * sqrt(n)))
    for top in range(size - 1, 0, -_CANDIDATES):
        m = np.arange(max(top - _CANDIDATES, 0) + 1, top + 1) / size
        accepted = _accepted(losses, m, goal)
        if accepted.size:
            return float(accepted[-1]) + 1.0 / size
    return 1.0 / size


def betting_star_lower(losses: Floats, delta: float) -> float:
    """One minus the upper limit of the mirrored losses; exact, because the grid is binary.

    >>> betting_star_lower(np.ones(1), 0.5)
    0.4990234375
    """
    return 1.0 - betting_star_upper(1.0 - losses, delta)


def _accepted(losses: Floats, m: Floats, goal: float) -> Floats:
    """The candidates, in increasing order, against which the bets are not won."""
    n, mean, spread = losses.size, 0.0, 0.0
    wealth = np.zeros(m.size)
    for t, x in enumerate(losses.tolist()):
        cap = m * (1.0 - m)
        second = np.minimum((m - mean) ** 2 + spread + (1.0 - m) * (n / t**2), cap) if t else cap
        stakes = np.sqrt(2.0 * (goal - wealth) / ((n - t) * second))
        wealth = wealth + np.log1p(np.minimum(stakes, _SHARE / (1.0 - m)) * (m - x))
        alive = wealth < goal
        if not alive.all():
            m, wealth = m[alive], wealth[alive]
            if not m.size:
                break
        step = (x - mean) / (t + 1.0)
        spread += (step * (x - mean) * t - spread) / (t + 1.0)
        mean += step
    return m
