r"""Mean of the largest law inside a one-sided Smirnov band. Rigorous; the order does not matter.

.. math:: 1 - \sum_i (x_{(i+1)} - x_{(i)}) \max(0, i/n - \epsilon)

x_(i): ordered losses; epsilon: one-sided Smirnov quantile.

Use it: A guarantee from the whole distribution of the losses, in any order; no bets.
Not for: Large n: `betting` is usually tighter there.
References: anderson1969.

>>> import errbar as eb
>>> eb.bounds.anderson([0.5], 0.5)
0.75
"""

from errbar.bounds.bound import SampleBound
from errbar.core.anderson import anderson_lower, anderson_upper

anderson = SampleBound(__name__, "Anderson", anderson_upper, anderson_lower)
