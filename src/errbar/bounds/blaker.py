r"""Blaker's interval: exact, two-sided only, always inside Clopper and Pearson's.

.. math:: \{p : P_p(\text{as or more extreme than } k) \ge \delta\}

k: errors among n; the hull of all accepted p.

Use it: A two-sided exact interval for k errors among n: inside `clopper_pearson`, at least nominal all the same.
Not for: One-sided limits, for which `clopper_pearson` is the counterpart.
References: blaker2000.

>>> import errbar as eb
>>> float(eb.bounds.blaker(0.0, 10, 0.05, side="two-sided")[0])
0.0
"""

from errbar.bounds.bound import TwoSidedBound
from errbar.core.blaker import blaker_lower as lower
from errbar.core.blaker import blaker_upper as upper

CLAIM = "exact: at least nominal, inside clopper_pearson"
TWO_SIDED = {"one-sided": "the interval is two-sided by construction; clopper_pearson is its one-sided counterpart"}
WORDS = "Blaker's exact interval"
blaker = TwoSidedBound(__name__, "Blaker", upper, lower, words=WORDS, reads="errors", claim=CLAIM, exceptions=TWO_SIDED)
