r"""t interval for a training procedure: the mean loss over training runs and items, both drawn at random.

.. math:: \bar L \pm t_\nu \sqrt{V}, \qquad V = \sum_m \max(A_m - E_m, -b E_m) + B

A_m: variance of model m's run means, divided by its runs; E_m: what single cells (a run on an item) explain of it; B:
variance of the mean over items, groups of items counted as one; b: 1 for one series of runs (one model, or pairs of
runs), with at least B/4 left of B, and 1/4 for two; nu: Satterthwaite's degrees of freedom, with the runs' part as
large as it may well be (`core/two_way.py`). Where losses are 0 or 1, or means of such answers, one model's interval is
Wilson's at as many losses as V is worth, no more than there are, and the variance of a difference is at least that of
two items that tell the models apart, so that no errors give no certainty.

Parameters
----------
pair : whether runs of one name, in both models, belong together
    "items" (they do not: only items are shared) or "runs" (the same seed gave both the same start and order, and the
    difference is taken run by run).

`details`: "n_runs", "run_variance" and "item_variance" (parts of V), "run_share", and "items_only_se", the standard
error had the runs been the models meant.

Use it: Several training runs (seeds) of each model on the same items, and a question about the procedure: whether it
    would be better again, trained anew and on other items.
Not for: One run, which says nothing of other runs. Two runs of one model, or paired, give wide intervals: take three or
    more.
In more words: approximate; tests of two models at 5 % rejected in 0.03 to 0.07 of the sets of the table of results,
    with 2 to 10 runs of each and normal or 0/1 losses, and in up to 0.08 with 2 runs and items that do not differ at
    all; where only one model's runs differ, in up to 0.11 with 2 runs and 0.08 with 3.
Deviation: crossed random effects and Satterthwaite's formula are textbook; that its run part is enlarged, and how far
    it may fall below zero, is ours.
References: satterthwaite1946, searle1992, bouthillier2021.

Examples
--------
Two runs, three items; the runs' means differ by 3, the items' by 1:

>>> import errbar as eb
>>> table = {"i": [0, 1, 2] * 2, "seed": [0] * 3 + [1] * 3, "loss": [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]}
>>> r = eb.infer(eb.Scores.from_table(table, item="i", run="seed", loss="loss"))
>>> print(f"{r.method} {r.estimate:g} {r.se**2:.6f}")
two_way_t 2.5 2.583333
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Literal

import numpy as np

from errbar.core.corrected_share import BoundedStudent, difference_variance, effective_size
from errbar.core.score_interval import ScoreShare
from errbar.core.student import Student
from errbar.core.two_way import TwoWay
from errbar.types import Finding, Scores
from errbar.types.method import method

ONE_RUN = "One run says nothing of how training runs differ: two are the least, five are advised"


def no_runs(scores: Scores) -> str | None:
    """What speaks against asking these scores about a training procedure."""
    if scores.runs is None:
        return "two_way_t needs training runs: read the table with run= (--run)."
    if min(map(len, scores.runs.names)) < 2:
        return f"{ONE_RUN}. For the very models that were trained, take method='holdout_t'."
    groups = scores.item_groups
    return "two_way_t needs at least two groups of items." if groups is not None and not groups.any() else None


@method(
    "Two-way t (runs and items)",
    ("test_set",),
    "approximate in the number of runs",
    needs="losses",
    target="procedure",
    refuses=no_runs,
    instead_of=("holdout_t",),
)
def two_way_t(scores: Scores, *, pair: Literal["items", "runs"] = "items") -> Finding:
    assert scores.runs is not None
    cells, known = [*scores.runs.cells], [*scores.runs.masks]
    if pair == "runs" and scores.is_difference:
        apart, both = scores.runs.paired()
        cells, known = [apart], [both]
    found = TwoWay.of(cells, scores.item_groups, known)
    n = found.n_units
    mean, variance, df = float(scores.values[0, 0]), found.variance, found.df
    law: Student | ScoreShare = Student(mean, sqrt(variance), df)
    if scores.averaged or scores.is_binary:
        if scores.is_difference:
            law = BoundedStudent(mean, sqrt(max(variance, difference_variance(0.0, n))), df)
        else:
            size = float(n) if mean in (0.0, 1.0) else effective_size(mean, variance, n * len(cells[0]))
            law = ScoreShare(mean, size, df, sqrt(variance))
    return Finding(law, notes=_notes(scores, pair), details=_details(scores, found))


def _details(scores: Scores, found: TwoWay) -> dict[str, Any]:
    assert scores.runs is not None
    runs = float(sum(part.own for part in found.runs))
    told: dict[str, Any] = {
        "n_runs": [len(names) for names in scores.runs.names],
        "run_variance": runs,
        "item_variance": found.items,
        "run_share": min(runs / float(found.variance), 1.0) if found.variance else 0.0,
        "items_only_se": sqrt(found.items),
    }
    return told if scores.plan.groups is None else told | {"n_groups": found.n_units}


def _notes(scores: Scores, pair: str) -> list[str]:
    assert scores.runs is not None
    names = scores.runs.names
    counts = " and ".join(str(len(one)) for one in names)
    notes = [f"Covers new training runs and new items ({counts} runs, {scores.plan.n:,} items)."]
    if len(names) == 2 and pair == "runs":
        notes.append("Runs of one name were paired.")
    elif len(names) == 2 and sorted(names[0]) == sorted(names[1]):
        notes.append(
            "Both models have runs of the same names, which were taken as unrelated; where one seed means one start "
            "for both, pair them with options={'pair': 'runs'} (--pair-runs)."
        )
    least = min(map(len, names))
    if least == 2:
        notes.append("Two runs of a model hardly say how runs differ: the interval is wide; take three or more.")
    cells = np.concatenate([one.mean(axis=1) for one in scores.runs.cells])
    if len(names) == 1 and cells.size > 1 and (cells == cells[0]).all():
        notes.append("All runs have the same mean: they differ less than can be seen here.")
    return notes
