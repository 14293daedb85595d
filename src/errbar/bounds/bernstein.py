r"""Bernstein interval for the mean loss of one trained model.

.. math:: L = x + \sqrt{2 e L(1-L)/n} + e/(3n), \quad e = \ln(1/\delta)

x: mean loss; L: the limit.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Root of L = x + sqrt(2 e L (1-L) / n) + e / (3n), e = ln(1/delta). Rigorous.

>>> import errbar as eb
>>> float(eb.bounds.bernstein(1.0, 10, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="bernstein")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0207 0.3007
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import bernstein_lower, bernstein_upper

bernstein = Bound(
    name="bernstein",
    title="Bernstein",
    words="Bernstein's bound",
    code="BER",
    reads="mean",
    guarantee="rigorous for losses in a known range",
    references=("anguita2011",),
    upper=bernstein_upper,
    lower=bernstein_lower,
    when="A rigorous limit in closed form for losses in a known range.",
    when_not="Where a computer is at hand: `bentkus` is never looser.",
    doc=__doc__,
)
