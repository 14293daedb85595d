r"""Guttman, sharper interval for the mean loss of one trained model.

.. math:: (L-x)^2 = s^2/(n-1) + L(1-L)\sqrt{(1/\delta-1)\,2/(n(n-1))}

x: mean loss; s^2: variance with divisor n; L: the limits, both roots.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Guttman's bound with sqrt(1/delta - 1) in place of sqrt(1/delta). Rigorous; both sides; 1 for n = 1.

>>> import errbar as eb
>>> float(eb.bounds.guttman_sharp(0.0, 1, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="guttman_sharp")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0278 0.2608
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import guttman_sharp_lower, guttman_sharp_upper

guttman_sharp = Bound(
    name="guttman_sharp",
    title="Guttman, sharper",
    words="Guttman's bound, sharper remark",
    code="GUT_SHARP",
    reads="variance",
    sided="two",
    guarantee="rigorous for losses in a known range",
    references=("guttman1948",),
    upper=guttman_sharp_upper,
    lower=guttman_sharp_lower,
    when="Guttman's inequality with nothing wasted.",
    when_not="New work: `betting` is usually tighter under the same assumption.",
    doc=__doc__,
)
