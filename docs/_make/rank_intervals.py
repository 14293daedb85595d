"""How often rank intervals hold the ranks of all models at once: writes docs/results/rank-intervals.{csv,json,md}.

    python docs/_make/rank_intervals.py [SETS]

Scores over 25 splits whose correlation is the one that `corrected_t` takes for granted; 3, 10 and 50 models, equal, in
ties of several, near or far, or all different. The ranks come from `eb.rank`, by Holm's correction and by max-t, which
gets a fifth of the sets where it has 1,225 pairs to draw.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from errbar.audits.summary import share
from errbar.core import max_t
from errbar.run.store.fingerprint import versions
from errbar.types import Scores
from errbar.verbs.rank import rank
from renew import RESULTS, write

SEED, SETS, SPLITS, TESTED = 41, 1000, 25, 0.2
max_t._MOST = 1000  # draws, a tenth of what `eb.rank` takes
WORLDS = ("all equal", "ties", "all different", "ties far apart")
CORRECTIONS = ("holm", "max_t")
Row = dict[str, Any]


def truths(world: str, k: int) -> Any:
    """True mean losses: ties are of about a third of the models each."""
    if world == "all equal":
        return np.ones(k)
    thirds = np.arange(k) // max(1, -(-k // 3))
    return 1.0 + {"ties": 0.3 * thirds, "all different": 0.3 * np.arange(k) / k, "ties far apart": 1.0 * thirds}[world]


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
            found: dict[str, list[tuple[bool, float]]] = {name: [] for name in CORRECTIONS}
            for number in range(sets):
                scores = splits(mean, rng)
                for name in CORRECTIONS if k < 50 or number % 5 == 0 else CORRECTIONS[:1]:
                    ranking = rank(scores, correction=name)
                    wide = np.mean([high - low + 1 for low, high in ranking.rank_intervals.values()])
                    found[name].append((held(ranking, mean), float(wide)))
            for name, seen in found.items():
                holds, wide = (np.array(column) for column in zip(*seen, strict=True))
                told = share(holds)
                row = {"models": k, "truth": world, "correction": name, "sets": len(seen), "holds": told.value}
                yield row | {"low": told.low, "high": told.high, "ranks": float(wide.mean())}


WORDS = """# Ranks that hold at once

How often the 95 % rank intervals of `eb.rank` (`Ranking.rank_intervals`) held the true rank of every model at once,
over {splits} splits with the correlation that `corrected_t` takes for granted. Models that are equal share their
ranks: an interval must hold them all.

- *truth*: all models equal, in ties of about a third of them each (near or far), or all different;
- *correction*: Holm's, or max-t, which makes use of how alike the models are (here by 1,000 draws instead of 10,000);
- *ranks*: how many an interval leaves open, on average.

{sets} data sets a row, a fifth of them for 50 models by max-t. Made by `python docs/_make/rank_intervals.py {sets}`.

{findings}

| models | truth | correction | sets | holds | 95 % interval of that | ranks |
|---|---|---|---|---|---|---|
"""


def findings(found: list[Row]) -> str:
    """The lowest share of each correction, and whether it is 0.95 but for chance."""
    told = []
    for name in CORRECTIONS:
        some = [row for row in found if row["correction"] == name]
        least = min(some, key=lambda row: row["holds"])
        below = sum(row["holds"] < 0.95 - 3 * (0.95 * 0.05 / row["sets"]) ** 0.5 for row in some)
        told.append(
            f"- `{name}`: {least['holds']:.3f} at the least ({least['models']} models, {least['truth']}); more than "
            f"three standard errors below 0.95 in {below} of {len(some)} rows."
        )
    return "\n".join(told)


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
        f"| {row['models']} | {row['truth']} | {row['correction']} | {row['sets']} | {row['holds']:.3f} | "
        f"{row['low']:.3f} to {row['high']:.3f} | {row['ranks']:.1f} |"
        for row in found
    ]
    head = WORDS.format(splits=SPLITS, sets=sets, findings=findings(found))
    write(RESULTS / "rank-intervals.md", head + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
