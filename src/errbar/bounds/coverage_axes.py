"""How often bounds hold, drawn against the true error: exact, with every jump."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any

import numpy as np

from errbar.bounds.coverage import coverage_curve
from errbar.bounds.known import BOUNDS
from errbar.bounds.numbers import both, check_delta
from errbar.check import check_count, check_name
from errbar.core.arrays import Floats
from errbar.errors import InputError
from errbar.show.as_text import percent
from errbar.show.intervals import shown_axes
from errbar.show.style import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILLION, bare, legend_above

# lengths 7 and 4 share no factor: 28 looks before one comes again
COLOURS = (BLUE, ORANGE, GREEN, VERMILLION, PURPLE, SKY, BLACK)
DASHES = ("-", "--", "-.", ":")
CROWDED = 50  # test examples; above, jumps lie so close that only thin lines show them


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
    chosen = [check_name("bound", name, BOUNDS) for name in ([names] if isinstance(names, str) else names)]
    if not chosen:
        raise InputError(f"Name at least one bound: {', '.join(BOUNDS)}.")
    count, level = check_count("n", n), 1 - float(check_delta(delta))
    if ax is None:
        ax = shown_axes(height=3.8)
    width = 0.8 if count > CROWDED else 1.4
    keys = []
    for name, colour, dash in zip(chosen, cycle(COLOURS), cycle(DASHES), strict=False):
        rates, held = coverage_with_jumps(name, count, delta, largest)
        keys += ax.plot(rates, held, label=name, color=colour, linestyle=dash, linewidth=width)
    ax.axhline(level, color=GREY, linewidth=0.8, zorder=0)
    ax.set_xlim(0, largest)
    ax.set_xlabel(f"true error (n = {count:,})")
    ax.set_ylabel(f"coverage, {percent(level)} claimed")
    bare(ax, "top", "right")
    legend_above(ax, keys)
    return ax


def coverage_with_jumps(
    name: str, n: int, delta: float, largest: float = 0.5, *, smallest: float = 0.005
) -> tuple[Floats, Floats]:
    """True errors up to `largest` and the coverage there, on both sides of every jump: where the truth passes a limit.

    >>> rates, held = coverage_with_jumps("clopper_pearson", 10, 0.05)
    >>> print(f"{held.min():.4f}")
    0.9500
    """
    if not 0 < largest <= 1:
        raise InputError(f"largest must lie above 0 and be at most 1; got {largest!r}.")
    bound = BOUNDS[check_name("bound", name, BOUNDS)]
    low, high = both(bound(np.arange(n + 1) / n, n, delta), bound.usual_side)
    edges = [low, np.nextafter(low, 0.0), high, np.nextafter(high, 1.0)]
    rates = np.concatenate([np.linspace(smallest, largest, 100), *edges])
    rates = np.unique(rates[(rates >= smallest) & (rates <= largest)])
    return rates, coverage_curve(name, n, rates, delta)
