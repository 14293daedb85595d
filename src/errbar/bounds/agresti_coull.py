r"""Agresti-Coull interval for the share of errors of one trained model.

.. math:: p' + z\sqrt{p'(1-p')/n'}, \quad n' = n + z^2,\ p' = (k + z^2/2)/n'

k: errors among n; z: normal quantile.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Wilson's centre with a normal width. Not rigorous.

>>> import errbar as eb
>>> float(eb.bounds.agresti_coull(0.5, 100, 0.5))
0.5
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="agresti_coull")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0391 0.2179
"""

from errbar.bounds.bound import Bound
from errbar.core.proportion import agresti_coull_lower, agresti_coull_upper

agresti_coull = Bound(
    name="agresti_coull",
    title="Agresti-Coull",
    words="Agresti and Coull's bound",
    code="AC",
    reads="proportion",
    rigorous=False,
    guarantee="approximate: near nominal on average",
    references=("brown2001",),
    upper=agresti_coull_upper,
    lower=agresti_coull_lower,
    when="An interval for an error rate that can be computed by hand and is a little conservative.",
    when_not="Few errors: `wilson` is narrower there.",
    instead_of=("normal",),
    doc=__doc__,
)
