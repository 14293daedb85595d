"""How often prediction-powered intervals hold at few labels: writes docs/results/ppi.{csv,json,md}.

    python docs/_make/ppi_coverage.py [SETS]

Right or wrong, one item in two or in ten wrong, and a judge whose score has the given correlation with people's: it
repeats them with that chance and draws anew otherwise. 1,000 items beside the labelled ones.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.special import stdtrit

from errbar.audits.summary import share
from errbar.core.judged_bets import JudgedBets
from errbar.core.prediction_powered import powered, tuned_weight
from errbar.methods.ppi import FEWEST, labels_that_tell
from errbar.run.store.fingerprint import versions
from renew import RESULTS

SEED, LEVEL, SETS, OTHERS = 21, 0.95, 1000, 1000
FORMS = ("auto", "betting", "t", "labels_alone")


def rows(sets: int) -> Iterator[dict[str, Any]]:
    for mean in (0.5, 0.1, 0.05):
        for correlation in (0.0, 0.5, 0.9):
            for n in (15, 25, 50, 100, 200, 400):
                rng = np.random.default_rng([SEED, round(100 * mean), round(10 * correlation), n])
                held: dict[str, list[tuple[bool, float]]] = {name: [] for name in FORMS}
                for _ in range(sets):
                    truth, again = (rng.random((2, n + OTHERS)) < mean).astype(float)
                    judge = np.where(rng.random(n + OTHERS) < correlation, truth, again)
                    y, f, others = truth[:n], judge[:n], judge[n:]
                    bets = JudgedBets.of(y, f, others)
                    ends = {"betting": (bets.lower((1 - LEVEL) / 2), bets.upper((1 - LEVEL) / 2))}
                    for name, weight in (("t", tuned_weight(y, f, others)), ("labels_alone", 0.0)):
                        found = powered(y, f, others, weight)
                        reach = -float(stdtrit(found.df, (1 - LEVEL) / 2)) * found.se
                        ends[name] = max(0.0, found.estimate - reach), min(1.0, found.estimate + reach)
                    ends["auto"] = ends["betting" if labels_that_tell(y) < FEWEST else "t"]
                    for name, (low, high) in ends.items():
                        held[name].append((low <= mean <= high, high - low))
                row: dict[str, Any] = {"mean": mean, "correlation": correlation, "labels": n, "sets": sets}
                for name, seen in held.items():
                    holds = share(np.array([one for one, _ in seen]))
                    row |= {f"{name}_holds": round(holds.value, 4), f"{name}_low": round(holds.low, 4)}
                    row |= {f"{name}_high": round(holds.high, 4)}
                    row[f"{name}_width"] = round(float(np.mean([width for _, width in seen])), 4)
                yield row


PAGE = """# A judge and a few people

How often nominal 95 % intervals of `ppi` held the mean of labels that are 0 or 1, and how wide they were; beside them
Student's interval from the labels alone. The judge repeats people's label with the given chance, which is its
correlation, and draws anew otherwise; 1,000 items have the judge's score alone. {sets} data sets a cell. Made by
`{command}`. The table, with exact binomial 95 % intervals: {{download}}`ppi.csv`.

What `auto` takes is the first pair of columns: Student's law where {fewest} labels or more differ from the commonest
one, bets below that. The lowest of its cells is {lowest:.3f}, of the bets {bets:.3f}, of Student's law {student:.3f}.
The {fewest} was settled on 30 cells of other draws of the same kinds, before this table.

The last column is how many labels alone, by Student's interval, would be as narrow as `auto` (widths fall with the
root of the number): 100 labels are worth {half} with a judge of correlation .5 and {close} with one of .9, where one
item in two is wrong. Where `auto` bets (few labels, rare errors) it is the wider one: the price of an interval that
holds, and labels alone by Student's law do not there.

| mean | correlation | labels | auto: holds | width | betting: holds | width | t: holds | width \
| labels alone, t: holds | width | worth labels alone |
|---|---|---|---|---|---|---|---|---|---|---|---|
"""


def worth(row: dict[str, Any]) -> int:
    """Labels that would give the width of `auto` without a judge: widths fall with the root."""
    return round(row["labels"] * (row["labels_alone_width"] / row["auto_width"]) ** 2)


def main() -> None:
    if sys.argv[1:] == ["page"]:  # from the table that is kept
        with (RESULTS / "ppi.csv").open(newline="", encoding="utf-8") as file:
            found = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
        for row in found:
            row |= {"labels": int(row["labels"]), "sets": int(row["sets"])}
        page(found, json.loads((RESULTS / "ppi.json").read_text(encoding="utf-8"))["command"])
        return
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found, command = list(rows(sets)), f"python docs/_make/ppi_coverage.py {sets}"
    with (RESULTS / "ppi.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)
    about = {"command": command, "seed": SEED, "versions": versions()}
    (RESULTS / "ppi.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    page(found, command)


def page(found: list[dict[str, Any]], command: str) -> None:
    """What the table says, in words."""
    sets = found[0]["sets"]
    columns = ["mean", "correlation", "labels"]
    columns += [f"{name}_{what}" for name in FORMS for what in ("holds", "width")]
    lines = ["| " + " | ".join([*(str(row[name]) for name in columns), f"{worth(row):,}"]) + " |" for row in found]
    even = {row["correlation"]: row for row in found if row["mean"] == 0.5 and row["labels"] == 100}
    lowest, bets, student = (min(row[f"{name}_holds"] for row in found) for name in FORMS[:3])
    told = {
        "half": worth(even[0.5]),
        "close": worth(even[0.9]),
        "fewest": FEWEST,
        "lowest": lowest,
        "bets": bets,
        "student": student,
    }
    text = PAGE.format(sets=sets, command=command, **told) + "\n".join(lines) + "\n"
    (RESULTS / "ppi.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
