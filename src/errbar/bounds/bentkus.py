r"""Largest p whose lower delta-tail mean of Bin(n, p) is at most n x. Rigorous; never looser than any bound above
that reads only the mean.

.. math:: \sup\{p : \min_{j > nx} E(j - \mathrm{Bin}(n,p))_+/(j - nx) \ge \delta\}

x: mean loss; j: whole numbers.

Use it: A guarantee for losses in a known range when only their mean and number are known.
Not for: 0/1 losses (`clopper_pearson` is exact there), or losses at hand with small variance (`betting`).
References: bentkus2004.

>>> import errbar as eb
>>> float(eb.bounds.bentkus(0.0, 1, 0.05))
0.95
"""

from errbar.bounds.bound import IN_RANGE, Bound
from errbar.core.bentkus import bentkus_lower as lower
from errbar.core.bentkus import bentkus_upper as upper

WORDS = "Optimal convex-order bound of Bentkus and Pinelis"
CLAIM = f"{IN_RANGE}; the tightest that reads the mean alone"
bentkus = Bound(__name__, "Bentkus", upper, lower, words=WORDS, claim=CLAIM, slow_from=20_000)
