r"""Wilson's centre with a normal width. Not rigorous.

.. math:: p' + z\sqrt{p'(1-p')/n'}, \quad n' = n + z^2,\ p' = (k + z^2/2)/n'

k: errors among n; z: normal quantile.

Use it: An interval for an error rate that can be computed by hand and is a little conservative.
Not for: Few errors: `wilson` is narrower there.
References: brown2001.

>>> import errbar as eb
>>> float(eb.bounds.agresti_coull(0.5, 100, 0.5))
0.5
"""

from errbar.bounds.bound import NEAR_NOMINAL, Bound
from errbar.core.proportion import agresti_coull_lower as lower
from errbar.core.proportion import agresti_coull_upper as upper

WORDS = "Agresti and Coull's bound"
agresti_coull = Bound(__name__, "Agresti-Coull", upper, lower, words=WORDS, reads="proportion", claim=NEAR_NOMINAL)
