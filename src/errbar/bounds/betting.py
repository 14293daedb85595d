r"""Betting interval for the mean loss of one trained model.

.. math:: \inf\{m : \max_t \prod_{i \le t}(1 + \lambda_i(m - X_i)) \ge 1/\delta\}

X_i: losses, one after another; lambda_i: bets that know only what came before.

The bets follow an order that cannot know the losses: by a fixed keyed hash of each item's name, so that neither the
rows of a table nor sorted names matter. Items without names (arrays) are shuffled by their places, in a fixed way.

Deviation: the order of the items, above; a limit on the wrong side of the estimate moves out to it
(`details["unclipped"]` keeps it). The p-value is the smallest level at which the null value is outside.

Smallest mean against which a careful gambler would have won 1/delta. Rigorous; reads the losses in order.

The losses enter in the order given, which must not depend on them: sorted losses, or items sorted by a name that
goes with their difficulty, break the guarantee. `method="betting"` of the verbs shuffles them by name.

>>> import errbar as eb
>>> print(f"{eb.bounds.betting([0.0], 0.5):.4f}")  # 1 + 0.9 m / (1 - m) = 2
0.5263
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="betting")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0172 0.2272
"""

from types import MappingProxyType

from errbar.bounds.bound import SampleBound
from errbar.core.betting import betting_lower, betting_upper

betting = SampleBound(
    name="betting",
    title="Betting",
    words="Waudby-Smith and Ramdas' betting bound",
    code="BET",
    guarantee="rigorous for losses in a known range; adapts to small variance",
    references=("waudby2024",),
    upper=betting_upper,
    lower=betting_lower,
    when="A guarantee for losses in a known range, with the losses at hand: it adapts to a small variance.",
    when_not="Losses without a range (squared, log). Arrays whose order you chose after seeing the losses.",
    exceptions=MappingProxyType(
        {"row order": "the bets need an order, and items without names have only their places"}
    ),
    slow_from=20_000,
    doc=__doc__,
)
