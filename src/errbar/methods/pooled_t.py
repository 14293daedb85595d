r"""Interval from random splits alone that uses every loss: its variance is pooled within splits, not read off J means.

.. math:: (p - \mu)^2 = t_{df}^2 \, (V + g (\mu - p)), \quad
    V = S_a/J + (1 + u/2)\,\sigma^2/n_s + 2\,(n_2/n_1)\,\tau^2, \quad p = \bar m + b\,(\bar c - \bar m)

m: means of the J splits; c_i: mean loss of example i over the splits that test it (n_s examples are tested at all);
b: slope, within splits, of a loss on the same example's mean loss in other splits, 0 to 1; S_a: variance of split means
less what b and those losses explain; \sigma^2: mean variance of losses inside a split; u: the share of it that is
within examples; \tau^2: by how much S_a exceeds what losses explain, 0 unless that is so beyond 1 in 20; g: skewness of
the losses (0 for a comparison); df: Satterthwaite's.

`details`: "slope", "instability" (u), "seen" (n_s), "beyond" (tau^2), "plain_mean".

Use it: 25 to 75 random splits with a loss per example: `corrected_t` knows the variance from J numbers only, this one
    from all losses, and is narrower for it.
Not for: Where a proof is asked for: its constants come from simulation. Rare outliers, fewer than about a hundred
    examples, a handful of errors (`corrected_wilson`); groups, folds, and metrics of a whole test set (`corrected_t`).
In more words: none; constants come from simulation.
Deviation: none from errbar's own specification.
References: errbar_calibrated, nadeau2003, schulz2024.

Examples
--------
No error in 25 splits still gives a width:

>>> import errbar as eb
>>> plan = eb.plans.subsample(25, 0.1).build(200, random_state=0)
>>> zero = [[0.0] * len(test) for _, test in plan]
>>> r = eb.infer(eb.Scores.from_losses({"m": zero}, plan=plan), method="pooled_t")
>>> print(f"{r.estimate} {200 * r.high:.2f}")
0.0 4.85
"""

from operator import attrgetter

import numpy as np

from errbar.core.group_values import group_values
from errbar.core.pooled import pooled_splits
from errbar.methods.calibrated_t import FEW_CARRY, NO_WIDTH, too_little
from errbar.methods.corrected_t import NAIVE
from errbar.types import Finding, Plan, Scores, method

CLAIM = "heuristic: conservative on average, from every loss of random splits"
EVENLY = "The estimate weighs examples evenly and may differ from the plain mean (details: plain_mean)."
JUMPS = "Split means vary more than their losses explain: the learner jumps, and the interval is wider."
TOLD = ("slope", "instability", "seen", "beyond")


def _against(plan: Plan, _items: bool) -> str | None:
    if plan.groups is not None:  # it can be computed, and was judged: docs/results/schulz-kuempel.md
        other = "Try method='corrected_t', or 'calibrated_t' on halvings."
        return f"pooled_t was seen to hold too seldom over groups. {other}"
    if not plan.knows_indices:
        return "pooled_t must know which examples each split tests. Try method='corrected_t'."
    needs = [("splits", len(plan), 5), ("test examples in every split", int(plan.n_test.min()), 2)]
    return too_little("pooled_t", needs, "corrected_t")


@method("Pooled t", ("subsample",), CLAIM, needs="losses", instead_of=NAIVE, against=_against)
def pooled_t(scores: Scores) -> Finding:
    plan, n, items, binary = scores.plan, scores.plan.n, scores.items, scores.is_binary
    assert items is not None  # it needs them
    losses = items[0]
    rows, splits = np.concatenate(list(plan.tests())), np.repeat(np.arange(len(plan)), plan.n_test)
    if plan.groups is not None:
        n, binary = int(plan.groups.max()) + 1, binary and bool((losses == losses[0]).all())
        rows, splits, losses = group_values(plan.groups, rows, splits, losses)
    found = pooled_splits(n, rows, splits, losses, plan.ratio, comparison=scores.is_difference, binary=binary)
    law = found.inference
    notes = [EVENLY, found.beyond > 0 and JUMPS, law.df < 6 and FEW_CARRY, law.variance == 0 and NO_WIDTH]
    details = dict(zip(TOLD, attrgetter(*TOLD)(found), strict=True))
    return Finding(law, notes, details | {"plain_mean": float(scores.per_split.mean())})
