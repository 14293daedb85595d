r"""Cantelli interval for the mean loss of one trained model.

.. math:: (L-x)^2 = L(1-L)(1-\delta)/(n\delta)

x: mean loss; L: the limit.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Root of (L - x)^2 = L (1-L) (1-delta) / (n delta): Chebyshev's bound for one side. Rigorous.

>>> import errbar as eb
>>> float(eb.bounds.cantelli(0.0, 19, 0.05))
0.5
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="cantelli")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0104 0.5402
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import cantelli_lower, cantelli_upper

cantelli = Bound(
    name="cantelli",
    title="Cantelli",
    words="Cantelli's one-sided Chebyshev bound",
    code="CANTELLI",
    reads="mean",
    guarantee="rigorous for losses in a known range",
    references=("anguita2011",),
    upper=cantelli_upper,
    lower=cantelli_lower,
    when="The one-sided form of Chebyshev's inequality, where only that can be used.",
    when_not="Any other purpose: `bentkus` is never looser.",
    doc=__doc__,
)
