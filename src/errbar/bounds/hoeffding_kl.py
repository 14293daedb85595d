r"""Hoeffding, relative entropy interval for the mean loss of one trained model.

.. math:: \sup\{p : kl(x, p) \le \ln(1/\delta)/n\}

x: mean loss; kl: relative entropy of two coins.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Largest p with kl(x, p) <= ln(1/delta) / n. Rigorous for any losses in [0, 1].

>>> import errbar as eb
>>> float(eb.bounds.hoeffding_kl(0.0, 1, 0.05))
0.95
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="hoeffding_kl")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0228 0.2516
"""

from errbar.bounds.bound import Bound
from errbar.core.relative_entropy import hoeffding_kl_lower, hoeffding_kl_upper

hoeffding_kl = Bound(
    name="hoeffding_kl",
    title="Hoeffding, relative entropy",
    words="Hoeffding's bound, relative entropy form",
    code="T_HOE",
    reads="mean",
    guarantee="rigorous for losses in a known range",
    references=("hoeffding1963",),
    upper=hoeffding_kl_upper,
    lower=hoeffding_kl_lower,
    when="A rigorous limit from the mean alone that is simple to check.",
    when_not="The last few per cent: `bentkus` is tighter.",
    doc=__doc__,
)
