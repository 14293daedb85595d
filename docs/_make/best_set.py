"""How often the set of candidates that may be the best holds a best one: writes docs/results/best-set.{csv,json,md}.

    python docs/_make/best_set.py [SETS]

A tenth of the candidates is best, the others are worse by a step, or all are equal. Beside it the set that Holm's
correction of all pairs leaves, where these are few enough.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.special import ndtr, stdtr

from errbar.audits.summary import share
from errbar.core.may_be_best import HALVINGS, best_pvalues_of_many
from errbar.core.multiplicity import adjusted
from errbar.run.store.fingerprint import versions
from renew import RESULTS, write

SEED, SETS, OUTSIDE = 57, 200, 0.05
STEPS = {"normal": (0.0, 0.3), "0/1": (0.0, 0.1), "exponential": (0.0, 0.3)}
Row = dict[str, Any]


def losses(kind: str, worse: Any, n: int, rng: np.random.Generator) -> Any:
    """Candidates x items, with a correlation of one half between candidates."""
    z = np.sqrt(0.5) * (rng.standard_normal(n) + rng.standard_normal((worse.size, n)))
    if kind == "normal":
        return z + worse[:, None]
    if kind == "0/1":
        return (ndtr(z) < (0.1 + worse)[:, None]).astype(float)
    return -np.log(ndtr(z)) * (1.0 + worse[:, None])


def by_pairs(table: Any) -> Any:
    """Who is not shown to be worse than another, by t tests of all pairs and Holm's correction."""
    k, n = table.shape
    covariance, mean = np.cov(table), table.mean(axis=1)
    a, b = np.triu_indices(k, 1)
    squared = np.diag(covariance)[a] + np.diag(covariance)[b] - 2 * covariance[a, b]
    t = (mean[a] - mean[b]) / np.sqrt(np.where(squared > 0, squared, np.inf) / n)
    shown = adjusted(2 * stdtr(n - 1, -np.abs(t)), "holm") < OUTSIDE
    return ~np.isin(np.arange(k), np.where(t > 0, a, b)[shown])


def rows(sets: int) -> Iterator[Row]:
    for place, (kind, steps) in enumerate(STEPS.items()):
        for k in (10, 100, 1000):
            for n in (100, 1000):
                for step in steps:
                    rng = np.random.default_rng([SEED, place, k, n, round(100 * step)])
                    worse = np.where(np.arange(k) < max(1, k // 10), 0.0, step)
                    own = sets if k < 1000 else max(2, sets // 10)
                    held, size, pairs_held, pairs_size = [], [], [], []
                    for _ in range(own):
                        table = losses(kind, worse, n, rng)
                        found = best_pvalues_of_many(table, HALVINGS, rng) >= OUTSIDE
                        held.append(found[0])
                        size.append(found.mean())
                        if k <= 100:
                            other = by_pairs(table)
                            pairs_held.append(other[0])
                            pairs_size.append(other.mean())
                    told = share(np.array(held))
                    row: Row = {"losses": kind, "candidates": k, "n": n, "step": step, "sets": own}
                    row |= {"holds": told.value, "low": told.low, "high": told.high, "size": float(np.mean(size))}
                    few = bool(pairs_held)
                    row["pairs_hold"] = float(np.mean(pairs_held)) if few else ""
                    yield row | {"pairs_size": float(np.mean(pairs_size)) if few else ""}


WORDS = """# The set of the best

How often the candidates that may be the best (`eb.winner`, `details["best_set"]`, 95 %) held a given one of those that
are, and which share of all candidates is in it. A tenth of the candidates is best, the others are worse by a *step*;
with a step of 0 all are equal. Candidates correlate by one half; errors of 0.1 (0/1), means of 1 (exponential).

- *pairs*: the same for the set that tests of all pairs with Holm's correction leave, for up to 100 candidates.

{sets} data sets a row, a tenth of them for 1,000 candidates. Made by `python docs/_make/best_set.py {sets}`.

{findings}

| losses | candidates | n | step | sets | holds | 95 % interval of that | in the set | pairs: holds | in the set |
|---|---|---|---|---|---|---|---|---|---|
"""


def findings(found: list[Row]) -> str:
    least = min(row["holds"] for row in found)
    below = sum(row["holds"] < 0.95 - 3 * (0.95 * 0.05 / row["sets"]) ** 0.5 for row in found)
    both = [row for row in found if row["pairs_size"] != "" and row["step"] > 0]
    smaller = sum(row["size"] < row["pairs_size"] for row in both)
    return (
        f"- The best was held in {least:.3f} or more; more than three standard errors below 0.95 in {below} of "
        f"{len(found)} rows.\n- The set is smaller than that of all pairs in {smaller} of {len(both)} rows in which "
        "candidates differ."
    )


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found = [{k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()} for row in rows(sets)]
    with (RESULTS / "best-set.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)
    about = {"command": f"python docs/_make/best_set.py {sets}", "seed": SEED, "versions": versions()}
    write(RESULTS / "best-set.json", json.dumps(about, indent=1) + "\n")
    lines = []
    for row in found:
        pairs = ["", ""] if row["pairs_size"] == "" else [f"{row['pairs_hold']:.3f}", f"{row['pairs_size']:.3f}"]
        cells = [row["losses"], row["candidates"], row["n"], row["step"], row["sets"], f"{row['holds']:.3f}"]
        cells += [f"{row['low']:.3f} to {row['high']:.3f}", f"{row['size']:.3f}", *pairs]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    write(RESULTS / "best-set.md", WORDS.format(sets=sets, findings=findings(found)) + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
