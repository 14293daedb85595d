r"""Wilson interval for the share of errors of one trained model.

.. math:: \frac{2x + A + z\sqrt{z^2/n^2 + 4x(1-x)/n}}{2(1+A)}, \quad A = z^2/n

x: share of errors among n; z: normal quantile, signed.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Wilson's score bound. Not rigorous, but close to nominal; always inside [0, 1].

>>> import errbar as eb
>>> float(eb.bounds.wilson(0.0, 10, 0.5))
0.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="wilson")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0435 0.2136
"""

from errbar.bounds.bound import Bound
from errbar.core.proportion import wilson_lower, wilson_upper

wilson = Bound(
    name="wilson",
    title="Wilson",
    words="Wilson's score bound",
    code="WIL",
    reads="proportion",
    rigorous=False,
    guarantee="approximate: near nominal on average, honest at 0 and n errors",
    references=("wilson1927",),
    upper=wilson_upper,
    lower=wilson_lower,
    when="The error rate of one trained classifier: the default. Honest at 0 and at n errors.",
    when_not="Where the level must hold for every error rate: take `clopper_pearson` or `blaker`. Items in groups: "
    "`clustered_wilson`.",
    instead_of=("normal",),
    doc=__doc__,
)
