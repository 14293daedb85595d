r"""Betting that aims anew, at each loss, at the wealth still missing. Rigorous, tighter, slower.

.. math:: \lambda_t = \sqrt{2(\ln(1/\delta) - \ln W_{t-1})_+/((n-t+1)\,S_{t-1}(m))}

W: wealth of the bets against m so far; S: their second moment.

The losses enter in an order that must not depend on them, and which the verbs find as for `betting`.

Use it: As `betting`, when its last few per cent are worth more computing.
Not for: Very long lists of losses; otherwise as `betting`.
Deviation: the order of the items, as for `betting`; a limit on the wrong side of the estimate moves out to it
    (`details["unclipped"]` keeps it). The p-value is the smallest level at which the null value is outside.
References: voracek2025.

>>> import errbar as eb
>>> eb.bounds.betting_star([1.0], 0.05)
1.0
"""

from errbar.bounds.bound import IN_RANGE, ORDERED, SampleBound
from errbar.core.betting_star import betting_star_lower as lower
from errbar.core.betting_star import betting_star_upper as upper

WORDS = "Voracek and Orabona's target-recalculating bets"
CLAIM = f"{IN_RANGE}; tighter and slower than betting"
betting_star = SampleBound(
    __name__, "Betting, target recalculated", upper, lower, words=WORDS, claim=CLAIM, slow_from=0, exceptions=ORDERED
)
