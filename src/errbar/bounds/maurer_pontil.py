r"""Maurer-Pontil interval for the mean loss of one trained model.

.. math:: x + \sqrt{2 V l/n} + 7l/(3(n-1)), \quad l = \ln(2/\delta)

x: mean loss; V: unbiased variance.

Deviation: none; the p-value is the smallest level at which the null value is outside.

x + sqrt(2 V l / n) + 7 l / (3 (n-1)), l = ln(2/delta), V the unbiased variance. Rigorous; 1 for n = 1.

>>> import errbar as eb
>>> float(eb.bounds.maurer_pontil(0.5, 2, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="maurer_pontil")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0000 0.4355
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import maurer_pontil_lower, maurer_pontil_upper

maurer_pontil = Bound(
    name="maurer_pontil",
    title="Maurer-Pontil",
    words="Maurer and Pontil's bound",
    code="MAU",
    reads="variance",
    guarantee="rigorous for losses in a known range; adapts to small variance",
    references=("maurer2009",),
    upper=maurer_pontil_upper,
    lower=maurer_pontil_lower,
    when="A rigorous limit in closed form when the variance of the losses is far below its maximum.",
    when_not="Small n, where its last term rules; `maurer_pontil_sharp` and `betting` are usually tighter.",
    doc=__doc__,
)
