r"""Mid-p interval for the share of errors of one trained model.

.. math:: P(X<k) + P(X=k)/2 = \delta

k: errors among n; X: binomial with the limit as probability.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Root of P(X < k) + P(X = k)/2 = delta. Not rigorous.

>>> import errbar as eb
>>> float(eb.bounds.mid_p(1.0, 10, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="mid_p")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0376 0.2078
"""

from errbar.bounds.bound import Bound
from errbar.core.binomial import mid_p_lower, mid_p_upper

mid_p = Bound(
    name="mid_p",
    title="Mid-p",
    words="Mid-p bound",
    code="MIDP",
    reads="errors",
    rigorous=False,
    guarantee="approximate: near nominal on average",
    references=("brown2001",),
    upper=mid_p_upper,
    lower=mid_p_lower,
    when="An interval for an error rate near nominal on average, between the exact and the approximate ones.",
    when_not="Where the level must hold for every error rate.",
    instead_of=("normal",),
    doc=__doc__,
)
