r"""The .632 bootstrap: the apparent and the out-of-bag error, weighted.

.. math:: \widehat{Err}^{.632} = 0.368\, \overline{err} + 0.632\, \widehat{Err}^{(1)},
    \qquad se = se^{(1)}\, \widehat{Err}^{.632} / \widehat{Err}^{(1)}

err-bar: error on the examples trained on; Err^(1) and its standard error: those of `oob`. The interval is the normal
one.

`details`: "apparent", "out_of_bag".

Use it: To repeat what a paper reports. `bootstrap_632plus` is the same where models do not overfit.
Not for: Models that learn their training set by heart (nearest neighbours, deep trees, forests): the apparent error is
    then 0 and the estimate far too low; take `bootstrap_632plus`, or `corrected_t`.
In more words: heuristic; see the table of the bootstrap's intervals.
Deviation: none.
References: efron1983, efron1997.

>>> import errbar as eb, numpy as np
>>> plan = eb.plans.bootstrap(50).build(20, random_state=0)
>>> losses = [np.full(20, 0.3)] * 50 + [np.full(20, 0.1), np.full(20, 0.5)]
>>> r = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan, loss="error"), method="bootstrap_632")
>>> print(f"{r.estimate:.4f}")
0.2264
"""

from errbar.core.bagged import SHARE
from errbar.methods.oob import BAGS, OF_BAGS, SHIFTED, few_samples, parts_of
from errbar.types import Finding, Scores, method


@method(".632 bootstrap", BAGS, "heuristic: too narrow", **OF_BAGS, compares="one", exceptions=SHIFTED)
def bootstrap_632(scores: Scores) -> Finding:
    bagged, apparent, _ = parts_of(scores)
    left_out = bagged.out_of_bag_error
    notes = ["Far too low for models that learn their training set by heart.", few_samples(scores)]
    details = {"apparent": apparent, "out_of_bag": left_out}
    return Finding(bagged.law((1.0 - SHARE) * apparent + SHARE * left_out), notes, details)
