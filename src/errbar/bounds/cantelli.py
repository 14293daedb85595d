r"""Root of (L - x)^2 = L (1-L) (1-delta) / (n delta): Chebyshev's bound for one side. Rigorous.

.. math:: (L-x)^2 = L(1-L)(1-\delta)/(n\delta)

x: mean loss; L: the limit.

Use it: The one-sided form of Chebyshev's inequality, where only that can be used.
Not for: Any other purpose: `bentkus` is never looser.
References: anguita_survey, anguita2011.

>>> import errbar as eb
>>> float(eb.bounds.cantelli(0.0, 19, 0.05))
0.5
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import cantelli_lower, cantelli_upper

cantelli = Bound(__name__, "Cantelli", cantelli_upper, cantelli_lower, words="Cantelli's one-sided Chebyshev bound")
