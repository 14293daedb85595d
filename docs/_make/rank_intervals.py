"""How often rank intervals hold the ranks of all models at once: writes docs/results/rank-intervals.{csv,json,md}.

    python docs/_make/rank_intervals.py [SETS]

3, 10 and 50 models, equal, in ties of several, or all different; by Holm's correction, which is the default, and by
"max_t", both on the same data. Scores over 25 splits whose correlation is the one that `corrected_t` takes for granted
and wrong answers to 300 questions are ranked by the formulas of `eb.rank`, all pairs at once
(tests/docs/test_rank_table.py compares them). "max_t" is given few draws. Rows that
rank-intervals.csv has already, with as many sets, are kept as they are.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np
from scipy.special import bdtr, ndtri

from errbar.audits.summary import share
from errbar.core import max_t
from errbar.methods import METHODS
from errbar.plans.families import TestSet
from errbar.ranking.family import family_of
from errbar.ranking.of_models import chosen_pairs
from errbar.run.store.fingerprint import versions
from errbar.types import Plan, Scores
from renew import RESULTS, write

SEED, SETS, SPLITS, TESTED, ITEMS = 41, 500, 25, 0.2, 300
DRAWS, OF_MANY = 500, 200  # for "max_t"; fewer for fifty models
MODELS, WORLDS, CORRECTIONS = (3, 10, 50), ("all equal", "ties", "all different"), ("holm", "max_t")
SCORES = (("splits", 0.0), ("splits", 0.8), ("items", 0.5))
TABLE = RESULTS / "rank-intervals.csv"
Row = dict[str, Any]
Ranks = tuple[Any, Any]


@dataclass(frozen=True)
class Cell:
    """`alike`: the correlation of what two models are off by on a split or an item."""

    scores: str
    alike: float
    models: int
    truth: str

    @property
    def place(self) -> Any:
        """Of each model from the best, 0, to 1: ties are of about a third of the models each."""
        k = self.models
        if self.truth == "all equal":
            return np.zeros(k)
        return (np.arange(k) // max(1, -(-k // 3))).astype(float) if self.truth == "ties" else np.arange(k) / k

    def draw(self, rng: np.random.Generator) -> Scores:
        names, k = [f"m{i}" for i in range(self.models)], self.models
        common, own = np.sqrt(self.alike), np.sqrt(1 - self.alike)

        def noise(n: int) -> Any:
            return common * rng.normal(size=n) + own * rng.normal(size=(k, n))

        if self.scores == "items":
            wrong = noise(ITEMS) < ndtri(0.2 + 0.08 * self.place)[:, None]
            plan = Plan("test_set", ITEMS, (TestSet(ITEMS),))
            return Scores(plan, tuple(names), wrong.mean(axis=1, keepdims=True), wrong.astype(float), loss="zero_one")
        noisy = np.sqrt(TESTED) * noise(1) + np.sqrt(1 - TESTED) * noise(SPLITS)
        values = 1.0 + 0.3 * self.place[:, None] + 0.3 * noisy
        made = dict(zip(names, values, strict=True))
        return Scores.from_splits(made, n_train=80, n_test=20, greater_is_better=False)

    def held(self, ranks: Ranks) -> bool:
        """Whether every interval holds all ranks that its model may have: equal models share theirs."""
        place = self.place
        first, last = (place[:, None] > place).sum(axis=1) + 1, (place[:, None] >= place).sum(axis=1)
        return bool(((ranks[0] <= first) & (last <= ranks[1])).all())


def pvalues(scores: Scores, first: Any, second: Any) -> tuple[Any, Any]:
    """Of all pairs at once, and by how much the first errs more: McNemar's mid-p test, or `corrected_t`."""
    if scores.items is None:
        law = METHODS["corrected_t"].law
        assert law is not None
        found = law(scores.values[first] - scores.values[second], scores.plan)
        return found.test()[1], found.estimate
    both = scores.items @ scores.items.T
    only = np.diag(both)[:, None] - both
    b, c = only[first, second], only[second, first]
    few, all_ = np.minimum(b, c), (b + c).astype(int)
    below, upto = np.where(few > 0, bdtr(np.maximum(few - 1, 0), all_, 0.5), 0.0), bdtr(few, all_, 0.5)
    return np.where(b == c, 1.0, np.minimum(below + upto, 1.0)), b - c


def ranks_of(scores: Scores, correction: str) -> Ranks:
    """The lowest and the highest of every model, in the order of the models: what `eb.rank` says."""
    k = len(scores.names)
    first, second = chosen_pairs(k, None)
    found, worse_by = pvalues(scores, first, second)
    shown = family_of(scores, correction, 0.95, 0)[0].judged(found, first, second)[0] < 1 - 0.95
    better = np.where(worse_by < 0, first, second)[shown]
    worse = np.where(worse_by < 0, second, first)[shown]
    return 1 + np.bincount(worse, minlength=k), k - np.bincount(better, minlength=k)


def row_of(cell: Cell, sets: int) -> Row:
    rng = np.random.default_rng([SEED, cell.models, WORLDS.index(cell.truth), round(10 * cell.alike)])
    held: dict[str, list[bool]] = {name: [] for name in CORRECTIONS}
    left: dict[str, list[float]] = {name: [] for name in CORRECTIONS}
    with patch.object(max_t, "_MOST", OF_MANY if cell.models == max(MODELS) else DRAWS):
        for _ in range(sets):
            scores = cell.draw(rng)
            for correction in CORRECTIONS:
                ranks = ranks_of(scores, correction)
                held[correction].append(cell.held(ranks))
                left[correction].append(float(np.mean(ranks[1] - ranks[0] + 1)))
    row: Row = {**vars(cell), "sets": sets}
    for name in CORRECTIONS:
        seen = share(np.array(held[name]))
        row |= {f"{name}_holds": seen.value, f"{name}_low": seen.low, f"{name}_high": seen.high}
        row[f"{name}_ranks"] = float(np.mean(left[name]))
    return {name: round(value, 5) if isinstance(value, float) else value for name, value in row.items()}


def cells() -> Iterator[Cell]:
    for k, (scores, alike), truth in product(MODELS, SCORES, WORLDS):
        if k < max(MODELS) or (alike < 0.8 and truth != "all different"):  # some of fifty are left out, for their time
            yield Cell(scores, alike, k, truth)


WORDS = """# Ranks that hold at once

How often the 95 % rank intervals of `eb.rank` (`Ranking.rank_intervals`) held the true rank of every model at once, by
Holm's correction, which is the default, and by `correction="max_t"`. Models that are equal share their ranks: an
interval must hold them all.

- *scores*: {splits} splits with the correlation that `corrected_t` takes for granted, or wrong answers to {items}
  questions, read by McNemar's test;
- *alike*: the correlation of what two models are off by; *truth*: all models equal, in ties of about a third of them
  each, or all different;
- *ranks*: how many an interval leaves open, on average.

{sets} data sets a row, so that a share of 0.95 has a standard error of {error:.3f}; `max_t` with {draws} draws
({many} for {most} models) instead of 10,000. Made by `python docs/_make/rank_intervals.py {sets}`. With exact binomial
intervals: {{download}}`rank-intervals.csv`.

{findings}

| scores | alike | models | truth | Holm holds | max_t holds | ranks by Holm | ranks by max_t |
|---|---|---|---|---|---|---|---|
"""


def findings(rows: list[Row]) -> str:
    told = []
    for name in CORRECTIONS:
        seen, least = [row[f"{name}_holds"] for row in rows], 0.95 - 3 * error(rows[0]["sets"])
        below = sum(value < least for value in seen)
        ranks = float(np.mean([row[f"{name}_ranks"] / row["models"] for row in rows if row["truth"] != "all equal"]))
        hardest = float(np.mean([row[f"{name}_holds"] for row in rows if row["truth"] == "all equal"]))
        told.append(
            f"- `{name}`: {min(seen):.3f} to {max(seen):.3f}, {hardest:.3f} on average where all are equal; more than "
            f"three standard errors below 0.95 in {below} of {len(rows)} rows. Where models differ, an interval leaves "
            f"{ranks:.0%} of the ranks open on average."
        )
    return "\n".join(told)


def error(sets: int) -> float:
    return float((0.95 * 0.05 / sets) ** 0.5)


def kept_rows() -> dict[tuple[str, ...], Row]:
    """Those of the table, by cell and number of sets."""
    if not TABLE.exists():
        return {}
    whole = {"models": int, "sets": int, "scores": str, "truth": str}
    with TABLE.open(encoding="utf-8") as file:
        read = [{k: whole.get(k, float)(v) for k, v in row.items()} for row in csv.DictReader(file)]
    return {tuple(str(row[name]) for name in ("scores", "alike", "models", "truth", "sets")): row for row in read}


def keep(rows: list[Row]) -> None:
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    rows, kept = [], kept_rows()
    for cell in cells():
        rows.append(kept.get((*map(str, vars(cell).values()), str(sets))) or row_of(cell, sets))
        keep(rows)
    about = {"command": f"python docs/_make/rank_intervals.py {sets}", "seed": SEED, "versions": versions()}
    write(RESULTS / "rank-intervals.json", json.dumps(about, indent=1) + "\n")
    lines = [
        f"| {row['scores']} | {row['alike']:g} | {row['models']} | {row['truth']} | {row['holm_holds']:.3f} | "
        f"{row['max_t_holds']:.3f} | {row['holm_ranks']:.1f} | {row['max_t_ranks']:.1f} |"
        for row in rows
    ]
    words = WORDS.format(
        splits=SPLITS,
        items=ITEMS,
        sets=sets,
        error=error(sets),
        draws=DRAWS,
        many=OF_MANY,
        most=max(MODELS),
        findings=findings(rows),
    )
    write(RESULTS / "rank-intervals.md", words + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
