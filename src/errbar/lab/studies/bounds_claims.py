"""The survey's statements about test-error bounds, asked as it makes them: exact sums, next to no simulation.

Where it speaks of every n and every observed error, the grid is n = 10 to 200 with all numbers of errors up to half
of n, at delta = 5 %, as in its figures.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from scipy.special import comb

from errbar.bounds import BOUNDS, SAMPLE_BOUNDS, Beta, coverage, coverage_curve, kfold_average
from errbar.bounds.coverage import coverage_with_jumps
from errbar.core.arrays import Floats
from errbar.lab.study import Claim, stated

DELTA = 0.05
# the survey's short names and the equations it gives for them, in the order of its table 1
SHORT = {
    "normal": ("NOR", "16"),
    "wilson": ("WIL", "20-22"),
    "clopper_pearson": ("CP", "26"),
    "chebyshev": ("CHE", "20, 34, 35"),
    "guttman": ("GUT", "20, 37, 38"),
    "bernstein": ("BER", "40"),
    "maurer_pontil": ("MAU", "41"),
    "chernoff": ("CRF", "42"),
    "hoeffding_kl": ("T_HOE", "44, 45"),
    "hoeffding": ("HOE", "48"),
}
COUNTS = ("normal", "wilson", "clopper_pearson")  # its first scenario: 0/1 losses
BOUNDED = ("chebyshev", "guttman", "bernstein", "maurer_pontil", "chernoff", "hoeffding_kl", "hoeffding")  # its second
BY_HAND = ("chebyshev", "guttman", "maurer_pontil", "chernoff", "hoeffding")  # that it knows in closed form
SIZES = np.arange(10.0, 201.0)
TRUTHS = np.linspace(0.0, 0.5, 251)
ROUNDING = 1e-12  # of a sum of 200 probabilities


@cache
def claims() -> tuple[Claim, ...]:
    """In the order of the survey."""
    return (*_counting(), *_in_between(), *_together(), *_at_the_end())


def _counting() -> list[Claim]:
    """Section 4.1: NOR, WIL and CP."""
    n, k, limits = _grid()
    none, quarter = k == 0, 4 * k == n
    nor, wil, cp = (limits[name] for name in COUNTS)
    above = (nor > np.minimum(wil, cp)) & ~none
    lowest = {name: [_lowest(name, size) for size in (10, 200)] for name in COUNTS}
    below = [(_curve("wilson", size) < 1 - DELTA).mean() for size in (10, 200)]
    sizes = sum(coverage("wilson", int(size), 0.25, DELTA) < 1 - DELTA for size in SIZES)
    small = min(coverage("wilson", int(size), 0.01, DELTA) for size in SIZES)
    sure = min(coverage(name, int(size), 0.0, DELTA) for name in COUNTS for size in SIZES)
    return [
        stated(
            "NOR predicts an error of 0 for every n where no errors are observed",
            f"largest limit of {none.sum()}: {nor[none].max():g}",
            bool((nor[none] == 0).all()),
        ),
        stated(
            "Where 25 % or no errors are observed, NOR is always below WIL and CP",
            f"below both at all {(none | quarter).sum()} points; above WIL at {above.sum():,} of the "
            f"{n.size:,} of the whole grid, from {_percent((k / n)[above].min())} observed errors on",
            bool((nor < np.minimum(wil, cp))[none | quarter].all()),
        ),
        stated(
            "WIL and NOR are sometimes tighter than CP at n = 10",
            f"WIL is at {(wil < cp)[n == 10].sum()} of {(n == 10).sum()} points, NOR at {(nor < cp)[n == 10].sum()}",
            bool((wil < cp)[n == 10].any() and (nor < cp)[n == 10].any()),
        ),
        _shrinks("As n grows, NOR, WIL and CP predict similar values: the gap between them shrinks", COUNTS),
        stated(
            "CP always covers at least 95 %, and it alone: WIL and NOR fall below at n = 10 and at n = 200",
            "lowest exact coverage at n = 10 and 200: "
            + "; ".join(f"{SHORT[name][0]} {low[0]:.4f}, {low[1]:.4f}" for name, low in lowest.items()),
            min(lowest["clopper_pearson"]) >= 1 - DELTA - ROUNDING
            and max(lowest["wilson"] + lowest["normal"]) < 1 - DELTA,
        ),
        stated(
            "At a true error of 0 all three cover always",
            f"lowest coverage at {SIZES.size} sizes: {sure:.4f}",
            sure >= 1 - ROUNDING,
        ),
        stated(
            "WIL is a valuable alternative where the true error is small (1 %)",
            f"lowest coverage at {SIZES.size} sizes: {small:.4f}",
            small >= 1 - DELTA,
        ),
        stated(
            "WIL falls below 95 %, but rarely (asked: in less than a tenth of the cases)",
            f"below at {_percent(below[0])} of true errors up to 50 % at n = 10, at {_percent(below[1])} at n = 200, "
            f"and at {sizes} of {SIZES.size} sizes where the true error is 25 %",
            bool(max(*below, sizes / SIZES.size) < 0.1),
        ),
    ]


def _in_between() -> list[Claim]:
    """Section 4.2: losses between 0 and 1, the variance at its worst."""
    n, k, limits = _grid()
    tight = limits["hoeffding_kl"]
    others = np.min([limits[name] for name in BOUNDED if name != "hoeffding_kl"], axis=0)
    lowest = {name: min(_lowest(name, 10), _lowest(name, 200)) for name in BOUNDED}
    closest = all(
        (_curve("hoeffding_kl", size) <= _curve(name, size) + ROUNDING).all()
        for name, size in product(BOUNDED, (10, 200))
    )
    best = np.array(BY_HAND)[np.argmin([limits[name] for name in BY_HAND], axis=0)]
    named = np.isin(best, ("guttman", "hoeffding"))
    left = best == "chernoff"
    crf = limits["chernoff"] < limits["hoeffding"]
    return [
        stated(
            "T_HOE is the tightest of the seven for every n and every observed error",
            f"at {(tight <= others).sum():,} of {n.size:,} points (n, errors)",
            bool((tight <= others).all()),
        ),
        _guttman(),
        _shrinks("As n grows the seven bounds become similar: the gap between them shrinks", BOUNDED),
        stated(
            "All seven are rigorous: they cover at least 95 %",
            f"lowest exact coverage at n = 10 and 200: {min(lowest.values()):.4f}",
            min(lowest.values()) >= 1 - DELTA - ROUNDING,
        ),
        stated(
            "T_HOE's coverage is the closest to 95 % of the seven",
            f"the lowest at all {TRUTHS.size:,} true errors, n = 10 and 200; at worst {lowest['hoeffding_kl']:.4f}"
            if closest
            else "not the lowest everywhere",
            closest,
        ),
        stated(
            "CRF can be used instead of HOE where n is large and the observed error small",
            f"CRF is below HOE at {crf.sum():,} of {n.size:,} points: from n = {n[crf].min():g} on, and at n "
            f"= 200 up to {_percent((k / n)[crf & (n == 200)].max())} observed errors",
            bool(crf[(n == 200) & (k == 0)].all()),
        ),
        stated(
            "By hand, without a numerical procedure, GUT and HOE are the best (asked: in 95 % of the cases)",
            f"one of the two is the tightest of the five closed forms at {named.sum():,} of {n.size:,} points; CRF at "
            f"the other {left.sum()}, all without an error, from n = {n[left].min():g} on",
            bool(named.mean() > 0.95),
        ),
    ]


def _together() -> list[Claim]:
    """Section 4.3: CP, WIL and T_HOE for 0/1 losses."""
    n, k, limits = _grid()
    wil, cp, tight = (limits[name] for name in ("wilson", "clopper_pearson", "hoeffding_kl"))
    none = k == 0
    apart = np.abs(cp - tight)[none]
    rates = np.arange(1, 6) / 10  # whole numbers of errors at both sizes
    gaps = [_limit("hoeffding_kl", rates, size) - _limit("clopper_pearson", rates, size) for size in (10.0, 200.0)]
    return [
        stated(
            "CP and T_HOE are the same where no errors are observed",
            f"to within 1e-15 at {(apart <= 1e-15).sum()} of {none.sum()} sizes",  # the last bit is the machine's
            bool((apart <= 1e-15).all()),
        ),
        stated(
            "CP is tighter than T_HOE where errors are observed",
            f"at {(cp < tight)[~none].sum():,} of {(~none).sum():,} points, by up to {(tight - cp).max():.4f}",
            bool((cp < tight)[~none].all()),
        ),
        stated(
            "The gap between CP and T_HOE shrinks as n grows",
            f"at 10 to 50 % observed errors {gaps[0].min():.4f} to {gaps[0].max():.4f} at n = 10, {gaps[1].min():.4f} "
            f"to {gaps[1].max():.4f} at n = 200",
            bool((gaps[1] < gaps[0]).all()),
        ),
        stated(
            "WIL is sometimes tighter than CP",
            f"at {(wil < cp).sum():,} of {n.size:,} points",
            bool((wil < cp).any()),
        ),
    ]


def _at_the_end() -> list[Claim]:
    """Section 5 and the appendix."""
    _, k, limits = _grid()
    some = k > 0
    newer = (limits["bentkus"] < limits["hoeffding_kl"])[some]
    law = Beta(1, 3)
    samples = law.draw(np.random.default_rng(0), (200, 50))
    bets = np.array([float(SAMPLE_BOUNDS["betting"](row, DELTA)) for row in samples])
    old = np.min([_limit(name, samples.mean(axis=1), 50.0, samples.var(axis=1, ddof=1)) for name in BOUNDED], axis=0)
    failing = two_rules_failure(20)
    return [
        stated(
            "Methods of more than fifty years ago are still the best",
            f"bentkus (2004) is below T_HOE at {newer.sum():,} of {newer.size:,} points with an error; betting (2024) "
            f"is below the best of the seven in {(bets < old).sum()} of {bets.size} samples of 50 losses of a Beta(1, "
            "3) law. For 0/1 losses CP (1934) stands: no rigorous upper limit is below it",
            not (newer.all() or (bets < old).all()),
        ),
        stated(
            "K folds: the average of fold limits, each at delta, covers at least 95 % (eq. 51)",
            f"a learner with two rules breaks it with probability {failing:.4f} (2 folds of 20, CP)",
            failing <= DELTA,
        ),
    ]


def _guttman() -> Claim:
    """Tighter than Chebyshev's at the survey's delta; and up to which one."""
    n, k, limits = _grid()
    tighter = limits["guttman"] < limits["chebyshev"]
    levels = np.arange(1, 41) / 100
    everywhere = [bool((_limit("guttman", k / n, n, at=d) < _limit("chebyshev", k / n, n, at=d)).all()) for d in levels]
    nowhere = [(_limit("guttman", k / n, n, at=d) < _limit("chebyshev", k / n, n, at=d)).mean() < 0.5 for d in levels]
    last, first = levels[np.argmin(everywhere) - 1], levels[np.argmax(nowhere)]
    return stated(
        "GUT is in general tighter than CHE",
        f"at {tighter.sum():,} of {n.size:,} points; so at every delta up to {last:g}, and at less than half of "
        f"them from delta = {first:g} on",
        bool(tighter.all()),
    )


def _shrinks(claim: str, names: tuple[str, ...]) -> Claim:
    """The largest less the smallest limit, at the sizes where no limit has reached 1."""
    told, holds = [], True
    for rate, what in ((0.25, "25 %"), (0.0, "no")):
        sizes = SIZES[SIZES * rate % 1 == 0]
        found = np.array([_limit(name, np.full(sizes.size, rate), sizes) for name in names])
        gap, free = np.ptp(found, axis=0), found.max(axis=0) < 1
        told.append(f"{what} errors: {gap[0]:.4f} at n = {sizes[0]:g}, {gap[-1]:.4f} at n = {sizes[-1]:g}")
        holds = holds and bool((np.diff(gap[free]) < 0).all()) and bool(gap[-1] < gap[0])
    return stated(claim, "; ".join(told), holds)


def two_rules_failure(m: int, fold_bound: str = "clopper_pearson") -> float:
    """P(equation 51 < mean error of the two models), two folds of m examples, summed over what the folds hold.

    The learner errs on a region alone if it has seen the region, and everywhere if it has not; the region's
    probability is just above the limit of a fold without errors.

    >>> f"{two_rules_failure(20):.4f}"
    '0.0950'
    """
    region = 1 - DELTA ** (1 / m) + 1e-6
    held = np.arange(m + 1)
    chance = comb(m, held) * region**held * (1 - region) ** (m - held)
    total = 0.0
    for first, second in product(range(m + 1), repeat=2):
        seen = (second > 0, first > 0)  # a fold is tested with the rule learnt on the other one
        errors = [count / m if known else 1.0 for count, known in zip((first, second), seen, strict=True)]
        truth = sum(region if known else 1.0 for known in seen) / 2
        total += chance[first] * chance[second] * (kfold_average(fold_bound, errors, m, DELTA) < truth - 1e-15)
    return float(total)


@cache
def _grid() -> tuple[Floats, Floats, dict[str, Floats]]:
    """n, errors, and the limits there of every bound that is asked about."""
    n = np.concatenate([np.full(int(size) // 2 + 1, size) for size in SIZES])
    k = np.concatenate([np.arange(int(size) // 2 + 1.0) for size in SIZES])
    return n, k, {name: _limit(name, k / n, n) for name in (*COUNTS, *BOUNDED, "bentkus")}


def _limit(name: str, mean: Floats, n: Floats | float, variance: Floats | None = None, *, at: float = DELTA) -> Floats:
    return BOUNDS[name](mean, n, at, variance=variance if BOUNDS[name].reads == "variance" else None)


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _lowest(name: str, n: int) -> float:
    """Lowest exact coverage over true errors up to 50 %, the jumps among them."""
    return float(min(_curve(name, n).min(), coverage_with_jumps(name, n, DELTA, smallest=0.0)[1].min()))


@cache
def _curve(name: str, n: int) -> Floats:
    return coverage_curve(name, n, TRUTHS, DELTA)
