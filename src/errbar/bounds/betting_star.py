r"""Betting, target recalculated interval for the mean loss of one trained model.

.. math:: \lambda_t = \sqrt{2(\ln(1/\delta) - \ln W_{t-1})_+/((n-t+1)\,S_{t-1}(m))}

W: wealth of the bets against m so far; S: their second moment.

The bets follow an order that cannot know the losses: by a fixed keyed hash of each item's name, so that neither the
rows of a table nor sorted names matter. Items without names (arrays) are shuffled by their places, in a fixed way.

Deviation: the order of the items, above; a limit on the wrong side of the estimate moves out to it
(`details["unclipped"]` keeps it). The p-value is the smallest level at which the null value is outside.

Betting that aims anew, at each loss, at the wealth still missing. Rigorous, tighter, slower.

The losses enter in the order given, which must not depend on them, as in `betting`.

>>> import errbar as eb
>>> eb.bounds.betting_star([1.0], 0.05)
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="betting_star")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0347 0.1842
"""

from types import MappingProxyType

from errbar.bounds.bound import SampleBound
from errbar.core.betting_star import betting_star_lower, betting_star_upper

betting_star = SampleBound(
    name="betting_star",
    title="Betting, target recalculated",
    words="Voracek and Orabona's target-recalculating bets",
    code="STAR",
    guarantee="rigorous for losses in a known range; tighter and slower than betting",
    references=("voracek2025",),
    upper=betting_star_upper,
    lower=betting_star_lower,
    when="As `betting`, when its last few per cent are worth more computing.",
    when_not="Very long lists of losses; otherwise as `betting`.",
    exceptions=MappingProxyType(
        {"row order": "the bets need an order, and items without names have only their places"}
    ),
    slow_from=0,
    doc=__doc__,
)
