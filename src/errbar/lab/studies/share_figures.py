"""Stacked bars in the manner of Bengio and Grandvalet: what the variance of a K-fold estimate is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from errbar.show.intervals import new_axes
from errbar.show.style import BLACK, BLUE, ORANGE, PURPLE, VERMILLION, bare, legend_above

# hatched, so that they are told apart in black and white too
PARTS = {"sigma2": (BLUE, "", "sigma2"), "omega": (ORANGE, "//", "omega"), "gamma": (PURPLE, "..", "gamma")}


def share_bars(panels: Mapping[str, Sequence[Mapping[str, Any]]], x: str, label: str, title: str) -> Any:
    """One panel each, see `plot_shares`.

    Parameters
    ----------
    panels : title -> rows.
    x, label : the column along the axis, and its name.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.2 * len(panels) + 0.4, 4.0), layout="constrained")
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for ax, (name, rows) in zip(axes, panels.items(), strict=True):
        plot_shares(rows, x, label, ax)
        ax.set_title(f"{name}\n(above the bars: theta)", fontsize=9)
    for ax in axes[1:]:
        ax.set_ylabel("")
    figure.suptitle(title, fontsize=11)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False, fontsize=9)
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
    naive = [row["th1_over_theta"] for row in rows]
    ax.plot(places, naive, color=BLACK, marker="o", markersize=4, linewidth=0.8, label="E th1 / theta")
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
