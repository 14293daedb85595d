"""Planning: how many items, answers, splits and halvings an error bar of a given width or power takes."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, isinf, sqrt

from scipy.special import nctdtr, ndtr, ndtri, stdtrit

from errbar.core.variance import corrected_factor


def _z(confidence_level: float) -> float:
    return -float(ndtri((1.0 - confidence_level) / 2.0))


def items_for_half_width(half_width: float, variance: float, confidence_level: float = 0.95) -> int:
    """z^2 sd^2 / h^2, rounded up.

    >>> items_for_half_width(0.03, 0.25)
    1068
    """
    return _up(_z(confidence_level) ** 2 * variance / half_width**2)


def items_for_effect(effect: float, variance: float, power: float = 0.8, confidence_level: float = 0.95) -> int:
    """(z_a + z_b)^2 variance / effect^2, rounded up: items to see a mean difference with the given power [miller2024].

    >>> items_for_effect(0.03, 1 / 9)
    969
    """
    return _up((_z(confidence_level) + float(ndtri(power))) ** 2 * variance / effect**2)


def answer_variance(
    between: float, within: tuple[float, float] = (0.0, 0.0), answers: tuple[float, float] = (1.0, 1.0)
) -> float:
    """Variance of one item's difference when its answers are averaged first: w^2 + sA^2/KA + sB^2/KB [miller2024].

    >>> items_for_effect(0.03, answer_variance(1 / 9, (1 / 6, 1 / 6), (10, 10)))
    1260
    """
    return between + within[0] / answers[0] + within[1] / answers[1]


def items_for_paired_shares(
    effect: float, discordance: float, power: float = 0.8, confidence_level: float = 0.95
) -> int:
    """(z_a sqrt(pd) + z_b sqrt(pd - d^2))^2 / d^2, rounded up: items to see that one of two classifiers is better.

    `discordance`: share of items that exactly one of the two gets right.

    >>> items_for_paired_shares(0.02, 0.10)
    1960
    """
    reach = _z(confidence_level) * sqrt(discordance) + float(ndtri(power)) * sqrt(discordance - effect**2)
    return _up((reach / effect) ** 2)


def design_effect(cluster_size: float, correlation: float) -> float:
    """1 + (m - 1) rho: how many times more items are needed when they come in clusters of m that correlate.

    >>> design_effect(5, 0.1)
    1.4
    """
    return 1.0 + (cluster_size - 1.0) * correlation


def detectable_effect(se: float, df: float = float("inf"), power: float = 0.8, confidence_level: float = 0.95) -> float:
    """(t_{1-a/2} + t_power) se: the difference that a test with this standard error sees with the given power.

    >>> round(detectable_effect(((1 / 9 + 2 / 60) / 198) ** 0.5), 7)
    0.0756696
    """
    tail, reach = 1.0 - (1.0 - confidence_level) / 2.0, power
    if isinf(df):
        return (float(ndtri(tail)) + float(ndtri(reach))) * se
    return (float(stdtrit(df, tail)) + float(stdtrit(df, reach))) * se


def power(effect: float, se: float, df: float = float("inf"), confidence_level: float = 0.95) -> float:
    """Chance that a two-sided t-test with this standard error sees the effect: the noncentral t with effect / se.

    >>> round(power(detectable_effect(1.0), 1.0), 2)
    0.8
    """
    shift, tail = effect / se, (1.0 - confidence_level) / 2.0
    if isinf(df):
        return float(ndtr(shift + ndtri(tail)) + ndtr(ndtri(tail) - shift))
    edge = -float(stdtrit(df, tail))
    return float(1.0 - nctdtr(df, shift, edge) + nctdtr(df, shift, -edge))


def splits_half_width(n_splits: float, ratio: float, confidence_level: float = 0.95) -> float:
    """Half-width of the corrected t in units of sd(loss)/sqrt(n), for a stable rule: t_{J-1} sqrt((1/J + q)/q).

    `ratio`: q = n_test/n_train; `n_splits` may be infinite.

    >>> print(f"{splits_half_width(25, 1 / 9):.2f} {splits_half_width(25, 1 / 4):.2f}")
    2.41 2.22
    """
    if isinf(n_splits):
        return _z(confidence_level)
    quantile = -float(stdtrit(n_splits - 1, (1.0 - confidence_level) / 2.0))
    return quantile * sqrt(corrected_factor(int(n_splits), ratio) / ratio)


def halvings_se_error(n_halvings: int) -> float:
    """Relative error of the conservative z's standard error, at best: sqrt(1 / (2 M)).

    >>> round(halvings_se_error(10), 2)
    0.22
    """
    return sqrt(1.0 / (2.0 * n_halvings))


@dataclass(frozen=True, slots=True)
class MeanItems:
    """Items for the mean of losses or differences with this variance; `inflation`: the design effect of clusters."""

    variance: float
    inflation: float = 1.0
    power: float = 0.8
    confidence_level: float = 0.95

    def for_half_width(self, half_width: float) -> int:
        return items_for_half_width(half_width, self.variance * self.inflation, self.confidence_level)

    def for_effect(self, effect: float) -> int:
        return items_for_effect(effect, self.variance * self.inflation, self.power, self.confidence_level)

    def half_width(self, n: int) -> float:
        return _z(self.confidence_level) * sqrt(self.variance * self.inflation / n)

    def effect(self, n: int) -> float:
        se = sqrt(self.variance * self.inflation / n)
        return detectable_effect(se, power=self.power, confidence_level=self.confidence_level)


@dataclass(frozen=True, slots=True)
class PairedShareItems:
    """Items for the difference of two classifiers, exactly one of which is right on a share `discordance` of them."""

    discordance: float
    inflation: float = 1.0
    power: float = 0.8
    confidence_level: float = 0.95

    def for_half_width(self, half_width: float) -> int:
        return items_for_half_width(half_width, self.discordance * self.inflation, self.confidence_level)

    def for_effect(self, effect: float) -> int:
        n = items_for_paired_shares(effect, self.discordance, self.power, self.confidence_level)
        return n if self.inflation == 1.0 else _up(n * self.inflation)

    def half_width(self, n: int) -> float:
        return _z(self.confidence_level) * sqrt(self.discordance * self.inflation / n)

    def effect(self, n: int) -> float:
        """The gap d at which `for_effect` is n: (z_a sqrt(pd) + z_b sqrt(pd - d^2))^2 = n d^2, a quadratic in d^2.

        Infinite where it would be above the discordance, which no gap can be: n items are too few to see any.
        """
        za, zb, pd, m = _z(self.confidence_level), float(ndtri(self.power)), self.discordance, n / self.inflation
        # with u = sqrt(pd - d^2): (m + zb^2) u^2 + 2 za zb sqrt(pd) u + (za^2 - m) pd = 0
        half = za * zb * sqrt(pd)
        root = (-half + sqrt(max(0.0, half**2 - (m + zb**2) * (za**2 - m) * pd))) / (m + zb**2)
        gap = sqrt(max(0.0, pd - max(0.0, root) ** 2))
        return gap if gap <= pd else inf


def _up(n: float) -> int:
    """Rounded up, forgiving rounding errors of the formula."""
    return ceil(n * (1.0 - 1e-12))
