r"""x + sqrt(2 V l / n) + 7 l / (3 (n-1)), l = ln(2/delta), V the unbiased variance. Rigorous; 1 for n = 1.

.. math:: x + \sqrt{2 V l/n} + 7l/(3(n-1)), \quad l = \ln(2/\delta)

x: mean loss; V: unbiased variance.

Use it: A rigorous limit in closed form when the variance of the losses is far below its maximum.
Not for: Small n, where its last term rules; `maurer_pontil_sharp` and `betting` are usually tighter.
References: maurer2009.

>>> import errbar as eb
>>> float(eb.bounds.maurer_pontil(0.5, 2, 0.05))
1.0
"""

from errbar.bounds.bound import ADAPTS, Bound
from errbar.core.concentration import maurer_pontil_lower as lower
from errbar.core.concentration import maurer_pontil_upper as upper

WORDS = "Maurer and Pontil's bound"
maurer_pontil = Bound(__name__, "Maurer-Pontil", upper, lower, words=WORDS, reads="variance", claim=ADAPTS)
