r"""Diebold and Mariano's test and its interval: the mean of losses, or of differences of losses, in time order.

.. math:: \bar L \pm t_B \sqrt{\hat\Omega / n}, \qquad
   \hat\Omega = \frac{1}{(1 - \hat\rho)^2} \frac1B \sum_{j=1}^B \Big(\sqrt{2/n} \sum_t
   (u_t - \hat\rho u_{t-1}) \cos(\pi j (t - 1/2) / n)\Big)^2

u_t: loss at time t less the mean (of several losses at one time, of several series say, their sum); n: times; rho: its
lag-one autocorrelation, freed of most of its bias; B = max(4, 0.4 n^(2/3)), the number of slow cosines.

Parameters
----------
variance : how the long-run variance is estimated
    "whitened" (above); "newey_west" (Bartlett weights) or "hln" (all lags alike, as Harvey, Leybourne and Newbold have
    it), both with their small-sample factor and n - 1 degrees of freedom.
lag : lags of "newey_west" and "hln": h - 1 for forecasts h steps ahead; None: Andrews' automatic choice

Use it: Losses in time order: a rolling plan, or trained models' items with their times; one model or the difference of
    two; one series, or several whose losses at one time are dependent too.
Not for: Fewer than about fifty times; strong seasons, unless the losses are summed up over whole ones first; a slow
    drift that hides under noise, which it does not see and no note tells. Many short series that do not depend on
    each other: take `clustered_t` with a group for each series.
In more words: asymptotic in the number of times; a note says where neighbours are so alike that too few are left.
Deviation: the papers take h - 1 lags with equal weights; for neighbours that are alike for longer such intervals are
    too narrow, so the default whitens the losses and takes few degrees of freedom (see the table of results).
References: diebold1995, harvey1997, lazarus2018, andrews1992, andrews1991, newey1987, driscoll1998.

Examples
--------
Five ones and five minus ones by turns, lag 0: variance 1, factor 9/10, so that the standard error is 1/3:

>>> import errbar as eb
>>> table = {"t": range(10), "loss": [1.0, -1.0] * 5}
>>> scores = eb.Scores.from_table(table, time="t", loss="loss")
>>> r = eb.infer(scores, method="diebold_mariano", options={"variance": "hln", "lag": 0})
>>> print(f"{r.se:.10f} {r.df:g}")
0.3333333333 9
"""

from math import sqrt
from typing import Literal

import numpy as np

from errbar.check import check_count
from errbar.core.arrays import Floats
from errbar.core.long_run import corrected_lag_one, n_cosines, weighted_variance, whitened_variance
from errbar.core.student import Student
from errbar.errors import InputError
from errbar.methods.in_time import CLAIM, OF_TIMES, PLANS, time_notes
from errbar.types import Finding, Scores, method
from errbar.types.over_time import InTime

Variance = Literal["whitened", "newey_west", "hln"]


@method("Diebold-Mariano", PLANS, CLAIM, **OF_TIMES)
def diebold_mariano(scores: Scores, *, variance: Variance = "whitened", lag: int | None = None) -> Finding:
    series = InTime.of(scores)
    u, n, notes, details = series.residuals, series.n, list[str](), dict[str, float]()
    if variance == "whitened":
        if lag is not None:
            raise InputError("Option lag of diebold_mariano is for variance='newey_west' and 'hln'.")
        df = n_cosines(n)
        found = float(whitened_variance(u, df))
        se = sqrt(found / n)
    else:
        df, lags = n - 1, automatic_lag(u) if lag is None else check_count("lag", lag, at_least=0)
        if lags > n // 3:
            raise InputError(f"lag={lag} is more than a third of the {n} times; take fewer.")
        found, notes = _summed(u, lags, variance == "newey_west")
        se, details = sqrt(found / n / small_sample(n, lags + 1)), {"lag": lags}
    more, seen = time_notes(series, found)
    return Finding(Student(series.mean, se, df), [*notes, *more], details | seen)


def small_sample(n: int, horizon: int) -> float:
    """Harvey, Leybourne and Newbold's factor of the squared statistic.

    >>> small_sample(10, 1), small_sample(100, 3)
    (0.9, 0.9506)
    """
    return (n + 1 - 2 * horizon + horizon * (horizon - 1) / n) / n


def automatic_lag(residuals: Floats) -> int:
    """Andrews' bandwidth for Bartlett weights, of a first-order autoregression; a third of the times at most."""
    n, r = residuals.size, float(corrected_lag_one(residuals))
    return min(int(1.1447 * (4 * r**2 / ((1 - r) * (1 + r)) ** 2 * n) ** (1 / 3)), n // 3)


def _summed(residuals: Floats, lag: int, falling: bool) -> tuple[float, list[str]]:
    """The weighted sum of autocovariances; falling weights in place of equal ones whose sum is negative."""
    bartlett = 1 - np.arange(lag + 1) / (lag + 1)
    found = weighted_variance(residuals, bartlett if falling else np.ones(lag + 1))
    if found > 0 or falling:
        return max(found, 0.0), []
    note = f"The sum over {lag} lags with equal weights is not positive: falling weights (newey_west) were taken."
    return max(weighted_variance(residuals, bartlett), 0.0), [note] if residuals.any() else []
