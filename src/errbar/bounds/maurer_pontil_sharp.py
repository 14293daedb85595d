r"""Maurer and Pontil's bound with 2 l / sqrt(n (n-1)) + l / (3n) as last term. Rigorous; 1 for n = 1.

.. math:: x + \sqrt{2 V l/n} + 2l/\sqrt{n(n-1)} + l/(3n), \quad l = \ln(2/\delta)

x: mean loss; V: unbiased variance.

Use it: A rigorous limit in closed form that adapts to a small variance.
Not for: The tightest limit: `betting` has the same assumption and usually gives less.
References: maurer2009.

>>> import errbar as eb
>>> float(eb.bounds.maurer_pontil_sharp(0.5, 2, 0.05))
1.0
"""

from errbar.bounds.bound import ADAPTS, Bound
from errbar.core.concentration import maurer_pontil_sharp_lower as lower
from errbar.core.concentration import maurer_pontil_sharp_upper as upper

WORDS = "Maurer and Pontil's bound before rounding"
maurer_pontil_sharp = Bound(
    __name__, "Maurer-Pontil, sharper", upper, lower, words=WORDS, reads="variance", claim=ADAPTS
)
