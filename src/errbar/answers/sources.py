"""Where the noise comes from: variance components of runs, items and answers, or of seeds, test items and data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

import numpy as np
from scipy.special import stdtrit

from errbar.check import check_count, check_mapping, check_number
from errbar.core.arrays import Floats
from errbar.core.mean_squares import Component, MeanSquares
from errbar.core.two_way import RunPart, TwoWay
from errbar.errors import InputError, NeedsError
from errbar.show.as_text import number, percent
from errbar.show.call import Call
from errbar.types.answer import Answer, plain

LEAST_RUNS, MOST_RUNS, MOST_ANSWERS = 3, 200, 32  # of a recommended budget; two runs only where it pays for no third
DRAWN = 200  # draws of variances that a recommendation is averaged over
MOST_ITEMS = 1e15


@dataclass(frozen=True, slots=True, repr=False)
class Sources(Answer):
    """How much each source adds to the variance of one score.

    Parameters
    ----------
    model, loss : whose scores, of which loss.
    mean : of all scores.
    components : source -> estimate, low, high; an estimate below 0 is one that cannot be told from 0.
    confidence_level : of each interval.
    counts : how many of each there were.
    covers : which sources the default interval for these scores covers, and which not, in a sentence.
    notes : honest limits, in sentences.
    squares : the mean squares and the weights of each source in them, where they were measured.
    """

    model: str
    loss: str
    mean: float
    components: Mapping[str, Component]
    confidence_level: float
    counts: Mapping[str, float]
    covers: str
    notes: tuple[str, ...] = field(default=())
    squares: tuple[MeanSquares, Mapping[str, Mapping[str, float]]] | None = field(default=None, compare=False)
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Every field as JSON-safe values."""
        return {
            "schema": 1,
            "model": self.model,
            "loss": self.loss,
            "mean": self.mean,
            "components": {name: plain(one._asdict()) for name, one in self.components.items()},
            "confidence_level": self.confidence_level,
            "counts": plain(self.counts),
            "covers": self.covers,
            "notes": list(self.notes),
        }

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each source, and its standard deviation with interval."""
        width, rows = max(map(len, self.components)), []
        for name, one in self.components.items():
            sd = "0" if one.estimate <= 0 else number(sqrt(one.estimate), 3)
            words = f"sd {sd} [{number(sqrt(one.low), 3)}, {number(sqrt(one.high), 3)}]"
            if one.estimate < 0:
                words += f"  (variance estimated at {one.estimate:.2g}: cannot be told from 0)"
            rows.append((f"{name:<{width}}", words))
        return rows

    def __str__(self) -> str:
        head = f"{self.model}: mean {number(self.mean)}; {percent(self.confidence_level)} intervals"
        return "\n".join([head, *(f"{name}  {words}" for name, words in self.lines), self.covers])

    def plot(self, ax: Any = None) -> Any:
        """Draw the standard deviation of each source with its interval; returns the matplotlib axes."""
        from errbar.show.sources import plot_sources

        return plot_sources(self, ax)

    def plan(self, *, budget: float, cost: Mapping[str, float]) -> dict[str, float]:
        """How many runs, items and answers make the interval for one model narrowest within a budget.

        Few runs hardly show how much runs differ. So, where variances were measured, the numbers are those whose
        half-width is smallest on average (of its logarithm) over the variances that the measured ones leave possible.

        Parameters
        ----------
        budget : what may be spent, in any unit.
        cost : "run" (to train once), "item" (to label one, say) and "answer" (to judge one item by one run); a cost
            left out is 0, "answer" excepted.

        Returns
        -------
        dict : "runs", "items", "answers", "half_width" (expected at the estimates, with Student's quantile), "cost".
        """
        prices, budget = check_prices(cost), check_number("budget", budget)
        if budget <= 0:
            raise InputError(f"budget must be above 0; got {budget:g}.")
        if budget > MOST_ITEMS * (prices[1] + prices[2]):
            raise InputError(f"A budget of {budget:g} pays for more than {MOST_ITEMS:g} items: give a smaller one.")
        every = [self._within(budget, prices, runs, answers) for runs, answers in choices(self.components)]
        best = min(every, key=_width)
        if best["half_width"] == inf and prices[0] * 2 <= budget:  # two runs hardly say how runs differ: if need be
            answers = {int(row["answers"]) for row in every}
            best = min((self._within(budget, prices, 2, one) for one in answers), key=_width)
        if best["half_width"] == inf:
            raise InputError(f"A budget of {budget:g} does not pay for two runs on two items.")
        return best if self.squares is None or best["runs"] == 2 else self._on_average(every)

    def _on_average(self, every: list[dict[str, float]]) -> dict[str, float]:
        """The best over variances as they may well be: of every number of runs with the answers that suit it best."""
        assert self.squares is not None
        found, weights = self.squares
        drawn = {name: found.drawn(own, DRAWN) for name, own in weights.items()}
        by_runs: dict[float, dict[str, float]] = {}
        for row in every:
            if row["half_width"] < inf and _width(row) < _width(by_runs.get(row["runs"], row | {"half_width": inf})):
                by_runs[row["runs"]] = row
        widths = [self._widths(drawn, row) for row in by_runs.values()]
        best = int(np.argmin([float(np.log(np.maximum(one, 1e-300)).mean()) for one in widths]))
        return [*by_runs.values()][best]

    def _within(self, budget: float, prices: list[float], runs: int, answers: int) -> dict[str, float]:
        run, item, answer = prices
        items = int((budget - runs * run) // (item + runs * answers * answer))
        width = self.half_width(runs, items, answers) if items >= 2 else inf
        spent = runs * run + items * (item + runs * answers * answer)
        return {"runs": runs, "items": items, "answers": answers, "half_width": width, "cost": spent}

    def half_width(self, runs: int, items: int, answers: int = 1) -> float:
        """Half-width of `two_way_t` for one model with so many of each, where mean squares are as expected."""
        numbers = {"runs": check_count("runs", runs, at_least=2), "items": check_count("items", items, at_least=2)}
        numbers["answers"] = check_count("answers", answers)
        variances = {name: np.array(max(one.estimate, 0.0)) for name, one in self.components.items()}
        return float(self._widths(variances, numbers))

    def _widths(self, variances: Mapping[str, Floats], numbers: Mapping[str, float]) -> Floats:
        """Half-widths at variances, many of them at once."""
        runs, items = int(numbers["runs"]), int(numbers["items"])
        cell: Any = (variances["run x item"] + variances.get("answer", 0.0) / numbers["answers"]) / (runs * items)
        seen: Any = variances["run"] / runs + cell
        of_items: Any = variances["item"] / items + cell
        law = TwoWay((RunPart(seen, cell, runs - 1),), of_items, items)
        q = stdtrit(np.minimum(law.df, 1e9), (1.0 + self.confidence_level) / 2.0)
        found: Floats = q * np.sqrt(law.variance)
        return found


def choices(components: Mapping[str, Component]) -> list[tuple[int, int]]:
    """Numbers of runs and of answers that a recommendation picks from."""
    if "run" not in components:
        raise NeedsError("A budget is split between runs, items and answers: ask sources of a table with run=.")
    most = MOST_ANSWERS if "answer" in components else 1
    return [(runs, answers) for runs in range(LEAST_RUNS, MOST_RUNS + 1) for answers in range(1, most + 1)]


def check_prices(cost: Mapping[str, float]) -> list[float]:
    """The cost of a run, an item and an answer."""
    check_mapping("cost", cost, "{'run': 60, 'answer': 1}")
    if set(cost) - {"run", "item", "answer"} or "answer" not in cost:
        raise InputError(f"cost names 'run', 'item' and 'answer', the last always; got {', '.join(cost) or 'none'}.")
    prices = [check_number(f"cost of a {name}", cost.get(name, 0.0)) for name in ("run", "item", "answer")]
    if min(prices) < 0 or prices[2] == 0:
        raise InputError("The cost of an answer must be positive, other costs not negative.")
    return prices


def _width(choice: dict[str, float]) -> tuple[float, float]:
    return choice["half_width"], choice["cost"]
