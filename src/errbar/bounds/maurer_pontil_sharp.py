r"""Maurer-Pontil, sharper interval for the mean loss of one trained model.

.. math:: x + \sqrt{2 V l/n} + 2l/\sqrt{n(n-1)} + l/(3n), \quad l = \ln(2/\delta)

x: mean loss; V: unbiased variance.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Maurer and Pontil's bound with 2 l / sqrt(n (n-1)) + l / (3n) as last term. Rigorous; 1 for n = 1.

>>> import errbar as eb
>>> float(eb.bounds.maurer_pontil_sharp(0.5, 2, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="maurer_pontil_sharp")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0000 0.4331
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import maurer_pontil_sharp_lower, maurer_pontil_sharp_upper

maurer_pontil_sharp = Bound(
    name="maurer_pontil_sharp",
    title="Maurer-Pontil, sharper",
    words="Maurer and Pontil's bound before rounding",
    code="MAU_SHARP",
    reads="variance",
    guarantee="rigorous for losses in a known range; adapts to small variance",
    references=("maurer2009",),
    upper=maurer_pontil_sharp_upper,
    lower=maurer_pontil_sharp_lower,
    when="A rigorous limit in closed form that adapts to a small variance.",
    when_not="The tightest limit: `betting` has the same assumption and usually gives less.",
    doc=__doc__,
)
