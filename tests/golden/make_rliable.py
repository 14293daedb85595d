"""rliable's intervals on a table of runs x tasks: writes rliable_runs.csv and rliable.json.

    python tests/golden/make_rliable.py        # with rliable 1.2.0 (and arch) installed; NumPy 2 does

Two models on twelve tasks, ten runs of one and five of the other. rliable's percentile intervals (2,000 draws, 200
for improvement) are taken four times; their mean and standard deviation are kept, which is its bootstrap error.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
from rliable import library, metrics

HERE = Path(__file__).parent
TASKS, RUNS, REPEATS, REPS, FEWER = 12, {"steady": 10, "wild": 5}, 4, 2_000, 200
TAUS = [-0.2, 0.1, 0.3, 0.5, 0.7, 0.9, 1.2]


def table() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1848)
    level = rng.uniform(0.0, 1.0, TASKS)
    noise = {"steady": 0.08, "wild": 0.25}
    found = {name: level + noise[name] * rng.standard_t(4, size=(runs, TASKS)) for name, runs in RUNS.items()}
    return {name: np.round(one, 4) for name, one in found.items()}


def several(scores: dict, func, reps: int = REPS) -> dict:
    points, ends = None, []
    for seed in range(REPEATS):
        np.random.seed(seed)  # noqa: NPY002 - rliable draws from the global generator
        points, limits = library.get_interval_estimates(scores, func, reps=reps)
        ends.append({name: np.asarray(one) for name, one in limits.items()})
    return {
        str(name): {
            "point": np.asarray(points[name]).ravel().tolist(),
            "limits": np.mean([one[name] for one in ends], axis=0).tolist(),
            "sd": np.std([one[name] for one in ends], axis=0, ddof=1).tolist(),
        }
        for name in scores
    }


def main() -> None:
    scores = table()
    with (HERE / "rliable_runs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("task", "model", "seed", "score"))
        for name, cells in scores.items():
            writer.writerows(
                (f"task {t:02}", name, f"{name} {r}", cells[r, t]) for r in range(len(cells)) for t in range(TASKS)
            )
    three = lambda x: np.array([metrics.aggregate_iqm(x), metrics.aggregate_mean(x), metrics.aggregate_median(x)])  # noqa: E731
    found = {"aggregates": several(scores, three)}
    pair = {"steady,wild": (scores["steady"], scores["wild"])}
    found["improvement"] = several(pair, lambda x, y: np.array([metrics.probability_of_improvement(x, y)]), FEWER)
    share = lambda x: np.array([np.mean(x > tau) for tau in TAUS])  # noqa: E731
    found["profile"] = several(scores, share)
    found["taus"] = TAUS
    (HERE / "rliable.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
