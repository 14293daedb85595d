"""How often the bootstrap's intervals for an error hold: writes docs/results/bootstrap-error.{csv,json,md}.

    python docs/_make/bootstrap_error.py [SETS] [DATA]

The smallest cells of the calibration suite whose learners can be computed for all samples at once, and made ones with
50 and 100 examples; among these the nearest neighbour, which learns its training set by heart. DATA is a folder with
the suite's tables; without it those bundled with scikit-learn stand in. Learners and formulas are those of the methods
(tests/docs/test_bootstrap_table.py compares them with `eb.evaluate`); the truth is the mean error over training sets of
n. Cells that bootstrap-error.csv has already, with as many sets, are kept as they are.
"""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ndtri

from errbar.audits.population import Endless, Population
from errbar.audits.summary import share
from errbar.core.bagged import SHARE, Bagged, weight_632plus
from errbar.lab.studies import calibration_cells as suite
from errbar.run.store.fingerprint import versions
from renew import RESULTS, write

SEED, SETS, SAMPLES, FEATURES = 53, 300, 500, 5
METHODS = ("oob", "bootstrap_632", "bootstrap_632plus", "optimism")
NUMBERS = ("least squares", "ridge", "5 neighbours (regression)")
NEAR = 40  # of the examples, the nearest, in which a sample has as many neighbours as are asked for, or nearly always
TABLE = RESULTS / "bootstrap-error.csv"
Row = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    problem: str
    learner: str
    n: int

    @property
    def population(self) -> Population:
        if self.problem.startswith("made"):
            return Endless(self.problem, made_numbers if self.learner in NUMBERS else made_classes)
        return suite.population(self.problem, self.n)


def cells() -> list[Cell]:
    """The suite's with shared computation, and those made here."""
    smallest = [block for block in suite.blocks() if block.n == min(suite.SIZES) and block.cost == "shared"]
    found = [Cell(block.problem, name, block.n) for block in smallest for name in block.learners]
    made = (("made, squared loss", "least squares"), ("made, two classes", "linear discriminant"),
            ("made, two classes", "nearest neighbour"))  # fmt: skip
    return found + [Cell(*one, n) for one in made for n in (50, 100)]


def made_numbers(n: int, rng: np.random.Generator) -> tuple[Any, Any]:
    X = rng.normal(size=(n, FEATURES))
    return X, X @ np.ones(FEATURES) + rng.normal(size=n)


def made_classes(n: int, rng: np.random.Generator) -> tuple[Any, Any]:
    y = rng.integers(0, 2, n)
    return rng.normal(size=(n, FEATURES)) + (y - 0.5)[:, None], y


# -- learners, trained on many samples of the same examples at once ---------------------------------------------


def said(learner: str, X: Any, y: Any, counts: Any, new: Any) -> Any:
    """What models trained on samples (counts, samples x examples) say of new examples: samples x examples."""
    if "neighbour" in learner:
        votes = neighbours(X, y, counts, new, 1 if learner.startswith("nearest") else 5)
        return votes if learner in NUMBERS else (votes > 0.5).astype(float)
    if learner == "naive Bayes":
        return (naive_bayes(X, y, counts, new) > 0).astype(float)
    if learner == "linear discriminant":
        return (discriminant(X, y, counts, new) > 0).astype(float)
    mean, label = weighted(counts, X), weighted(counts, y)
    gram = np.einsum("bi,ij,ik->bjk", counts, X, X, optimize=True) - len(y) * mean[:, :, None] * mean[:, None]
    gram += (10.0 if learner == "ridge" else 0.0) * np.eye(X.shape[1])
    slope = np.linalg.solve(gram, ((counts * (y - label[:, None])) @ X)[..., None])[..., 0]
    return slope @ new.T + (label - (slope * mean).sum(axis=1))[:, None]


def weighted(weights: Any, values: Any) -> Any:
    """Means of the values (examples first) with each row of weights."""
    return (weights @ values) / weights.sum(axis=1).reshape(-1, *[1] * (values.ndim - 1))


def neighbours(X: Any, y: Any, counts: Any, new: Any, k: int) -> Any:
    near = np.argsort(((new[:, None] - X[None]) ** 2).sum(axis=2), axis=1, kind="stable")
    held = counts[:, near[:, :NEAR]]
    if held.sum(axis=2).min() < k:
        held = counts[:, near]
    before = np.cumsum(held, axis=2) - held
    return (np.clip(k - before, 0, held) * y[near[:, : held.shape[2]]]).sum(axis=2) / k


def naive_bayes(X: Any, y: Any, counts: Any, new: Any) -> Any:
    """By how much class 1 is the likelier, as a logarithm."""
    out = 0.0
    least = 1e-9 * np.maximum(weighted(counts, X**2) - weighted(counts, X) ** 2, 0).max(axis=1)[:, None]
    for one, sign in ((1, 1.0), (0, -1.0)):
        own = counts[:, y == one]
        mean = weighted(own, X[y == one])
        spread = ((X[y == one][None] - mean[:, None]) ** 2 * own[:, :, None]).sum(axis=1)
        variance = spread / own.sum(axis=1)[:, None] + least
        squares = ((new[None] - mean[:, None]) ** 2 / variance[:, None]).sum(axis=2)
        out = out + sign * (np.log(own.sum(axis=1)) - 0.5 * np.log(variance).sum(axis=1))[:, None] - sign * squares / 2
    return out


def discriminant(X: Any, y: Any, counts: Any, new: Any) -> Any:
    """The same with one covariance matrix for both classes."""
    means, shares, within = [], [], 0.0
    for one in (0, 1):
        own = counts[:, y == one]
        means.append(weighted(own, X[y == one]))
        shares.append(own.sum(axis=1))
        squares = np.einsum("bi,ij,ik->bjk", own, X[y == one], X[y == one], optimize=True)
        within = within + squares - shares[-1][:, None, None] * means[-1][:, :, None] * means[-1][:, None]
    slope = np.linalg.solve(within / len(y), (means[1] - means[0])[..., None])[..., 0]
    middle = (slope * (means[0] + means[1])).sum(axis=1) / 2 - np.log(shares[1] / shares[0])
    return slope @ new.T - middle[:, None]


# -- what the methods make of them ------------------------------------------------------------------------------


def losses(learner: str, y: Any, out: Any) -> Any:
    return (y - out) ** 2 if learner in NUMBERS else (out != y).astype(float)


def answers(learner: str, X: Any, y: Any, counts: Any) -> dict[str, tuple[float, float]]:
    """Estimate and standard error by every method."""
    bagged = Bagged(losses(learner, y, said(learner, X, y, counts, X)), counts)
    out = said(learner, X, y, np.ones((1, len(y))), X)[0]
    apparent, guessing = (float(losses(learner, one, out).mean()) for one in (y, y[:, None]))
    left_out, se = bagged.out_of_bag_error, bagged.standard_error
    weight, _ = weight_632plus(apparent, left_out, guessing)
    plain, plus = (1 - SHARE) * apparent + SHARE * left_out, (1 - weight) * apparent + weight * min(left_out, guessing)
    spread = float(bagged.in_bag.std(ddof=1)) if np.ptp(bagged.in_bag) else se
    found = {"oob": (left_out, se), "bootstrap_632": (plain, se * plain / left_out)}
    return found | {"bootstrap_632plus": (plus, se * plus / left_out), "optimism": (apparent + bagged.optimism, spread)}


def one_set(cell: Cell, where: Population, rng: np.random.Generator) -> tuple[dict[str, tuple[float, float]], float]:
    """And the error of the model trained on all, on fresh examples."""
    n, data = cell.n, where.draw(cell.n, rng)
    X, y = np.asarray(data.X, dtype=float), np.asarray(data.y)
    counts = rng.multinomial(n, np.full(n, 1 / n), SAMPLES).astype(float)
    fresh = said(cell.learner, X[:n], y[:n], np.ones((1, n)), X[n:])[0]
    return answers(cell.learner, X[:n], y[:n], counts), float(losses(cell.learner, y[n:], fresh).mean())


def rows_of(cell: Cell, sets: int) -> list[Row]:
    where, found = cell.population, []
    rng = np.random.default_rng([SEED, cell.n, *f"{cell.problem};{cell.learner}".encode()])
    told = [one_set(cell, where, rng) for _ in range(sets)]
    truth = float(np.mean([error for _, error in told]))
    for method in METHODS:
        estimate, se = np.array([one[method] for one, _ in told]).T
        reach = ndtri(0.975) * se
        held = share(np.abs(estimate - truth) * where.stretch(cell.n) <= reach)
        row: Row = {**vars(cell), "method": method, "sets": sets, "truth": truth}
        row |= {"bias": float(estimate.mean()) - truth, "bias_se": float(estimate.std() / sets**0.5)}
        row |= {"coverage": held.value, "low": held.low, "high": held.high}
        found.append(row | {"half_width": float(reach.mean()), "se_ratio": float(se.mean() / estimate.std())})
    return [{k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()} for row in found]


WORDS = """# Intervals from the bootstrap

How often nominal 95 % intervals of the bootstrap's estimates held the true error of the algorithm trained on n
examples, with {samples} samples of each data set; *bias* of the estimate in units of the error, *se ratio*: the mean
standard error over the spread of the estimates. The smallest cells of the [calibration suite](calibration.md), and made
ones with {features} inputs, among them the nearest neighbour: what learns its training set by heart, so that its
apparent error is 0.

{sets} data sets a cell; the truth is the mean error on fresh examples of the models trained on all. Made by
`{command}`. With exact binomial intervals: {{download}}`bootstrap-error.csv`.

{findings}

| problem | learner | n | method | true error | bias | coverage | half-width | se ratio |
|---|---|---|---|---|---|---|---|---|
"""


def findings(rows: list[Row]) -> str:
    told = []
    for method in METHODS:
        own = [row for row in rows if row["method"] == method]
        low = [row for row in own if row["high"] < 0.95]
        lowest = min(own, key=lambda row: row["coverage"])
        told.append(
            f"- `{method}`: {lowest['coverage']:.3f} ({lowest['learner']}, {lowest['problem']}, n = {lowest['n']}) to "
            f"{max(row['coverage'] for row in own):.3f}, {np.mean([row['coverage'] for row in own]):.3f} on average; "
            f"the binomial interval lies below 0.95 in {len(low)} of {len(own)} cells."
        )
    return "\n".join(told)


def kept_rows() -> dict[tuple[Cell, int], list[Row]]:
    """Those of the table, by cell and number of sets."""
    found: dict[tuple[Cell, int], list[Row]] = {}
    if TABLE.exists():
        whole = {"problem": str, "learner": str, "method": str, "n": int, "sets": int}
        with TABLE.open(encoding="utf-8") as file:
            for read in csv.DictReader(file):
                row = {k: whole.get(k, float)(v) for k, v in read.items()}
                found.setdefault((Cell(row["problem"], row["learner"], row["n"]), row["sets"]), []).append(row)
    return found


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    if len(sys.argv) > 2:
        suite.NEARBY = Path(sys.argv[2])
    rows, kept = [], kept_rows()
    for cell in cells():
        rows += kept.get((cell, sets)) or rows_of(cell, sets)
        with TABLE.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    command = f"python docs/_make/bootstrap_error.py {sets} DATA"
    about = {"command": command, "seed": SEED, "versions": versions()}
    write(RESULTS / "bootstrap-error.json", json.dumps(about, indent=1) + "\n")
    lines = [
        f"| {row['problem']} | {row['learner']} | {row['n']} | `{row['method']}` | {row['truth']:.3f} | "
        f"{row['bias']:+.4f} | {row['coverage']:.3f} | {row['half_width']:.3f} | {row['se_ratio']:.2f} |"
        for row in rows
    ]
    words = {"samples": SAMPLES, "features": FEATURES, "sets": sets, "command": command, "findings": findings(rows)}
    write(RESULTS / "bootstrap-error.md", WORDS.format(**words) + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
