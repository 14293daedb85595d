r"""Chebyshev interval for the mean loss of one trained model.

.. math:: (L-x)^2 = L(1-L)/(n\delta)

x: mean loss; L: the limits, both roots.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Root of (L - x)^2 = L (1-L) / (n delta). Rigorous; delta already pays for both sides.

>>> import errbar as eb
>>> float(eb.bounds.chebyshev(0.0, 20, 0.05))
0.5
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="chebyshev")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0174 0.4112
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import chebyshev_lower, chebyshev_upper

chebyshev = Bound(
    name="chebyshev",
    title="Chebyshev",
    words="Chebyshev's bound",
    code="CHE",
    reads="mean",
    sided="two",
    guarantee="rigorous for losses in a known range, loose",
    references=("anguita2011",),
    upper=chebyshev_upper,
    lower=chebyshev_lower,
    when="To see how much later inequalities gained.",
    when_not="Any other purpose: `bentkus` is never looser and just as rigorous.",
    doc=__doc__,
)
