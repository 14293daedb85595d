"""Did chains of a sampler mix? Split R-hat and effective size of draws."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from errbar.core.arrays import Floats


def split_rhat(draws: Floats) -> Floats:
    r"""Potential scale reduction of halved chains, rank-normalised: near 1 where the chains agree.

    .. math:: \hat R = \sqrt{\frac{(m - 1) W / m + B / m}{W}}

    W: mean variance inside half chains of m draws; B / m: variance of their means.

    Parameters
    ----------
    draws : draws x chains x anything.

    References
    ----------
    [vehtari2021]

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> draws = rng.normal(size=(1000, 4))
    >>> print(f"{split_rhat(draws):.2f}", split_rhat(draws + np.arange(4)) > 1.5)
    1.00 True
    """
    return _rhat(_halves(_normal_scores(draws)))


def effective_size(draws: Floats) -> Floats:
    """How many independent draws are worth as much for a mean (Geyer's initial monotone sequence, halved chains).

    Parameters
    ----------
    draws : draws x chains x anything.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> print(round(float(effective_size(rng.normal(size=(1000, 4)))), -3))
    4000.0
    """
    x = _halves(draws)
    m, chains = x.shape[:2]
    within = x.var(axis=0, ddof=1).mean(axis=0)
    total = (m - 1) / m * within + x.mean(axis=0).var(axis=0, ddof=1)
    centred = x - x.mean(axis=0)
    size = 1 << (2 * m - 1).bit_length()
    power = np.abs(np.fft.rfft(centred, size, axis=0)) ** 2
    covariance = np.fft.irfft(power, size, axis=0)[:m].mean(axis=1) / m
    with np.errstate(divide="ignore", invalid="ignore"):
        rho = 1.0 - (within - covariance * m / (m - 1)) / total
    rho[0] = 1.0
    pairs = rho[0 : 2 * (m // 2) : 2] + rho[1 : 2 * (m // 2) : 2]
    first = np.minimum.accumulate(np.where(np.cumprod(pairs > 0, axis=0, dtype=bool), pairs, 0.0), axis=0)
    lag = np.maximum(2.0 * first.sum(axis=0) - 1.0, 1.0 / np.log10(m * chains))
    return np.where(total > 0, m * chains / lag, np.nan)


def _rhat(x: Floats) -> Floats:
    m = x.shape[0]
    within = x.var(axis=0, ddof=1).mean(axis=0)
    between = x.mean(axis=0).var(axis=0, ddof=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = np.sqrt((m - 1) / m + between / within)
    return found


def _halves(draws: Floats) -> Floats:
    half = draws.shape[0] // 2
    return np.concatenate([draws[:half], draws[half : 2 * half]], axis=1)


def _normal_scores(draws: Floats) -> Floats:
    """Every draw's rank among all of its quantity, as a normal quantile."""
    flat = draws.reshape(draws.shape[0] * draws.shape[1], -1)
    ranks = flat.argsort(axis=0, kind="stable").argsort(axis=0) + 1.0
    found: Floats = ndtri((ranks - 0.375) / (flat.shape[0] + 0.25)).reshape(draws.shape)
    return found
