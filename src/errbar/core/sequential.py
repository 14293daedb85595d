"""Looking while running: tests and intervals that stay valid however often one looks, and whenever one stops.

Valid for fresh items scored by fixed models, one after another. Scores of cross-validation splits share their data and
have no such guarantee.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt

import numpy as np
from scipy.special import gammaln

from errbar.core.arrays import Floats

_LARGEST = 709.0  # the exponential function of more is no double
_ROUNDING = 1e-12  # a spread below this share of the largest value is none


def enough(alpha: float) -> float:
    """Items for each unit of kurtosis - 1 before the asymptotic sequence says anything: 50 at 95 %, 77 at 99 %.

    What one item in 1/p shows is unseen after t items with chance (1 - p)^t, so that t grows with ln(1/alpha).

    >>> round(enough(0.05)), round(enough(0.01)), round(enough(0.5))
    (50, 77, 50)
    """
    return 50.0 * max(1.0, log(alpha) / log(0.05))


def mcnemar_log_e(b: Floats, c: Floats) -> Floats:
    r"""Log of the e-value against "both models err equally often", from b and c discordant items.

    .. math:: E = 2^{b+c} \frac{b!\, c!}{(b+c+1)!}

    The likelihood of a uniform mixture over that of a fair coin: reject when E ever reaches 1/alpha.

    >>> print(f"{np.exp(mcnemar_log_e(np.array(20.0), np.array(5.0))):.2f}")
    24.29
    """
    n = b + c
    return np.asarray(n * log(2.0) + gammaln(b + 1.0) + gammaln(c + 1.0) - gammaln(n + 2.0))


@dataclass(slots=True)
class McNemarE:
    """The running e-value of paired 0/1 losses; `pvalue` is the smallest 1/E so far."""

    b: int = 0
    c: int = 0
    largest: float = 0.0  # log E, over all looks; E = 1 before the first item

    def extend(self, differences: Floats) -> None:
        """Take in differences a - b of -1, 0 or 1, in order."""
        up, down = self.b + np.cumsum(differences > 0), self.c + np.cumsum(differences < 0)
        if differences.size:
            self.largest = max(self.largest, float(mcnemar_log_e(up.astype(float), down.astype(float)).max()))
            self.b, self.c = int(up[-1]), int(down[-1])

    @property
    def e_value(self) -> float:
        log_e = float(mcnemar_log_e(np.array(float(self.b)), np.array(float(self.c))))
        return exp(log_e) if log_e < _LARGEST else inf

    @property
    def pvalue(self) -> float:
        return exp(-self.largest)


@dataclass(slots=True)
class EmpiricalBernstein:
    r"""Predictable plug-in empirical Bernstein confidence sequence for the mean of values in [0, 1] [waudby2024].

    .. math:: \frac{\sum \lambda_i x_i}{\sum \lambda_i} \pm
              \frac{\ln(2/\alpha) + \sum 4 (x_i - \hat\mu_{i-1})^2 \psi(\lambda_i)}{\sum \lambda_i}, \qquad
              \psi(\lambda) = \frac{-\ln(1 - \lambda) - \lambda}{4}

    lambda_t = min(1/2, sqrt(2 ln(2/alpha) / (s^2_{t-1} t ln(1 + t)))), running mean mu_t = (1/2 + sum x)/(t + 1) and
    variance s^2_t = (1/4 + sum (x_i - mu_i)^2)/(t + 1). `low` and `high` are the running intersection.

    Examples
    --------
    >>> walk = EmpiricalBernstein(0.05)
    >>> walk.extend(np.tile([1, 1, 0, 1, 1, 1, 0, 1, 1, 1.0], 10))
    >>> print(f"{walk.centre:.10f} {walk.half:.10f}")
    0.7986575232 0.1413505863
    """

    alpha: float
    null: float | None = None
    t: int = 0
    total: float = 0.0
    squares: float = 0.0  # sum of (x_i - mu_i)^2
    weight: float = 0.0  # sum of lambda
    weighted: float = 0.0  # sum of lambda x
    penalty: float = 0.0  # sum of 4 (x_i - mu_{i-1})^2 psi(lambda_i)
    low: float = 0.0
    high: float = 1.0
    largest: float = -inf  # log of the larger one-sided e-value at `null`, over all looks

    def extend(self, x: Floats) -> None:
        """Take in values in order."""
        if x.size == 0:
            return
        t = self.t + np.arange(1, x.size + 1)
        totals = self.total + np.cumsum(x)
        means = (0.5 + totals) / (t + 1)
        before = np.concatenate(([(0.5 + self.total) / (self.t + 1)], means[:-1]))
        squares = self.squares + np.cumsum((x - means) ** 2)
        spread = np.concatenate(([(0.25 + self.squares) / (self.t + 1)], (0.25 + squares[:-1]) / t[1:]))
        lam = np.minimum(0.5, np.sqrt(2.0 * log(2.0 / self.alpha) / (spread * t * np.log1p(t))))
        penalty = self.penalty + np.cumsum((x - before) ** 2 * (-np.log1p(-lam) - lam))
        weight, weighted = self.weight + np.cumsum(lam), self.weighted + np.cumsum(lam * x)
        reach = (log(2.0 / self.alpha) + penalty) / weight
        self.low = max(self.low, float((weighted / weight - reach).max()))
        self.high = min(self.high, float((weighted / weight + reach).min()))
        if self.null is not None:
            self.largest = max(self.largest, float((np.abs(weighted - self.null * weight) - penalty).max()))
        self.t, self.total, self.squares = int(t[-1]), float(totals[-1]), float(squares[-1])
        self.weight, self.weighted, self.penalty = float(weight[-1]), float(weighted[-1]), float(penalty[-1])

    @property
    def centre(self) -> float:
        return self.weighted / self.weight if self.t else 0.5

    @property
    def half(self) -> float:
        return (log(2.0 / self.alpha) + self.penalty) / self.weight if self.t else inf

    @property
    def pvalue(self) -> float | None:
        """Below alpha exactly when `null` has left the running intersection."""
        return None if self.null is None else min(1.0, 2.0 * exp(-self.largest))


def asymptotic_half_width(t: float, sd: float, alpha: float, tuned_for: float) -> float:
    r"""Half-width of the asymptotic confidence sequence after t items [waudby2024asymptotic].

    .. math:: \hat\sigma \sqrt{\frac{2 (t \rho^2 + 1)}{t^2 \rho^2} \ln\frac{\sqrt{t \rho^2 + 1}}{\alpha}}, \qquad
              \rho^2 = \frac{-2 \ln\alpha + \ln(1 - 2 \ln\alpha)}{t_{opt}}

    t_opt: the number of items at which it is to be narrowest (`tuned_for`).

    >>> print(f"{asymptotic_half_width(500, 0.5, 0.05, 500):.10f}")
    0.0678693363
    """
    rho2 = (-2.0 * log(alpha) + log(1.0 - 2.0 * log(alpha))) / tuned_for
    grown = t * rho2 + 1.0
    return sd * sqrt(2.0 * grown / (t * t * rho2) * log(sqrt(grown) / alpha))


@dataclass(slots=True)
class Asymptotic:
    r"""The asymptotic confidence sequence: for losses without a range. Each look stands alone, none is intersected.

    The normal law behind it must have set in, and how soon it does depends on the losses. So it says nothing before
    the variance is known to one part in seven, (kurtosis - 1) / t <= 1/50 at 95 % (see `enough`), nor before a tenth
    of the items it is tuned for (30 at least); of losses that are mostly zero it takes 50 that are not.
    Skewness g moves the limit on the side of the long tail out by Johnson's correction [johnson1978], z half the width
    in standard errors s / sqrt(t):

    .. math:: \frac{|g|\, (1 + 2 z^2)}{6 \sqrt t} \frac{s}{\sqrt t}
    """

    alpha: float
    tuned_for: float
    t: int = 0
    mean: float = 0.0
    squares: float = 0.0  # sums of powers of deviations from the mean
    cubes: float = 0.0
    fourths: float = 0.0
    largest: float = 0.0  # absolute value, to know rounding from spread

    def extend(self, x: Floats) -> None:
        """Take in values; only how many and their moments matter."""
        if x.size == 0:
            return
        n, m = float(self.t), float(x.size)
        centred = x - x.mean()
        gap, total = float(x.mean()) - self.mean, n + m
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            second, third, fourth = (float((centred**k).sum()) for k in (2, 3, 4))
        self.fourths += (
            fourth
            + gap * gap * gap * gap * n * m * (n * n - n * m + m * m) / total**3
            + 6.0 * gap * gap * (n * n * second + m * m * self.squares) / total**2
            + 4.0 * gap * (n * third - m * self.cubes) / total
        )
        self.cubes += (
            third + gap * gap * gap * n * m * (n - m) / total**2 + 3.0 * gap * (n * second - m * self.squares) / total
        )
        self.squares += second + gap * gap * n * m / total
        self.mean += gap * m / total
        self.t, self.largest = int(total), max(self.largest, float(np.abs(x).max()))

    @property
    def has_begun(self) -> bool:
        """Whether there is enough to say anything."""
        rounding = _ROUNDING * self.largest
        if self.t < max(30.0, self.tuned_for / 10.0) or self.squares <= self.t * rounding * rounding:
            return False
        kurtosis = self.t * (self.fourths / self.squares / self.squares)
        return 0.99 < kurtosis <= 1.0 + self.t / enough(self.alpha)  # below 1 only where doubles end

    @property
    def half(self) -> float:
        """Half-width before the correction for skewness."""
        if not self.has_begun:
            return inf
        return asymptotic_half_width(self.t, sqrt(self.squares / (self.t - 1)), self.alpha, self.tuned_for)

    @property
    def low(self) -> float:
        return self.mean - self.half + min(self._shift, 0.0)

    @property
    def high(self) -> float:
        return self.mean + self.half + max(self._shift, 0.0)

    @property
    def _shift(self) -> float:
        """Johnson's correction, towards the long tail."""
        if not self.has_begun:
            return 0.0
        se = sqrt(self.squares / (self.t - 1) / self.t)
        z2 = (self.half / se) ** 2
        skewness = sqrt(self.t) * self.cubes / (self.squares * sqrt(self.squares))
        return skewness * (1.0 + 2.0 * z2) / (6.0 * sqrt(self.t)) * se
