"""How often the limits of `eb.winner` hold after the best of many was picked: writes docs/results/winner.{csv,json,md}.

    python docs/_make/winner_coverage.py [SETS]

The formulas are those of `eb.winner` (tests/docs/test_winner_table.py compares them), with fewer draws. Cells that
winner.csv has already, with as many sets, are kept as they are: without that file all are computed.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from errbar.audits.summary import share
from errbar.core.best_of_many import (
    UnitSums,
    largest_of,
    left_out_folds,
    out_of_bag,
    pooled_error,
    tail_of_one,
    tilted_upper,
)
from errbar.core.binomial import clopper_pearson_upper
from errbar.core.students import Students
from errbar.run.store.fingerprint import versions
from renew import RESULTS, write

SEED, OUTSIDE, SETS = 23, 0.05, 400
DRAWS, BAGS, FOLDS = 1000, 200, 5
ERROR, STEP = 0.1, 0.03  # the best candidate's error, and how much more the worst has where they are not equal
Row = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """Candidates whose losses on an item correlate as normal variables with this correlation do."""

    losses: str
    candidates: int
    n: int
    correlation: float
    equal: bool = True

    def draw(self, rng: np.random.Generator) -> tuple[Any, Any]:
        """Losses, candidates x items, and the true means."""
        m, rho = self.candidates, self.correlation
        z = np.sqrt(rho) * rng.standard_normal(self.n) + np.sqrt(1 - rho) * rng.standard_normal((m, self.n))
        more = np.zeros(m) if self.equal else rng.permutation(STEP * np.arange(m) / max(1, m - 1))
        if self.losses == "0/1":
            return (z < ndtri(ERROR + more)[:, None]).astype(float), ERROR + more
        truth = 1.0 + 10 * more
        return (z + truth[:, None] if self.losses == "normal" else -np.log(ndtr(-z)) * truth[:, None]), truth


def cells() -> Iterator[tuple[Cell, float]]:
    """And which share of the sets each is given; some worlds are left at fewer losses, for the time it takes."""
    for losses, correlation, equal, most in (
        ("0/1", 0.0, True, 10**6), ("0/1", 0.5, True, 10**7), ("0/1", 0.5, False, 10**6),
        ("normal", 0.5, True, 10**6), ("exponential", 0.0, True, 10**6),
        ("exponential", 0.5, False, 10**6 // 2),
    ):  # fmt: skip
        for m, n in product((2, 10, 100, 1000, 10_000), (100, 300, 1000)):
            if m * n <= most:
                part = {3 * 10**6: 0.5, 10**7: 0.125}.get(m * n) or {1000: 0.5, 10_000: 0.5}.get(m, 1.0)
                yield Cell(losses, m, n, correlation, equal), part
    for m in (10, 100, 1000):
        yield Cell("0/1", m, 300, 0.9), 0.5


def limits(losses: Any, binary: bool, rng: np.random.Generator) -> tuple[dict[str, float], float]:
    """Upper limits of the winner by every method, and its bias-corrected mean."""
    m, n = losses.shape
    units = UnitSums(losses, np.ones(n))
    means, best = units.means, int(units.means.argmin())
    tail = tail_of_one(largest_of(units.residuals, DRAWS, rng), m, OUTSIDE)
    errors = Students.of_splits(losses).se

    def own(share: float) -> float:
        if binary:
            return float(clopper_pearson_upper(*np.array([[means[best] * n], [float(n)], [share]]))[0])
        return float(means[best] - stdtrit(n - 1, share) * errors[best])

    def pooled(share: float) -> float:
        reach = -float(stdtrit(n - 1, share))
        return float(means[best]) + reach * pooled_error(means, errors, reach)

    estimate, values = out_of_bag(units, BAGS, rng)
    found = {"naive": own(OUTSIDE), "max_t": own(tail) if binary else max(own(tail), pooled(tail))}
    found |= {"tilted": max(own(tail), tilted_upper(units, best, tail)), "bonferroni": own(OUTSIDE / m)}
    found["bbc_cv"] = max(float(np.quantile(values, 1 - OUTSIDE)), estimate)
    return found, estimate


def fold_limits(losses: Any, rng: np.random.Generator) -> tuple[dict[str, float], float]:
    """The same where only the means of the folds are known."""
    m, n = losses.shape
    values = losses.reshape(m, FOLDS, n // FOLDS).mean(axis=2)
    means = values.mean(axis=1)
    tail = tail_of_one(largest_of(values - means[:, None], DRAWS, rng), m, OUTSIDE)
    errors, df = Students.of_splits(values, 1 / (FOLDS - 1)).se, FOLDS - 1
    best = int(means.argmin())

    def limit(share: float, error: float | None = None) -> float:
        reach = -float(stdtrit(df, share))
        return float(means[best]) + reach * (pooled_error(means, errors, reach) if error is None else error)

    found = {"folds_naive": limit(OUTSIDE, errors[best]), "folds_max_t": limit(tail)}
    return found | {"folds_bonferroni": limit(OUTSIDE / m, errors[best])}, left_out_folds(values, FOLDS)


def row_of(cell: Cell, sets: int) -> Row:
    place = [round(10 * cell.correlation), cell.equal, len(cell.losses)]
    rng = np.random.default_rng([SEED, cell.candidates, cell.n, *place])
    held: dict[str, list[bool]] = {}
    reach: dict[str, list[float]] = {}
    off: dict[str, list[float]] = {"naive": [], "bbc_cv": [], "folds": []}
    for _ in range(sets):
        losses, truth = cell.draw(rng)
        best = int(losses.mean(axis=1).argmin())
        found, estimate = limits(losses, cell.losses == "0/1", rng)
        of_folds, by_folds = fold_limits(losses, rng)
        looked = float(losses[best].mean())
        for name, limit in (found | of_folds).items():
            held.setdefault(name, []).append(limit >= truth[best])
            reach.setdefault(name, []).append(limit - looked)
        for name, value in (("naive", looked), ("bbc_cv", estimate), ("folds", by_folds)):
            off[name].append(value - truth[best])
    row: Row = {**vars(cell), "sets": sets}
    for name, values in held.items():
        seen = share(np.array(values))
        row |= {f"{name}_holds": seen.value, f"{name}_holds_low": seen.low, f"{name}_holds_high": seen.high}
        row[f"{name}_reach"] = float(np.mean(reach[name]))
    for name, errors in off.items():
        row |= {f"{name}_bias": float(np.mean(errors)), f"{name}_bias_se": float(np.std(errors) / sets**0.5)}
        row[f"{name}_sd"] = float(np.std(errors))
    return {name: round(value, 5) if isinstance(value, float) else value for name, value in row.items()}


WORDS = """# The winner of many candidates

How often a nominal 95 % upper limit (`alternative="less"`) held the true error of the candidate that looked best, and
how far off its mean was. Losses of a test set; candidates are equal, or lie evenly between an error of 0.10 and 0.13
(means 1 and 1.3).

- *correlation*: how alike the candidates' losses on an item are; *naive* takes the winner as if it was the only one;
- *reach*: how far `max_t` reaches beyond the winner's mean, as a share of what Bonferroni takes (which is too short
  itself where losses are skewed);
- *folds*: where only the means of {folds} folds are known (corrected variance);
- *bias* of the mean as it looks, corrected by `bbc_cv`, and from folds, in standard deviations of the corrected mean.

{sets} data sets a cell, half as many for 1,000 candidates, {few} for 10,000, where three standard errors are
{error:.2f} or more. Made by `python docs/_make/winner_coverage.py {sets}`. All columns, with exact binomial 95 %
intervals and the standard errors of the biases: {{download}}`winner.csv`.

{findings}

"""
HEAD = (
    "losses", "correlation", "equal", "candidates", "n", "naive", "max_t", "tilted", "bonferroni", "bbc_cv", "reach",
    "folds: naive", "folds: max_t", "bias as it looks", "bias, bbc_cv", "bias, folds",
)  # fmt: skip


def page(rows: list[Row], sets: int) -> str:
    lines = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
    for row in rows:
        holds = [f"{row[f'{name}_holds']:.3f}" for name in ("naive", "max_t", "tilted", "bonferroni", "bbc_cv")]
        ratio = row["max_t_reach"] / row["bonferroni_reach"]
        bias = [f"{row[f'{name}_bias'] / row[f'{sd}_sd']:.2f}" for name, sd in (
            ("naive", "bbc_cv"), ("bbc_cv", "bbc_cv"), ("folds", "folds"))]  # fmt: skip
        cell = [row["losses"], row["correlation"], "yes" if row["equal"] else "no", row["candidates"], row["n"]]
        folds = [f"{row[f'folds_{name}_holds']:.3f}" for name in ("naive", "max_t")]
        lines.append(f"| {' | '.join(map(str, [*cell, *holds, f'{ratio:.2f}', *folds, *bias]))} |")
    few = sorted(row["sets"] for row in rows if row["candidates"] == 10_000)
    told = {"few": f"{few[0]} to {few[-1]}", "error": 3 * (0.95 * 0.05 / few[-1]) ** 0.5, "findings": findings(rows)}
    return WORDS.format(sets=sets, folds=FOLDS, **told) + "\n".join(lines) + "\n"


def too_low(rows: list[Row], name: str) -> list[Row]:
    """Cells below .95 by more than three standard errors."""
    least = [0.95 - 3 * (0.95 * 0.05 / row["sets"]) ** 0.5 for row in rows]
    return [row for row, line in zip(rows, least, strict=True) if row[f"{name}_holds"] < line]


def findings(rows: list[Row]) -> str:
    told = []
    for name in ("naive", "max_t", "tilted", "bonferroni", "bbc_cv", "folds_max_t"):
        values, low = [row[f"{name}_holds"] for row in rows], too_low(rows, name)
        below = "" if not low else f"; more than three standard errors below 0.95 in {len(low)} of {len(rows)} cells"
        told.append(f"- `{name}`: {min(values):.3f} to {max(values):.3f}{below}.")
    off = {name: max(abs(row[f"{name}_bias"]) / row["bbc_cv_sd"] for row in rows) for name in ("bbc_cv", "naive")}
    told.append(
        f"- Bias: the mean corrected by `bbc_cv` is off by at most {off['bbc_cv']:.2f} of its own standard deviation, "
        f"the mean as it looks by up to {off['naive']:.1f}."
    )
    for kind in dict.fromkeys(row["losses"] for row in rows):
        ratios = [row["max_t_reach"] / row["bonferroni_reach"] for row in rows if row["losses"] == kind]
        told.append(f"- Reach of `max_t` over that of Bonferroni, {kind}: {min(ratios):.2f} to {max(ratios):.2f}.")
    return "\n".join(told)


def kept_rows() -> dict[tuple[str, ...], Row]:
    """Those of winner.csv, by cell and number of sets."""
    if not (RESULTS / "winner.csv").exists():
        return {}
    found = {}
    with (RESULTS / "winner.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = tuple(row[name] for name in ("losses", "candidates", "n", "correlation", "equal", "sets"))
            whole = {"candidates": int, "n": int, "sets": int, "losses": str, "equal": "True".__eq__}
            found[key] = {name: whole.get(name, float)(value) for name, value in row.items()}  # type: ignore[operator]
    return found


def keep(rows: list[Row]) -> None:
    with (RESULTS / "winner.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    rows, kept = [], kept_rows()
    for cell, part in cells():
        own = max(2, round(part * sets))
        key = (*map(str, vars(cell).values()), str(own))
        kept[key] = kept.get(key) or row_of(cell, own)
        rows.append(kept[key])
        keep(list(kept.values()))  # what an interrupted run leaves
    keep(rows)
    about = {"command": f"python docs/_make/winner_coverage.py {sets}", "seed": SEED, "versions": versions()}
    write(RESULTS / "winner.json", json.dumps(about, indent=1) + "\n")
    write(RESULTS / "winner.md", page(rows, sets))


if __name__ == "__main__":
    main()
