r"""Hoeffding interval for the mean loss of one trained model.

.. math:: x + \sqrt{\ln(1/\delta)/(2n)}

x: mean loss.

Deviation: none; the p-value is the smallest level at which the null value is outside.

x + sqrt(ln(1/delta) / (2n)). Rigorous for any losses in [0, 1].

>>> import errbar as eb
>>> float(eb.bounds.hoeffding(1.0, 10, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="hoeffding")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0000 0.2921
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import hoeffding_lower, hoeffding_upper

hoeffding = Bound(
    name="hoeffding",
    title="Hoeffding",
    words="Hoeffding's bound",
    code="HOE",
    reads="mean",
    guarantee="rigorous for losses in a known range",
    references=("hoeffding1963",),
    upper=hoeffding_upper,
    lower=hoeffding_lower,
    when="A rigorous limit one can compute by hand.",
    when_not="Mean losses far from one half: `hoeffding_kl` has the same assumption and is never looser.",
    doc=__doc__,
)
