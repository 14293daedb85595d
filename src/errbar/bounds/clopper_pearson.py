r"""Largest p under which k or fewer errors have probability delta. Exact; no one-sided bound is tighter.

.. math:: \sup\{p : P(\mathrm{Bin}(n,p) \le k) \ge \delta\}

k: errors among n; delta = 1 - confidence_level, half of it on each side of a two-sided interval.

Use it: k errors among n, and the limit must be right: at least nominal, whatever the error rate.
Not for: The narrowest interval; `blaker` is inside it and just as exact, two-sided. Losses that are not 0/1.
References: clopper1934.

>>> import errbar as eb
>>> float(eb.bounds.clopper_pearson(0.0, 1, 0.05))
0.95
"""

from errbar.bounds.bound import Bound
from errbar.core.binomial import clopper_pearson_lower as lower
from errbar.core.binomial import clopper_pearson_upper as upper

CLAIM = "exact: at least nominal for every n and p"
WORDS = "Clopper and Pearson's exact bound"
clopper_pearson = Bound(__name__, "Clopper-Pearson", upper, lower, words=WORDS, reads="errors", claim=CLAIM)
