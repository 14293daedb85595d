r"""Guttman interval for the mean loss of one trained model.

.. math:: (L-x)^2 = s^2/(n-1) + L(1-L)\sqrt{2/(\delta n(n-1))}

x: mean loss; s^2: variance with divisor n; L: the limits, both roots.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Chebyshev's inequality on (x - L)^2 - s^2/(n-1). Rigorous; delta already pays for both sides; 1 for n = 1.

>>> import errbar as eb
>>> float(eb.bounds.guttman(0.0, 1, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="guttman")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0275 0.2631
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import guttman_lower, guttman_upper

guttman = Bound(
    name="guttman",
    title="Guttman",
    words="Guttman's bound",
    code="GUT",
    reads="variance",
    sided="two",
    guarantee="rigorous for losses in a known range",
    references=("guttman1948",),
    upper=guttman_upper,
    lower=guttman_lower,
    when="To repeat the survey; it reads variance as well as mean.",
    when_not="New work: `guttman_sharp` is never looser, and `betting` usually tighter, under the same assumption.",
    doc=__doc__,
)
