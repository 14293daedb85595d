"""What many data sets tell and one cannot: the moments of resampling, political ratios, the shares of K folds.

Data sets may be drawn without replacement from N rows; what varies between them is then smaller by 1 - n/N than for an
endless population, and `enlarged` (N / (N - n), or 1) puts it right. What varies inside them is not touched.
"""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.estimating_functions import RATIO_NAMES, ratios_at
from errbar.core.function_of_means import function_of_means

SPLIT_NAMES = ("mu", "s1", "s2", "rho")
LOSS_NAMES = ("s0", "s3")
FOLD_NAMES = (
    "theta", "sigma2", "omega", "gamma", "sigma2 share", "omega share", "gamma share",
)  # fmt: skip
Found = dict[str, tuple[float, float, float]]  # value, low, high


def split_moments_of(
    values: Floats, within: Floats, n_train: int, n_test: int, *, enlarged: float = 1.0, seed: int = 0
) -> Found:
    """mu, s1, s2 and rho; with losses also s0, s3 and the ratios they imply.

    Parameters
    ----------
    values : data sets x splits.
    within : one per data set, the mean variance inside a test set; NaN where there are only scores.
    n_train, n_test : n1, n2.
    """
    j, centre = values.shape[1], float(values.mean())
    rest = values - centre
    means = rest.mean(axis=1)
    rows = [means, (rest**2).mean(axis=1), means**2]
    per_example = bool(np.isfinite(within).all()) and n_test > 1

    def moments(h: Floats) -> Floats:
        between = (j * (h[2] - h[0] ** 2) - (h[1] - h[0] ** 2)) / (j - 1)  # s2 of the data sets drawn
        apart = h[1] - h[0] ** 2 - between  # s1 - s2
        s2 = enlarged * between
        s1 = apart + s2
        found = [centre + h[0], s1, s2, s2 / s1]
        if per_example:
            s3 = s1 - h[3] / n_test
            found += [s3 + h[3], s3, *ratios_at(s3 + h[3], s3, s2 / s1, n_splits=j, n_train=n_train, n_test=n_test)]
        return np.stack(found)

    if per_example:
        rows.append(within)
    names = (*SPLIT_NAMES, *((*LOSS_NAMES, *RATIO_NAMES) if per_example else ()))
    return _named(names, function_of_means(np.stack(rows, axis=1), moments, seed=seed))


def correlation_of_squares(differences: Floats, *, enlarged: float = 1.0, seed: int = 0) -> Found:
    """r: of the squared half differences of two halvings; `differences` is data sets x halvings."""
    m = differences.shape[1]
    squares = differences**2
    rest = squares - squares.mean()
    means = rest.mean(axis=1)
    rows = np.stack([means, (rest**2).mean(axis=1), means**2], axis=1)

    def correlation(h: Floats) -> Floats:
        total = h[1] - h[0] ** 2
        between = (m * (h[2] - h[0] ** 2) - total) / (m - 1)
        return np.stack([enlarged * between / (total - between + enlarged * between)])

    return _named(("r",), function_of_means(rows, correlation, seed=seed))


def political_ratio_of(
    estimates: Floats, variances: Floats, *, enlarged: float = 1.0, seed: int = 0
) -> tuple[float, float, float]:
    """Var(estimate) / E(v): above 1 a method is liberal, below 1 conservative; one estimate and v per data set."""
    rest = estimates - estimates.mean()
    rows = np.stack([rest, rest**2, variances], axis=1)
    found = function_of_means(rows, lambda h: np.stack([enlarged * (h[1] - h[0] ** 2) / h[2]]), seed=seed)
    value, low, high = found[0].tolist()
    return value, low, high


def fold_shares_of(
    means: Floats, l1: Floats, l2: Floats, n: int, fold_size: float, *, enlarged: float = 1.0, seed: int = 0
) -> Found:
    """theta = Var(mean) over K folds, sigma2, omega, gamma, and the share of each in theta.

    Parameters
    ----------
    means, l1, l2 : one per data set: the K-fold mean and the two eigenvalues a run can estimate; l1 is NaN in
        leave-one-out, where there is no omega.
    n, fold_size : examples, and (weighted) examples in a fold.
    """
    alone = bool(np.isnan(l1).all())
    rest = means - means.mean()
    rows = np.stack([rest, rest**2, l2 if alone else l1, l2], axis=1)

    def shares(h: Floats) -> Floats:
        theta = enlarged * (h[1] - h[0] ** 2)
        gamma = theta - h[3] / n
        omega = 0 * gamma if alone else gamma + (h[3] - h[2]) / fold_size
        sigma2 = h[3] + gamma if alone else h[2] + omega
        parts = (sigma2 / n, (fold_size - 1) / n * omega, (n - fold_size) / n * gamma)
        return np.stack([theta, sigma2, omega, gamma, *(part / theta for part in parts)])

    return _named(FOLD_NAMES, function_of_means(rows, shares, seed=seed))


def broken_inequalities(found: Found) -> list[tuple[str, bool]]:
    """Which of 0 <= s2 <= s1 <= s0 and 0 <= s3 <= s1 the estimates break, and whether by more than their noise.

    Of these only s2 >= 0 and s3 >= 0 can be broken: the others are variances inside data sets.
    """
    return [(name, found[name][2] < 0) for name in ("s2", "s3") if name in found and found[name][0] < 0]


def _named(names: tuple[str, ...], found: Floats) -> Found:
    return {name: (value, low, high) for name, (value, low, high) in zip(names, found.tolist(), strict=True)}
