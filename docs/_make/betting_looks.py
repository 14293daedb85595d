"""How often the betting confidence sequence ever excludes the truth: writes docs/results/betting-looks.{csv,json,md}.

    python docs/_make/betting_looks.py [RUNS]

Losses in [0, 1], looked at after every one of 2,000 items (or groups); beside it empirical Bernstein, on the same.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from errbar.audits.summary import share
from errbar.core.arrays import Floats
from errbar.core.betting_walk import BettingWalk
from errbar.core.sequential import EmpiricalBernstein
from errbar.run.store.fingerprint import versions
from renew import RESULTS

SEED, ALPHA, RUNS, ITEMS = 8, 0.05, 1000, 2000
LARGEST = 5  # items of a group
WIDE = 10  # runs in which widths are looked at
AT = (100, 500, 2000)
Draw = Callable[[np.random.Generator], tuple[Floats, Floats | None]]


def ones(share_of: float) -> Draw:
    return lambda rng: ((rng.random(ITEMS) < share_of).astype(float), None)


def groups(rng: np.random.Generator) -> tuple[Floats, Floats | None]:
    """Of 1 to 5 items that are all right or all wrong; larger ones are wrong more often."""
    sizes = rng.integers(1, LARGEST + 1, ITEMS)
    wrong = rng.random(ITEMS) < 0.1 * sizes
    return wrong * sizes / LARGEST, sizes / LARGEST


LAWS: dict[str, tuple[Draw, float]] = {
    "50 % ones": (ones(0.5), 0.5),
    "10 % ones": (ones(0.1), 0.1),
    "2 % ones": (ones(0.02), 0.02),
    "0.5 % ones": (ones(0.005), 0.005),
    "uniform": (lambda rng: (rng.random(ITEMS), None), 0.5),
    "beta(4, .5)": (lambda rng: (rng.beta(4.0, 0.5, ITEMS), None), 4.0 / 4.5),
    "beta(.1, 2)": (lambda rng: (rng.beta(0.1, 2.0, ITEMS), None), 0.1 / 2.1),
    "groups of 1 to 5, alike": (groups, 0.1 * 11.0 / 3.0),  # E n^2 / E n = 11 / 3
}


def rows(runs: int) -> Iterator[dict[str, Any]]:
    for number, (law, (draw, truth)) in enumerate(LAWS.items()):
        rng = np.random.default_rng([SEED, number])
        out: dict[str, list[bool]] = {"betting": [], "bernstein": []}
        widths: dict[str, list[list[float]]] = {"betting": [], "bernstein": []}
        for run in range(runs):
            x, w = draw(rng)
            bets = BettingWalk(ALPHA, truth, points=1)
            bets.extend(x, w)
            out["betting"].append(float(bets.pvalue or 1.0) <= ALPHA)
            if w is None:
                plain = EmpiricalBernstein(ALPHA, truth)
                plain.extend(x)
                out["bernstein"].append(not plain.low <= truth <= plain.high)
            if run < WIDE:
                for name, walk in (("betting", BettingWalk(ALPHA)), ("bernstein", EmpiricalBernstein(ALPHA))):
                    if w is None or isinstance(walk, BettingWalk):
                        widths[name].append(_widths(walk, x, w))
        row: dict[str, Any] = {"losses": law, "items": ITEMS, "runs": runs}
        for name, seen in out.items():
            missed = share(np.array(seen)) if seen else None
            row[f"{name}_misses"] = None if missed is None else round(missed.value, 4)
            row[f"{name}_misses_high"] = None if missed is None else round(missed.high, 4)
            for at, width in zip(AT, np.median(widths[name], axis=0) if seen else (None,) * len(AT), strict=True):
                row[f"{name}_width_{at}"] = None if width is None else round(float(width), 4)
        print(row, flush=True)  # noqa: T201
        yield row


def _widths(walk: BettingWalk | EmpiricalBernstein, x: Floats, w: Floats | None) -> list[float]:
    found, before = [], 0
    for at in AT:
        if isinstance(walk, BettingWalk):
            walk.extend(x[before:at], None if w is None else w[before:at])
        else:
            walk.extend(x[before:at])
        found.append(walk.high - walk.low)
        before = at
    return found


PAGE = """# Looking while running, by bets

How often a 95 % confidence sequence for the mean of losses between 0 and 1 *ever* excluded it, looked at after each of
{items:,} items ({runs:,} runs a row), and the median width after 100, 500 and 2,000 items ({wide} runs). Bets are
`eb.Sequential(by="betting")`, beside empirical Bernstein (`by="bernstein"`, the default); both are proved to miss in at
most 5 %. In the last row groups are fed whole, and larger ones are wrong more often. Made by `{command}`; with exact
binomial limits: {{download}}`betting-looks.csv`.

| losses | betting: ever misses | width | | | bernstein: ever misses | width | | |
|---|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    found, command = list(rows(runs)), f"python docs/_make/betting_looks.py {runs}"
    with (RESULTS / "betting-looks.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    about = {"command": command, "seed": SEED, "versions": versions()}
    (RESULTS / "betting-looks.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    columns = [
        f"{name}_{what}" for name in ("betting", "bernstein") for what in ("misses", *(f"width_{at}" for at in AT))
    ]
    lines = [
        f"| {row['losses']} | " + " | ".join("-" if row[name] is None else str(row[name]) for name in columns) + " |"
        for row in found
    ]
    page = PAGE.format(items=ITEMS, runs=runs, wide=WIDE, command=command) + "\n".join(lines) + "\n"
    (RESULTS / "betting-looks.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
