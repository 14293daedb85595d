r"""Normal approximation interval for the share of errors of one trained model.

.. math:: x + z \sqrt{x(1-x)/n}

x: share of errors among n; z: normal quantile.

Deviation: none; the p-value is the smallest level at which the null value is outside.

x + z sqrt(x (1-x) / n). Not rigorous: zero width at 0 or n errors, coverage falls to 0 for small means.

>>> import errbar as eb
>>> float(eb.bounds.normal(0.5, 100, 0.5))
0.5
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="normal")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0168 0.1832
"""

from errbar.bounds.bound import Bound
from errbar.core.proportion import normal_lower, normal_upper

normal = Bound(
    name="normal",
    title="Normal approximation",
    words="Normal approximation",
    code="NOR",
    reads="proportion",
    rigorous=False,
    guarantee="none: zero width at 0 or n errors",
    references=("anguita2011",),
    upper=normal_upper,
    lower=normal_lower,
    when="Never for a conclusion: it is what a textbook's error bar is, kept for comparison.",
    when_not="Few errors: at 0 or n errors its width is zero.",
    doc=__doc__,
)
