"""Bootstrap of a series in blocks of neighbours, with its ends joined, and the law of its studentised mean."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, log10, sqrt

import numpy as np

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.long_run import n_cosines, whitened_variance
from errbar.core.student import Student

_CELLS = 2_000_000  # numbers held at a time


@dataclass(frozen=True, slots=True, eq=False)
class BootstrapT:
    """(estimate - mu) / se follows the law of the draws.

    Parameters
    ----------
    estimate, se : the mean and its standard error.
    draws : the same ratio of every bootstrap sample, with the estimate in place of mu; sorted.
    """

    estimate: float
    se: float
    draws: Floats
    df: None = None

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        """The null hypotheses that `test` does not reject; infinite where there are too few draws to tell."""
        if self.se == 0.0:
            return Student(self.estimate, 0.0, inf).interval(confidence_level, alternative)
        outside = 1.0 - confidence_level
        if alternative == "two-sided":
            reach = self.se * _from_top(np.sort(np.abs(self.draws)), outside)
            return self.estimate - reach, self.estimate + reach
        if alternative == "greater":
            return self.estimate - self.se * _from_top(self.draws, outside), inf
        return -inf, self.estimate + self.se * _from_top(-self.draws[::-1], outside)

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        if self.se == 0.0:
            return Student(self.estimate, 0.0, inf).test(null, alternative)
        t = (self.estimate - null) / self.se
        beyond = {
            "two-sided": np.abs(self.draws) >= abs(t),
            "greater": self.draws >= t,
            "less": self.draws <= t,
        }[alternative]
        return t, float((1 + beyond.sum()) / (1 + self.draws.size))


def _from_top(draws: Floats, outside: float) -> float:
    """The draw that a share `outside` lie beyond, counted so that `test` agrees."""
    place = ceil(outside * (draws.size + 1) - 1.0 - 1e-9)
    return float(draws[-min(place, draws.size)]) if place >= 1 else inf


def block_length(residuals: Floats) -> float:
    """Politis and White's length for circular blocks, as corrected with Patton; a whole number of it is taken.

    >>> block_length(np.zeros(20))
    1.0
    """
    n = residuals.size
    near = max(5, ceil(sqrt(log10(n))))
    most = min(ceil(sqrt(n)) + near, n - 1)
    covariances = np.array([residuals[k:] @ residuals[: n - k] for k in range(most + 1)]) / n
    if covariances[0] == 0.0:
        return 1.0
    small = np.abs(covariances[1:] / covariances[0]) < 2 * sqrt(log10(n) / n)
    calm = [k for k in range(1, most - near + 1) if small[k - 1 : k - 1 + near].all()]  # from lag k on
    reach = min(2 * calm[0], most) if calm else most
    lags = np.arange(1, reach + 1)
    weights = np.minimum(1.0, 2 * (1 - lags / reach))
    sums = covariances[0] + 2 * float(weights @ covariances[1 : reach + 1])
    slope = 2 * float(weights @ (lags * covariances[1 : reach + 1]))
    longest = ceil(min(3 * sqrt(n), n / 3))
    if sums <= 0.0:
        return float(longest)
    return float(min(max((1.5 * slope**2 / sums**2 * n) ** (1 / 3), 1.0), longest))


def block_t(mean: float, sums: Floats, counts: Floats, length: int, *, n_draws: int, seed: int) -> BootstrapT:
    """For the mean of losses with one sum and one count for each time, in order; blocks of `length` times."""
    rng, n = np.random.default_rng(seed), sums.size
    gaps = sums - mean * counts
    ratios = np.empty(n_draws)
    step = max(1, _CELLS // n)
    for start in range(0, n_draws, step):
        starts = rng.integers(0, n, (min(step, n_draws - start), ceil(n / length)))
        chosen = ((starts[:, :, np.newaxis] + np.arange(length)) % n).reshape(starts.shape[0], -1)[:, :n]
        ratios[start : start + starts.shape[0]] = _ratios(gaps[chosen], counts[chosen])
    se = float(_errors(gaps[np.newaxis], counts[np.newaxis])[1][0])
    return BootstrapT(mean, se, np.sort(ratios))


def _ratios(gaps: Floats, counts: Floats) -> Floats:
    """Error over standard error of each sample; infinite without a standard error, 0 without an error."""
    errors, se = _errors(gaps, counts)
    ratios = errors / np.where(se > 0, se, 1.0)
    return np.where(se > 0, ratios, np.where(errors == 0, 0.0, np.copysign(inf, errors)))


def _errors(gaps: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Of each sample, what its mean is off by, and its standard error."""
    n, total = gaps.shape[-1], counts.sum(axis=-1, keepdims=True)
    errors = gaps.sum(axis=-1, keepdims=True) / total
    variances = whitened_variance((gaps - errors * counts) * (n / total), n_cosines(n))
    flat = (gaps == gaps[:, :1]).all(axis=-1) & (counts == counts[:, :1]).all(axis=-1)
    return errors[:, 0], np.where(flat, 0.0, np.sqrt(variances / n))
