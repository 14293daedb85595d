"""Limits for the true error of one trained model from n test losses: `errbar.bounds.<name>(mean, n, delta)`.

All take `mean` (errors over n), `n` and `delta` and broadcast; `side` is "upper", "lower" or "two-sided" (then lower
and upper limit stand along the first axis). `variance` is the unbiased variance of the losses, for those that read
it; None means 0/1 losses. Values are in [0, 1]. `BOUNDS[name]` says whether a bound is rigorous and where it is from.
`betting`, `betting_star` and `anderson` read the losses themselves. `plot_coverage` draws how often bounds hold.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from errbar.bounds.coverage import (
    Bernoulli,
    Beta,
    ClippedNormal,
    coverage,
    coverage_curve,
    coverage_monte_carlo,
)
from errbar.bounds.coverage_axes import plot_coverage
from errbar.bounds.kfold import kfold_average, kfold_chebyshev, kfold_hoeffding, kfold_kl, kfold_union
from errbar.bounds.record import Bound, Side, limits
from errbar.bounds.sample import SAMPLE_BOUNDS, sample_limits
from errbar.bounds.table import BOUNDS
from errbar.core.arrays import Floats

__all__ = [
    "BOUNDS",
    "SAMPLE_BOUNDS",
    "Bernoulli",
    "Beta",
    "Bound",
    "ClippedNormal",
    "agresti_coull",
    "anderson",
    "bentkus",
    "bernstein",
    "betting",
    "betting_star",
    "blaker",
    "cantelli",
    "chebyshev",
    "chernoff",
    "chernoff_tight",
    "clopper_pearson",
    "coverage",
    "coverage_curve",
    "coverage_monte_carlo",
    "guttman",
    "guttman_sharp",
    "hoeffding",
    "hoeffding_kl",
    "jeffreys",
    "kfold_average",
    "kfold_chebyshev",
    "kfold_hoeffding",
    "kfold_kl",
    "kfold_union",
    "maurer_pontil",
    "maurer_pontil_sharp",
    "mid_p",
    "normal",
    "plot_coverage",
    "wilson",
]


def normal(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """x + z sqrt(x (1-x) / n). Not rigorous: zero width at 0 or n errors, coverage falls to 0 for small means.

    [anguita2011]

    >>> float(normal(0.5, 100, 0.5))
    0.5
    """
    return limits(BOUNDS["normal"], mean, n, delta, variance=variance, side=side)


def wilson(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Wilson's score bound. Not rigorous, but close to nominal; always inside [0, 1]. [wilson1927]

    >>> float(wilson(0.0, 10, 0.5))
    0.0
    """
    return limits(BOUNDS["wilson"], mean, n, delta, variance=variance, side=side)


def clopper_pearson(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Largest p under which k or fewer errors have probability delta. Exact; no one-sided bound is tighter.

    [clopper1934]

    >>> float(clopper_pearson(0.0, 1, 0.05))
    0.95
    """
    return limits(BOUNDS["clopper_pearson"], mean, n, delta, variance=variance, side=side)


def chebyshev(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Root of (L - x)^2 = L (1-L) / (n delta). Rigorous; delta already pays for both sides. [anguita2011]

    >>> float(chebyshev(0.0, 20, 0.05))
    0.5
    """
    return limits(BOUNDS["chebyshev"], mean, n, delta, variance=variance, side=side)


def guttman(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Chebyshev's inequality on (x - L)^2 - s^2/(n-1). Rigorous; delta already pays for both sides; 1 for n = 1.

    [guttman1948]

    >>> float(guttman(0.0, 1, 0.05))
    1.0
    """
    return limits(BOUNDS["guttman"], mean, n, delta, variance=variance, side=side)


def bernstein(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Root of L = x + sqrt(2 e L (1-L) / n) + e / (3n), e = ln(1/delta). Rigorous. [anguita2011]

    >>> float(bernstein(1.0, 10, 0.05))
    1.0
    """
    return limits(BOUNDS["bernstein"], mean, n, delta, variance=variance, side=side)


def maurer_pontil(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """x + sqrt(2 V l / n) + 7 l / (3 (n-1)), l = ln(2/delta), V the unbiased variance. Rigorous; 1 for n = 1.

    [maurer2009]

    >>> float(maurer_pontil(0.5, 2, 0.05))
    1.0
    """
    return limits(BOUNDS["maurer_pontil"], mean, n, delta, variance=variance, side=side)


def chernoff(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """x + sqrt(2 x e / n) + 2 e / n, e = ln(1/delta); lower: x - sqrt(2 x e / n). Rigorous. [anguita2011]

    >>> float(chernoff(0.5, 1, 0.05))
    1.0
    """
    return limits(BOUNDS["chernoff"], mean, n, delta, variance=variance, side=side)


def hoeffding_kl(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Largest p with kl(x, p) <= ln(1/delta) / n. Rigorous for any losses in [0, 1]. [hoeffding1963]

    >>> float(hoeffding_kl(0.0, 1, 0.05))
    0.95
    """
    return limits(BOUNDS["hoeffding_kl"], mean, n, delta, variance=variance, side=side)


def hoeffding(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """x + sqrt(ln(1/delta) / (2n)). Rigorous for any losses in [0, 1]. [hoeffding1963]

    >>> float(hoeffding(1.0, 10, 0.05))
    1.0
    """
    return limits(BOUNDS["hoeffding"], mean, n, delta, variance=variance, side=side)


def cantelli(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Root of (L - x)^2 = L (1-L) (1-delta) / (n delta): Chebyshev's bound for one side. Rigorous. [anguita2011]

    >>> float(cantelli(0.0, 19, 0.05))
    0.5
    """
    return limits(BOUNDS["cantelli"], mean, n, delta, variance=variance, side=side)


def guttman_sharp(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Guttman's bound with sqrt(1/delta - 1) in place of sqrt(1/delta). Rigorous; both sides; 1 for n = 1.

    [guttman1948]

    >>> float(guttman_sharp(0.0, 1, 0.05))
    1.0
    """
    return limits(BOUNDS["guttman_sharp"], mean, n, delta, variance=variance, side=side)


def maurer_pontil_sharp(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Maurer and Pontil's bound with 2 l / sqrt(n (n-1)) + l / (3n) as last term. Rigorous; 1 for n = 1.

    [maurer2009]

    >>> float(maurer_pontil_sharp(0.5, 2, 0.05))
    1.0
    """
    return limits(BOUNDS["maurer_pontil_sharp"], mean, n, delta, variance=variance, side=side)


def chernoff_tight(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """x + e/n + sqrt((e/n)^2 + 2 x e / n), e = ln(1/delta): Chernoff's bound inverted exactly. Rigorous.

    [anguita2011]

    >>> float(chernoff_tight(0.5, 1, 0.05))
    1.0
    """
    return limits(BOUNDS["chernoff_tight"], mean, n, delta, variance=variance, side=side)


def bentkus(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Largest p whose lower delta-tail mean of Bin(n, p) is at most n x. Rigorous; never looser than any bound above
    that reads only the mean. [bentkus2004]

    >>> float(bentkus(0.0, 1, 0.05))
    0.95
    """
    return limits(BOUNDS["bentkus"], mean, n, delta, variance=variance, side=side)


def blaker(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "two-sided"
) -> Floats:
    """Blaker's interval: exact, two-sided only, always inside Clopper and Pearson's. [blaker2000]

    >>> float(blaker(0.0, 10, 0.05, side="two-sided")[0])
    0.0
    """
    return limits(BOUNDS["blaker"], mean, n, delta, variance=variance, side=side)


def jeffreys(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Quantile of the posterior Beta(k + 1/2, n - k + 1/2). Not rigorous. [brown2001]

    >>> float(jeffreys(1.0, 10, 0.05))
    1.0
    """
    return limits(BOUNDS["jeffreys"], mean, n, delta, variance=variance, side=side)


def mid_p(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Root of P(X < k) + P(X = k)/2 = delta. Not rigorous. [brown2001]

    >>> float(mid_p(1.0, 10, 0.05))
    1.0
    """
    return limits(BOUNDS["mid_p"], mean, n, delta, variance=variance, side=side)


def agresti_coull(
    mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: ArrayLike | None = None, side: Side = "upper"
) -> Floats:
    """Wilson's centre with a normal width. Not rigorous. [brown2001]

    >>> float(agresti_coull(0.5, 100, 0.5))
    0.5
    """
    return limits(BOUNDS["agresti_coull"], mean, n, delta, variance=variance, side=side)


def betting(
    losses: ArrayLike, delta: float, *, range: tuple[float, float] = (0.0, 1.0), side: Side = "upper"
) -> float | Floats:
    """Smallest mean against which a careful gambler would have won 1/delta. Rigorous; reads the losses in order.

    The losses enter in the order given, which must not depend on them: sorted losses, or items sorted by a name that
    goes with their difficulty, break the guarantee. `method="betting"` of the verbs shuffles them by name.

    >>> print(f"{betting([0.0], 0.5):.4f}")  # 1 + 0.9 m / (1 - m) = 2
    0.5263
    """
    return sample_limits("betting", losses, delta, range, side)


def betting_star(
    losses: ArrayLike, delta: float, *, range: tuple[float, float] = (0.0, 1.0), side: Side = "upper"
) -> float | Floats:
    """Betting that aims anew, at each loss, at the wealth still missing. Rigorous, tighter, slower.

    The losses enter in the order given, which must not depend on them, as in `betting`.

    >>> betting_star([1.0], 0.05)
    1.0
    """
    return sample_limits("betting_star", losses, delta, range, side)


def anderson(
    losses: ArrayLike, delta: float, *, range: tuple[float, float] = (0.0, 1.0), side: Side = "upper"
) -> float | Floats:
    """Mean of the largest law inside a one-sided Smirnov band. Rigorous; the order does not matter.

    >>> anderson([0.5], 0.5)
    0.75
    """
    return sample_limits("anderson", losses, delta, range, side)
