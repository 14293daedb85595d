"""The figures of the study of Larsen and Hansen: their figure 1, and their table and comparison drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.error_law import ErrorLaw
from errbar.core.split_sizes import exact_mse, leading_mse, optimal_split
from errbar.show.intervals import new_axes
from errbar.show.style import BLUE, GREY, VERMILLION, bare

OURS, THEIRS = "#0072B2", "#D55E00"


class ErrorsOfSets(Protocol):
    """True errors of many data sets, and the errors of the splits of some of them."""

    @property
    def true(self) -> Floats: ...
    @property
    def splits(self) -> Floats: ...


def draw_figure_one(made: ErrorsOfSets, law: ErrorLaw, typical: float) -> Any:
    """Left: true and empirical distributions of log(1 + G). Right: the density of G, its bound, average, median, mode.

    Parameters
    ----------
    law : the asymptotic law of G, drawn beside the truth.
    typical : the mode.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 3.9), layout="constrained")
    left, right = figure.subplots(1, 2)
    _cumulative(left, made, law)
    _density(right, made.true, law.noise, typical)
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False, fontsize=8)
    return figure


def _cumulative(ax: Any, made: ErrorsOfSets, law: ErrorLaw) -> None:
    true, splits = np.sort(np.log1p(made.true)), np.sort(np.log1p(made.splits), axis=1)
    grid = np.linspace(1.5, 7.5, 300)
    each = np.array([np.searchsorted(row, grid, side="right") for row in splits]) / splits.shape[1]
    low, middle, high = np.quantile(each, (0.25, 0.5, 0.75), axis=0)
    ax.plot(grid, np.searchsorted(true, grid) / true.size, color=BLUE, linewidth=1.8, label="true")
    ax.plot(grid, middle, color=VERMILLION, linestyle="--", linewidth=1.6, label="leave-out, median of the data sets")
    ax.fill_between(grid, low, high, color=VERMILLION, alpha=0.15, linewidth=0, label="leave-out, 25 % to 75 %")
    ax.plot(
        grid, law.cdf(np.expm1(grid)), color=GREY, linestyle=":", linewidth=1.4, label="asymptotic law (chi-squared)"
    )
    ax.axvline(np.log1p(law.noise), color=GREY, linestyle="--", linewidth=1)
    ax.annotate("bound", (np.log1p(law.noise), 0.97), xytext=(-4, 0), textcoords="offset points", ha="right", va="top")
    ax.set_xlabel("log(1 + G)")
    ax.set_ylabel("share of training sets (of splits) below")
    ax.set_ylim(0, 1)
    ax.set_xlim(grid[0], grid[-1])
    bare(ax, "top", "right")


def _density(ax: Any, true: Floats, noise: float, typical: float) -> None:
    edges = np.linspace(noise, 320, 97)
    heights = np.histogram(true, edges)[0] / (true.size * (edges[1] - edges[0]))
    ax.stairs(heights, edges, color=BLUE, fill=True, alpha=0.25)
    ax.stairs(heights, edges, color=BLUE, linewidth=1.2)
    marks = {
        f"bound, {noise:.2f}": (noise, GREY, "--"),
        f"typical (mode), {typical:.0f}": (typical, BLUE, "-."),
        f"median, {np.median(true):.0f}": (float(np.median(true)), "black", ":"),
        f"average, {true.mean():.0f}": (float(true.mean()), VERMILLION, "-"),
    }
    for label, (place, colour, dash) in marks.items():
        ax.axvline(place, color=colour, linestyle=dash, linewidth=1.4, label=label)
    ax.set_xlabel(f"G (the largest of {true.size:,} is {true.max():,.0f})")
    ax.set_ylabel("density over training sets")
    ax.set_xlim(20, 320)
    ax.set_ylim(0, None)
    ax.legend(frameon=False, fontsize=8)
    bare(ax, "top", "right")


def draw_table(table: Mapping[str, Floats], printed: Mapping[str, Sequence[float]]) -> Any:
    """Table 1 as ranges: ours beside what the paper prints."""
    ax = new_axes(width=6.4, height=4.0)
    for row, (name, found) in enumerate(table.items()):
        for values, colour, shift in ((found, OURS, -0.14), (printed[name], THEIRS, 0.14)):
            low, first, middle, third, high = values
            ax.plot([low, high], [row + shift] * 2, color=colour, linewidth=1)
            ax.plot([first, third], [row + shift] * 2, color=colour, linewidth=5, solid_capstyle="butt")
            ax.plot([middle], [row + shift], color="white", marker="|", markersize=6, markeredgewidth=1.5)
    ax.plot([], [], color=OURS, linewidth=5, label="errbar")
    ax.plot([], [], color=THEIRS, linewidth=5, label="printed")
    ax.axvline(0, color="#666666", linestyle="--", linewidth=1, zorder=0)
    ax.set_yticks(range(len(table)), ["FPE" if name == "fpe" else name.replace("_", " ") for name in table])
    ax.set_ylim(len(table) - 0.5, -0.5)
    ax.set_xlabel("percent deviation from the truth, log(1 + G): range, quartiles, median")
    ax.legend(loc="lower left", frameon=False)
    return _plain(ax)


def draw_comparison(pairs: Sequence[Any], level: float) -> Any:
    """How often each test finds the smaller model better, and how far Prob(G2 > G1) is off."""
    ax = new_axes(width=6.4, height=3.8)
    deltas = [pair.delta for pair in pairs]
    series = (
        ("rejected", "the paper's t-test: smaller model better", THEIRS, "-", "o"),
        ("rejected_corrected", "corrected t-test: smaller model better", OURS, "-", "o"),
        ("probability", "Prob(G2 > G1), true", "#666666", "--", "s"),
        ("estimate", "Prob(G2 > G1), mean estimate", "#009E73", "--", "s"),
    )
    for name, label, colour, dash, marker in series:
        values = [getattr(pair, name) for pair in pairs]
        ax.plot(deltas, values, color=colour, linestyle=dash, marker=marker, markersize=4, label=label, clip_on=False)
    ax.axhline(level, color="#666666", linestyle=":", linewidth=1)
    ax.annotate(
        f"{100 * level:.0f} % level",
        (deltas[-1], level),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        fontsize="small",
    )
    ax.set_xlabel("delta / noise variance: what the dropped input is worth")
    ax.set_ylabel("share of data sets")
    ax.set_ylim(-0.02, 1)
    ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, frameon=False, fontsize="small")
    return _plain(ax)


def draw_split(n: int = 100, n_params: int = 5) -> Any:
    """The mean squared error of a hold-out estimate over the training size, exact and to leading order."""
    ax = new_axes(width=6.4, height=3.4)
    sizes = np.arange(n_params + 6, n - 5)
    best = optimal_split(n, n_params)
    ax.plot(sizes, exact_mse(n, sizes, n_params), color=OURS, label="exact, Gaussian")
    leading = [leading_mse(n, size, n_params, 3.0) for size in sizes.tolist()]
    ax.plot(sizes, leading, color=THEIRS, linestyle="--", label="leading order")
    ax.plot([best.n_train], [best.mse], color=OURS, marker="o", label=f"best: train on {best.n_train}")
    ax.set_xlabel(f"training examples out of {n} ({n_params} parameters)")
    ax.set_ylabel("MSE / noise variance²")
    ax.set_ylim(0, 4 * best.mse)
    ax.legend(loc="upper center", frameon=False)
    return _plain(ax)


def _plain(ax: Any) -> Any:
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax.figure
