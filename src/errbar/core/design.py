"""Planning: how many items, answers, splits and halvings an error bar of a given width or power takes."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, isinf, sqrt

import numpy as np
from scipy.special import bdtr, bdtrik, nctdtr, ndtr, ndtri, stdtrit

from errbar.core.arrays import Floats
from errbar.core.variance import corrected_factor
from errbar.errors import InputError

MOST = 1e15  # items: more is no plan
EXACT = 10_000  # items up to which a plan for two classifiers is held against the exact power of its test


def _z(confidence_level: float) -> float:
    return -float(ndtri((1.0 - confidence_level) / 2.0))


def items_for_half_width(half_width: float, variance: float, confidence_level: float = 0.95) -> int:
    """z^2 sd^2 / h^2, rounded up.

    >>> items_for_half_width(0.03, 0.25)
    1068
    """
    return _up(_z(confidence_level) ** 2 * _over(_over(variance, half_width), half_width))


def labels_for_half_width(
    half_width: float, variance: float, correlation: float, judged: float, confidence_level: float = 0.95
) -> float:
    """n with z^2 sd^2 ((1 - r^2) / n + r^2 / judged) = h^2, rounded up; infinite where no n is enough.

    >>> labels_for_half_width(0.03, 0.25, 0.8, inf), labels_for_half_width(0.03, 0.25, 0.0, inf)
    (385, 1068)
    """
    h = half_width / _z(confidence_level)
    wanted = h / sqrt(variance) * (h / sqrt(variance)) - correlation**2 / judged  # infinite, not an error, where huge
    if wanted <= 0.0 and judged < inf:
        return inf
    return _up((1.0 - correlation**2) / wanted if wanted else inf)


def items_for_effect(effect: float, variance: float, power: float = 0.8, confidence_level: float = 0.95) -> int:
    """(z_a + z_b)^2 variance / effect^2, rounded up: items to see a mean difference with the given power [miller2024].

    >>> items_for_effect(0.03, 1 / 9)
    969
    """
    return _up((_z(confidence_level) + float(ndtri(power))) ** 2 * _over(_over(variance, effect), effect))


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
    return _up(_paired_shares(effect, discordance, power, confidence_level))


def _paired_shares(effect: float, discordance: float, power: float, confidence_level: float) -> float:
    reach = _z(confidence_level) * sqrt(discordance) + float(ndtri(power)) * sqrt(discordance - effect * effect)
    return _over(_over(reach * reach, effect), effect)


def discordance_of(error: float, effect: float, correlation: float = 0.0) -> float:
    """Share of items on which exactly one of two classifiers errs: p1 (1 - p2) + p2 (1 - p1) - 2 cov.

    p1 = `error`, and p2 is `effect` away from it, towards 1/2: the side that takes more items. `correlation`: of the
    two errors on an item; at 0, independent errors, discordance - effect^2 is p1 (1 - p1) + p2 (1 - p2). Never below
    `effect`, where one model errs wherever the other does.

    >>> round(discordance_of(0.10, 0.02), 4), round(discordance_of(0.10, 0.02, 0.5), 4)
    (0.196, 0.0985)
    """
    other = error + effect if error <= 0.5 else error - effect
    spread = sqrt(error * (1.0 - error) * max(other * (1.0 - other), 0.0))
    return max(error * (1.0 - other) + other * (1.0 - error) - 2.0 * correlation * spread, effect)


def mcnemar_power(effect: float, discordance: float, n: int, confidence_level: float = 0.95) -> float:
    """Chance that McNemar's mid-p test of n items sees the effect, by adding up all that can happen.

    >>> round(mcnemar_power(0.02, 0.10, 1960), 4)
    0.8022
    """
    outside, mean = (1.0 - confidence_level) / 2.0, n * discordance
    around = 9.0 * sqrt(mean * (1.0 - discordance)) + 10.0
    differ = np.arange(max(0.0, ceil(mean - around)), min(n, mean + around) + 1.0)
    chance = np.diff(_at_most(np.append(differ[0] - 1.0, differ), n, discordance))
    # items of the rarer kind, at most, for the test to see it; no number where even 0 are too many
    few = np.floor(np.nan_to_num(bdtrik(outside, differ, 0.5), nan=-1.0)) + 1.0
    for _ in range(2):
        mid_p = (_at_most(few, differ, 0.5) + _at_most(few - 1.0, differ, 0.5)) / 2.0
        few -= mid_p >= outside
    share = (discordance + effect) / (2.0 * discordance)
    return float(chance @ (_at_most(few, differ, share) + _at_most(few, differ, 1.0 - share)))


def _at_most(k: Floats, n: Floats | float, share: float) -> Floats:
    """P(Bin(n, share) <= k); 0 below 0."""
    known: Floats = np.where(k < 0, 0.0, bdtr(np.maximum(k, 0.0), np.asarray(n, dtype=np.intp), share))
    return known


def design_effect(cluster_size: float, correlation: float) -> float:
    """1 + (m - 1) rho: how many times more items are needed when they come in clusters of m that correlate.

    >>> design_effect(5, 0.1)
    1.4
    """
    return 1.0 + (cluster_size - 1.0) * correlation


def detectable_effect(
    se: float, df: float = inf, power: float = 0.8, confidence_level: float = 0.95, *, two_sided: bool = True
) -> float:
    """(t_{1-a/2} + t_power) se: the difference that a test with this standard error sees with the given power.

    One-sided tests have 1 - a in place of 1 - a/2.

    >>> round(detectable_effect(((1 / 9 + 2 / 60) / 198) ** 0.5), 7)
    0.0756696
    """
    tail, reach = 1.0 - (1.0 - confidence_level) / (2.0 if two_sided else 1.0), power
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
    if n_splits > MOST:
        return _z(confidence_level)
    quantile = -float(stdtrit(n_splits - 1, (1.0 - confidence_level) / 2.0))
    return quantile * sqrt(corrected_factor(int(n_splits), ratio) / ratio)


def splits_variance(n_splits: float, ratio: float, odds: float) -> float:
    """Var of the mean over J splits in units of Var(loss)/n1: (rho + (1 - rho)/J)/q, odds = rho/(1 - rho), q = n2/n1.

    For losses that hardly correlate inside a test set (s3 near 0). It falls in J, and in n2 where the odds grow with
    it, as those of rho0 = n2/(n1 + n2) do [nadeau2003].

    >>> [round(splits_variance(J, 1 / 9, 1 / 9), 2) for J in (1, 3, 9, inf)]
    [9.0, 3.6, 1.8, 0.9]
    >>> round(splits_variance(9, 2 / 9, 2 / 9), 2)
    1.23
    """
    rho = odds / (1.0 + odds)
    return (rho + (1.0 - rho) / n_splits) / ratio


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

    def for_margin(self, margin: float) -> int:
        """Items to show, one-sided, that a model is worse by less than the margin, where the two are equally good.

        >>> MeanItems(0.1).for_margin(0.02), MeanItems(0.1).for_margin(0.01)
        (1546, 6183)
        """
        reach = float(ndtri(self.confidence_level)) + float(ndtri(self.power))
        return _up(reach**2 * _over(_over(self.variance * self.inflation, margin), margin))

    def half_width(self, n: int) -> float:
        return _z(self.confidence_level) * sqrt(self.variance * self.inflation / n)

    def effect(self, n: int) -> float:
        se = sqrt(self.variance * self.inflation / n)
        return detectable_effect(se, power=self.power, confidence_level=self.confidence_level)


class PairedShareItems(MeanItems):
    """Items for the difference of two classifiers; the variance is the share on which exactly one of them is right."""

    __slots__ = ()

    @property
    def discordance(self) -> float:
        return self.variance

    def for_effect(self, effect: float) -> int:
        """The formula's, and more where few items leave McNemar's mid-p test short of the power."""
        n = items_for_paired_shares(effect, self.discordance, self.power, self.confidence_level)
        while n < EXACT and mcnemar_power(effect, self.discordance, n, self.confidence_level) < self.power:
            n += 1
        return n if self.inflation == 1.0 else _up(n * self.inflation)

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


@dataclass(frozen=True, slots=True)
class ErrorItems:
    """Items for 0/1 losses of which one model's error rate is known: its own interval, or its difference from another.

    `correlation`: of the two models' errors on an item; see `discordance_of`.
    """

    error: float
    correlation: float = 0.0
    inflation: float = 1.0
    power: float = 0.8
    confidence_level: float = 0.95

    @property
    def alone(self) -> MeanItems:
        return MeanItems(self.error * (1.0 - self.error), self.inflation, self.power, self.confidence_level)

    @property
    def largest_effect(self) -> float:
        return max(self.error, 1.0 - self.error)

    def discordance(self, effect: float) -> float:
        return discordance_of(self.error, effect, self.correlation)

    def for_half_width(self, half_width: float) -> int:
        return self.alone.for_half_width(half_width)

    def for_effect(self, effect: float) -> int:
        pair = PairedShareItems(self.discordance(effect), self.inflation, self.power, self.confidence_level)
        return pair.for_effect(effect)

    def half_width(self, n: int) -> float:
        return self.alone.half_width(n)

    def effect(self, n: int) -> float:
        """The gap at which the formula gives n; infinite where n items are too few to see any."""
        if self._needed(self.largest_effect) > n:
            return inf
        few, many = self.largest_effect, 0.0  # gaps that take few items, and many
        for _ in range(60):
            gap = (few + many) / 2.0
            few, many = (gap, many) if self._needed(gap) <= n else (few, gap)
        return few

    def _needed(self, gap: float) -> float:
        return self.inflation * _paired_shares(gap, self.discordance(gap), self.power, self.confidence_level)


def _over(a: float, b: float) -> float:
    """a / b, infinite where doubles end."""
    return a / b if b else inf


def _up(n: float) -> int:
    """Rounded up, forgiving rounding errors of the formula."""
    if not n <= MOST:
        raise InputError(
            f"That takes more than {MOST:.0e} items: ask for a larger half_width or effect, or look at how the "
            "losses vary."
        )
    return max(1, ceil(n * (1.0 - 1e-12)))
