r"""Clopper-Pearson interval for the share of errors of one trained model.

.. math:: \sup\{p : P(\mathrm{Bin}(n,p) \le k) \ge \delta\}

k: errors among n; delta = 1 - confidence_level, half of it on each side of a two-sided interval.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Largest p under which k or fewer errors have probability delta. Exact; no one-sided bound is tighter.

>>> import errbar as eb
>>> float(eb.bounds.clopper_pearson(0.0, 1, 0.05))
0.95
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="clopper_pearson")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0333 0.2181
"""

from errbar.bounds.bound import Bound
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper

clopper_pearson = Bound(
    name="clopper_pearson",
    title="Clopper-Pearson",
    words="Clopper and Pearson's exact bound",
    code="CP",
    reads="errors",
    guarantee="exact: at least nominal for every n and p",
    references=("clopper1934",),
    upper=clopper_pearson_upper,
    lower=clopper_pearson_lower,
    when="k errors among n, and the limit must be right: at least nominal, whatever the error rate.",
    when_not="The narrowest interval; `blaker` is inside it and just as exact, two-sided. Losses that are not 0/1.",
    instead_of=("normal",),
    doc=__doc__,
)
