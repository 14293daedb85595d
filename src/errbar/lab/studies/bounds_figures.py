"""The survey's twenty figures of test-error bounds, by its own numbers, and further pictures of ours.

Its captions say what each figure shows: limits against n from 10 to 200 where 25 % or no errors are observed, limits
against the observed error at n = 10 and n = 200, and coverage, the same way, against the true error or n; bounds for
0/1 losses first, then bounds for losses between 0 and 1, then the best of the two. Everything is exact. Clopper and
Pearson count errors, so at 25 % their limit stands at the sizes that 4 divides. Losses between 0 and 1 are shown at
their worst variance, as in the survey; only 0/1 losses have it, so coverage is a sum there, and no simulation.

Figures with "-ours" add our bounds; "bounds-margin-..." and "bounds-far-..." are ours altogether: what a limit adds to
the observed error, at n = 200 and for n up to 10,000. Guttman's bound and Maurer and Pontil's, which read the variance,
stand there at 1 % of the worst one too: their only merit, which the survey hides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import cycle
from typing import Any, Literal, NamedTuple

import numpy as np

from errbar.bounds import BOUNDS, coverage
from errbar.bounds.coverage import coverage_with_jumps
from errbar.core.arrays import Floats
from errbar.lab.studies.bounds_claims import BOUNDED, COUNTS, DELTA, SHORT, SIZES, claims
from errbar.lab.study import Findings, How, Study
from errbar.show.as_text import percent
from errbar.show.coverage_axes import CROWDED
from errbar.show.intervals import new_axes
from errbar.show.style import COLOURS, DASHES, GREY, bare, legend_above

BEST = ("clopper_pearson", "wilson", "hoeffding_kl")
OURS: dict[tuple[str, ...], tuple[str, ...]] = {
    COUNTS: ("mid_p", "jeffreys"),
    BOUNDED: ("cantelli", "bentkus"),
    BEST: ("bentkus",),
}
UNDER: dict[tuple[str, ...], str] = {BEST: "clopper_pearson"}  # drawn broad, for another lies on it
CALM = ("guttman", "maurer_pontil")  # read the variance, so a small one helps
FAR = 4 * np.unique(np.round(np.geomspace(3, 2_500, 60)))  # ours

Drawn = Literal["limit", "margin", "coverage"]


class Panel(NamedTuple):
    """What is drawn, of which bounds, and what is held fixed: n, or the error rate while n varies."""

    what: Drawn
    names: tuple[str, ...]
    fixed: Literal["n", "rate"]
    value: float
    sizes: Sequence[float] | Floats = SIZES


def _four(what: Drawn, names: tuple[str, ...], *order: tuple[Literal["n", "rate"], float]) -> Iterable[Panel]:
    return (Panel(what, names, fixed, value) for fixed, value in order)


PANELS: dict[int, Panel] = dict(
    enumerate(
        (
            *_four("limit", COUNTS, ("rate", 0.25), ("rate", 0.0), ("n", 10), ("n", 200)),
            *_four("coverage", COUNTS, ("n", 10), ("n", 200), ("rate", 0.01), ("rate", 0.25)),
            *_four("limit", BOUNDED, ("rate", 0.25), ("rate", 0.0), ("n", 10), ("n", 200)),
            *_four("coverage", BOUNDED, ("n", 10), ("n", 200), ("rate", 0.01), ("rate", 0.25)),
            *_four("limit", BEST, ("rate", 0.0), ("rate", 0.25), ("n", 10), ("n", 200)),
        ),
        start=1,
    )
)
# ours altogether
FURTHER: dict[str, Panel] = {
    f"bounds-{which}-{family}": panel
    for family, names in {"counts": COUNTS, "bounded": BOUNDED, "best": BEST}.items()
    for which, panel in {
        "margin": Panel("margin", names, "n", 200),
        "far": Panel("margin", names, "rate", 0.25, FAR),
    }.items()
}


def caption(panel: Panel) -> str:
    """What a panel shows, in words.

    >>> caption(PANELS[1])
    'Upper limits at 95 % against n from 10 to 200 where 25 % errors are observed: NOR, WIL, CP.'
    """
    seen = percent(panel.value) if panel.value else "no"
    sizes = f"against n from {min(panel.sizes):g} to {max(panel.sizes):,g}"
    where = {
        ("limit", "rate"): f"{sizes} where {seen} errors are observed",
        ("limit", "n"): f"against the observed error, n = {panel.value:g}",
        ("margin", "rate"): f"less the observed error, {seen}, {sizes}",
        ("margin", "n"): f"less the observed error, against it, n = {panel.value:g}",
        ("coverage", "rate"): f"{sizes} where the true error is {seen}",
        ("coverage", "n"): f"against the true error, n = {panel.value:g}",
    }[panel.what, panel.fixed]
    start = "Exact coverage of 95 % limits" if panel.what == "coverage" else "Upper limits at 95 %"
    return f"{start} {where}: {', '.join(SHORT[name][0] for name in panel.names)}."


def draw(panel: int | Panel, ours: bool = False) -> Any:
    """A figure of the survey by its number, or a panel of ours; with `ours`, our bounds are added."""
    ax = plot_bounds(panel, new_axes(width=6.4, height=4.2), ours=ours)
    ax.figure.legend(loc="outside lower center", frameon=False, fontsize=8, ncols=3)
    return ax.figure


def plot_bounds(panel: int | Panel, ax: Any = None, *, ours: bool = False) -> Any:
    """The curves of a figure of the survey, by its number, or of a panel of ours; returns the axes.

    Axes that are given get no legend, so that many can share one.
    """
    panel = PANELS[panel] if isinstance(panel, int) else panel
    added = OURS[panel.names] if ours else ()
    thin = panel.what == "coverage" and panel.fixed == "n" and panel.value > CROWDED  # a jump at every count
    alone = ax is None
    if alone:
        ax = new_axes(width=6.4, height=4.6)
    for name, colour, dash in zip(panel.names + added, cycle(COLOURS), cycle(DASHES), strict=False):
        under = name == UNDER.get(panel.names)
        width = 0.7 if thin else 4.0 if under else 2.2 if name in added else 1.4
        look = {"color": colour, "linestyle": dash, "linewidth": width, "alpha": 0.4 if under else 1.0}
        ax.plot(*series(panel, name), label=_label(name), **look)
    if ours and panel.what != "coverage" and panel.names is BOUNDED:
        for name in CALM:
            colour = COLOURS[panel.names.index(name) % len(COLOURS)]
            label = f"{SHORT[name][0]}, 1 % of the variance"
            ax.plot(
                *series(panel, name, share=0.01), label=label, color=colour, linewidth=0.8, marker=".", markersize=3
            )
    _frame(ax, panel)
    if alone:
        ax.set_title("")
        legend_above(ax, ax.get_legend_handles_labels()[0])
    return ax


def _label(name: str) -> str:
    return f"{SHORT[name][0]}, {name}" if name in SHORT else name


def _frame(ax: Any, panel: Panel) -> None:
    """Axes, reference lines and title."""
    if panel.what == "coverage":
        ax.axhline(1 - DELTA, color=GREY, linewidth=0.8)
        low = min(1 - DELTA, *(min(line.get_ydata()) for line in ax.lines))
        ax.set_ylim(low - 0.05 * (1 - low), 1 + 0.05 * (1 - low))
        ax.set_ylabel(f"coverage at {percent(1 - DELTA)}")
    else:
        ax.set_ylabel(
            f"upper limit at {percent(1 - DELTA)}" + (" minus observed error" if panel.what == "margin" else "")
        )
        if panel.fixed == "n" and panel.what == "limit":
            ax.plot([0, 0.5], [0, 0.5], color="#aaaaaa", linewidth=0.8, zorder=0)
    seen = "true error" if panel.what == "coverage" else "observed error"
    ax.set_xlabel(seen if panel.fixed == "n" else "test examples n")
    ax.set_title(f"n = {panel.value:g}" if panel.fixed == "n" else f"{seen} {percent(panel.value)}", fontsize=10)
    if panel.sizes is FAR:
        ax.set_xscale("log")
        ax.set_yscale("log")
    bare(ax, "top", "right")


def series(panel: Panel, name: str, share: float = 1.0) -> tuple[Floats, Floats]:
    """Abscissa and ordinate of one curve; `share`: of the worst variance, for bounds that read it."""
    if panel.what == "coverage":
        if panel.fixed == "n":
            return coverage_with_jumps(name, int(panel.value), DELTA, smallest=0.0)
        sizes = np.asarray(panel.sizes)
        return sizes, np.array([coverage(name, int(n), panel.value, DELTA) for n in sizes])
    bound = BOUNDS[name]
    if panel.fixed == "n":
        n, mean = np.array(panel.value), _means(panel)
        x = mean
    else:
        sizes, mean = np.asarray(panel.sizes), np.array(panel.value)
        x = n = sizes[sizes * panel.value % 1 == 0] if bound.reads == "errors" else sizes
    variance = share * n * mean * (1 - mean) / (n - 1) if bound.reads == "variance" else None
    limits = bound(mean, n, DELTA, variance=variance)
    return x, limits - mean if panel.what == "margin" else limits


def _means(panel: Panel) -> Floats:
    """Observed errors from 0 to 50 %: whole counts, or for losses between 0 and 1 every half per cent."""
    step = 200.0 if panel.names is BOUNDED else panel.value
    return np.asarray(np.arange(step // 2 + 1) / step)


def run(_: How) -> Findings:
    """Every figure, every curve of the survey's as rows, and its statements beside what the exact sums say."""
    rows = [
        {"figure": f"bounds-{number:02d}", "bound": name, "x": float(x), "y": float(y)}
        for number, panel in PANELS.items()
        for name in panel.names
        for x, y in zip(*series(panel, name), strict=True)
    ]
    return Findings(rows, claims(), {name: figure() for name, figure in FIGURES.items()})


FIGURES: dict[str, Callable[[], Any]] = {
    **{f"bounds-{number:02d}": partial(draw, number) for number in PANELS},
    **{f"bounds-{number:02d}-ours": partial(draw, number, True) for number in PANELS},
    **{name: partial(draw, panel, True) for name, panel in FURTHER.items()},
}

STUDY = Study(
    title="The survey's twenty figures of test-error bounds by its own numbers; with our bounds; and pictures of ours",
    references=("anguita_survey", "anguita2011", "bentkus2004"),
    run=run,
    seconds=60,
    figures=FIGURES,
    keeps=False,
)
