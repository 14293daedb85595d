"""Distributions of the error as text and as cumulative curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from errbar.show.as_text import number, percent
from errbar.show.intervals import shown_axes
from errbar.show.sentence import AS_IT_IS, in_unit, shared_unit
from errbar.show.style import AS_WRITTEN, BLUE, GREY, VERMILLION, bare, in_units, legend_above

if TYPE_CHECKING:
    from errbar.answers.error_distribution import DistributionComparison, ErrorDistribution

COLOURS = (BLUE, VERMILLION)
DASHES = ("-", "--")  # told apart in black and white too


def plot_distributions(distributions: Mapping[str, ErrorDistribution], ax: Any = None) -> Any:
    """Cumulative curves, interquartile ranges shaded, averages with their intervals below; returns the axes."""
    if ax is None:
        ax = shown_axes(width=6.0, height=4.0)
    left, right = _limits(list(distributions.values()))
    for row, ((name, one), colour, dash) in enumerate(zip(distributions.items(), COLOURS, DASHES, strict=False)):
        values = np.sort(one.values)
        x, y = np.concatenate(([left], values, [right])), np.concatenate(([0.0], one.cdf(values), [1.0]))
        ax.step(x, y, where="post", color=colour, linestyle=dash, linewidth=1.6, label=name or "splits")
        low, middle, high = one.quantile((0.25, 0.5, 0.75))
        ax.fill_between([low, high], 0, 1, color=colour, alpha=0.13, linewidth=0)
        ax.plot([middle, middle], [0, 0.5], color=colour, linestyle=":", linewidth=1.2)
        result, height = one.result, -0.06 * (row + 1)
        ax.plot([result.low, result.high], [height, height], color=colour, linewidth=2.5, solid_capstyle="butt")
        ax.plot([result.estimate], [height], color=colour, marker="o", markersize=5)
        _law(ax, one, np.linspace(left, right, 400), name)
    first = next(iter(distributions.values()))
    ax.axhline(0, color=GREY, linewidth=0.8)
    ax.set_xlim(left, right)
    ax.set_ylim(-0.06 * len(distributions) - 0.05, 1.02)
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
    unit = shared_unit([first.result]) if first.power == 1 else AS_IT_IS
    in_units(ax.xaxis, unit.factor)
    ax.set_xlabel(in_unit(first.result.loss, unit) if unit.word else scale_of(first), **AS_WRITTEN)
    ax.set_ylabel("splits with at most this error")
    _legend(ax, first.confidence_level, COLOURS[0] if len(distributions) == 1 else GREY)
    bare(ax, "top", "right")
    return ax


def _law(ax: Any, one: ErrorDistribution, x: Any, name: str) -> None:
    """The error of linear least squares over training sets as large as those of the splits, without test noise."""
    law = one.law
    if law is not None:
        label = f"law of {name or 'G'} (chi-squared)"
        ax.plot(x, law.cdf(one.back(x)), color=GREY, linestyle=(0, (1, 1)), linewidth=1.4, label=label)


def _legend(ax: Any, level: float, colour: str) -> None:
    """One line above the axes: the curves by name, then what the other marks mean."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    curves, _ = ax.get_legend_handles_labels()
    marks = [
        Patch(facecolor=colour, alpha=0.2, label="25 % to 75 %"),
        Line2D([], [], color=colour, linestyle=":", linewidth=1.2, label="median"),
        Line2D([], [], color=colour, linewidth=2.5, marker="o", markersize=5, label=f"average, {percent(level)}"),
    ]
    legend_above(ax, [*curves, *marks])


def _limits(distributions: list[ErrorDistribution]) -> tuple[float, float]:
    """All errors, but for a far tail; and the intervals."""
    edges = []
    for one in distributions:
        smallest, low, high, largest = (float(one.quantile(p)) for p in (0, 0.01, 0.99, 1))
        reach = 0.5 * (high - low)
        edges += [max(smallest, low - reach), min(largest, high + reach), one.result.low, one.result.high]
    margin = 0.03 * (max(edges) - min(edges)) or 0.5
    return min(edges) - margin, max(edges) + margin


def scale_of(one: ErrorDistribution) -> str:
    """What the axis of a distribution measures."""
    what = one.result.loss if one.scores.greater_is_better else f"error ({one.result.loss})"
    if one.power == 1:
        return what
    return f"log(1 + {what})" if one.power == 0 else f"Box-Cox transform of 1 + {what}, power {one.power:.3g}"


def distribution_text(one: ErrorDistribution) -> str:
    """The measures as a table, the fractiles in a line, and the estimates from one fit."""
    result = one.result
    held = f"{result.n_splits} splits, {number(result.n_test)} of {result.n} examples held out in each"
    lines = [f"{result.target[0].upper()}{result.target[1:]}: {held}.", ""]
    level = f"{percent(one.confidence_level)} interval"
    unit = shared_unit([result]) if one.power == 1 else AS_IT_IS
    lines.append(f"{in_unit(scale_of(one), unit):<28}{'estimate':>10}  {level:<24}{'noise':>8}")
    for name, estimate, low, high, noise in one.measures:
        interval = "-" if low is None or high is None else f"[{unit.bare(low)}, {unit.bare(high)}]"
        told = number(unit.factor * noise, 2)
        lines.append(f"{name.replace('_', ' '):<28}{unit.bare(estimate):>10}  {interval:<24}{told:>8}")
    shares = (0.05, 0.25, 0.5, 0.75, 0.95)
    lines += ["", "fractiles  " + "   ".join(f"{percent(p)}: {unit(float(one.quantile(p)))}" for p in shares)]
    return "\n".join(lines + _algebraic_lines(one) + _law_lines(one))


def _algebraic_lines(one: ErrorDistribution) -> list[str]:
    """What one fit says, beside the average over splits."""
    found = one.algebraic
    if found is None or one.power != 1:
        return []
    names = [*found.estimates, "leave-out"]
    values = [*found.estimates.values(), one.average]
    wide = [max(len(name), 9) for name in names]
    return [
        "",
        f"From one fit to all {one.result.n} examples ({number(found.n_effective)} effective parameters, training "
        f"error {number(found.training_error)}), beside the average over splits with {number(one.result.n_train)}:",
        "  ".join(f"{name:>{width}}" for name, width in zip(names, wide, strict=True)),
        "  ".join(f"{number(value):>{width}}" for value, width in zip(values, wide, strict=True)),
    ]


def _law_lines(one: ErrorDistribution) -> list[str]:
    """Fractiles of the error by its law, and the parts of its average."""
    found, law = one.algebraic, one.law
    if found is None or one.power != 1 or not found.parts:
        return []
    parts = ", ".join(f"{name} {number(value)}" for name, value in found.parts.items())
    lines = ["", f"Made of: {parts} (trained on all {one.result.n}; noise holds what no such model can represent)."]
    if law is not None:
        fractiles = "   ".join(f"{percent(p)}: {number(float(law.quantile(p)))}" for p in (0.05, 0.25, 0.5, 0.75, 0.95))
        lines += [
            f"By its law, noise (1 + chi2_{law.n_params}/{law.n_train}), fractiles of the error itself:",
            fractiles,
        ]
    return lines


def comparison_text(both: DistributionComparison) -> str:
    """The two tests and the probability."""
    unit, level = shared_unit(list(both.results)), percent(both.a.confidence_level)
    lines = [f"{in_unit('a - b', unit):<14}{'estimate':>10}  {level + ' interval':<24}{'p':>9}"]
    for result in both.results:
        estimate, interval = unit.bare(result.estimate), f"[{unit.bare(result.low)}, {unit.bare(result.high)}]"
        lines.append(f"{result.method:<14}{estimate:>10}  {interval:<24}{number(result.pvalue, 3):>9}")
    lines += ["", f"a has the larger error in {percent(round(both.probability_greater, 4))} of the splits"]
    if both.probability_equal:
        lines[-1] += f", both the same in {percent(round(both.probability_equal, 4))}"
    lines[-1] += "."
    return "\n".join(lines)
