"""Several bounds as lines: one table of intervals, or a table of limits for each delta with a column for each n."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from errbar.cli.terminal import Terminal
from errbar.show.as_text import interval_text, number
from errbar.show.limits_axes import draw_limits
from errbar.types import Result


def print_all(results: list[Result], out: Terminal) -> None:
    """Every bound, tightest first."""
    width = max(len(result.method) for result in results) + 2
    out.line(f"{'method':<{width}}{'interval':<26}guaranteed")
    for result in results:
        out.line(f"{result.method:<{width}}{interval_text(result):<26}{_sure(result)}")


def _sure(result: Result) -> str:
    return "yes" if result.details["rigorous"] else "no"


@dataclass(frozen=True)
class BoundGrid:
    """Limits of bounds at several sizes and levels."""

    results: Sequence[Result]

    def plot(self) -> Any:
        """The first axes of the figure."""
        return draw_limits(self.results).axes[0]

    def print(self, out: Terminal) -> None:
        """A table for each delta: bounds below each other, tightest first, sizes beside each other."""
        levels = sorted({one.confidence_level for one in self.results}, reverse=True)
        sizes = sorted({one.n for one in self.results if one.n is not None})
        width = max(len(one.method) for one in self.results) + 2
        for level in levels:
            cells = {(one.method, one.n): one for one in self.results if one.confidence_level == level}
            side = {"less": "upper limits", "greater": "lower limits"}.get(self.results[0].alternative, "intervals")
            out.line(f"delta = {number(1 - level)}: {side}")
            texts = {key: _short(one) for key, one in cells.items()}
            wide = max(len(text) for text in [*texts.values(), *(f"n = {size:,}" for size in sizes)]) + 2
            head = "".join(f"{f'n = {size:,}':<{wide}}" for size in sizes)
            out.line(f"{'method':<{width}}{head}guaranteed")
            for method in sorted({name for name, _ in cells}, key=lambda name: _width(name, cells)):
                row = "".join(f"{texts.get((method, size), '-'):<{wide}}" for size in sizes)
                sure = _sure(next(one for (name, _), one in cells.items() if name == method))
                out.line(f"{method:<{width}}{row}{sure}")
            if level != levels[-1]:
                out.line()


def _width(method: str, cells: dict[tuple[str, int | None], Result]) -> tuple[float, str]:
    mine = [one.high - one.low for (name, _), one in cells.items() if name == method]
    return sum(mine) / len(mine), method


def _short(result: Result) -> str:
    ends = {"less": result.high, "greater": result.low}
    return number(ends[result.alternative]) if result.alternative in ends else interval_text(result)
