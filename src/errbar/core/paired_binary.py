"""Two models judged right or wrong on the same examples: McNemar's tests, Tango's score test and interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf, sqrt
from typing import Literal

from scipy.special import bdtr

from errbar.check import Alternative
from errbar.core.student import Student, share_outside

Variant = Literal["mid_p", "exact", "asymptotic", "continuity"]

CORRECTION = 0.2  # of an example, towards the null value: one-sided tests then keep their level (`errbar lab run gate`)
WORST = 3.0  # groups of the worst kind, added to those that were seen to disagree
LARGE = 2.0  # standard deviations of their number, of groups that disagree much, which may be missing by chance

TINY = 1e-150  # the square of a smaller null value is zero


@dataclass(frozen=True, slots=True)
class PairedBinary:
    """b examples that only the first model gets wrong, c that only the second does, among n.

    The difference 0 is tested given b + c, by the chosen variant; every other value, and every value where the
    examples come in groups, by Tango's score statistic. Two-sided it follows the normal law. One-sided, where tests
    decide, it is moved by a fifth of an example and follows Student's law, with n - 1 degrees of freedom.

    Parameters
    ----------
    b, c, n : the counts; for groups and several answers those of `effective_counts`.
    variant : of the test of no difference.
    df : degrees of freedom where examples come in groups, one less than there are groups; None: independent examples.
    se : reported, not used.

    Examples
    --------
    >>> round(PairedBinary(25, 11, 100, "mid_p").test(0.0, "two-sided")[1], 10)
    0.0200738519
    >>> low, high = PairedBinary(0, 0, 100, "mid_p").interval(0.95, "two-sided")
    >>> round(low, 6), round(high, 6)
    (-0.036993, 0.036993)
    >>> print(f"{PairedBinary(0, 0, 5, 'mid_p').test(0.01, 'less')[1]:.2f}")  # five in agreement show nothing
    0.50
    """

    b: float
    c: float
    n: float
    variant: Variant = "mid_p"
    df: float | None = None
    se: float | None = None

    @property
    def estimate(self) -> float:
        return (self.b - self.c) / self.n

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        """Tango's: every difference whose score statistic is within the quantile."""
        quantile = -self._law(alternative).quantile(share_outside(confidence_level, alternative))
        outward = 1.0 if quantile >= 0 else -1.0  # one-sided below 50 %: the limit is on the other side of the estimate
        shift = _shift(alternative)
        low = -1.0 if alternative == "less" else self._edge(-outward, abs(quantile), shift)
        high = 1.0 if alternative == "greater" else self._edge(outward, abs(quantile), shift)
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        """Statistic and p-value; of no difference (b - c) / sqrt(b + c) and the p-value of the chosen variant."""
        null = 0.0 if abs(null) < TINY else null
        if null == 0.0 and self.df is None:
            return self._conditional(alternative)
        gap = self.b - self.c - self.n * null
        gap = copysign(max(abs(gap) - _shift(alternative), 0.0), gap) + 0.0  # never -0
        spread = sqrt(self.n * self._variance(null)) if abs(null) < 1.0 else 0.0
        if spread == 0.0:  # nothing differs and the null is 0, or the null is an end that one other example excludes
            return Student(gap, 0.0, inf).test(0.0, alternative)
        return Student(gap / spread, 1.0, self._law(alternative).df).test(0.0, alternative)

    def _law(self, alternative: Alternative) -> Student:
        """Of the score statistic."""
        if self.df is not None:
            return Student(0.0, 1.0, self.df)
        return Student(0.0, 1.0, inf if alternative == "two-sided" else self.n - 1)

    def _conditional(self, alternative: Alternative) -> tuple[float, float]:
        b, c = round(self.b), round(self.c)
        z = (b - c) / sqrt(b + c) if b + c else 0.0
        if self.variant in ("exact", "mid_p"):
            return z, _binomial_pvalue(b, c, self.variant == "mid_p", alternative)
        if self.variant == "continuity" and z:  # never past zero: |b - c| = 0 stays as it is
            z -= (1 if z > 0 else -1) / sqrt(b + c)
        return z, Student(z, 1.0, inf).test(0.0, alternative)[1]

    def _edge(self, end: float, quantile: float, shift: float) -> float:
        """Where the score test stops accepting between the estimate and the `end` of the possible differences."""
        inside, beyond = self.estimate, end
        if inside == end:
            return end
        while True:
            middle = (inside + beyond) / 2
            if middle in (inside, beyond):
                return inside
            gap = max(abs(self.b - self.c - self.n * middle) - shift, 0.0)
            if gap * gap <= quantile * quantile * self.n * self._variance(middle):
                inside = middle
            else:
                beyond = middle

    def _variance(self, delta: float) -> float:
        """Variance of one example's difference, at its most likely value where the mean difference is `delta`."""
        b, c, n = self.b, self.c, self.n
        linear = -b - c + (2 * n - b + c) * delta
        constant = -c * delta * (1 - delta)
        q = (sqrt(max(linear * linear - 8 * n * constant, 0.0)) - linear) / (4 * n)
        return max(2 * q + delta * (1 - delta), 0.0)


def effective_counts(
    b: float, c: float, n: int, *, squares: float, group_squares: float, size_squares: float, unit: float | None
) -> tuple[float, float, float]:
    r"""b, c and n of as many independent examples as n in groups, or with several answers each, are worth.

    .. math:: n_e = n / \rho, \quad \rho = \frac{k \hat\rho + 3 \rho_1 + 2 \sqrt k \rho_3}{k + 3 + 2 \sqrt k}, \quad
              \hat\rho = \frac{\max(Q, C)}{b + c - (b - c)^2 / n}, \quad \rho_1 = \frac{\sum_g n_g^2}{n}

    b, c: sums of the positive and of the negative differences, in [-1, 1] each; Q: sum of squared deviations of the
    differences; C: of the groups' totals D_g, times G / (G - 1); k = min(b + c, (b + c)^2 / C): how many groups were
    seen to disagree. What those few say of the variance is averaged with three groups of the worst kind, whose n_g
    examples are all alike: nothing is learnt about groups from models that agree everywhere. And groups that disagree
    much may be missing by chance, just when b - c is small: two standard deviations of k of them are added, of size
    rho_3 = sum |D_g|^3 / sum D_g^2.

    Parameters
    ----------
    b, c, n : as above; squares, group_squares : Q and C; size_squares : the sum of n_g^2.
    unit : rho_3; None where it is not known, and rho_1 stands for it.

    Examples
    --------
    >>> effective_counts(0.0, 0.0, 40, squares=0.0, group_squares=0.0, size_squares=160.0, unit=None)  # ten of four
    (0.0, 0.0, 10.0)
    """
    alike = size_squares / n
    spread = (b + c) - (b - c) ** 2 / n
    seen = max(squares, group_squares)
    if spread <= 0.0 or seen <= 0.0:
        return b / alike, c / alike, n / alike
    k = min(b + c, (b + c) ** 2 / group_squares) if group_squares > 0.0 else b + c
    ratio, missing = seen / spread, LARGE * sqrt(k)
    large = max(ratio, alike if unit is None else unit)
    share = (k + WORST + missing) / (k * ratio + WORST * alike + missing * large)
    return b * share, c * share, n * share


def agreement_needed(margin: float, confidence_level: float) -> int | None:
    """How many examples show, if the models agree on all of them, that the difference is below `margin`.

    Examples
    --------
    >>> agreement_needed(0.01, 0.95)
    309
    """
    if not 0.0 < margin < 1.0:
        return None

    def shows(n: int) -> bool:
        return PairedBinary(0, 0, n).test(margin, "less")[1] < 1.0 - confidence_level

    too_few, enough = 1, 2
    while not shows(enough):
        too_few, enough = enough, 2 * enough
        if enough > 10**15:
            return None
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if shows(middle) else (middle, enough)
    return enough


def _shift(alternative: Alternative) -> float:
    return 0.0 if alternative == "two-sided" else CORRECTION


def _binomial_pvalue(b: int, c: int, mid: bool, alternative: Alternative) -> float:
    """Tail of Bin(b + c, 1/2); the mid-p counts half of the observed value's probability."""
    if b + c == 0:
        return 1.0
    if alternative != "two-sided":
        return _tail(b if alternative == "less" else c, b + c, mid)
    if b == c:  # 1, less half of the observed value's probability for the mid-p [fagerland2013]
        return 0.5 + _below(b, b + c) if mid else 1.0
    return min(1.0, 2 * _tail(min(b, c), b + c, mid))


def _tail(k: int, total: int, mid: bool) -> float:
    at_most = float(bdtr(k, total, 0.5))
    return (at_most + _below(k, total)) / 2 if mid else at_most


def _below(k: int, total: int) -> float:
    """P(Bin(total, 1/2) < k)."""
    return float(bdtr(k - 1, total, 0.5)) if k else 0.0
