"""The posterior of a proportion under a uniform prior, Beta(k + 1, n - k + 1).

Its quantiles are Clopper and Pearson's limits of a sample with one example more: the upper one with k errors, the
lower one with k + 1. Without an error the lower limit is 0, with errors only the upper one 1, as for Jeffreys' prior.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, betaincc

from errbar.check import Alternative
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper
from errbar.core.student import share_outside


@dataclass(frozen=True, slots=True)
class UniformPosterior:
    """What k errors among n say.

    >>> low, high = UniformPosterior(2, 20).interval(0.95, "two-sided")
    >>> print(f"{1 - high:.10f} {1 - low:.10f}")
    0.6962255931 0.9695110324
    """

    errors: int
    n: int
    se: None = None
    df: None = None

    @property
    def estimate(self) -> float:
        return self.errors / self.n

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        tail = share_outside(confidence_level, alternative)
        k, n, delta = np.array([[self.errors], [self.n], [tail]], dtype=np.float64)
        from_zero, to_one = alternative == "less" or self.errors == 0, alternative == "greater" or self.errors == self.n
        low = 0.0 if from_zero else float(clopper_pearson_lower(k + 1, n + 1, delta)[0])
        high = 1.0 if to_one else float(clopper_pearson_upper(k, n + 1, delta)[0])
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        """The posterior's mass on the null's side; two-sided, twice the smaller one."""
        a, b, at = self.errors + 1.0, self.n - self.errors + 1.0, min(max(null, 0.0), 1.0)
        below = 1.0 if self.errors == 0 else float(betainc(a, b, at))
        above = 1.0 if self.errors == self.n else float(betaincc(a, b, at))
        return None, {"less": above, "greater": below}.get(alternative, min(1.0, 2 * min(below, above)))
