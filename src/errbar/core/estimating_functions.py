"""Moments of resampling from many independent data sets, with intervals by estimating functions [nadeau2003].

The parameters theta solve mean_i g_i(theta) = 0 over D data sets; then Cov(theta) = A^-1 B A^-T / D with
A = mean of the derivatives of g_i and B = mean of g_i g_i'. Functions of theta follow by the delta method.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from scipy.special import ndtri

from errbar.core.arrays import Floats
from errbar.errors import InputError

RATIO_NAMES = ("holdout_t", "resampled_t", "corrected_t")  # of `theoretical_ratios`


@dataclass(frozen=True, eq=False)
class Estimates:
    """Named estimates with their covariance.

    Parameters
    ----------
    names, values : one each.
    covariance : of the values.
    """

    names: tuple[str, ...]
    values: Floats
    covariance: Floats

    def __getitem__(self, name: str) -> float:
        return float(self.values[self.names.index(name)])

    def se(self, name: str) -> float:
        place = self.names.index(name)
        return sqrt(float(self.covariance[place, place]))

    def interval(self, name: str, confidence_level: float = 0.95) -> tuple[float, float]:
        half = float(ndtri((1 + confidence_level) / 2)) * self.se(name)
        return self[name] - half, self[name] + half

    def map(self, names: tuple[str, ...], function: Callable[[Floats], Floats]) -> Estimates:
        """Functions of the values; `function` must be analytic (its derivatives are complex steps)."""
        step = 1e-30
        columns = [function(self.values + 1j * step * unit).imag / step for unit in np.eye(self.values.size)]
        slopes = np.stack(columns, axis=1)
        return Estimates(names, function(self.values), slopes @ self.covariance @ slopes.T)


def solved(names: tuple[str, ...], values: Floats, g: Floats, slopes: Floats) -> Estimates:
    """Estimates whose covariance is the sandwich of `slopes` (A) and the products of `g` (data sets x functions)."""
    bread = np.linalg.inv(slopes)
    return Estimates(names, values, bread @ (g.T @ g / g.shape[0]) @ bread.T / g.shape[0])


def exchangeable(u: Floats) -> Estimates:
    """Mean beta, variance delta and correlation pi of K exchangeable values per data set; `u` is data sets x K.

    Examples
    --------
    >>> found = exchangeable(np.array([[1.0, 3.0], [2.0, 4.0], [6.0, 8.0]]))
    >>> [round(float(v), 6) for v in found.values]
    [4.0, 5.666667, 0.647059]
    """
    return solved(("beta", "delta", "pi"), *_exchangeable(u))


def split_moments(values: Floats, within: Floats, n_test: int) -> Estimates:
    """mu, s0, s1, s2, s3 and rho of random splits.

    Parameters
    ----------
    values : data sets x splits, the split scores.
    within : one per data set, the mean variance of the losses inside a test set (divisor n_test - 1).
    n_test : test size n2.
    """
    theta, g, slopes = _exchangeable(values)
    apart = within.mean()  # s0 - s3
    g = np.column_stack([g, within - apart])
    four = solved(("mu", "s1", "rho", "s0-s3"), np.append(theta, apart), g, _bordered(slopes))

    def moments(theta: Floats) -> Floats:
        mu, s1, rho, apart = theta
        s3 = s1 - apart / n_test
        return np.array([mu, s3 + apart, s1, rho * s1, s3, rho])

    return four.map(("mu", "s0", "s1", "s2", "s3", "rho"), moments)


def _bordered(slopes: Floats) -> Floats:
    """One more function, of one more parameter, that the others do not share."""
    wider = -np.eye(slopes.shape[0] + 1)
    wider[:-1, :-1] = slopes
    return wider


def _exchangeable(u: Floats) -> tuple[Floats, Floats, Floats]:
    """(beta, delta, pi), their estimating functions per data set, and the slopes."""
    k = u.shape[1]
    means = u.mean(axis=1)
    beta = means.mean()
    squares = ((u - beta) ** 2).mean(axis=1)
    delta, spread = squares.mean(), ((means - beta) ** 2).mean()
    if delta == 0:
        raise InputError("All values are equal in all data sets: they have no correlation to estimate.")
    pi = (k * spread / delta - 1) / (k - 1)
    share = pi + (1 - pi) / k
    g = np.stack([means - beta, squares - delta, (means - beta) ** 2 - delta * share], axis=1)
    slopes = -np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, share, delta * (1 - 1 / k)]])
    return np.array([beta, delta, pi]), g, slopes


def political_ratio(estimates: Floats, variances: Floats) -> Estimates:
    """Var(estimate) / E(variance estimate) of any method: above 1 it is liberal, below 1 conservative.

    Parameters
    ----------
    estimates, variances : the method's estimate and squared standard error, one per data set.
    """
    centre = estimates.mean()
    squares = (estimates - centre) ** 2
    true, claimed = squares.mean(), variances.mean()
    g = np.stack([estimates - centre, squares - true, variances - claimed], axis=1)
    three = solved(("mean", "true", "claimed"), np.array([centre, true, claimed]), g, -np.eye(3))
    return three.map(("ratio",), lambda theta: theta[1:2] / theta[2:3])


def theoretical_ratios(moments: Estimates, *, n_splits: int, n_train: int, n_test: int) -> Estimates:
    """The ratios that the moments imply: t-test on one split, resampled t, corrected t.

    The pseudo-bootstrap shares the resampled t's, its corrected form the corrected t's.
    """

    def ratios(theta: Floats) -> Floats:
        _, s0, _, _, s3, rho = theta
        return np.array(ratios_at(s0, s3, rho, n_splits=n_splits, n_train=n_train, n_test=n_test))

    return moments.map(RATIO_NAMES, ratios)


def ratios_at(s0: Any, s3: Any, rho: Any, *, n_splits: int, n_train: int, n_test: int) -> tuple[Any, Any, Any]:
    """The same three for moments that are known.

    Examples
    --------
    >>> [round(one, 4) for one in ratios_at(1.0, 0.1, 1 / 6, n_splits=15, n_train=100, n_test=20)]
    [3.2222, 4.0, 1.0]
    """
    resampled = 1 + n_splits * rho / (1 - rho)
    return (n_test * s3 + (s0 - s3)) / (s0 - s3), resampled, resampled / (1 + n_splits * n_test / n_train)
