"""The Bayesian signed-rank test over data sets, with a region of practical equivalence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Floats

_CELLS = 1 << 20  # weights held at a time
PRIOR = 0.5  # strength of the prior, which sits at a difference of zero


@dataclass(frozen=True, slots=True, eq=False)
class SignedRankPosterior:
    """One posterior per pair: how probable it is that the differences lie below, inside and above the region."""

    below: Floats
    inside: Floats
    above: Floats


def signed_rank_posterior(
    differences: Floats, rope: float, *, n_draws: int = 50_000, seed: int = 0
) -> SignedRankPosterior:
    r"""Posterior of the signed-rank statistic under a Dirichlet process.

    .. math:: \theta_+ = \sum_{ij} w_i w_j\, H(d_i + d_j - 2r), \qquad
       \theta_- = \sum_{ij} w_i w_j\, H(-d_i - d_j - 2r), \qquad w \sim \mathrm{Dir}(s, 1, \dots, 1)

    d_0 = 0 with prior strength s = 1/2; d_i: difference on data set i; r: half-width of the region; H: the step
    function, 1/2 at 0. The probability of a side is the share of draws in which it holds the most; a draw in
    which both sides hold the same counts half for each.

    Parameters
    ----------
    differences : pairs x data sets.
    rope : half-width of practical equivalence; 0 leaves no region.
    n_draws, seed : of the posterior; every pair sees the same weights, so the order of pairs does not matter.

    References
    ----------
    [benavoli2017]; the Monte Carlo error of a probability p is sqrt(p (1 - p) / n_draws)

    Examples
    --------
    >>> print(signed_rank_posterior(np.array([[.03, .02, .01, .04, .02]]), 0.0).above[0] > 0.95)
    True
    """
    pairs, n = differences.shape
    rng = np.random.default_rng(seed)
    first = np.zeros(pairs), np.zeros(pairs), np.zeros(pairs)
    steps = [_steps(row, rope) for row in differences]
    size = max(1, _CELLS // (n + 1))
    for start in range(0, n_draws, size):
        weights = _dirichlet(rng, min(size, n_draws - start), n)
        for i, (above, below) in enumerate(steps):
            up = ((weights @ above) * weights).sum(axis=1)
            down = ((weights @ below) * weights).sum(axis=1)
            most = np.argmax(np.stack([down, 1.0 - up - down if rope > 0 else np.full_like(up, -1.0), up]), axis=0)
            for side in range(3):
                first[side][i] += np.count_nonzero(most == side)
            tied = 0.5 * np.count_nonzero((most == 0) & (down == up))  # as many below as above: half a draw for each
            first[0][i] -= tied
            first[2][i] += tied
    return SignedRankPosterior(*(count / n_draws for count in first))


def _steps(d: Floats, rope: float) -> tuple[Floats, Floats]:
    """H of all pairwise sums above and below the region, the prior's zero first."""
    with_prior = np.concatenate([[0.0], d])
    sums = with_prior[:, None] + with_prior
    return np.heaviside(sums - 2 * rope, 0.5), np.heaviside(-sums - 2 * rope, 0.5)


def _dirichlet(rng: np.random.Generator, size: int, n: int) -> Floats:
    weights = np.concatenate([rng.standard_gamma(PRIOR, (size, 1)), rng.standard_exponential((size, n))], axis=1)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights
