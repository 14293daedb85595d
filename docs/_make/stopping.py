"""How often a run that stops early says what all 100 splits say, and at what cost: docs/results/stopping.{csv,json,md}.

    python docs/_make/stopping.py [SETS] [DATA]

The comparisons of the calibration suite on SETS fresh data sets each (fewer where every split is fitted): 100 random
splits of every data set, and what `stop="clear"` makes of them. DATA is a folder with the suite's tables; without it
those bundled with scikit-learn stand in. The numbers of the splits are computed once and kept in stopping.npz beside
where this is called; without that file they are computed again.
"""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from errbar.audits.summary import share
from errbar.lab.studies import calibration_cells as suite
from errbar.methods import METHODS
from errbar.plans import subsample
from errbar.plans.by_default import tested_share
from errbar.run.settling import RISK, STEP, Settling, looks
from errbar.run.store.fingerprint import versions
from errbar.types import Question, Scores
from errbar.types.stopping import WIDER, Stopping
from errbar.verbs.collect import collect
from renew import RESULTS, write

SEED, SETS, SPLITS, LEVEL = 31, 200, 100, 0.95
SQUARED = ("regression", "inputs", "outliers")  # problems with squared loss, read by corrected_t
FITTED = 100  # data sets of a comparison whose splits are fitted one by one
WIDTHS = 60  # data sets of a model whose interval is to be narrow enough
KEPT = Path("stopping.npz")
Row = dict[str, Any]


def comparisons(sets: int) -> list[tuple[suite.CellBlock, int]]:
    """Blocks of the suite with two learners, and on how many data sets: fewer where every split is fitted."""
    two = [block for block in suite.blocks() if len(block.learners) == 2]
    return [(block, sets if block.cost == "shared" else min(sets, FITTED)) for block in two]


def called(block: suite.CellBlock) -> str:
    return f"{block.problem};{' - '.join(block.learners)};{block.n}"


def split_values(block: suite.CellBlock, sets: range) -> Any:
    """Sets x models x splits."""
    from sklearn import config_context

    where, models = suite.population(block.problem, block.n), {name: suite.learner(name) for name in block.learners}
    plan, found = subsample(SPLITS, tested_share(block.n)), []
    with config_context(assume_finite=True, skip_parameter_validation=True):
        for number in sets:
            rng = np.random.default_rng([SEED, block.n, number])
            data = where.draw(block.n, rng)
            seed = int(rng.integers(2**31))
            X, y = data.X[: block.n], data.y[: block.n]
            found.append(collect(models, X, y, plan=plan, random_state=seed, progress=False).values)
    return np.array(found)


def truths() -> dict[tuple[str, str, int], tuple[float, float]]:
    """The true error, or difference, of every cell, and half the mean width of `corrected_t` with 25 splits."""
    with (RESULTS / "calibration.csv").open(encoding="utf-8") as file:
        return {
            (row["problem"], row["learner"], int(row["n"])): (float(row["truth"]), float(row["width"]) / 2)
            for row in csv.DictReader(file)
            if row["method"] == "corrected_t"
        }


def settled(n: int, squared: bool, stopping: Stopping) -> Settling:
    method = METHODS["corrected_t" if squared else "corrected_wilson"]
    return Settling(method, subsample(SPLITS, tested_share(n)).plan(n, 0), False, stopping)


def ended(rule: Settling, values: Any) -> int:
    """After how many splits."""
    return next(stop for _, stop in looks(SPLITS) if not rule.going_on(values[:, :stop]))


def compared(block: suite.CellBlock, values: Any, kind: str, question: Question) -> Row:
    """The verdict after the splits that were enough against that of all: `Settling.going_on` of many sets at once."""
    rule = settled(block.n, block.problem in SQUARED, Stopping(question))
    series, sets = values[:, 0] - values[:, 1], np.arange(len(values))
    stops, verdicts, open_ = np.full(len(sets), SPLITS), np.zeros(len(sets), dtype=int), np.ones(len(sets), dtype=bool)
    for _, stop in looks(SPLITS):
        seen = series[:, :stop]
        variance = seen.var(axis=1, ddof=1)
        now = np.where(variance > 0, rule.verdicts(seen.mean(axis=1), np.maximum(variance, 1e-300), stop, question), 0)
        if stop < SPLITS:
            ends = open_.copy()
            ends[open_] = rule.chance_of_change(seen[open_], question) <= RISK
        else:
            ends = open_
        stops[ends], verdicts[ends], open_ = stop, now[ends], open_ & ~ends
    row: Row = {"problem": block.problem, "learners": " - ".join(block.learners), "n": block.n, "asked": kind}
    row |= {"sets": len(sets), "same": float((verdicts == now).mean()), "fits": float(stops.mean()) / SPLITS}
    alone = settled(block.n, block.problem in SQUARED, Stopping(question, race=True))  # standard errors as they are
    plain = np.where(
        variance > 0, alone.verdicts(series.mean(axis=1), np.maximum(variance, 1e-300), SPLITS, question), 0
    )
    row["same_as_plain"] = float((verdicts == plain).mean())
    return row | told("shown", verdicts != 0) | told("shown_by_all", now != 0) | told("shown_plain", plain != 0)


def told(name: str, seen: Any) -> Row:
    found = share(seen)
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def widths(block: suite.CellBlock, place: int, values: Any, truth: float, half_width: float) -> Row:
    """How often the interval that was narrow enough holds the truth."""
    question = Question("auto", LEVEL)
    rule = settled(block.n, block.problem in SQUARED, Stopping(question, half_width))
    held, held_by_all, splits = [], [], []
    for one in values[:, place : place + 1]:
        stop = ended(rule, one)
        splits.append(stop)
        for n, seen in ((stop, held), (SPLITS, held_by_all)):
            plan = rule.plan if n == SPLITS else rule.plan.started(n)
            answer = rule.record(Scores(plan, ("model",), one[:, :n]), question)
            seen.append(answer.low <= truth <= answer.high)
    row: Row = {"problem": block.problem, "learners": block.learners[place], "n": block.n, "asked": "half-width"}
    row |= {"sets": len(values), "same": "", "fits": float(np.mean(splits)) / SPLITS, "same_as_plain": ""}
    plain = dict.fromkeys(told("shown_plain", np.ones(1)), "")
    return row | told("shown", ~np.array(held)) | told("shown_by_all", ~np.array(held_by_all)) | plain


def kept_values(kept: dict[str, Any], block: suite.CellBlock, sets: int) -> Any:
    """Those of the first data sets; what is missing is computed, and kept after every few."""
    name = called(block)
    have = kept.get(name, np.empty((0, 2, SPLITS)))
    while len(have) < sets:
        more = split_values(block, range(len(have), min(sets, len(have) + 25)))
        kept[name] = have = np.concatenate([have, more])
        np.savez(KEPT, **kept)
    return have[:sets]


def rows(sets: int) -> list[Row]:
    kept = dict(np.load(KEPT)) if KEPT.exists() else {}
    known, found = truths(), []
    for block, wanted in comparisons(sets):
        values = kept_values(kept, block, wanted)
        truth, _ = known[block.problem, " - ".join(block.learners), block.n]
        found.append(compared(block, values, "null 0", Question("auto", LEVEL, 0.0)))
        found.append(compared(block, values, "null is true", Question("auto", LEVEL, truth)))
        margin = replace(Question("auto", LEVEL, 0.0), margin=2 * abs(truth))
        found.append(compared(block, values, "margin", margin))
        for place, learner in enumerate(block.learners):
            if (block.problem, learner, block.n) in known:
                found.append(widths(block, place, values[:WIDTHS], *known[block.problem, learner, block.n]))
    return [{k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()} for row in found]


WORDS = """# Stopping early

What `stop="clear"` (`errbar.compare`) says after the splits it takes to be enough, against what all {splits} say, on
the comparisons of the [calibration suite](calibration.md); and `half_width=` (`errbar.evaluate`) on its models.

- *asked*: the test of no difference (*null 0*), of the true difference (*null is true*: what it shows is false), of a
  margin of twice the true difference, or for one model's interval the half-width that 25 splits have on average;
- *same*: share of data sets with the verdict of all splits; *fits*: of those of all splits, on average;
- *shown*: share of data sets in which something is shown, early and by all splits; for a half-width, in which the
  interval misses the truth;
- *plain*: the same by all splits without `stop=`. A run that may stop takes its standard error {wider:g} times as large
  (at all splits too): looking early makes false differences a little more frequent, and over 100 splits
  `corrected_wilson` has too many of them already where learners hang on single examples (*phoneme*). The price is that
  it shows less.

Splits are looked at after every {step}; a run ends where the chance that all splits give another verdict is {risk} or
less, given the scores so far, as normal draws. Where few examples make most of the loss (*outliers*) scores are nothing
like that, and it is wrong more often than it says.

{findings}

{sets} data sets a comparison, {fitted} where every split is fitted (logistic - tree), {widths} for half-widths. Made by
`python docs/_make/stopping.py {sets}`. All columns: {{download}}`stopping.csv`.

"""
HEAD = ("problem", "learners", "n", "asked", "sets", "same", "fits", "shown", "shown by all", "plain")


def findings(found: list[Row]) -> str:
    lines = []
    for kind in ("null 0", "null is true", "margin"):
        some = [row for row in found if row["asked"] == kind]
        sets = np.array([row["sets"] for row in some])

        def mean(name: str, some: list[Row] = some, sets: Any = sets) -> float:
            return float(np.average([row[name] for row in some], weights=sets))

        worst = min(some, key=lambda row: row["same"])
        lines.append(
            f"- {kind}: the same verdict in {100 * mean('same'):.2f} % of {sets.sum():,} data sets, at "
            f"{100 * mean('fits'):.0f} % of the fits; at worst {100 * worst['same']:.1f} % ({worst['problem']}, "
            f"n = {worst['n']}); shown in {mean('shown'):.3f}, by all splits in {mean('shown_by_all'):.3f}, by all "
            f"without `stop=` in {mean('shown_plain'):.3f} (the same verdict in {100 * mean('same_as_plain'):.1f} %)."
        )
    true = [row for row in found if row["asked"] == "null is true"]
    high = [row for row in true if row["shown"] > 0.06]
    where = ", ".join(
        f"{row['problem']} n = {row['n']} ({row['shown']:.3f}, by all {row['shown_by_all']:.3f})" for row in high
    )
    most = max(row["shown"] for row in true)
    plain = sum(row["shown_plain"] > 0.06 for row in true)
    lines.append(
        f"- A true null value is rejected in at most {most:.3f} of the data sets; in more than 0.06 in {len(high)} of "
        f"{len(true)} cells{': ' if high else ''}{where}; by all splits without `stop=` in {plain}."
    )
    wide = [row for row in found if row["asked"] == "half-width"]
    early, late = (float(np.mean([row[name] for row in wide])) for name in ("shown", "shown_by_all"))
    lines.append(
        f"- half-width: the interval misses in {early:.3f} of the data sets, that of all splits in {late:.3f}."
    )
    return "\n".join(lines)


def page(found: list[Row], sets: int) -> str:
    lines = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
    for row in found:
        numbers = [row[name] for name in ("same", "fits", "shown", "shown_by_all", "shown_plain")]
        cells = [*(row[name] for name in HEAD[:5]), *("" if one == "" else f"{one:.3f}" for one in numbers)]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    words = WORDS.format(
        splits=SPLITS,
        step=STEP,
        risk=RISK,
        sets=sets,
        widths=WIDTHS,
        wider=WIDER,
        fitted=FITTED,
        findings=findings(found),
    )
    return words + "\n".join(lines) + "\n"


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    if len(sys.argv) > 2:
        suite.NEARBY = Path(sys.argv[2])
    found = rows(sets)
    with (RESULTS / "stopping.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)
    about = {"command": f"python docs/_make/stopping.py {sets} DATA", "seed": SEED, "versions": versions()}
    write(RESULTS / "stopping.json", json.dumps(about, indent=1) + "\n")
    write(RESULTS / "stopping.md", page(found, sets))


if __name__ == "__main__":
    main()
