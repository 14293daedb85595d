"""Size and power of comparisons of models that were trained several times: writes docs/results/runs.csv and .json.

    python docs/_make/runs.py [SETS]

Two models, R training runs of each, n items: the loss of a run on an item is the sum of what the item, the model on the
item, the run and the cell add. `share` is the part of the variance of the difference that is due to runs; `cells` the
part of the rest that single cells make, not items. The 0/1 losses are such sums cut at a threshold. Power is told where
the models differ by three standard errors.
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
from scipy.stats import norm, ttest_ind

from errbar.audits.summary import share as of_all
from errbar.core.corrected_share import difference_variance
from errbar.core.two_way import TwoWay
from errbar.run.store.fingerprint import versions
from renew import RESULTS

TABLE = RESULTS / "runs.csv"
SEED, LEVEL, SETS, APART = 11, 0.05, 4000, 3.0
RUNS, SIZES, SHARES, CELLS = (2, 3, 5, 10), (50, 200, 1000), (0.0, 0.2, 0.5, 0.8), (0.2, 0.8)
MOST = 4_000_000  # numbers at a time


def worlds() -> list[tuple[str, int, int, float, float]]:
    """Losses, runs, items, share of runs, share of cells in the rest."""
    return [
        (losses, runs, n, share, cells)
        for losses in ("normal", "0/1") for runs in RUNS for n in SIZES for share in SHARES for cells in CELLS
    ]  # fmt: skip


def draw(world: tuple[str, int, int, float, float], sets: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """sets x 2 x runs x items; the difference of the means has variance 1, without a threshold."""
    losses, runs, n, share, cells = world
    rest = (1.0 - share) * n / 2.0  # of a mean over runs, on one item, of one model
    found = sqrt(rest * cells * runs) * rng.normal(size=(sets, 2, runs, n))
    found += sqrt(share / 2.0 * runs) * rng.normal(size=(sets, 2, runs, 1))
    found += sqrt(rest * (1.0 - cells)) * rng.normal(size=(sets, 2, 1, n))
    found += sqrt(rest) * rng.normal(size=(sets, 1, 1, n))
    if losses == "normal":
        return found
    spread = sqrt(rest * cells * runs + share / 2.0 * runs + rest * (1.0 - cells) + rest)
    return np.asarray((found > spread * norm.isf(0.25)), dtype=np.float64)


def pvalues(cells: NDArray[np.float64], binary: bool, shift: float) -> list[tuple[float, float]]:
    """Of `two_way_t` and of a t test over items, as they are and with the first model worse by `shift`."""
    found = TwoWay.of([cells[0], cells[1]])
    mean = float(cells[0].mean() - cells[1].mean())
    variance = difference_variance(found.variance, found.n_units) if binary else found.variance
    return [
        (_two_sided(at, variance, found.df), _two_sided(at, found.items, found.n_units - 1.0))
        for at in (mean, mean + shift)
    ]


def _two_sided(mean: float, variance: float, df: float) -> float:
    return 2.0 * float(stdtr(df, -abs(mean) / sqrt(variance))) if variance else 1.0


def row(world: tuple[str, int, int, float, float], number: int, sets: int) -> dict[str, Any]:
    losses, runs, n, share, cells = world
    rng = np.random.default_rng([SEED, number])
    asked: list[list[tuple[float, float]]] = []
    welch = []
    while len(asked) < sets:
        block = draw(world, min(sets - len(asked), max(1, MOST // (2 * runs * n))), rng)
        asked += [pvalues(one, losses == "0/1", APART) for one in block]
        means = block.mean(axis=3)
        for shift in (0.0, APART):
            welch.append(ttest_ind(means[:, 0] + shift, means[:, 1], axis=1, equal_var=False).pvalue)
    answers = np.array(asked)
    size = np.column_stack([answers[:, 0], np.concatenate(welch[::2])])
    power = np.column_stack([answers[:, 1], np.concatenate(welch[1::2])]) if losses == "normal" else np.empty((0, 3))
    rejected = size < LEVEL
    seen = of_all(rejected[:, 0])
    told: dict[str, Any] = {
        "losses": losses, "runs": runs, "items": n, "run_share": share, "cell_share": cells, "sets": sets,
        "two_way_t": round(seen.value, 4), "low": round(seen.low, 4), "high": round(seen.high, 4),
        "items_only": round(float(rejected[:, 1].mean()), 4), "welch": round(float(rejected[:, 2].mean()), 4),
    }  # fmt: skip
    won = power < LEVEL
    for name, column in (("power_two_way_t", 0), ("power_welch", 2)):
        told[name] = round(float(won[:, column].mean()), 4) if power.size else ""
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
