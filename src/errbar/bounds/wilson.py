r"""Wilson's score bound. Not rigorous, but close to nominal; always inside [0, 1].

.. math:: \frac{2x + A + z\sqrt{z^2/n^2 + 4x(1-x)/n}}{2(1+A)}, \quad A = z^2/n

x: share of errors among n; z: normal quantile, signed.

Use it: The error rate of one trained classifier: the default. Honest at 0 and at n errors.
Not for: Where the level must hold for every error rate: take `clopper_pearson` or `blaker`. Items in groups:
    `clustered_wilson`.
References: wilson1927.

>>> import errbar as eb
>>> float(eb.bounds.wilson(0.0, 10, 0.5))
0.0
"""

from errbar.bounds.bound import NEAR_NOMINAL, Bound
from errbar.core.proportion import wilson_lower as lower
from errbar.core.proportion import wilson_upper as upper

CLAIM = f"{NEAR_NOMINAL}, honest at 0 and n errors"
wilson = Bound(__name__, "Wilson", upper, lower, words="Wilson's score bound", reads="proportion", claim=CLAIM)
