"""Tables of runs x items with holes: writes docs/results/run-holes.csv.

    python docs/_make/run_holes.py [SETS]

Two equal models, R runs of each on n items, normal losses as in runs.py with half of what items leave made by single
cells; every cell is missing with the same chance, and items that a model has no run of are left out. Told: how often
`two_way_t` at 5 % calls the models different with the holes kept, and with items that have a hole left out (where two
or more are left, else it does not count as different); and the ratio of mean widths of the two.
"""

from __future__ import annotations

import csv
import json
import sys
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
from scipy.special import stdtr, stdtrit

from errbar.audits.summary import share
from errbar.core.holes import filled, linked
from errbar.core.two_way import TwoWay
from errbar.run.store.fingerprint import versions
from renew import RESULTS

SEED, SETS, LEVEL = 43, 2000, 0.05
RUNS, SIZES, HOLES, SHARES = (2, 3, 5), (60, 200), (0.05, 0.3), (0.0, 0.5)


def drawn(runs: int, n: int, part: float, rng: np.random.Generator) -> Any:
    rest = (1.0 - part) * n / 2.0
    item = sqrt(rest / 2.0) * (rng.normal(size=(2, 1, n)) + rng.normal(size=(1, 1, n)) * sqrt(2.0))
    return (
        item
        + sqrt(part * runs / 2.0) * rng.normal(size=(2, runs, 1))
        + sqrt(rest * runs / 2.0) * rng.normal(size=(2, runs, n))
    )


def judged(cells: list[Any], known: list[Any]) -> tuple[bool, float]:
    found = TwoWay.of(cells, None, known)
    mean, se = float(cells[0].mean() - cells[1].mean()), float(found.variance) ** 0.5
    return 2.0 * float(stdtr(found.df, -abs(mean) / se)) < LEVEL, float(stdtrit(found.df, 1.0 - LEVEL / 2.0)) * se


def row(world: tuple[int, int, float, float], place: int, sets: int) -> dict[str, Any]:
    runs, n, holes, part = world
    rng = np.random.default_rng([SEED, place])
    kept, dropped = [], []
    for _ in range(sets):
        cells, known = drawn(runs, n, part, rng), rng.random((2, runs, n)) >= holes
        some = known.any(axis=1).all(axis=0)
        cells, known = cells[:, :, some], known[:, :, some]
        if not all(linked(one) for one in known):
            continue
        whole = [filled(one, mask) for one, mask in zip(cells, known, strict=True)]
        kept.append(judged(whole, list(known)))
        every = known.all(axis=(0, 1))
        dropped.append(judged([one[:, every] for one in cells], [None, None]) if every.sum() > 1 else (False, np.nan))
    seen, left_out = share(np.array([one[0] for one in kept])), np.array([one[0] for one in dropped])
    widths = [float(np.nanmedian([one[1] for one in found])) for found in (kept, dropped)]
    return {
        "runs": runs, "items": n, "holes": holes, "run_share": part, "sets": len(kept), "keep": round(seen.value, 4),
        "low": round(seen.low, 4), "high": round(seen.high, 4), "drop": round(float(left_out.mean()), 4),
        "width_ratio": round(widths[0] / widths[1], 3),
    }  # fmt: skip


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    rows = [row(one, place, sets) for place, one in enumerate(product(RUNS, SIZES, HOLES, SHARES))]
    with (RESULTS / "run-holes.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    about = {"command": f"python docs/_make/run_holes.py {sets}", "seed": SEED, "versions": versions()}
    (RESULTS / "run-holes.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
