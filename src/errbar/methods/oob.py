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

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from errbar.core.bagged import Bagged
from errbar.core.student import Student
from errbar.types import Finding, Scores
from errbar.types.method import method

ENOUGH = 500


BAGS = ("bootstrap",)
OF_BAGS: dict[str, Any] = {"needs": "losses", "target": "algorithm at n"}
SHIFTED = {"shift": "the standard error sees the sum of the losses left out of a sample, which a constant changes"}


@method("Out-of-bag bootstrap", BAGS, "heuristic: uneven", **OF_BAGS, exceptions=SHIFTED)
def oob(scores: Scores) -> Finding:
    bagged, apparent, _ = parts_of(scores)
    return Finding(
        Student(bagged.out_of_bag_error, bagged.standard_error, inf),
        notes=[
            "Every training set holds about 0.632 n different examples: the error is that of fewer than n.",
            *few_samples(scores),
        ],
        details={"apparent": apparent},
    )


def parts_of(scores: Scores) -> tuple[Bagged, float, float]:
    """Losses of the samples, the apparent error, and the error where labels tell nothing of inputs; of one series."""
    plan = scores.plan
    assert scores.items is not None
    n, n_samples = plan.n, len(plan.parts[0])
    losses = scores.items[0].reshape(-1, n)
    counts = np.array([np.bincount(train, minlength=n) for train, _ in plan.parts[0].walk()], dtype=np.float64)
    return Bagged(losses[:n_samples], counts), float(losses[n_samples].mean()), float(losses[n_samples + 1].mean())


def few_samples(scores: Scores) -> list[str]:
    n_samples = len(scores.plan.parts[0])
    if n_samples >= ENOUGH:
        return []
    return [
        f"Only {n_samples} bootstrap samples: with fewer than {ENOUGH} the standard error is mostly noise of the draws."
    ]
