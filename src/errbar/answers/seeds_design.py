"""Variances of runs, items and answers, and what each costs -> how many of each, as a Design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from errbar.answers.design import Design
from errbar.answers.sources import MOST_RUNS, Sources, check_prices, choices
from errbar.check import check_at_least, refuse_given, unless
from errbar.core.mean_squares import Component
from errbar.errors import InputError
from errbar.show.as_text import number

MOST_ITEMS = 10**9
LARGEST = 1e150  # of variances, which are squared
FACTORS = (0.5, 1.0, 2.0, 4.0)  # of a budget, or of a half-width, beside the one that was asked for


def of_variances(run: float, item: float, cell: float, answer: float, *, level: float) -> Sources:
    """Variances that are known, as if they had been measured."""
    known = {"run": run, "item": item, "run x item": cell} | ({"answer": answer} if answer > 0.0 else {})
    parts = {name: Component(value, value, value) for name, value in known.items()}
    return Sources("model", "loss", 0.0, parts, level, {}, "")


@dataclass(frozen=True, slots=True)
class SeedsDesign:
    """Runs, items and answers for one model's interval.

    Parameters
    ----------
    sources : how much each adds to the variance of a score.
    cost : of a "run", an "item" and an "answer".
    """

    sources: Sources
    cost: Mapping[str, float]

    def within(self, budget: float, power: float) -> Design:
        """The narrowest interval that a budget pays for, and what half of it and more would buy."""
        best = self.sources.plan(budget=budget, cost=self.cost)
        rows = [self._affordable(budget * factor) for factor in FACTORS]
        paid = [(budget * factor, row) for factor, row in zip(FACTORS, rows, strict=True) if row is not None]
        return self._design(best, {"budget": tuple(one for one, _ in paid)}, [row for _, row in paid], power)

    def reaching(self, half_width: float, power: float) -> Design:
        """The cheapest numbers that give so narrow an interval, and what others would cost."""
        best = self._cheapest(half_width)
        if best is None:
            raise InputError(f"Not even {MOST_RUNS} runs on {MOST_ITEMS:,} items give a half width of {half_width:g}.")
        rows = [row for row in (self._cheapest(half_width * factor) for factor in FACTORS) if row is not None]
        return self._design(best, {}, rows, power)

    def _affordable(self, budget: float) -> dict[str, float] | None:
        try:
            return self.sources.plan(budget=budget, cost=self.cost)
        except InputError:  # it does not pay for two runs on two items
            return None

    def _cheapest(self, half_width: float) -> dict[str, float] | None:
        """Of every number of runs and answers the fewest items that do, as long as they cost less than the best yet."""
        run, item, answer = check_prices(self.cost)
        best: dict[str, float] | None = None
        for runs, answers in choices(self.sources.components):
            price, left = item + runs * answers * answer, inf if best is None else best["cost"] - runs * run
            most = MOST_ITEMS if left == inf else min(MOST_ITEMS, int(left // price))
            items = self._fewest(half_width, runs, answers, most)
            if items is not None and (best is None or runs * run + items * price < best["cost"]):
                width, cost = self.sources.half_width(runs, items, answers), runs * run + items * price
                best = {"runs": runs, "items": items, "answers": answers, "half_width": width, "cost": cost}
        return best

    def _fewest(self, half_width: float, runs: int, answers: int, most: int) -> int | None:
        """Items that give so narrow an interval; None where `most` do not."""
        if most < 2 or self.sources.half_width(runs, most, answers) > half_width:
            return None
        least = 1
        while most - least > 1:
            middle = (least + most) // 2
            enough = self.sources.half_width(runs, middle, answers) <= half_width
            least, most = (least, middle) if enough else (middle, most)
        return most

    def _design(
        self, best: dict[str, float], first: dict[str, tuple[float, ...]], rows: list[dict[str, float]], power: float
    ) -> Design:
        table = first | {name: tuple(row[name] for row in rows) for name in best}
        given: dict[str, Any] = {"half_width": best["half_width"], "effect": None, "power": power}
        given |= {"confidence_level": self.sources.confidence_level, "table": table, "notes": self._notes(best)}
        return Design("seeds", int(best["runs"]), items=int(best["items"]), **given)

    def _notes(self, best: dict[str, float]) -> tuple[str, ...]:
        runs, items, answers = (int(best[name]) for name in ("runs", "items", "answers"))
        said = [f"They cost {best['cost']:,.10g}."]
        if answers > 1:
            said.insert(0, f"Each run answers each item {answers} times.")
        if runs == MOST_RUNS:
            said.append(f"More than {MOST_RUNS} runs were not considered.")
        run = self.sources.components["run"]
        if max(run.estimate, 0.0) < run.high < inf:
            worst = self.sources.components | {"run": Component(run.high, run.high, run.high)}  # type: ignore[operator]
            width = replace(self.sources, components=worst).half_width(runs, items, answers)
            said.append(
                f"The variance of runs is itself uncertain: at the upper end of its interval it would be "
                f"+-{number(width, 3)}."
            )
        return tuple(said)


def sources_known(
    sources: Sources | None,
    variances: Mapping[str, float | None],
    answer_variance: float | tuple[float, float],
    *,
    level: float,
) -> Sources:
    """Where the noise comes from: as it was measured, or as it is said to be."""
    if sources is not None:
        if not isinstance(sources, Sources):
            raise InputError(f"sources must be what eb.sources gives; got {type(sources).__name__}.")
        refuse_given("Give sources or {}, not both.", **variances, answer_variance=unless(0.0, answer_variance))
        return replace(sources, confidence_level=level)
    missing = [name for name in ("run_variance", "item_variance") if variances[name] is None]
    if missing:
        raise InputError(f"seeds need {missing[0]}, or sources: what eb.sources found in a table with run=.")
    run, item, cell = (check_at_least(name, 0.0 if value is None else value, 0.0) for name, value in variances.items())
    answer = check_at_least("answer_variance", answer_variance, 0.0)
    together = check_at_least("run_variance, item_variance and cell_variance together", run + item + cell)
    if max(together, answer) > LARGEST:
        raise InputError("These variances are too large to be squared: give them in another unit.")
    return of_variances(run, item, cell, answer, level=level)


def seeds_design(plan: SeedsDesign, budget: float | None, half_width: float | None, power: float) -> Design:
    if (budget is None) == (half_width is None):
        raise InputError("seeds need one of budget, what may be spent, and half_width, what is to be reached.")
    if budget is not None:
        return plan.within(check_at_least("budget", budget), power)
    return plan.reaching(check_at_least("half_width", half_width), power)
