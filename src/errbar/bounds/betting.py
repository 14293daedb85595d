r"""Smallest mean against which a careful gambler would have won 1/delta. Rigorous; reads the losses in order.

.. math:: \inf\{m : \max_t \prod_{i \le t}(1 + \lambda_i(m - X_i)) \ge 1/\delta\}

X_i: losses, one after another; lambda_i: bets that know only what came before.

The bets follow an order that cannot know the losses: by a fixed keyed hash of each item's name, so that neither the
rows of a table nor sorted names matter. Items without names (arrays) are shuffled by their places, in a fixed way.

The losses enter in the order given, which must not depend on them: sorted losses, or items sorted by a name that
goes with their difficulty, break the guarantee. `method="betting"` of the verbs shuffles them by name.

Use it: A guarantee for losses in a known range, with the losses at hand: it adapts to a small variance.
Not for: Losses without a range (squared, log). Arrays whose order you chose after seeing the losses.
Deviation: the order of the items, above; a limit on the wrong side of the estimate moves out to it
    (`details["unclipped"]` keeps it). The p-value is the smallest level at which the null value is outside.
References: waudby2024.

>>> import errbar as eb
>>> print(f"{eb.bounds.betting([0.0], 0.5):.4f}")  # 1 + 0.9 m / (1 - m) = 2
0.5263
"""

from errbar.bounds.bound import ADAPTS, ORDERED, SampleBound
from errbar.core.betting import betting_lower as lower
from errbar.core.betting import betting_upper as upper

WORDS = "Waudby-Smith and Ramdas' betting bound"
betting = SampleBound(
    __name__, "Betting", upper, lower, words=WORDS, claim=ADAPTS, slow_from=20_000, exceptions=ORDERED
)
