r"""Root of (L - x)^2 = L (1-L) / (n delta). Rigorous; delta already pays for both sides.

.. math:: (L-x)^2 = L(1-L)/(n\delta)

x: mean loss; L: the limits, both roots.

Use it: To see how much later inequalities gained.
Not for: Any other purpose: `bentkus` is never looser and just as rigorous.
References: anguita_survey, anguita2011.

>>> import errbar as eb
>>> float(eb.bounds.chebyshev(0.0, 20, 0.05))
0.5
"""

from errbar.bounds.bound import IN_RANGE, Bound
from errbar.core.concentration import chebyshev_lower, chebyshev_upper

chebyshev = Bound(__name__, "Chebyshev", chebyshev_upper, chebyshev_lower, sided="two", claim=f"{IN_RANGE}, loose")
