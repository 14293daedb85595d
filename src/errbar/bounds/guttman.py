r"""Chebyshev's inequality on (x - L)^2 - s^2/(n-1). Rigorous; delta already pays for both sides; 1 for n = 1.

.. math:: (L-x)^2 = s^2/(n-1) + L(1-L)\sqrt{2/(\delta n(n-1))}

x: mean loss; s^2: variance with divisor n; L: the limits, both roots.

Use it: To repeat the survey; it reads variance as well as mean.
Not for: New work: `guttman_sharp` is never looser, and `betting` usually tighter, under the same assumption.
References: guttman1948.

>>> import errbar as eb
>>> float(eb.bounds.guttman(0.0, 1, 0.05))
1.0
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import guttman_lower, guttman_upper

guttman = Bound(__name__, "Guttman", guttman_upper, guttman_lower, reads="variance", sided="two")
