"""How often do the bootstrap intervals of `eb.aggregate` hold the truth? Writes docs/results/aggregates.csv.

    python docs/_make/aggregates.py [SETS]

Runs of two models on tasks of unlike difficulty and unlike noise; the truth is that of very many runs on the same
tasks. Intervals are percentiles of the bootstrap within tasks, as rliable takes them too; where rliable 1.2.0 is
installed, `rliable` is the coverage of its own intervals for the interquartile mean on the first 40 sets of some rows,
and `ours` that of ours on the same. `scaled`: ours stretched around the estimate by the root of R / (R - 1), which was
tried and is not used.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from rliable import library, metrics
except ImportError:
    library = None

from errbar.audits.summary import share
from errbar.core.interquartile import Drawn, drawn, improvement, interquartile_mean, pooled
from errbar.run.store.fingerprint import versions
from renew import RESULTS

SEED, SETS, DRAWS, LEVEL, MANY, BESIDE = 41, 150, 500, 0.95, 200_000, 40
TASKS, RUNS, LAWS = (6, 26), (2, 3, 5, 10), ("normal", "skewed")

Array = NDArray[np.float64]


def runs_of(level: Array, noise: Array, law: str, n: int, rng: np.random.Generator) -> list[Array]:
    """Of each task n runs."""
    if law == "normal":
        effects = rng.normal(size=(level.size, n))
    else:  # most runs fare well, some fail
        effects = 1.0 - rng.exponential(size=(level.size, n))
    return list(level[:, None] + noise[:, None] * effects)


def means(found: Drawn) -> Array:
    return np.stack([one.mean(axis=1) for one in found], axis=1)


SUMMED: dict[str, Callable[[Drawn], Array]] = {
    "iqm": lambda found: interquartile_mean(pooled(found)),
    "mean": lambda found: means(found).mean(axis=1),
    "median": lambda found: np.median(means(found), axis=1),
}


def beside(tasks: list[Array]) -> Array:
    """rliable's interval for the interquartile mean."""
    scores = {"model": np.stack(tasks, axis=1)}
    _, limits = library.get_interval_estimates(scores, lambda x: np.array([metrics.aggregate_iqm(x)]), reps=DRAWS)
    found: Array = np.ravel(limits["model"])
    return found


def cell(tasks: int, runs: int, law: str, sets: int, number: int) -> list[dict[str, Any]]:
    rng = np.random.default_rng([SEED, number])
    level, noise = rng.uniform(0.0, 1.0, tasks), rng.uniform(0.05, 0.3, tasks)
    other = level - 0.05
    many = [runs_of(one, noise, law, MANY // tasks, rng) for one in (level, other)]
    truth = {name: float(of([one[None] for one in many[0]])[0]) for name, of in SUMMED.items()}
    truth["improvement"] = float(
        np.mean([(a[: MANY // 100, None] > b[None, : MANY // 100]).mean() for a, b in zip(*many, strict=True)])
    )
    held: dict[str, list[tuple[bool, bool]]] = {name: [] for name in truth}
    theirs: list[bool] = []
    np.random.seed(number)  # noqa: NPY002 - rliable draws from the global generator
    for place in range(sets):
        first, second = (runs_of(one, noise, law, runs, rng) for one in (level, other))
        found, against = drawn(first, DRAWS, rng, False), drawn(second, DRAWS, rng, False)
        if library is not None and place < BESIDE and tasks == TASKS[0] and law == LAWS[0]:
            low, high = beside(first)
            theirs.append(bool(low <= truth["iqm"] <= high))
        once, then = [one[None] for one in first], [one[None] for one in second]
        every = {name: (float(of(once)[0]), of(found)) for name, of in SUMMED.items()}
        every["improvement"] = float(improvement(once, then, True)[0]), improvement(found, against, True)
        for name, (estimate, draws) in every.items():
            ends = np.quantile(draws, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
            wider = estimate + (ends - estimate) * np.sqrt(runs / (runs - 1))
            held[name].append((bool(ends[0] <= truth[name] <= ends[1]), bool(wider[0] <= truth[name] <= wider[1])))
    rows = []
    for name, one in held.items():
        plain, scaled = np.array(one).T
        seen = share(plain)
        rows.append({
            "number": name, "tasks": tasks, "runs": runs, "law": law, "sets": sets, "coverage": round(seen.value, 4),
            "low": round(seen.low, 4), "high": round(seen.high, 4), "scaled": round(float(scaled.mean()), 4),
            "rliable": round(float(np.mean(theirs)), 4) if name == "iqm" and theirs else "",
            "ours": round(float(plain[: len(theirs)].mean()), 4) if name == "iqm" and theirs else "",
        })  # fmt: skip
    return rows


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    rows = [row for i, one in enumerate(product(TASKS, RUNS, LAWS)) for row in cell(*one, sets, i)]
    rows.sort(key=lambda row: [*SUMMED, "improvement"].index(row["number"]))
    with (RESULTS / "aggregates.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    about = {"command": f"python docs/_make/aggregates.py {sets}", "seed": SEED, "draws": DRAWS, "versions": versions()}
    (RESULTS / "aggregates.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
