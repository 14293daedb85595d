r"""x + sqrt(ln(1/delta) / (2n)). Rigorous for any losses in [0, 1].

.. math:: x + \sqrt{\ln(1/\delta)/(2n)}

x: mean loss.

Use it: A rigorous limit one can compute by hand.
Not for: Mean losses far from one half: `hoeffding_kl` has the same assumption and is never looser.
References: hoeffding1963.

>>> import errbar as eb
>>> float(eb.bounds.hoeffding(1.0, 10, 0.05))
1.0
"""

from errbar.bounds.bound import Bound
from errbar.core.concentration import hoeffding_lower, hoeffding_upper

hoeffding = Bound(__name__, "Hoeffding", hoeffding_upper, hoeffding_lower)
