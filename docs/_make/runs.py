"""Size and power of comparisons of models that were trained several times: writes docs/results/runs.csv and .json.

    python docs/_make/runs.py [SETS]

Two models, R training runs of each, n items: the loss of a run on an item is the sum of what the item, the model on the
item, the run and the cell add. `run_share` is the part of the variance of the difference that is due to runs;
`cell_share` the part of the rest that single cells make, not items. Of normal losses the mean squares are drawn, whose
law is known; 0/1 losses are such sums cut at a threshold, a fifth of SETS of them. Power is told where the models
differ by three standard errors.
"""

from __future__ import annotations

import csv
import json
import sys
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr
from scipy.stats import norm

from errbar.audits.summary import share
from errbar.core.corrected_share import difference_variance
from errbar.core.two_way import RunPart, TwoWay
from errbar.run.store.fingerprint import versions
from renew import RESULTS

TABLE = RESULTS / "runs.csv"
SEED, LEVEL, SETS, APART = 11, 0.05, 3000, 3.0
RUNS, SIZES, SHARES, CELLS = (2, 3, 5, 10), (50, 200, 1000), (0.0, 0.2, 0.5, 0.8), (0.2, 0.8)

World = tuple[str, int, int, float, float]  # losses, runs, items, share of runs, share of cells in the rest


def worlds() -> list[World]:
    normal = [("normal", r, n, part, cells) for r in RUNS for n in SIZES for part in SHARES for cells in CELLS]
    return normal + [("0/1", r, n, part, 0.5) for r in RUNS for n in SIZES for part in SHARES]


def normal_set(world: World, rng: np.random.Generator) -> tuple[float, TwoWay]:
    """A difference of variance 1, and its mean squares."""
    _, runs, n, part, cells = world
    noise, df = (1.0 - part) * cells / 2.0, (runs - 1) * (n - 1)
    parts = [
        RunPart((part / 2.0 + noise) * rng.chisquare(runs - 1) / (runs - 1), noise * rng.chisquare(df) / df, runs - 1)
        for _ in range(2)
    ]
    return float(rng.normal()), TwoWay(tuple(parts), (1.0 - part) * rng.chisquare(n - 1) / (n - 1), n)


def binary_set(world: World, rng: np.random.Generator) -> tuple[float, TwoWay]:
    """Losses of 0 and 1, a quarter of them 1."""
    _, runs, n, part, cells = world
    rest = (1.0 - part) * n / 2.0  # of a mean over runs, on one item, of one model
    spreads = [rest * cells * runs, part / 2.0 * runs, rest * (1.0 - cells), rest]
    shapes = [(2, runs, n), (2, runs, 1), (2, 1, n), (1, 1, n)]
    found = sum(sqrt(spread) * rng.normal(size=shape) for spread, shape in zip(spreads, shapes, strict=True))
    losses: NDArray[np.float64] = np.where(found > sqrt(sum(spreads)) * norm.isf(0.25), 1.0, 0.0)
    return float(losses[0].mean() - losses[1].mean()), TwoWay.of([losses[0], losses[1]])


def pvalues(mean: float, found: TwoWay, binary: bool) -> tuple[float, float, float]:
    """Of `two_way_t`, of a t test over items, and of Welch's over the means of runs."""
    variance = max(found.variance, difference_variance(0.0, found.n_units)) if binary else found.variance
    over_runs = sum(part.seen for part in found.runs)
    squares = sum(part.seen**2 / part.df for part in found.runs)
    return (
        _two_sided(mean, variance, found.df),
        _two_sided(mean, found.items, found.n_units - 1.0),
        _two_sided(mean, over_runs, over_runs**2 / squares if squares else 1.0),
    )


def _two_sided(mean: float, variance: float, df: float) -> float:
    return 2.0 * float(stdtr(df, -abs(mean) / sqrt(variance))) if variance else 1.0


def row(world: World, number: int, sets: int) -> dict[str, Any]:
    losses, runs, n, part, cells = world
    rng, binary = np.random.default_rng([SEED, number]), losses == "0/1"
    drawn = [(binary_set if binary else normal_set)(world, rng) for _ in range(sets // 5 if binary else sets)]
    rejected = np.array([pvalues(mean, found, binary) for mean, found in drawn]) < LEVEL
    seen = share(rejected[:, 0])
    told: dict[str, Any] = {
        "losses": losses, "runs": runs, "items": n, "run_share": part, "cell_share": cells, "sets": len(drawn),
        "two_way_t": round(seen.value, 4), "low": round(seen.low, 4), "high": round(seen.high, 4),
        "items_only": round(float(rejected[:, 1].mean()), 4), "welch": round(float(rejected[:, 2].mean()), 4),
        "power_two_way_t": "", "power_welch": "",
    }  # fmt: skip
    if not binary:
        won = np.array([pvalues(mean + APART, found, False) for mean, found in drawn]) < LEVEL
        told |= {"power_two_way_t": round(float(won[:, 0].mean()), 4), "power_welch": round(float(won[:, 2].mean()), 4)}
    return told


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found = [row(world, number, sets) for number, world in enumerate(worlds())]
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    settings = {"command": f"python docs/_make/runs.py {sets}", "seed": SEED}
    TABLE.with_suffix(".json").write_text(json.dumps(settings | {"versions": versions()}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
