r"""Chernoff interval for the mean loss of one trained model.

.. math:: x + \sqrt{2xe/n} + 2e/n, \quad e = \ln(1/\delta)

x: mean loss; the lower limit is x - \sqrt{2xe/n}.

Deviation: none; the p-value is the smallest level at which the null value is outside.

x + sqrt(2 x e / n) + 2 e / n, e = ln(1/delta); lower: x - sqrt(2 x e / n). Rigorous.

>>> import errbar as eb
>>> float(eb.bounds.chernoff(0.5, 1, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="chernoff")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0000 0.3690
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import chernoff_lower, chernoff_upper

chernoff = Bound(
    name="chernoff",
    title="Chernoff",
    words="Chernoff's bound",
    code="CRF",
    reads="mean",
    guarantee="rigorous for losses in a known range; for small means",
    references=("anguita2011",),
    upper=chernoff_upper,
    lower=chernoff_lower,
    when="A rigorous limit in closed form for small mean losses.",
    when_not="Means that are not small; where a computer is at hand `chernoff_tight` and `bentkus` are tighter.",
    compares="one",
    doc=__doc__,
)
