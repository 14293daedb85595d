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

from math import sqrt
from typing import Any, Literal

import numpy as np

from errbar.core.corrected_share import BoundedStudent, difference_variance, effective_size
from errbar.core.score_interval import ScoreShare
from errbar.core.student import Student
from errbar.core.two_way import TwoWay
from errbar.types import Finding, Runs, Scores, method

ONE_RUN = "One run says nothing of how training runs differ: two are the least, five are advised"
SAME_NAMES = (
    "Both models have runs of the same names, which were taken as unrelated; where one seed means one start "
    "for both, pair them with options={'pair': 'runs'} (--pair-runs)."
)
TWO_RUNS = "Two runs of a model hardly say how runs differ: the interval is wide; take three or more."
ALIKE = "All runs have the same mean: they differ less than can be seen here."
CLAIM = "approximate in the number of runs"
FACTS: dict[str, Any] = {"needs": "losses", "target": "procedure", "instead_of": ("holdout_t",)}


def no_runs(scores: Scores) -> str | None:
    """What speaks against asking these scores about a training procedure."""
    if scores.runs is None:
        return "two_way_t needs training runs: read the table with run= (--run)."
    if min(map(len, scores.runs.names)) < 2:
        return f"{ONE_RUN}. For the very models that were trained, take method='holdout_t'."
    groups = scores.item_groups
    return "two_way_t needs at least two groups of items." if groups is not None and not groups.any() else None


@method("Two-way t (runs and items)", ("test_set",), CLAIM, refuses=no_runs, **FACTS)
def two_way_t(scores: Scores, *, pair: Literal["items", "runs"] = "items") -> Finding:
    runs = scores.runs
    assert runs is not None
    cells, known = [*runs.cells], [*runs.masks]
    if pair == "runs" and scores.is_difference:
        apart, both = runs.paired()
        cells, known = [apart], [both]
    found = TwoWay.of(cells, scores.item_groups, known)
    n, mean, variance, df = found.n_units, float(scores.values[0, 0]), found.variance, found.df
    law: Student | ScoreShare = Student(mean, sqrt(variance), df)
    if (scores.averaged or scores.is_binary) and scores.is_difference:
        law = BoundedStudent(mean, sqrt(max(variance, difference_variance(0.0, n))), df)
    elif scores.averaged or scores.is_binary:
        size = float(n) if mean in (0.0, 1.0) else effective_size(mean, variance, n * len(cells[0]))
        law = ScoreShare(mean, size, df, sqrt(variance))
    own = float(sum(part.own for part in found.runs))
    details = {
        "n_runs": [len(names) for names in runs.names],
        "run_variance": own,
        "item_variance": found.items,
        "run_share": min(own / float(variance), 1.0) if variance else 0.0,
        "items_only_se": sqrt(found.items),
    }
    groups = {} if scores.plan.groups is None else {"n_groups": n}
    return Finding(law, _notes(runs, scores.plan.n, pair == "runs"), details | groups)


def _notes(runs: Runs, n_items: int, paired: bool) -> list[str | bool]:
    counts, two = [len(one) for one in runs.names], len(runs.names) == 2
    means = np.concatenate([one.mean(axis=1) for one in runs.cells])
    return [
        f"Covers new training runs and new items ({' and '.join(map(str, counts))} runs, {n_items:,} items).",
        two and paired and "Runs of one name were paired.",
        two and not paired and sorted(runs.names[0]) == sorted(runs.names[1]) and SAME_NAMES,
        min(counts) == 2 and TWO_RUNS,
        not two and means.size > 1 and bool((means == means[0]).all()) and ALIKE,
    ]
