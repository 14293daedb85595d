"""The survey's twenty figures of test-error bounds, and the same with the bounds that came after it.

The figures repeat one layout five times: against the error rate at n = 10 and n = 200, and against n at 1 % and 25 %.
Figures 5-8 and their panels are stated in our sources; that 1-4, 9-12, 13-16 and 17-20 show the limits of the first
scenario, those of the second, their coverage, and the two scenarios together is a reconstruction. Losses with values
between 0 and 1 are shown at their worst variance, that of 0/1 losses, so coverage is exact: no simulation is needed.
With our bounds come the two that read the variance at 1 % of the worst: their only merit, which the survey hides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

import numpy as np

from errbar.bounds import BOUNDS, coverage, coverage_curve
from errbar.bounds.coverage_axes import COLOURS, CROWDED, DASHES, coverage_with_jumps
from errbar.core.arrays import Floats
from errbar.lab.study import Claim, Findings, How, Study, stated
from errbar.show.intervals import new_axes
from errbar.show.style import GREY, bare, legend_above

DELTA = 0.05
COUNTS = ("normal", "wilson", "clopper_pearson")
BOUNDED = ("chebyshev", "guttman", "bernstein", "maurer_pontil", "chernoff", "hoeffding_kl", "hoeffding")
BEST = ("clopper_pearson", "hoeffding_kl", "hoeffding", "chernoff", "guttman")
CALM = ("guttman", "maurer_pontil")  # read the variance, so a small one helps
OURS = {"counts": ("mid_p", "jeffreys"), "bounded": ("cantelli", "bentkus"), "best": ("bentkus",)}
# first figure of each group of four: (what is drawn, bounds, our additions)
GROUPS: dict[int, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    1: ("limit", COUNTS, OURS["counts"]),
    5: ("coverage", COUNTS, OURS["counts"]),
    9: ("limit", BOUNDED, OURS["bounded"]),
    13: ("coverage", BOUNDED, OURS["bounded"]),
    17: ("limit", BEST, OURS["best"]),
}
# the four panels of a group: fixed n against the rate, or fixed rate against n
PANELS: tuple[tuple[str, float], ...] = (("n", 10), ("n", 200), ("rate", 0.01), ("rate", 0.25))


def draw(number: int, ours: bool = False) -> Any:
    """Figure `number` of the survey; with `ours`, our bounds are added."""
    ax = plot_bounds(number, new_axes(width=6.4, height=4.2), ours=ours)
    ax.figure.legend(loc="outside lower center", frameon=False, fontsize=8, ncols=4)
    return ax.figure


def plot_bounds(number: int, ax: Any = None, *, ours: bool = False) -> Any:
    """The curves of figure `number`; returns the axes.

    Axes that are given get no legend, so that many can share one.
    """
    what, names, added = GROUPS[_first(number)]
    fixed, value = PANELS[number - _first(number)]
    close = what == "limit" and fixed == "n" and value > CROWDED  # the limits are nearly one line: show what they add
    thin = what == "coverage" and fixed == "n" and value > CROWDED  # a jump at every count
    alone = ax is None
    if alone:
        ax = new_axes(width=6.4, height=4.6)
    for name, colour, dash in zip(names + (added if ours else ()), cycle(COLOURS), cycle(DASHES), strict=False):
        x, y = series(what, name, fixed, value)
        width = 0.7 if thin else 2.2 if name in added else 1.4
        ax.plot(x, y - x if close else y, label=name, color=colour, linestyle=dash, linewidth=width)
    if ours and what == "limit" and names is BOUNDED:
        for name in CALM:
            x, y = _limit_curve(name, fixed, value, share=0.01)
            colour = COLOURS[names.index(name) % len(COLOURS)]
            label = f"{name}, 1 % of the variance"
            ax.plot(x, y - x if close else y, label=label, color=colour, linewidth=0.8, marker=".", markersize=3)
    _frame(ax, what, fixed, value, close=close)
    if alone:
        ax.set_title("")
        legend_above(ax, ax.get_legend_handles_labels()[0])
    return ax


def _frame(ax: Any, what: str, fixed: str, value: float, *, close: bool) -> None:
    """Axes, reference lines and title."""
    if what == "coverage":
        ax.axhline(1 - DELTA, color=GREY, linewidth=0.8)
        ax.set_ylabel(f"coverage at {1 - DELTA:.0%}")
    else:
        ax.set_ylabel(f"upper limit at {1 - DELTA:.0%}" + (" minus observed error" if close else ""))
        if fixed == "n" and not close:
            ax.plot([0, 0.5], [0, 0.5], color="#aaaaaa", linewidth=0.8, zorder=0)
    seen = "true error" if what == "coverage" else "observed error"
    ax.set_xlabel(seen if fixed == "n" else "test examples n")
    ax.set_title(f"n = {value:g}" if fixed == "n" else f"{seen} {value:.0%}", fontsize=10)
    if fixed == "rate":
        ax.set_xscale("log")
    bare(ax, "top", "right")


def _first(number: int) -> int:
    """First figure of the group of four."""
    return 4 * ((number - 1) // 4) + 1


def series(what: str, name: str, fixed: str, value: float) -> tuple[Floats, Floats]:
    """Abscissa and ordinate of one curve."""
    if what == "limit":
        return _limit_curve(name, fixed, value)
    if fixed == "n":
        return coverage_with_jumps(name, int(value), DELTA)
    sizes = _sizes(10)
    return sizes, np.array([coverage(name, int(n), value, DELTA) for n in sizes])


def _limit_curve(name: str, fixed: str, value: float, share: float = 1.0) -> tuple[Floats, Floats]:
    """Upper limits at every possible number of errors; against n, at the sizes where the rate is one.

    `share`: of the worst variance, for bounds that read it.
    """
    bound = BOUNDS[name]
    if fixed == "n":
        n = np.array(value)
        x = mean = np.arange(int(value) // 2 + 1) / value
    else:
        x = n = np.unique(np.round(_sizes(round(1 / value)) * value)) / value
        mean = np.array(value)
    variance = share * n * mean * (1 - mean) / (n - 1) if bound.reads == "variance" else None
    return x, bound(mean, n, DELTA, variance=variance)


def _sizes(smallest: float) -> Floats:
    return np.unique(np.round(np.geomspace(smallest, 10_000 if smallest > 10 else 2_000, 60)))


def run(_: How) -> Findings:
    """Every figure, every curve as rows, and the survey's statements beside what the exact sums say."""
    rows = [
        {"figure": f"bounds-{number:02d}", "bound": name, "x": float(x), "y": float(y)}
        for number in range(1, 21)
        for name in GROUPS[_first(number)][1]
        for x, y in zip(*series(GROUPS[_first(number)][0], name, *PANELS[(number - 1) % 4]), strict=True)
    ]
    return Findings(rows, claims(), {name: figure() for name, figure in FIGURES.items()})


def claims() -> list[Claim]:
    """The survey's statements that an exact sum can judge."""
    rates = np.linspace(0.005, 0.5, 100)
    lowest = {
        name: min(float(coverage_curve(name, n, rates, DELTA).min()) for n in (10, 200))
        for name in ("normal", "clopper_pearson", *BOUNDED)
    }
    rigorous = min(lowest[name] for name in ("clopper_pearson", *BOUNDED))
    guttman, chebyshev = (float(BOUNDS[name](0.1, 200, 0.4)) for name in ("guttman", "chebyshev"))
    ratio = _width("hoeffding_kl", 10**6) / _width("clopper_pearson", 10**6)
    return [
        stated(
            "The rigorous bounds cover at least 95 %",
            f"lowest exact coverage {rigorous:.4f}",
            rigorous >= 1 - DELTA,
        ),
        stated(
            "The normal approximation fails for small samples and errors",
            f"lowest exact coverage {lowest['normal']:.4f}",
            lowest["normal"] < 0.5,
        ),
        stated(
            "Guttman's bound is in general tighter than Chebyshev's",
            f"at delta = 0.4, n = 200, 10 % errors: {guttman:.4f} against {chebyshev:.4f}",
            guttman < chebyshev,
        ),
        stated(
            "As n grows the bounds become similar",
            f"width of hoeffding_kl over clopper_pearson at n = 1e6, half errors: {ratio:.3f}",
            ratio < 1.1,
        ),
    ]


def _width(name: str, n: int) -> float:
    return float(BOUNDS[name](0.5, n, DELTA)) - 0.5


FIGURES: dict[str, Callable[[], Any]] = {
    f"bounds-{number:02d}{'-ours' if ours else ''}": partial(draw, number, ours)
    for ours in (False, True)
    for number in range(1, 21)
}

STUDY = Study(
    title="The survey's twenty figures of test-error bounds, exactly, and with the bounds that came after",
    references=("anguita2011", "bentkus2004"),
    run=run,
    seconds=60,
    figures=FIGURES,
    keeps=False,
)
