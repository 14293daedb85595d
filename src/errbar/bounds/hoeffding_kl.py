r"""Largest p with kl(x, p) <= ln(1/delta) / n. Rigorous for any losses in [0, 1].

.. math:: \sup\{p : kl(x, p) \le \ln(1/\delta)/n\}

x: mean loss; kl: relative entropy of two coins.

Use it: A rigorous limit from the mean alone that is simple to check.
Not for: The last few per cent: `bentkus` is tighter.
References: hoeffding1963.

>>> import errbar as eb
>>> float(eb.bounds.hoeffding_kl(0.0, 1, 0.05))
0.95
"""

from errbar.bounds.bound import Bound
from errbar.core.relative_entropy import hoeffding_kl_lower as lower
from errbar.core.relative_entropy import hoeffding_kl_upper as upper

WORDS = "Hoeffding's bound, relative entropy form"
hoeffding_kl = Bound(__name__, "Hoeffding, relative entropy", upper, lower, words=WORDS)
