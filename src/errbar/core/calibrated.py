"""The calibrated resampling interval: how far from a stable rule the learner is, measured on halves of the data.

Symbols as in the specification: c_i is the mean loss of example i over the half splits that test it, w the
variance of losses inside a split, kappa the measured variance of a half's mean over that of a fixed rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf, sqrt

import numpy as np

from errbar.check import Alternative
from errbar.core.arrays import Floats, Indices
from errbar.core.student import Student, critical

FLOOR = {False: 0.8, True: 0.5}  # smallest calibration factor: one algorithm, a comparison (both from simulation)


@dataclass(frozen=True, slots=True)
class ScoreInterval:
    """Solves (estimate - mu)^2 = t^2 (V + g (mu - estimate)): a t interval whose variance leans with mu by g."""

    estimate: float
    variance: float
    lean: float
    df: float

    @property
    def se(self) -> float:
        return sqrt(self.variance)

    def _end(self, t: float) -> float:
        shift = t * t * self.lean / 2
        return self.estimate + shift + copysign(sqrt(t * t * (self.variance + (t * self.lean / 2) ** 2)), t)

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        if self.variance == 0:
            return Student(self.estimate, 0.0, self.df).interval(confidence_level, alternative)
        t = critical(self.df, confidence_level, alternative)
        low = -inf if alternative == "less" else self._end(-t)
        high = inf if alternative == "greater" else self._end(t)
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        gap = self.estimate - null
        variance = self.variance - self.lean * gap
        if self.variance == 0 or variance <= 0:  # beyond the end that no confidence level reaches
            return Student(self.estimate, 0.0, self.df).test(null, alternative)
        return Student(gap / sqrt(variance), 1.0, self.df).test(0.0, alternative)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The interval and what led to it."""

    inference: ScoreInterval
    kappa: float
    instability: float | None
    slope: float | None
    half_width_ratio: float | None  # w_h / w: how unlike the whole the halves are


@dataclass(frozen=True, slots=True)
class HalfSplits:
    """Losses of the splits inside halves: tests and losses are (M, 2, J', n2); members are (M, 2, h)."""

    tests: Indices
    losses: Floats
    members: Indices


def calibrate(
    n: int, tests: Indices, losses: Floats, halves: HalfSplits, *, comparison: bool, binary: bool
) -> Calibration:
    """From losses per example: `tests` and `losses` are (J, n2), the splits of all the data."""
    first = float(losses[0, 0])
    if not binary and (losses == first).all() and (halves.losses == first).all():
        return Calibration(ScoreInterval(first, 0.0, 0.0, inf), 1.0, 0.0, 0.0, None)
    n_splits, n_test = tests.shape
    n_halvings, _, half_splits, _ = halves.tests.shape
    h = halves.members.shape[2]
    c, noise = _example_means(n, halves)
    c_variance = float(c.var(ddof=1))
    explained = c_variance - noise

    # 1. point: the control variate c removes most of the noise of the particular splits
    adjusted, slope = _adjusted_means(c, tests, losses)
    estimate, a_variance = float(adjusted.mean()), float(adjusted.var(ddof=1))

    # 2. stable part
    w = float(losses.var(axis=1, ddof=1).mean())
    w_half = float(halves.losses.var(axis=3, ddof=1).mean())
    sigma2 = max(w, explained, 1 / n if binary else 0.0)

    # 3. calibration factor
    split_means = halves.losses.mean(axis=3)
    means, spread = split_means.mean(axis=2), float(split_means.var(axis=2, ddof=1).mean())
    c_halves = c[halves.members].mean(axis=2)
    q = ((means[:, 0] - means[:, 1]) ** 2 - (c_halves[:, 0] - c_halves[:, 1]) ** 2) / 2 + c_variance / h
    v = max(0.0, float(q.mean()))
    kappa, kappa_variance, instability = 1.0, 0.0, 0.0
    if w_half > 0:
        instability = float(np.clip(1 - explained / w_half, 0, 1))
        phi = (1 - n_test / n) / (1 - n_test / h)
        factor = 1 + instability * (phi**2 - 1)
        kappa = factor * (v - spread / half_splits) / (w_half / h)
        kappa_variance = factor**2 * float(q.var(ddof=1)) / n_halvings / (w_half / h) ** 2
    k = max(kappa, FLOOR[comparison])

    # 4. variance
    split_part = a_variance / n_splits
    data_part = k * sigma2 / n
    if comparison and v / 2 > split_part + data_part:
        data_part = v / 2 - split_part
    variance = split_part + data_part

    # 5. degrees of freedom (Satterthwaite)
    kurtosis, skewness = shape_of_losses(c, estimate, binary)
    relative = max(kurtosis - 1, 0) / n + (kappa_variance / k**2 if kappa > FLOOR[comparison] else 0.0)
    df = _degrees_of_freedom(variance, 2 * split_part**2 / (n_splits - 1) + data_part**2 * relative)

    # 6. skewness
    lean = 0.0
    if not comparison and variance > 0:
        lean = float(np.clip(skewness / sqrt(n) * (data_part / variance) ** 1.5, -1, 1)) * sqrt(variance)
    inference = ScoreInterval(estimate, variance, lean, df)
    return Calibration(inference, kappa, instability, slope, w_half / w if w > 0 else None)


def calibrate_means(
    means: Floats, half_means: Floats, ratio: float, half_ratio: float, *, comparison: bool
) -> Calibration:
    """From one number per split (AUC, F1, ...): `means` is (J,), `half_means` (M, 2, J')."""
    n_splits, (n_halvings, _, half_splits) = means.size, half_means.shape
    variance_full = float(means.var(ddof=1))
    spread = float(half_means.var(axis=2, ddof=1).mean())
    squares = (half_means.mean(axis=2)[:, 0] - half_means.mean(axis=2)[:, 1]) ** 2 / 2
    v, v_variance = float(squares.mean()), float(squares.var(ddof=1)) / n_halvings
    kappa, kappa_variance = 1.0, 0.0
    if spread > 0:
        kappa = (v - spread / half_splits) / (spread * half_ratio)
        kappa_variance = v_variance / (spread * half_ratio) ** 2
    stable = variance_full * ratio
    variance = variance_full / n_splits + stable * max(kappa, FLOOR[comparison])
    variance_of_it = 2 * variance**2 / (n_splits - 1) + stable**2 * kappa_variance
    if comparison and v / 2 > variance:
        variance, variance_of_it = v / 2, v_variance / 4
    df = _degrees_of_freedom(variance, variance_of_it)
    return Calibration(ScoreInterval(float(means.mean()), variance, 0.0, df), kappa, None, None, None)


def _example_means(n: int, halves: HalfSplits) -> tuple[Floats, float]:
    """c_i (the overall mean where an example was never tested) and the noise in their variance."""
    where, losses = halves.tests.ravel(), halves.losses.ravel()
    count = np.bincount(where, minlength=n)
    total = np.bincount(where, losses, minlength=n)
    squares = np.bincount(where, losses**2, minlength=n)
    tested = np.maximum(count, 1)
    c = np.where(count > 0, total / tested, losses.mean())
    spread = np.where(count > 0, np.maximum(squares / tested - c**2, 0), 0.0)
    return c, float((spread / np.maximum(count - 1, 1)).mean())


def _adjusted_means(c: Floats, tests: Indices, losses: Floats) -> tuple[Floats, float]:
    """Split means less what the particular test examples explain, and the pooled slope used for it."""
    x, m = c[tests].mean(axis=1), losses.mean(axis=1)
    dx, dy = c[tests] - x[:, None], losses - m[:, None]
    below = float((dx**2).sum())
    constant = bool((c == c[0]).all()) or below == 0
    slope = 0.0 if constant else float(np.clip((dx * dy).sum() / below, 0, 1.5))
    adjusted: Floats = m - slope * (x - c.mean())
    return adjusted, slope


def shape_of_losses(c: Floats, estimate: float, binary: bool) -> tuple[float, float]:
    """Kurtosis (not excess) and skewness of the c_i, divisor n; defined where they are all equal."""
    centred = c - c.mean()
    variance = float((centred**2).mean())
    if (c == c[0]).all() or variance == 0:
        return 1.0, copysign(sqrt(c.size), 0.5 - estimate) if binary else 0.0
    return float((centred**4).mean()) / variance**2, float((centred**3).mean()) / variance**1.5


def _degrees_of_freedom(variance: float, variance_of_it: float) -> float:
    return inf if variance_of_it == 0 else max(3.0, 2 * variance**2 / variance_of_it)
