"""How often rank intervals hold the ranks of all models at once: writes docs/results/rank-intervals.{csv,json,md}.

    python docs/_make/rank_intervals.py [SETS]

Scores over 25 splits whose correlation is the one that `corrected_t` takes for granted; 3, 10 and 50 models, equal, in
ties of several, or all different. The ranks come from `eb.rank`.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from errbar.audits.summary import share
from errbar.run.store.fingerprint import versions
from errbar.types import Scores
from errbar.verbs.rank import rank
from renew import RESULTS, write

SEED, SETS, SPLITS, TESTED = 41, 1000, 25, 0.2
WORLDS = ("all equal", "ties", "all different")
Row = dict[str, Any]


def truths(world: str, k: int) -> Any:
    """True mean losses: ties are of about a third of the models each."""
    if world == "all equal":
        return np.ones(k)
    return 1.0 + 0.3 * (np.arange(k) // max(1, -(-k // 3)) if world == "ties" else np.arange(k) / k)


def splits(mean: Any, rng: np.random.Generator) -> Scores:
    """Split scores that correlate as n_test / n does."""
    shared, own = np.sqrt(TESTED), np.sqrt(1 - TESTED)
    noise = shared * rng.normal(size=(mean.size, 1)) + own * rng.normal(size=(mean.size, SPLITS))
    values = {f"m{i}": row for i, row in enumerate(mean[:, None] + 0.3 * noise)}
    return Scores.from_splits(values, n_train=80, n_test=20, greater_is_better=False)


def held(ranking: Any, mean: Any) -> bool:
    """Whether every interval holds all ranks that its model may have: equal models share theirs."""
    for name, (low, high) in ranking.rank_intervals.items():
        own = mean[int(name[1:])]
        if 1 + int((mean < own).sum()) < low or int((mean <= own).sum()) > high:
            return False
    return True


def rows(sets: int) -> Iterator[Row]:
    for k in (3, 10, 50):
        for world in WORLDS:
            rng, mean = np.random.default_rng([SEED, k, WORLDS.index(world)]), truths(world, k)
            found, open_ranks = [], []
            for _ in range(sets):
                ranking = rank(splits(mean, rng))
                found.append(held(ranking, mean))
                open_ranks.append(np.mean([high - low + 1 for low, high in ranking.rank_intervals.values()]))
            seen = share(np.array(found))
            row = {"models": k, "truth": world, "sets": sets, "holds": seen.value, "low": seen.low, "high": seen.high}
            yield row | {"ranks": float(np.mean(open_ranks))}


WORDS = """# Ranks that hold at once

How often the 95 % rank intervals of `eb.rank` (`Ranking.rank_intervals`, Holm's correction) held the true rank of every
model at once, over {splits} splits with the correlation that `corrected_t` takes for granted. Models that are equal
share their ranks: an interval must hold them all.

- *truth*: all models equal, in ties of about a third of them each, or all different;
- *ranks*: how many an interval leaves open, on average.

{sets} data sets a row. Made by `python docs/_make/rank_intervals.py {sets}`.

| models | truth | holds | 95 % interval of that | ranks |
|---|---|---|---|---|
"""


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found = [{k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()} for row in rows(sets)]
    with (RESULTS / "rank-intervals.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)
    about = {"command": f"python docs/_make/rank_intervals.py {sets}", "seed": SEED, "versions": versions()}
    write(RESULTS / "rank-intervals.json", json.dumps(about, indent=1) + "\n")
    lines = [
        f"| {row['models']} | {row['truth']} | {row['holds']:.3f} | {row['low']:.3f} to "
        f"{row['high']:.3f} | {row['ranks']:.1f} |"
        for row in found
    ]
    head = WORDS.format(splits=SPLITS, sets=sets)
    write(RESULTS / "rank-intervals.md", head + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
