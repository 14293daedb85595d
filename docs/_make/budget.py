"""Is the recommended split of a budget near the best of a full grid? Writes docs/results/budget.csv.

    python docs/_make/budget.py

Worlds of runs x items with normal effects, the variance of one item's loss 1. For every affordable number of runs (the
items are what is left of the budget) half-widths of `two_way_t` for one model are drawn from their mean squares; the
grid's best is the smallest mean. Beside it: the number that `Sources.plan` recommends from the true variances, and from
pilots of five runs on 100 items, of which the median and the 90th percentile of the ratio are told; `plain`: the same
where the pilot's estimates are taken as the variances, as was done before.
"""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from scipy.special import stdtrit

from errbar.answers.seeds_design import of_variances
from errbar.answers.sources import Sources
from errbar.core.mean_squares import MeanSquares, crossed_weights
from errbar.core.two_way import RunPart, TwoWay
from errbar.run.store.fingerprint import versions
from renew import RESULTS

SEED, SETS, PILOTS, BUDGET = 37, 400, 200, 2000.0
RUN_SDS, CELL_SDS, PRICES = (0.03, 0.1, 0.3), (0.3, 0.8), (5.0, 40.0, 200.0)
MOST = 60  # runs of the grid


def half_width(run: float, cell: float, runs: int, items: int, rng: np.random.Generator) -> float:
    """Mean half-width over many tables, from their mean squares."""
    noise, df = cell / (runs * items), (runs - 1) * (items - 1)

    def squares(mean: float, f: int) -> Any:
        return mean * rng.chisquare(f, SETS) / f

    part = RunPart(squares(run / runs + noise, runs - 1), squares(noise, df), runs - 1)
    law = TwoWay((part,), squares(1.0 / items + noise, items - 1), items)
    return float(np.mean(stdtrit(law.df, 0.975) * np.sqrt(law.variance)))


def pilot(run: float, cell: float, rng: np.random.Generator) -> Sources:
    """Variances as five runs on 100 items show them."""
    runs, items = 5, 100
    truth = {"run": items * run + cell, "item": runs + cell, "cell": cell}
    df = {"run": runs - 1.0, "item": items - 1.0, "cell": (runs - 1.0) * (items - 1.0)}
    found = MeanSquares({name: truth[name] * rng.chisquare(df[name]) / df[name] for name in df}, df)
    sources = crossed_weights(runs, items)
    parts = {name: found.component(weights, 0.95) for name, weights in sources.items()}
    return Sources("model", "loss", 0.0, parts, 0.95, {}, "", (), (found, sources))


def _plain(one: Sources) -> Sources:
    """As if the estimates were the variances."""
    return replace(one, squares=None)


def main() -> None:
    rows = []
    for number, (run_sd, cell_sd, price) in enumerate(product(RUN_SDS, CELL_SDS, PRICES)):
        rng = np.random.default_rng([SEED, number])
        run, cell, cost = run_sd**2, cell_sd**2, {"run": price, "item": 0.0, "answer": 1.0}
        grid = {
            runs: half_width(run, cell, runs, int((BUDGET - price * runs) // runs), rng)
            for runs in range(2, MOST + 1)
            if (BUDGET - price * runs) // runs >= 2
        }
        best = min(grid, key=grid.__getitem__)
        plan = int(of_variances(run, 1.0, cell, 0.0, level=0.95).plan(budget=BUDGET, cost=cost)["runs"])
        seen = [
            (int(one.plan(budget=BUDGET, cost=cost)["runs"]), int(_plain(one).plan(budget=BUDGET, cost=cost)["runs"]))
            for one in (pilot(run, cell, rng) for _ in range(PILOTS))
        ]
        ratios, plain = np.array([[grid[min(max(runs, 2), max(grid))] / grid[best] for runs in one] for one in seen]).T
        rows.append({
            "run_sd": run_sd, "cell_sd": cell_sd, "cost_of_a_run": price, "best_runs": best,
            "best_half_width": round(grid[best], 5), "planned_runs": plan, "ratio": round(grid[plan] / grid[best], 4),
            "pilot_ratio_median": round(float(np.median(ratios)), 4),
            "pilot_ratio_90": round(float(np.quantile(ratios, 0.9)), 4),
            "plain_ratio_median": round(float(np.median(plain)), 4),
            "plain_ratio_90": round(float(np.quantile(plain, 0.9)), 4),
        })  # fmt: skip
    with (RESULTS / "budget.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    about = {"command": "python docs/_make/budget.py", "seed": SEED, "versions": versions()}
    (RESULTS / "budget.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
