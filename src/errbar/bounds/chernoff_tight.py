r"""Chernoff, inverted exactly interval for the mean loss of one trained model.

.. math:: x + e/n + \sqrt{(e/n)^2 + 2xe/n}, \quad e = \ln(1/\delta)

x: mean loss.

Deviation: none; the p-value is the smallest level at which the null value is outside.

x + e/n + sqrt((e/n)^2 + 2 x e / n), e = ln(1/delta): Chernoff's bound inverted exactly. Rigorous.

>>> import errbar as eb
>>> float(eb.bounds.chernoff_tight(0.5, 1, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="chernoff_tight")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0000 0.3159
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import chernoff_tight_lower, chernoff_tight_upper

chernoff_tight = Bound(
    name="chernoff_tight",
    title="Chernoff, inverted exactly",
    words="Chernoff's bound, inverted exactly",
    code="CRF_TIGHT",
    reads="mean",
    guarantee="rigorous for losses in a known range; for small means",
    references=("anguita2011",),
    upper=chernoff_tight_upper,
    lower=chernoff_tight_lower,
    when="A rigorous limit in closed form for small mean losses.",
    when_not="Means that are not small; `bentkus` is tighter.",
    compares="one",
    doc=__doc__,
)
