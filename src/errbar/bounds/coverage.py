"""How often a bound holds: exactly for 0/1 losses, by seeded simulation for losses in between."""

from collections.abc import Sequence
from math import exp, log1p, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from errbar import bounds
from errbar.bounds.bound import check_side
from errbar.bounds.numbers import Side, both, check_delta, check_mean
from errbar.check import check_count, check_finite, check_name, check_names, check_number
from errbar.core.arrays import Floats
from errbar.core.binomial_law import log_pmf
from errbar.core.loss_laws import LossLaw
from errbar.errors import InputError
from errbar.plans.seed import seed_from
from errbar.show.coverage_axes import draw_coverage

MOST = 10**7
MOST_COUNTS = 45_000  # counts of errors whose limits are looked at
ALL = 10_000  # examples: with no more, every count is
MOST_JUMPS = 5_000  # examples: each count has four jumps, and at each the law is added up
MOST_LOSSES = 10**8  # of all sets that are drawn


def coverage(name: str, n: int, L: float, delta: float, *, side: Side | None = None) -> float:
    """Probability that the bound holds when n 0/1 losses have mean L: a sum over the binomial law, no simulation.

    `side` is "upper" unless the bound is two-sided only.

    >>> f"{coverage('normal', 10, 0.01, 0.05):.10f}"
    '0.0956179250'
    """
    return float(coverage_curve(name, n, check_number("L", L), delta, side=side))


def coverage_curve(name: str, n: int, L: ArrayLike, delta: float, *, side: Side | None = None) -> Floats:
    """`coverage` at every mean in L; the limits are computed once.

    >>> coverage_curve("clopper_pearson", 1, [0.0, 0.5, 1.0], 0.05)
    array([1., 1., 1.])
    """
    count, truths = check_count("n", n), check_finite("L", L)
    if count > MOST:
        raise InputError(f"n must be at most {MOST:,}: every count of errors that can occur is looked at; got {count}.")
    check_mean(truths, "L")
    bound = bounds.BOUNDS[check_name("bound", name, bounds.BOUNDS)]
    chosen = bound.usual_side if side is None else check_side(bound, side)
    k = _occurring(count, truths.ravel())
    low, high = both(bound(k / count, count, delta, side=chosen), chosen)
    held = [_binomial(k, count, truth)[(low <= truth) & (truth <= high)].sum() for truth in truths.ravel().tolist()]
    return np.array(held).reshape(truths.shape)


def coverage_with_jumps(
    name: str, n: int, delta: float, largest: float = 0.5, *, smallest: float = 0.005
) -> tuple[Floats, Floats]:
    """True errors up to `largest` and the coverage there, on both sides of every jump: where the truth passes a limit.

    >>> rates, held = coverage_with_jumps("clopper_pearson", 10, 0.05)
    >>> print(f"{held.min():.4f}")
    0.9500
    """
    if not 0 < check_number("largest", largest) <= 1:
        raise InputError(f"largest must lie above 0 and be at most 1; got {largest!r:.80}.")
    if n > MOST_JUMPS:
        raise InputError(f"n must be at most {MOST_JUMPS:,} for a picture of every jump; got {n}.")
    bound = bounds.BOUNDS[check_name("bound", name, bounds.BOUNDS)]
    low, high = both(bound(np.arange(n + 1) / n, n, delta), bound.usual_side)
    edges = [low, np.nextafter(low, 0.0), high, np.nextafter(high, 1.0)]
    rates = np.concatenate([np.linspace(smallest, largest, 100), *edges])
    rates = np.unique(rates[(rates >= smallest) & (rates <= largest)])
    return rates, coverage_curve(name, n, rates, delta)


def plot_coverage(
    names: str | Sequence[str], n: int, delta: float = 0.05, ax: Any = None, *, largest: float = 0.5
) -> Any:
    """Draw the exact coverage of bounds for n 0/1 losses against the true error; returns the matplotlib axes.

    Parameters
    ----------
    names : a bound, or several.
    n : test examples.
    delta : how often a bound may fail; the level 1 - delta is drawn in grey.
    ax : matplotlib axes; new ones where none are given.
    largest : true error at the right end.

    Examples
    --------
    >>> ax = plot_coverage(["normal", "clopper_pearson"], 10)
    >>> [line.get_label() for line in ax.lines[:2]]
    ['normal', 'clopper_pearson']
    """
    several = [names] if isinstance(names, str) else check_names("names", names)
    if not (chosen := [check_name("bound", name, bounds.BOUNDS) for name in several]):
        raise InputError(f"Name at least one bound: {', '.join(bounds.BOUNDS)}.")
    count, level = check_count("n", n), 1 - float(check_delta(check_number("delta", delta)))
    largest = check_number("largest", largest)
    if ax is not None and not hasattr(ax, "axhline"):
        raise InputError(f"ax is matplotlib axes; got {ax!r:.80}.")
    curves = [(name, coverage_with_jumps(name, count, delta, largest)) for name in chosen]
    return draw_coverage(curves, count, level, ax, largest)


def coverage_monte_carlo(
    name: str, law: LossLaw, n: int, delta: float, *, n_sets: int = 2000, random_state: int = 0
) -> tuple[float, float]:
    """Share of `n_sets` samples whose upper limit holds, and its standard error."""
    if not (hasattr(law, "draw") and hasattr(law, "mean")):
        raise InputError(f"law must be one such as bounds.Beta(1, 3); got {law!r:.80}.")
    sets, size = check_count("n_sets", n_sets), check_count("n", n)
    if sets * size > MOST_LOSSES:
        raise InputError(f"n_sets times n must be at most {MOST_LOSSES:,}; got {sets * size:,}.")
    samples = law.draw(np.random.default_rng(seed_from(random_state)), (sets, size))
    if check_name("bound", name, [*bounds.BOUNDS, *bounds.SAMPLE_BOUNDS]) in bounds.SAMPLE_BOUNDS:
        upper = np.array([bounds.SAMPLE_BOUNDS[name](row, delta) for row in samples])
    else:
        bound = bounds.BOUNDS[name]
        variance = samples.var(axis=1, ddof=1) if bound.reads == "variance" and n > 1 else None
        upper = bound(samples.mean(axis=1), n, delta, variance=variance)
    share = float((law.mean <= upper).mean())
    return share, sqrt(share * (1 - share) / n_sets)


def _occurring(n: int, truths: Floats) -> Floats:
    """Counts of errors that occur at all: farther from every mean than this, Bernstein's bound is below 1e-323."""
    if n <= ALL:
        return np.arange(n + 1.0)
    far = 40 * np.sqrt(n * truths * (1 - truths)) + 600
    ends = np.floor(n * truths - far), np.ceil(n * truths + far)
    first, last = (np.clip(end, 0, n).astype(np.intp) for end in ends)
    covered = np.bincount(first, minlength=n + 2) - np.bincount(last + 1, minlength=n + 2)
    found = np.flatnonzero(np.cumsum(covered[:-1]))
    if found.size > MOST_COUNTS:
        raise InputError(
            f"These means need limits at {found.size:,} counts of errors, and at most {MOST_COUNTS:,} are looked at: "
            "take a smaller n, or fewer of L."
        )
    return found.astype(np.float64)


def _binomial(k: Floats, n: int, p: float) -> Floats:
    """P(X = k)."""
    if p in (0.0, 1.0):
        return np.asarray(k == n * p, dtype=np.float64)
    found, inner = np.where(k == 0, exp(n * log1p(-p)), p**n), (k > 0) & (k < n)
    found[inner] = np.exp(log_pmf(k[inner], *(np.full(inner.sum(), value) for value in (float(n), p, 1 - p))))
    return found
