r"""The .632+ bootstrap: the apparent and the out-of-bag error, weighted by how much the model overfits.

.. math:: \widehat{Err}^{.632+} = (1 - w)\, \overline{err} + w\, \widehat{Err}^{(1)}, \qquad
    w = \frac{0.632}{1 - 0.368 R}, \qquad R = \frac{\widehat{Err}^{(1)} - \overline{err}}{\gamma - \overline{err}}

err-bar: error on the examples trained on; Err^(1): that of `oob`, at most gamma; gamma: the error where labels tell
nothing of inputs, the mean loss over all n^2 pairs of an input and a label; R is kept between 0 and 1. The standard
error is that of `oob`, times the ratio of the two estimates; the interval is the normal one.

`details`: "apparent", "out_of_bag", "no_information", "overfitting" (R), "weight".

Use it: Where the .632+ bootstrap is the custom, as in clinical prediction, with 500 fits or more.
Not for: Fewer than 500 samples, or a difference of two models (`oob` takes it). With 25 fits take `corrected_t`.
In more words: heuristic; see the table of the bootstrap's intervals.
Deviation: none.
References: efron1997.

>>> import errbar as eb, numpy as np
>>> plan = eb.plans.bootstrap(50).build(20, random_state=0)
>>> losses = [np.full(20, 0.3)] * 50 + [np.full(20, 0.1), np.full(20, 0.5)]
>>> r = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan, loss="error"), method="bootstrap_632plus")
>>> print(f"{r.estimate:.10f} {r.details['overfitting']:.1f}")
0.2549019608 0.5
"""

from errbar.core.bagged import weight_632plus
from errbar.methods.oob import BAGS, OF_BAGS, SHIFTED, few_samples, parts_of
from errbar.types import Finding, Scores, method


@method(".632+ bootstrap", BAGS, "heuristic: liberal", **OF_BAGS, compares="one", exceptions=SHIFTED)
def bootstrap_632plus(scores: Scores) -> Finding:
    bagged, apparent, guessing = parts_of(scores)
    left_out = bagged.out_of_bag_error
    weight, rate = weight_632plus(apparent, left_out, guessing)
    estimate = (1.0 - weight) * apparent + weight * min(left_out, guessing)
    told = {"apparent": apparent, "out_of_bag": left_out, "no_information": guessing, "overfitting": rate}
    return Finding(bagged.law(estimate), [few_samples(scores)], told | {"weight": weight})
