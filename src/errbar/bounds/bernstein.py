r"""Root of L = x + sqrt(2 e L (1-L) / n) + e / (3n), e = ln(1/delta). Rigorous.

.. math:: L = x + \sqrt{2 e L(1-L)/n} + e/(3n), \quad e = \ln(1/\delta)

x: mean loss; L: the limit.

Use it: A rigorous limit in closed form for losses in a known range.
Not for: Where a computer is at hand: `bentkus` is never looser.
References: anguita_survey, anguita2011.

>>> import errbar as eb
>>> float(eb.bounds.bernstein(1.0, 10, 0.05))
1.0
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import bernstein_lower, bernstein_upper

bernstein = Bound(__name__, "Bernstein", bernstein_upper, bernstein_lower)
