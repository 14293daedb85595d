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

| mean | correlation | labels | auto: holds | width | betting: holds | width | t: holds | width \
| labels alone, t: holds | width |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found, command = list(rows(sets)), f"python docs/_make/ppi_coverage.py {sets}"
    with (RESULTS / "ppi.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)
    about = {"command": command, "seed": SEED, "versions": versions()}
    (RESULTS / "ppi.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    columns = ["mean", "correlation", "labels"]
    columns += [f"{name}_{what}" for name in FORMS for what in ("holds", "width")]
    lines = ["| " + " | ".join(str(row[name]) for name in columns) + " |" for row in found]
    lowest, bets, student = (min(row[f"{name}_holds"] for row in found) for name in FORMS[:3])
    told = {"fewest": FEWEST, "lowest": lowest, "bets": bets, "student": student}
    page = PAGE.format(sets=sets, command=command, **told) + "\n".join(lines) + "\n"
    (RESULTS / "ppi.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
