r"""Root of P(X < k) + P(X = k)/2 = delta. Not rigorous.

.. math:: P(X<k) + P(X=k)/2 = \delta

k: errors among n; X: binomial with the limit as probability.

Use it: An interval for an error rate near nominal on average, between the exact and the approximate ones.
Not for: Where the level must hold for every error rate.
References: brown2001.

>>> import errbar as eb
>>> float(eb.bounds.mid_p(1.0, 10, 0.05))
1.0
"""

from errbar.bounds.bound import NEAR_NOMINAL, Bound
from errbar.core.binomial import mid_p_lower, mid_p_upper

mid_p = Bound(__name__, "Mid-p", mid_p_upper, mid_p_lower, words="Mid-p bound", reads="errors", claim=NEAR_NOMINAL)
