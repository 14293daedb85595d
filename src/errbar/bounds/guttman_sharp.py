r"""Guttman's bound with sqrt(1/delta - 1) in place of sqrt(1/delta). Rigorous; both sides; 1 for n = 1.

.. math:: (L-x)^2 = s^2/(n-1) + L(1-L)\sqrt{(1/\delta-1)\,2/(n(n-1))}

x: mean loss; s^2: variance with divisor n; L: the limits, both roots.

Use it: Guttman's inequality with nothing wasted.
Not for: New work: `betting` is usually tighter under the same assumption.
References: guttman1948.

>>> import errbar as eb
>>> float(eb.bounds.guttman_sharp(0.0, 1, 0.05))
1.0
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import guttman_sharp_lower as lower
from errbar.core.concentration import guttman_sharp_upper as upper

WORDS = "Guttman's bound, sharper remark"
guttman_sharp = Bound(__name__, "Guttman, sharper", upper, lower, words=WORDS, reads="variance", sided="two")
