r"""Austern and Zhou's interval: how far the cross-validation error moves when one example is replaced by another.

.. math:: m \pm z \, \tfrac12 \sqrt{\tfrac{h}{R} \sum_{i=1}^{R} (m_0 - m_i)^2}

m: cross-validation error of all n examples; m_0: that of one half of them, h = floor(n/2) examples; m_i: the same where
example i of that half is replaced by one of the other half; R: examples replaced, h unless the plan says fewer. Half
the sum of squares is the variance of m_0 (Efron and Stein), and half of that the variance of m.

Use it: As a check on a stable learner whose splits are computed together, with any metric: the only one here that
    measures how much the error hangs on single examples instead of taking it for granted.
Not for: Learners that answer a small change with a large one (trees, nearest neighbours): every one of the h changes is
    then counted, and the interval is far wider than needed; half of the examples must be enough to learn from. Where
    fits are dear: 5 folds of 1,000 examples are 2,510 of them; take `corrected_t` with 25.
In more words: asymptotic for stable learners, heuristic otherwise; see the table of replace-one intervals.
Deviation: R may be less than h.
References: austern2020, schulz2024.

>>> import errbar as eb, numpy as np
>>> plan = eb.plans.replacements(2, 2).build(8, random_state=0)
>>> values = [.2, .4, .3, .5, .3, .7, .2, .5]  # m = .30, m_0 = .40, m_1 = .50, m_2 = .35, h = 4, R = 2
>>> r = eb.infer(eb.Scores.from_splits({"m": values}, plan=plan, loss="error"), method="replace_one")
>>> print(f"{r.estimate:.2f} {r.se:.6f}")  # sqrt(4 / 2 * (.01 + .0025)) / 2
0.30 0.079057
"""

from math import inf, sqrt

from errbar.core.student import Student
from errbar.types import Finding, Scores, method

FEW = 50  # replaced examples with which the variance itself is uncertain
EACH = (
    "Every change of the error by one replaced example counts as its own: for learners that answer small changes "
    "with large ones the interval is wider than needed."
)


@method("Replace one", ("replacements",), "asymptotic for stable learners: conservative")
def replace_one(scores: Scores) -> Finding:
    n_folds, weights = len(scores.plan.parts[0]), scores.plan.n_test.reshape(-1, len(scores.plan.parts[0]))
    errors = (scores.per_split.reshape(-1, n_folds) * weights).sum(axis=1) / weights.sum(axis=1)
    half, replaced = scores.plan.parts[1].n // 2, errors.size - 2
    squares = float(((errors[2:] - errors[1]) ** 2).sum())
    law = Student(float(errors[0]), sqrt(half / replaced * squares) / 2.0, inf)
    few = f"Only {replaced} examples were replaced: the standard error itself is uncertain."
    details = {"half_error": float(errors[1]), "n_replaced": replaced}
    return Finding(law, [EACH, replaced < FEW and few], details)
