r"""Out-of-bag error (leave-one-out bootstrap) with Efron and Tibshirani's standard error.

.. math:: \widehat{Err}^{(1)} = \tfrac1n \sum_i \hat E_i, \qquad \hat E_i = \frac{\sum_b I_{bi} L_{bi}}{\sum_b I_{bi}},
    \qquad se^2 = \sum_i \Bigl( \bigl(2 + \tfrac{1}{n-1}\bigr) \frac{\hat E_i - \widehat{Err}^{(1)}}{n}
    + \frac{\sum_b (N_{bi} - \bar N_i) q_b}{\sum_b I_{bi}} \Bigr)^2

L_bi: loss on example i of the model trained on bootstrap sample b; N_bi: how often the sample holds i; I_bi: 1 where it
does not; q_b: sum of the losses left out of sample b, over n. The interval is the normal one.

`details`: "apparent", the error on the examples trained on.

Use it: Where samples drawn with replacement are the custom, as in clinical prediction, with 500 fits or more; or for
    the difference of two models by them.
Not for: Fewer than 500 samples: the standard error is then mostly noise of the draws. A sample holds about 0.632 n
    different examples, so the error is that of a smaller training set; `bootstrap_632plus` corrects it. With 25 fits
    take `corrected_t`.
In more words: heuristic; see the table of the bootstrap's intervals.
Deviation: none. An example that is in every sample is left out of the mean.
References: efron1997.

>>> import errbar as eb, numpy as np
>>> plan = eb.plans.bootstrap(50).build(20, random_state=0)
>>> losses = np.tile(np.arange(20) % 4 == 0, 52).astype(float)
>>> r = eb.infer(eb.Scores.from_losses({"m": np.split(losses, 52)}, plan=plan, loss="zero_one"), method="oob")
>>> r.estimate
0.25
"""

from typing import Any

import numpy as np

from errbar.core.bagged import Bagged
from errbar.types import Finding, Scores, method

ENOUGH = 500
SMALLER = "Every training set holds about 0.632 n different examples: the error is that of fewer than n."
BAGS = ("bootstrap",)
OF_BAGS: dict[str, Any] = {"needs": "losses", "target": "algorithm at n"}
SHIFTED = {"shift": "the standard error sees the sum of the losses left out of a sample, which a constant changes"}


@method("Out-of-bag bootstrap", BAGS, "heuristic: uneven", **OF_BAGS, exceptions=SHIFTED)
def oob(scores: Scores) -> Finding:
    bagged, apparent, _ = parts_of(scores)
    return Finding(bagged.law(bagged.out_of_bag_error), [SMALLER, few_samples(scores)], {"apparent": apparent})


def parts_of(scores: Scores) -> tuple[Bagged, float, float]:
    """Losses of the samples, the apparent error, and the error where labels tell nothing of inputs; of one series."""
    samples, n = scores.plan.parts[0], scores.plan.n
    losses = scores.losses.reshape(-1, n)
    counts = np.array([np.bincount(train, minlength=n) for train, _ in samples.walk()], dtype=np.float64)
    apparent, guessing = (float(row.mean()) for row in losses[len(samples) : len(samples) + 2])
    return Bagged(losses[: len(samples)], counts), apparent, guessing


def few_samples(scores: Scores) -> str | bool:
    noise = f"with fewer than {ENOUGH} the standard error is mostly noise of the draws"
    return (n := len(scores.plan.parts[0])) < ENOUGH and f"Only {n} bootstrap samples: {noise}."
