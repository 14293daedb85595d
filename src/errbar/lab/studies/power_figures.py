"""Figures in the manner of Nadeau and Bengio: power panels, what J and M do, real against pseudo power."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from scipy.special import ndtri

from errbar.lab.studies.judgement import JudgedRow, JudgedTable
from errbar.lab.studies.resampling import SETUPS, USUAL_HALVINGS, USUAL_SPLITS
from errbar.show.intervals import new_axes
from errbar.show.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILLION, bare, legend_above

TITLES = {
    "halves": "n/2 train, n/2 test",
    "thrown": "n/2 train, n/10 test, 40 % thrown away",
    "natural": "9n/10 train, n/10 test",
}
# One look per method, the same in every figure: colour-blind safe, told apart in print by dashes and marks.
LOOKS: dict[str, dict[str, Any]] = {
    "holdout_t": {"label": "t-test", "color": BLACK, "linestyle": ":", "marker": "x"},
    "five_by_two_t": {"label": "5x2cv t", "color": PURPLE, "linestyle": "-.", "marker": "v"},
    "resampled_t": {"label": "resampled t", "color": VERMILLION, "linestyle": "--", "marker": "s"},
    "pseudo_bootstrap": {"label": "pseudo-bootstrap", "color": ORANGE, "linestyle": ":", "marker": "d"},
    "corrected_t": {"label": "corrected resampled t", "color": BLUE, "linestyle": "-", "marker": "o"},
    "corrected_pseudo_bootstrap": {
        "label": "corrected pseudo-bootstrap",
        "color": SKY,
        "linestyle": "--",
        "marker": "^",
    },
    "conservative_z": {"label": "conservative Z", "color": GREEN, "linestyle": "-", "marker": "D"},
}


def significance_line(n_sets: int, level: float = 0.10) -> float:
    """The share of rejections that a test of this level exceeds with 5 % chance.

    Examples
    --------
    >>> round(significance_line(1000), 4), round(significance_line(500), 4)
    (0.1156, 0.1221)
    """
    return level + float(ndtri(0.95)) * sqrt(level * (1 - level) / n_sets)


def power_panels(table: JudgedTable, panels: Sequence[tuple[str, str]], title: str) -> Any:
    """One row per (world, series), one column per set-up; x: hypothesised value, y: share of rejections."""
    figure, axes = _panels(len(panels), len(SETUPS), title)
    for across, (world, series) in zip(axes, panels, strict=True):
        for ax, setup in zip(across, SETUPS, strict=True):
            plot_power(table, world, series, setup, ax)
            ax.set_xlabel("")
            ax.set_ylabel("")
        across[0].set_ylabel(f"{world}\n{series}\nshare rejected", fontsize=8)
    for ax, setup in zip(axes[0], SETUPS, strict=True):
        ax.set_title(TITLES[setup], fontsize=9)
    for ax in axes[-1]:
        ax.set_xlabel("hypothesised value")
    _legend(figure, axes)
    return figure


def plot_power(table: JudgedTable, world: str, series: str, setup: str, ax: Any = None) -> Any:
    """Share of rejections against the hypothesised value, a curve per method; returns the axes.

    Grey: the level, and up to where a share is not significantly above it. Dotted: the true value, as far as known.
    Axes that are given get no legend, so that many can share one.
    """
    alone = ax is None
    if alone:
        ax = new_axes(width=5.0, height=4.0)
    for method in LOOKS:
        values, shares = table.power_curve(world=world, series=series, setup=setup, method=method)
        if values:
            _draw(ax, method, values, shares)
    mu = table.one(world=world, series=series, setup=setup, quantity="mu")
    _size_band(ax, mu.n_sets)
    for edge in (mu.value - 1.96 * mu.se, mu.value + 1.96 * mu.se):
        ax.axvline(edge, color="0.4", linewidth=0.8, linestyle=":")
    ax.set_ylim(0, 1)
    ax.set_xlabel("hypothesised value")
    ax.set_ylabel("share rejected")
    if alone:
        legend_above(ax, ax.get_legend_handles_labels()[0])
        bare(ax, "top", "right")
    return ax


def splits_power(table: JudgedTable, panels: Sequence[tuple[str, str]], title: str) -> Any:
    """Power at natural sizes for J = 5, 10, 15, 25: a row per (world, series), a column per method."""
    methods = ("resampled_t", "corrected_t", "conservative_z")
    return _curves_figure(table, panels, methods, "n_splits", title)


def halvings_power(table: JudgedTable, panels: Sequence[tuple[str, str]], title: str) -> Any:
    """Power of conservative Z at natural sizes for M = 5, 10, 20: a panel per (world, series)."""
    return _curves_figure(table, panels, ("conservative_z",), "n_halvings", title)


def _curves_figure(
    table: JudgedTable, panels: Sequence[tuple[str, str]], methods: Sequence[str], field: str, title: str
) -> Any:
    """A curve for each value of a field: the more, the darker."""
    if len(methods) == 1:
        cells = [(panel, methods[0]) for panel in panels]
        columns = min(3, len(cells))
    else:
        cells, columns = [(panel, method) for panel in panels for method in methods], len(methods)
    figure, axes = _panels(-(-len(cells) // columns), columns, title, height=2.3)
    letter = {"n_splits": "J", "n_halvings": "M"}[field]
    for ax in axes.flat[len(cells) :]:
        ax.set_visible(False)
    for ax, ((world, series), method) in zip(axes.flat, cells, strict=False):
        fields = {"world": world, "series": series, "setup": "natural", "method": method}
        rows = table.where(quantity="rejection", **fields)
        for place, value in enumerate(sorted({getattr(row, field) for row in rows})):
            values, shares = table.power_curve(**fields, **{field: value})
            style = {"linestyle": ("-", "--", "-.", ":")[::-1][place], "marker": "ov^D"[place]}
            shade = ("0.65", "0.45", "0.25", "0.0")[place]
            ax.plot(values, shares, color=shade, markersize=3, linewidth=1.1, label=f"{letter} = {value}", **style)
        mu = table.one(world=world, series=series, setup="natural", quantity="mu")
        _size_band(ax, mu.n_sets)
        for edge in (mu.value - 1.96 * mu.se, mu.value + 1.96 * mu.se):
            ax.axvline(edge, color="0.4", linewidth=0.8, linestyle=":")
        ax.set_ylim(0, 1)
        ax.set_title(f"{world}, {series}\n{LOOKS[method]['label']}", fontsize=8)
    for ax in axes[:, 0]:
        ax.set_ylabel("share rejected", fontsize=8)
    known = {label: line for ax in axes.flat for line, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    figure.legend(known.values(), known, loc="outside lower center", ncols=4, fontsize=8, frameon=False)
    return figure


def splits_figure(table: JudgedTable, panels: Sequence[tuple[str, str]], setup: str = "natural") -> Any:
    """What J does at natural sizes: size above, width relative to J = 15 below."""
    chosen = [
        (method, table.where(setup=setup, method=method, n_halvings=USUAL_HALVINGS * (method == "conservative_z")))
        for method in ("resampled_t", "corrected_t", "conservative_z")
    ]
    return _grid_figure(chosen, panels, "n_splits", USUAL_SPLITS, "J, the number of splits")


def halvings_figure(table: JudgedTable, panels: Sequence[tuple[str, str]], setup: str = "natural") -> Any:
    """What M does to conservative Z at natural sizes."""
    chosen = [("conservative_z", table.where(setup=setup, method="conservative_z", n_splits=USUAL_SPLITS))]
    return _grid_figure(chosen, panels, "n_halvings", USUAL_HALVINGS, "M, the number of halvings")


def _grid_figure(
    chosen: Sequence[tuple[str, list[JudgedRow]]], panels: Sequence[tuple[str, str]], field: str, usual: int, label: str
) -> Any:
    figure, axes = _panels(2, len(panels), f"Natural sizes: the effect of {label}")
    for (above, below), (world, series) in zip(axes.T, panels, strict=True):
        for method, rows in chosen:
            mine = JudgedTable([row for row in rows if (row.world, row.series) == (world, series)])
            sizes, widths = mine.where(quantity="size"), mine.where(quantity="width")
            if not sizes:
                continue
            _draw(above, method, [getattr(r, field) for r in sizes], [r.value for r in sizes], [r.se for r in sizes])
            base = next(r.value for r in widths if getattr(r, field) == usual)
            _draw(below, method, [getattr(r, field) for r in widths], [r.value / base for r in widths])
            _size_band(above, sizes[0].n_sets)
        above.set_title(f"{world}\n{series}", fontsize=8)
        below.set_xlabel(label, fontsize=8)
        for ax in (above, below):
            ax.set_xticks(sorted({getattr(row, field) for _, rows in chosen for row in rows}))
    axes[0, 0].set_ylim(0, None)  # after all are drawn: the panels of a row share it
    axes[0, 0].set_ylabel("size at 10 %")
    axes[1, 0].set_ylabel(f"width / width at {usual}")
    _legend(figure, axes)
    return figure


def real_points(
    table: JudgedTable, series: Sequence[str], tie: str, setup: str, method: str
) -> list[tuple[float, JudgedRow]]:
    """For each series how far its truth is from that of `tie`, and how often the latter was rejected there."""
    truth = {s: table.one(series=s, setup=setup, quantity="truth").value for s in (*series, tie)}
    comparing = " - " in tie
    wanted = "rejection of 0" if comparing else "rejection of another"
    rows = [row for row in table.where(quantity=wanted, setup=setup, method=method) if row.n_splits == USUAL_SPLITS]
    null = 0.0 if comparing else truth[tie]
    reach = 1e-6 * max(1.0, abs(null))
    near = {row.series: row for row in rows if abs((0.0 if row.at is None else row.at) - null) <= reach}
    return [(truth[s] - null if not comparing else truth[s], near[s]) for s in series if s in near]


def real_power(table: JudgedTable, pairs: Sequence[str], tie: str, setup: str) -> Any:
    """Rejections of one value over the real worlds, beside the pseudo-power curve of the world where it is true."""
    figure, axes = _panels(1, 3, f"Real (marks) and pseudo power (lines), {TITLES[setup]}", height=3.6)
    world = table.names("world")[0]
    methods = ("corrected_t", "conservative_z", "resampled_t")
    for ax, method in zip(axes[0], methods, strict=True):
        truth = table.one(world=world, series=tie, setup=setup, quantity="truth").value
        values, shares = table.power_curve(world=world, setup=setup, method=method, series=tie)
        look = LOOKS[method]
        ax.plot([truth - value for value in values], shares, color=look["color"])
        for distance, real in real_points(table, pairs, tie, setup, method):
            ax.errorbar(
                distance,
                real.value,
                2 * real.se,
                color=look["color"],
                marker=look["marker"],
                markersize=5,
                capsize=2,
            )
        _size_band(ax, table.rows[0].n_sets)
        ax.set_ylim(0, 1.03)
        ax.set_title(look["label"], fontsize=9)
        ax.set_xlabel("true difference from the hypothesised value", fontsize=8)
    axes[0, 0].set_ylabel("share rejected")
    return figure


def _panels(rows: int, columns: int, title: str, height: float = 2.1) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    width = max(6.4, 3.1 * columns + 0.6)  # room for the title and the legend
    figure = Figure(figsize=(width, height * rows + 1.1), layout="constrained")
    figure.suptitle(title, fontsize=11)
    axes = figure.subplots(rows, columns, squeeze=False, sharey="row")
    for ax in axes.flat:
        ax.locator_params(axis="x", nbins=6)
        ax.tick_params(labelsize=8)
    return figure, axes


def _draw(ax: Any, method: str, x: Sequence[float], y: Sequence[float], se: Sequence[float] | None = None) -> None:
    style = {**LOOKS[method], "markersize": 3, "linewidth": 1.1}
    if se is None:
        ax.plot(x, y, **style)
    else:
        ax.errorbar(x, y, [2 * one for one in se], capsize=2, **style)


def _size_band(ax: Any, n_sets: int) -> None:
    """Level 10 %, and up to where a share is not significantly above it."""
    ax.axhspan(0.10, significance_line(n_sets), color="0.85", zorder=0)
    ax.axhline(0.10, color="0.5", linewidth=0.8, zorder=0)


def _legend(figure: Any, axes: Any) -> None:
    known = {label: line for ax in axes.flat for line, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    order = [look["label"] for look in LOOKS.values() if look["label"] in known]
    figure.legend(
        [known[label] for label in order], order, loc="outside lower center", ncols=4, fontsize=8, frameon=False
    )
