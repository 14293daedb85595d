"""Stacked bars in the manner of Bengio and Grandvalet: what the variance of a K-fold estimate is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from errbar.show.intervals import new_axes
from errbar.show.style import BLACK, BLUE, ORANGE, PURPLE, VERMILLION, bare, legend_above

# hatched, so that they are told apart in black and white too
PARTS = {"sigma2": (BLUE, "", "sigma2"), "omega": (ORANGE, "//", "omega"), "gamma": (PURPLE, "..", "gamma")}
NAIVE = {"th1": ("o", BLACK), "th2": ("D", "white")}  # losses as if independent, folds as if independent


Rows = Sequence[Mapping[str, Any]]
Panels = Mapping[str, Rows]


def share_bars(panels: Panels, x: str, label: str, title: str) -> Any:
    """One panel each, see `plot_shares`.

    Parameters
    ----------
    panels : title -> rows.
    x, label : the column along the axis, and its name.
    """
    above = {f"{name}\n(above the bars: theta)": rows for name, rows in panels.items()}
    return _beside(above, title, lambda rows, ax: plot_shares(rows, x, label, ax), width=4.2, n_keys=5, sharey=True)


def _beside(
    panels: Panels, title: str, plot: Callable[[Rows, Any], Any], *, width: float, n_keys: int, **how: Any
) -> Any:
    """Panels side by side, with one legend under them."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width * len(panels) + 0.4, 4.0), layout="constrained")
    axes = figure.subplots(1, len(panels), squeeze=False, **how)[0]
    for ax, (name, rows) in zip(axes, panels.items(), strict=True):
        plot(rows, ax)
        ax.set_title(name, fontsize=9)
    for ax in axes[1:]:
        ax.set_ylabel("")
    figure.suptitle(title, fontsize=11)
    keys = axes[0].get_legend_handles_labels()
    figure.legend(*keys, loc="outside lower center", ncols=n_keys, frameon=False, fontsize=9)
    return figure


def plot_shares(rows: Sequence[Mapping[str, Any]], x: str, label: str, ax: Any = None) -> Any:
    """A bar per row, its parts the shares of theta; theta above it, th1 / theta as a mark; returns the axes.

    Axes that are given get no legend, so that many can share one.

    Parameters
    ----------
    rows : with `sigma2`, `omega`, `gamma` (shares), `theta` and `th1_over_theta`, as the studies write them.
    x, label : the column along the axis, and its name.
    """
    alone = ax is None
    if alone:
        ax = new_axes(width=4.6, height=3.8)
    places, bottom = np.arange(len(rows)), np.zeros(len(rows))
    for part, (colour, hatch, symbol) in PARTS.items():
        heights = np.maximum([row[part] for row in rows], 0.0)
        look = {"color": colour, "hatch": hatch, "edgecolor": "white", "label": f"share of {symbol}"}
        ax.bar(places, heights, 0.72, bottom, **look)
        bottom += heights
    for name, (mark, filled) in NAIVE.items():
        values = [row[f"{name}_over_theta"] for row in rows]
        point: dict[str, Any] = {"marker": mark, "markersize": 4, "markerfacecolor": filled, "linewidth": 0.8}
        ax.plot(places, values, color=BLACK, label=f"E {name} / theta", **point)
    for place, row in zip(places, rows, strict=True):
        ax.text(place, max(1.02, bottom[place] + 0.02), _short(row["theta"]), ha="center", va="bottom", fontsize=8)
    ax.set_xticks(places, [str(row[x]) for row in rows])
    ax.set_xlabel(label)
    ax.set_ylim(0, 1.14)
    ax.set_ylabel("share of the variance theta")
    bare(ax, "top", "right")
    if alone:
        legend_above(ax, ax.get_legend_handles_labels()[0])
    return ax


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.3g}"


def ratio_lines(rows: Sequence[Mapping[str, Any]], title: str) -> Any:
    """th1 and th2 over the true variance, against n, with two standard errors."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.0, 3.6), layout="constrained")
    ax = figure.subplots()
    looks = {"th1": (VERMILLION, "s", "th1, all losses as if independent"), "th2": (BLUE, "o", "th2, set means")}
    for name, (colour, mark, label) in looks.items():
        x, y = [row["n"] for row in rows], [row[f"{name}_over_variance"] for row in rows]
        ax.errorbar(x, y, [2 * row[f"{name}_se"] for row in rows], color=colour, marker=mark, capsize=3, label=label)
    ax.axhline(1.0, color="0.5", linewidth=0.8)
    ax.set_ylim(0, None)
    ax.set_xlabel("n, size of each training and test set")
    ax.set_ylabel("mean estimate / true variance")
    ax.set_title(title, fontsize=10)
    ax.legend(frameon=False, fontsize=9)
    return figure


def variance_lines(rows: Sequence[Mapping[str, Any]], title: str) -> Any:
    """The true variance and what th1 and th2 take it for, against n: the paper's first figure, on a log scale."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.0, 3.8), layout="constrained")
    ax = figure.subplots()
    x, true = [row["n"] for row in rows], np.array([row["variance"] for row in rows])
    ax.plot(x, true, color=BLACK, linewidth=2.4, label="variance of the mean error")
    looks = {"th1": (VERMILLION, "s", "--", "mean th1, losses as if independent"), "th2": (BLUE, "o", ":", "mean th2")}
    for name, (colour, mark, dash, label) in looks.items():
        ratio = np.array([row[f"{name}_over_variance"] for row in rows])
        ax.plot(x, ratio * true, color=colour, marker=mark, markersize=4, linestyle=dash, linewidth=1.6, label=label)
    ax.set_yscale("log")
    ax.set_xlabel("n, size of each training and test set")
    ax.set_ylabel("variance")
    ax.set_title(title, fontsize=10)
    ax.legend(frameon=False, fontsize=9)
    bare(ax, "top", "right")
    return figure


def variance_panels(panels: Panels, x: str, label: str, title: str) -> Any:
    """The three parts of theta in its own units, side by side on a log scale, with theta, th1 and th2 as marks.

    Parameters
    ----------
    panels : title -> rows.
    x, label : the column along the axis, and its name.
    """
    return _beside(panels, title, lambda rows, ax: plot_variances(rows, x, label, ax), width=4.4, n_keys=6)


def plot_variances(rows: Sequence[Mapping[str, Any]], x: str, label: str, ax: Any) -> Any:
    """Bars from the bottom of a log scale do not add up, so the parts stand side by side; returns the axes."""
    places, theta = np.arange(len(rows)), np.array([row["theta"] for row in rows])
    floor = float(theta.min()) / 300
    for i, (part, (colour, hatch, symbol)) in enumerate(PARTS.items()):
        heights = np.maximum(np.array([row[part] for row in rows]) * theta, floor)
        look = {"color": colour, "hatch": hatch, "edgecolor": "white", "label": f"by {symbol}"}
        ax.bar(places + 0.24 * (i - 1), heights, 0.24, **look)
    ax.plot(places, theta, color=BLACK, marker="_", markersize=22, linestyle="none", markeredgewidth=2, label="theta")
    for name, (mark, filled) in NAIVE.items():
        values = theta * [row[f"{name}_over_theta"] for row in rows]
        point: dict[str, Any] = {"marker": mark, "markersize": 5, "markerfacecolor": filled, "linestyle": "none"}
        ax.plot(places, values, color=BLACK, label=f"E {name}", **point)
    ax.set_yscale("log")
    ax.set_ylim(floor, None)
    ax.set_xticks(places, [str(row[x]) for row in rows])
    ax.set_xlabel(label)
    ax.set_ylabel("variance of the mean error")
    bare(ax, "top", "right")
    return ax
