r"""x + z sqrt(x (1-x) / n). Not rigorous: zero width at 0 or n errors, coverage falls to 0 for small means.

.. math:: x + z \sqrt{x(1-x)/n}

x: share of errors among n; z: normal quantile.

Use it: Never for a conclusion: it is what a textbook's error bar is, kept for comparison.
Not for: Few errors: at 0 or n errors its width is zero.
References: anguita_survey, anguita2011.

>>> import errbar as eb
>>> float(eb.bounds.normal(0.5, 100, 0.5))
0.5
"""

from errbar.bounds.bound import Bound
from errbar.core.proportion import normal_lower as lower
from errbar.core.proportion import normal_upper as upper

CLAIM = "none: zero width at 0 or n errors"
WORDS = "Normal approximation"
normal = Bound(__name__, WORDS, upper, lower, words=WORDS, reads="proportion", claim=CLAIM)
