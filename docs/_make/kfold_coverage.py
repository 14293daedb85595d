"""Coverage over K folds, which the calibration suite does not hold: writes docs/results/kfold-coverage.csv and .json.

    python docs/_make/kfold_coverage.py [SETS]

The learners of the suite that are computed together, on the problems of the suite that need no data folder, for 10
folds and for 10 times 10 folds. Beside `corrected_t` and `kfold_t` stands the band that most papers print: mean plus or
minus one standard deviation of the fold scores, taken as if it were a 95 % interval.
"""

from __future__ import annotations

import csv
import json
import sys
from math import sqrt
from typing import Any

import numpy as np
from scipy.stats import t as student

from errbar.audits.one_set import NUMBERS, OneSet
from errbar.audits.summary import share
from errbar.lab.studies.calibration_cells import CellBlock, blocks, learner, population
from errbar.plans import kfold
from errbar.run.losses import choose_one
from errbar.run.store.fingerprint import versions
from errbar.types.setup import Setup
from renew import RESULTS

TABLE = RESULTS / "kfold-coverage.csv"
SEED, LEVEL, SETS = 5, 0.95, 400
PROBLEMS = ("regression", "inputs", "gaussians")
PLANS = {"10 folds": kfold(10), "10 x 10 folds": kfold(10, n_repeats=10)}
METHODS = ("corrected_t", "kfold_t")
BAND = "mean ± SD"


def rows(block: CellBlock, plan: str, sets: int) -> list[dict[str, Any]]:
    """One row per series and interval: how often it held the algorithm's error."""
    models = {name: learner(name) for name in block.learners}
    where = population(block.problem, block.n)
    metric = choose_one(Setup(), models, where.draw(20, np.random.default_rng(0)).y)
    question = OneSet(
        models=models, series=block.series, methods=METHODS, population=where, n=block.n, metric=metric,
        plan=PLANS[plan], confidence_level=LEVEL, shared=True, seed=SEED,
    )  # fmt: skip
    answers = np.stack([question(number) for number in range(sets)])[:, : -len(METHODS) - 1]
    table = answers.reshape(sets, len(block.series), len(METHODS), len(NUMBERS))
    splits = PLANS[plan].n_folds * PLANS[plan].n_repeats
    found = []
    for i, (name, other) in enumerate(block.series):
        estimate, low, high, proxy, _ = table[:, i, 1].T
        spread = (high - low) / 2 / student.ppf((1 + LEVEL) / 2, splits - 1) * sqrt(splits)  # of the scores
        truth = proxy.mean()
        intervals = {method: table[:, i, j, 1:3].T for j, method in enumerate(METHODS)}
        intervals[BAND] = np.stack((estimate - spread, estimate + spread))
        for interval, (a, b) in intervals.items():
            held = share((a <= truth) & (truth <= b))
            found.append(
                {"problem": block.problem, "learner": name if other is None else f"{name} - {other}", "n": block.n,
                 "plan": plan, "interval": interval, "sets": sets, "coverage": round(held.value, 4),
                 "low": round(held.low, 4), "high": round(held.high, 4), "width": float(f"{np.median(b - a):.4g}")}
            )  # fmt: skip
    return found


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    cells = [block for block in blocks() if block.cost == "shared" and block.problem in PROBLEMS]
    found = [row for block in cells for plan in PLANS for row in rows(block, plan, sets)]
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    settings = {"command": f"python docs/_make/kfold_coverage.py {sets}", "seed": SEED, "versions": versions()}
    TABLE.with_suffix(".json").write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
