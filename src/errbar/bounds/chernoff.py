r"""x + sqrt(2 x e / n) + 2 e / n, e = ln(1/delta); lower: x - sqrt(2 x e / n). Rigorous.

.. math:: x + \sqrt{2xe/n} + 2e/n, \quad e = \ln(1/\delta)

x: mean loss; the lower limit is x - \sqrt{2xe/n}.

Use it: A rigorous limit in closed form for small mean losses.
Not for: Means that are not small; where a computer is at hand `chernoff_tight` and `bentkus` are tighter.
References: anguita_survey, anguita2011.

>>> import errbar as eb
>>> float(eb.bounds.chernoff(0.5, 1, 0.05))
1.0
"""

from errbar.bounds.bound import SMALL_MEANS, Bound
from errbar.core.concentration import chernoff_lower, chernoff_upper

chernoff = Bound(__name__, "Chernoff", chernoff_upper, chernoff_lower, claim=SMALL_MEANS, compares="one")
