r"""x + e/n + sqrt((e/n)^2 + 2 x e / n), e = ln(1/delta): Chernoff's bound inverted exactly. Rigorous.

.. math:: x + e/n + \sqrt{(e/n)^2 + 2xe/n}, \quad e = \ln(1/\delta)

x: mean loss.

Use it: A rigorous limit in closed form for small mean losses.
Not for: Means that are not small; `bentkus` is tighter.
References: anguita_survey, anguita2011.

>>> import errbar as eb
>>> float(eb.bounds.chernoff_tight(0.5, 1, 0.05))
1.0
"""

from errbar.bounds.bound import SMALL_MEANS, Bound
from errbar.core.concentration import chernoff_tight_lower as lower
from errbar.core.concentration import chernoff_tight_upper as upper

TITLE = "Chernoff, inverted exactly"
WORDS = "Chernoff's bound, inverted exactly"
chernoff_tight = Bound(__name__, TITLE, upper, lower, words=WORDS, claim=SMALL_MEANS, compares="one")
