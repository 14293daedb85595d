r"""Pseudo-bootstrap t interval, widened for the data that all rounds share.

.. math:: \bar d \pm t_{R-1} \sqrt{(1 + J n_2/n_1)\, v}, \qquad
    v = \tfrac{1}{R-1} \sum_{r=1}^R (\bar d_r - \bar d_\cdot)^2

\bar d: mean over J splits; \bar d_r: the same mean over the J further splits of round r; R: rounds;
n_1, n_2: training and test size.

Use it: To repeat published results that used it.
Not for: Otherwise `corrected_t` gives about the same interval for a tenth of the fits.
In more words: heuristic, exact if Corr(d_j, d_k) = n_2/(n_1 + n_2).
Deviation: none.
References: nadeau2003.

>>> import errbar as eb
>>> plan = eb.plans.pseudo_bootstrap(2, 3, 0.1).build(100, random_state=0)
>>> values = [.20, .24, .20, .20, .22, .22, .24, .24]
>>> r = eb.infer(eb.Scores.from_splits({"m": values}, plan=plan, loss="error"), method="corrected_pseudo_bootstrap")
>>> print(f"{r.se:.10f}")  # 0.02 sqrt(1 + 2/9)
0.0221108319
"""

from math import sqrt

from errbar.core.student import Student
from errbar.methods.pseudo_bootstrap import rounds_of
from errbar.types import Finding, Scores, method

ASSUMED = (
    "The correction assumes the scores of two splits correlate as n_test/(n_train + n_test): liberal where "
    "they correlate more, conservative where less."
)


@method("Corrected pseudo-bootstrap", ("pseudo_bootstrap",), "heuristic: liberal", instead_of=("pseudo_bootstrap",))
def corrected_pseudo_bootstrap(scores: Scores) -> Finding:
    (mean, variance, j, n_rounds), ratio = rounds_of(scores), scores.plan.ratio
    law = Student(mean, sqrt((1 + j * ratio) * variance), n_rounds - 1)
    notes = [ASSUMED, f"corrected_t assumes the same and needs only {j} fits per model."]
    return Finding(law, notes, {"n_rounds": n_rounds, "ratio": ratio, "uncorrected_se": sqrt(variance)}, n_splits=j)
