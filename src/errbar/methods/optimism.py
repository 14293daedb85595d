r"""Optimism bootstrap, as `rms::validate` has it: the apparent error, plus how much better models look than they are.

.. math:: \overline{err} + \tfrac1B \sum_b \Bigl( \tfrac1n \sum_i L_{bi} - \tfrac1n \sum_i N_{bi} L_{bi} \Bigr)

L_bi: loss on example i of the model trained on bootstrap sample b; N_bi: how often the sample holds i; err-bar: error
on the examples trained on. The interval is the normal one with the spread of the errors that models have on their own
samples, moved to the corrected estimate (the location-shifted bootstrap).

`details`: "apparent", "optimism".

Use it: To repeat what a clinical paper reports, with 200 samples or more, for models with few parameters.
Not for: Models that learn their training set by heart: they look perfect on their own samples, so that nothing varies
    there and the estimate is too low; take `bootstrap_632plus`, or `corrected_t`.
In more words: heuristic; see the table of the bootstrap's intervals.
Deviation: `rms::validate` gives no interval; this one is Noma's.
References: efron1983, harrell1996, noma2021.

>>> import errbar as eb, numpy as np
>>> plan = eb.plans.bootstrap(50).build(20, random_state=0)
>>> losses = [np.arange(20) / 20] * 50 + [np.full(20, 0.1), np.full(20, 0.5)]  # no model knows its own sample better
>>> r = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan, loss="error"), method="optimism")
>>> bool(abs(r.details["optimism"]) < 0.02)
True
"""

from math import inf

import numpy as np

from errbar.core.student import Student
from errbar.methods.oob import BAGS, OF_BAGS, parts_of
from errbar.types import Finding, Scores, method

BY_HEART = "Too low for models that learn their training set by heart."
ALIKE = "Every model does equally well on its own sample, so the standard error is that of the out-of-bag error."


@method("Optimism bootstrap", BAGS, "heuristic: far too narrow", **OF_BAGS)
def optimism(scores: Scores) -> Finding:
    bagged, apparent, _ = parts_of(scores)
    alike = bool(np.ptp(bagged.in_bag) == 0.0)
    law = Student(apparent + bagged.optimism, bagged.standard_error if alike else float(bagged.in_bag.std(ddof=1)), inf)
    return Finding(law, [BY_HEART, alike and ALIKE], {"apparent": apparent, "optimism": bagged.optimism})
