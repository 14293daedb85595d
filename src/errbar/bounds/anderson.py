r"""Anderson interval for the mean loss of one trained model.

.. math:: 1 - \sum_i (x_{(i+1)} - x_{(i)}) \max(0, i/n - \epsilon)

x_(i): ordered losses; epsilon: one-sided Smirnov quantile.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Mean of the largest law inside a one-sided Smirnov band. Rigorous; the order does not matter.

>>> import errbar as eb
>>> eb.bounds.anderson([0.5], 0.5)
0.75
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="anderson")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0000 0.2884
"""

from errbar.bounds.bound import SampleBound
from errbar.core.anderson import anderson_lower, anderson_upper

anderson = SampleBound(
    name="anderson",
    title="Anderson",
    words="Anderson's bound",
    code="ANDERSON",
    guarantee="rigorous for losses in a known range",
    references=("anderson1969",),
    upper=anderson_upper,
    lower=anderson_lower,
    when="A guarantee from the whole distribution of the losses, in any order; no bets.",
    when_not="Large n: `betting` is usually tighter there.",
    doc=__doc__,
)
