r"""The hierarchical model over data sets: differences that vary from data set to data set, each known with error.

.. math:: d_{ij} \sim N(\delta_i, \sigma_i^2), \quad \mathrm{corr}(d_{ij}, d_{ik}) = \rho_i, \qquad
   \delta_i \sim t_\nu(\delta_0, \sigma_0), \qquad \nu - 1 \sim \mathrm{Gamma}(\alpha, \beta)

with flat priors: alpha on [1, 2], beta on [0.01, 0.1], delta_0 within the largest difference, sigma_i and sigma_0 up to
1,000 times the spread seen. sigma_i is integrated out: what data set i says of delta_i is then Student's law with
n_i - 2 degrees of freedom, so a data set enters by its mean, its standard error and that number alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaincc, gammainccinv, gammaln, ndtr, ndtri, stdtr

from errbar.core.arrays import Floats
from errbar.core.mixing import effective_size, split_rhat

ALPHA, BETA = (1.0, 2.0), (0.01, 0.1)  # of the prior of nu - 1, flat between
WIDEST = 1000.0  # times the spread seen: the largest sigma_0
CHAINS, WARM, KEPT = 8, 500, 1500
STEP, ALONG = 1.2, (0.0, 0.3, 0.6)  # of the walk in log(nu - 1), and how far log sigma_0 goes along with it


@dataclass(frozen=True, slots=True, eq=False)
class SetMeans:
    """What each data set says of the difference: Student's law around a mean.

    Parameters
    ----------
    mean, se : pairs x data sets, or data sets.
    df : as many, or one for all.
    """

    mean: Floats
    se: Floats
    df: Floats

    @classmethod
    def of(cls, differences: Floats, rho: float) -> SetMeans:
        """Of scores x anything, equally correlated: the law of their mean, the spread integrated out."""
        n = differences.shape[0]
        squares = differences.var(axis=0) * n / (1.0 - rho)
        se = np.sqrt(squares * (1.0 + (n - 1) * rho) / n / (n - 2))
        return cls(differences.mean(axis=0), se, np.full(se.shape, n - 2.0))


@dataclass(frozen=True, slots=True, eq=False)
class HierarchicalPosterior:
    """Draws of delta_0, sigma_0 and nu, and what they say of a further data set.

    Parameters
    ----------
    centre, spread, df : draws x chains x pairs.
    below, inside, above : of each pair the share of draws in which a further data set falls most often below, inside
        and above the region of equivalence.
    next_below, next_inside, next_above : of each pair how probable it is that it does.
    rhat, effective : of each pair the largest split R-hat and the smallest effective size among the three.
    """

    centre: Floats
    spread: Floats
    df: Floats
    below: Floats
    inside: Floats
    above: Floats
    next_below: Floats
    next_inside: Floats
    next_above: Floats
    rhat: Floats
    effective: Floats


def hierarchical_posterior(
    sets: SetMeans, rope: float, *, seed: int = 0, chains: int = CHAINS, warm: int = WARM, kept: int = KEPT
) -> HierarchicalPosterior:
    """Posterior by Gibbs sampling, centred and non-centred in turn, with a random walk for nu.

    Parameters
    ----------
    sets : pairs x data sets, every standard error above 0.
    rope : half-width of practical equivalence; 0 leaves no region.
    seed, chains, warm, kept : of the sampler.

    References
    ----------
    [corani2017]; two parametrisations in turn, [yu2011]
    """
    sampler = _Gibbs(sets, np.random.default_rng(seed), chains)
    shape = (kept, chains, sets.mean.shape[0])
    centre, spread, df = np.empty(shape), np.empty(shape), np.empty(shape)
    for sweep in range(warm + kept):
        sampler.sweep()
        if sweep >= warm:
            centre[sweep - warm], spread[sweep - warm], df[sweep - warm] = sampler.state()
    below = stdtr(df, (-rope - centre) / spread)
    above = stdtr(df, (centre - rope) / spread)
    inside = np.maximum(1.0 - below - above, 0.0) if rope > 0 else np.full(shape, -1.0)
    most = np.argmax(np.stack([below, inside, above]), axis=0)
    told = [centre, np.log(spread), np.log(df)]
    return HierarchicalPosterior(
        centre=centre,
        spread=spread,
        df=df,
        below=_share(most == 0),
        inside=_share(most == 1),
        above=_share(most == 2),
        next_below=_share(below),
        next_inside=_share(np.maximum(inside, 0.0)),
        next_above=_share(above),
        rhat=np.max([split_rhat(one) for one in told], axis=0),
        effective=np.min([effective_size(one) for one in told], axis=0),
    )


def _share(of_draws: NDArray[Any]) -> Floats:
    """Of each pair the mean over all draws of all chains."""
    found: Floats = of_draws.mean(axis=(0, 1))
    return found


class _Gibbs:
    """All chains of all pairs at once: chains x pairs, or chains x pairs x data sets."""

    def __init__(self, sets: SetMeans, rng: np.random.Generator, chains: int) -> None:
        self.mean, self.variance, self.known = sets.mean, sets.se**2, np.broadcast_to(sets.df, sets.mean.shape)
        self.rng, (pairs, self.n) = rng, sets.mean.shape
        spread = sets.mean.std(axis=1)
        self.seen = np.where(spread > 0, spread, sets.se.mean(axis=1))
        self.most = WIDEST * self.seen
        self.far = np.abs(sets.mean).max(axis=1) + 4.0 * sets.se.max(axis=1)
        shape = (chains, pairs)
        self.sigma = self.seen * np.exp(rng.uniform(-2.0, 1.0, shape))
        self.mu = sets.mean.mean(axis=1) + rng.normal(size=shape) * self.seen
        self.mu = np.clip(self.mu, -self.far, self.far)
        self.log_nu = rng.uniform(0.0, 4.0, shape)  # of nu - 1
        self.delta = np.broadcast_to(sets.mean, (*shape, self.n)).copy()

    def state(self) -> tuple[Floats, Floats, Floats]:
        return self.mu, self.sigma, 1.0 + np.exp(self.log_nu)

    def sweep(self) -> None:
        """Every quantity once, given the others."""
        self._walk()
        nu = (1.0 + np.exp(self.log_nu))[..., None]
        apart = ((self.delta - self.mu[..., None]) / self.sigma[..., None]) ** 2
        weight = self.rng.standard_gamma((nu + 1.0) / 2.0, self.delta.shape) / ((nu + apart) / 2.0)
        off = (self.delta - self.mean) ** 2 / self.variance
        trust = self.rng.standard_gamma((self.known + 1.0) / 2.0, self.delta.shape) / ((self.known + off) / 2.0)
        of_data, of_law = trust / self.variance, weight / self.sigma[..., None] ** 2
        total = of_data + of_law
        centre = (of_data * self.mean + of_law * self.mu[..., None]) / total
        self.delta = centre + self.rng.normal(size=centre.shape) / np.sqrt(total)
        self._centred(weight)
        self._apart(of_data)

    def _centred(self, weight: Floats) -> None:
        """delta_0, then sigma_0, given the delta_i."""
        total = weight.sum(axis=-1)
        middle = (weight * self.delta).sum(axis=-1) / total
        self.mu = self._within(middle, self.sigma / np.sqrt(total), -self.far, self.far)
        squares = (weight * (self.delta - self.mu[..., None]) ** 2).sum(axis=-1) / 2.0
        shape = (self.n - 1) / 2.0
        # 1 / sigma^2 is a gamma variable, cut off where sigma would be above its limit
        tail = gammaincc(shape, squares / self.most**2)
        self.sigma = np.sqrt(squares / gammainccinv(shape, self.rng.uniform(size=tail.shape) * tail))

    def _apart(self, of_data: Floats) -> None:
        """sigma_0, then delta_0, given the (delta_i - delta_0) / sigma_0: a line through the means."""
        unit = (self.delta - self.mu[..., None]) / self.sigma[..., None]
        s0, s1, s2 = (np.sum(of_data * one, axis=-1) for one in (1.0, unit, unit**2))
        y0, y1 = np.sum(of_data * self.mean, axis=-1), np.sum(of_data * unit * self.mean, axis=-1)
        slope = np.maximum(s2 - s1**2 / s0, 1e-300)
        self.sigma = self._within((y1 - s1 * y0 / s0) / slope, 1.0 / np.sqrt(slope), 0.0 * self.most, self.most)
        self.mu = self._within((y0 - self.sigma * s1) / s0, 1.0 / np.sqrt(s0), -self.far, self.far)
        self.delta = self.mu[..., None] + self.sigma[..., None] * unit

    def _within(self, mean: Floats, sd: Floats, low: Floats, high: Floats) -> Floats:
        """Normal draws between two limits."""
        a, b = (low - mean) / sd, (high - mean) / sd
        flip = a > 0  # far out on the right the lower tail is exact
        a, b = np.where(flip, -b, a), np.where(flip, -a, b)
        p, q = ndtr(a), ndtr(b)
        z = ndtri(p + self.rng.uniform(size=p.shape) * (q - p))
        z = np.clip(np.where(np.isfinite(z), z, b), a, b)
        return np.maximum(mean + sd * np.where(flip, -z, z), np.maximum(low, 1e-12 * (high - low) + low))

    def _walk(self) -> None:
        """Steps of nu and sigma_0, which go together, with the weights integrated out."""
        apart = (self.delta - self.mu[..., None]) ** 2
        now = _of_law(self.log_nu, self.sigma, apart)
        for along in ALONG:
            step = STEP * self.rng.normal(size=now.shape)
            log_nu, sigma = self.log_nu + step, self.sigma * np.exp(along * step)
            new = np.where(sigma < self.most, _of_law(log_nu, sigma, apart), -np.inf)
            taken = np.log(self.rng.uniform(size=now.shape)) < new - now
            self.log_nu, self.sigma = np.where(taken, log_nu, self.log_nu), np.where(taken, sigma, self.sigma)
            now = np.where(taken, new, now)


def _of_law(log_nu: Floats, sigma: Floats, apart: Floats) -> Floats:
    """Log density of log(nu - 1) and log sigma_0, up to a constant: Student's law of the delta_i, and the priors."""
    nu, n = 1.0 + np.exp(log_nu), apart.shape[-1]
    law = n * (gammaln((nu + 1.0) / 2.0) - gammaln(nu / 2.0) - np.log(nu) / 2.0) - (n - 1) * np.log(sigma)
    law = law - (nu + 1.0) / 2.0 * np.log1p(apart / (nu * sigma**2)[..., None]).sum(axis=-1)
    found: Floats = law + np.interp(log_nu, LOG_NU, _PRIOR, left=-np.inf, right=-np.inf)
    return found


def _prior(log_nu: Floats) -> Floats:
    """Log density of log(nu - 1), alpha and beta integrated out by Gauss and Legendre's rule."""
    x, w = np.polynomial.legendre.leggauss(20)
    alpha, beta = (low + (high - low) * (x + 1.0) / 2.0 for low, high in (ALPHA, BETA))
    a, b = alpha[:, None], beta[None, :]
    value = log_nu[:, None, None]
    density = np.exp(a * np.log(b) - gammaln(a) + a * value - b * np.exp(value))
    found: Floats = np.log(np.maximum((density * w[:, None] * w).sum(axis=(1, 2)) / 4.0, 1e-300))
    return found


LOG_NU = np.linspace(-12.0, 9.0, 2101)
_PRIOR = _prior(LOG_NU)
