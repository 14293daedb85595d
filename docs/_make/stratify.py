"""Plain and stratified splits where a scorer needs both classes: writes docs/results/stratify.csv and .json.

    python docs/_make/stratify.py [SETS]

The area under the curve of a nearest-centroid rule over 25 random splits, as `eb.evaluate(scoring="roc_auc")` draws
them. Plain test sets may lack a class, and the area is then undefined: such runs are counted apart. The truth is the
mean area over training sets of the same size, known for Gaussians.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from scipy.special import ndtr
from scipy.stats import rankdata

import errbar as eb
from errbar.audits.summary import share
from errbar.methods import METHODS
from errbar.plans.by_default import tested_share
from errbar.run.store.fingerprint import versions
from errbar.types import Scores
from renew import RESULTS

TABLE = RESULTS / "stratify.csv"
SEED, LEVEL, SETS, SPLITS, APART, INPUTS = 31, 0.95, 400, 25, 0.7, 3
CELLS = ((60, 0.5), (60, 0.3), (100, 0.5), (100, 0.2), (200, 0.5), (200, 0.2), (200, 0.1), (400, 0.5), (400, 0.1))
Row = dict[str, Any]


def draw(rng: np.random.Generator, n: int, rare: float) -> tuple[Any, Any]:
    y = rng.random(n) < rare
    return rng.normal(size=(n, INPUTS)) + APART * y[:, None], y


def direction(X: Any, y: Any) -> Any:
    """From one class mean to the other: what items are ranked by."""
    return X[y].mean(axis=0) - X[~y].mean(axis=0)


def area(said: Any, y: Any) -> float:
    positives = int(y.sum())
    return float((rankdata(said)[y].sum() - positives * (positives + 1) / 2) / (positives * (y.size - positives)))


def truth(n: int, rare: float) -> float:
    rng, found = np.random.default_rng([SEED, n, round(100 * rare)]), []
    while len(found) < 4000:
        X, y = draw(rng, n, rare)
        if 0 < y.sum() < n:
            way = direction(X, y)
            found.append(float(ndtr(APART * way.sum() / np.linalg.norm(way) / np.sqrt(2.0))))
    return float(np.mean(found))


def asked(X: Any, y: Any, stratify: bool, seed: int) -> tuple[float, float, float] | None:
    """Estimate and limits; None where a split lacks a class."""
    plan = eb.plans.subsample(SPLITS, tested_share(y.size), stratify).plan(y.size, seed, y)
    values = []
    for train, test in plan:
        if not (0 < y[train].sum() < train.size and 0 < y[test].sum() < test.size):
            return None
        values.append(area(X[test] @ direction(X[train], y[train]), y[test]))
    law = METHODS["corrected_t"].fn(Scores(plan, ("m",), np.array([values]))).law
    return float(np.mean(values)), *law.interval(LEVEL, "two-sided")


def rows(sets: int) -> Iterator[Row]:
    for n, rare in CELLS:
        tested = max(1, round(n * tested_share(n)))
        known = truth(n - tested, rare)
        for stratify in (False, True):
            rng, found = np.random.default_rng([SEED, n, round(100 * rare), 1]), []
            for i in range(sets):
                X, y = draw(rng, n, rare)
                answer = asked(X, y, stratify, i) if 2 <= y.sum() <= n - 2 else None
                found += [answer] if answer is not None else []
            row: Row = {"n": n, "rare": rare, "expected": round(rare * tested, 1), "stratified": stratify, "sets": sets}
            row["undefined"] = round(1.0 - len(found) / sets, 4)
            if len(found) >= sets / 10:
                table = np.array(found)
                held = share((table[:, 1] <= known) & (known <= table[:, 2]))
                row |= {"truth": round(known, 4), "coverage": round(held.value, 4), "low": round(held.low, 4)}
                row |= {"high": round(held.high, 4), "bias": round(float(table[:, 0].mean()) - known, 4)}
                row |= {"width": round(float(np.median(table[:, 2] - table[:, 1])), 4)}
            yield row


PAGE = """# Plain or stratified splits

The area under the curve over 25 random splits, 95 % intervals of [`corrected_t`](../methods/corrected_t.md): plain
splits beside stratified ones, for a nearest-centroid rule. *Rarer* is how many of the rarer class a test set holds on
average; *undefined* is the share of data sets in which a plain test set lacked a class, where the area is an error.
{sets} data sets a cell. Made by `{command}`. The table: {{download}}`stratify.csv`.

Over these cells plain splits hold the truth in {plain:.3f} of data sets, stratified ones, whose intervals are narrower,
in {stratified:.3f}. So errbar stratifies by itself only where plain splits would fail: below ten of the rarer class in
a test set. At ten and above none of these data sets lacked a class, at four about a quarter did.
"""


def mean_coverage(kept: list[dict[str, str]]) -> dict[str, float]:
    """Of each kind of splits, over the cells in which plain ones could be asked."""
    found = {}
    for name, told in (("plain", "False"), ("stratified", "True")):
        found[name] = float(np.mean([float(row["coverage"]) for row in kept if row["stratified"] == told]))
    return found


def page(about: Mapping[str, str], kept: list[dict[str, str]]) -> str:
    lines = [
        PAGE.format(command=about["command"], sets=kept[0]["sets"], **mean_coverage(kept)),
        "| n | share | rarer | splits | undefined | coverage | bias | width |",
        "|" + "---|" * 8,
    ]
    for row in kept:
        held = f"{float(row['coverage']):.3f} ({row['low']} to {row['high']})" if row["coverage"] else "-"
        how = "stratified" if row["stratified"] == "True" else "plain"
        shown = (row["n"], row["rare"], row["expected"], how, row["undefined"], held, row["bias"], row["width"])
        lines.append("| " + " | ".join(one or "-" for one in shown) + " |")
    return "\n".join([*lines, ""])


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found = list(rows(sets))
    columns = list(dict.fromkeys(name for row in found for name in row))
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    settings = {"command": f"python docs/_make/stratify.py {sets}", "seed": SEED, "versions": versions()}
    TABLE.with_suffix(".json").write_text(json.dumps(settings, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
