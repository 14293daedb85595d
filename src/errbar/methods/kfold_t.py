r"""Naive t interval over K folds (times repeats), as if they were independent.

.. math:: \bar d \pm t_{KR-1} \sqrt{s_d^2 / (KR)}

d_j: score of fold j; K: folds; R: repeats; s_d^2: variance of the d_j, divisor KR - 1.

Use it: Never for a conclusion. It is here to be drawn beside an honest interval.
Not for: Always: folds share most of their training data, and repeats make it worse.
In more words: none; too narrow, badly so with repeats.
Deviation: none.
References: dietterich1998, bengio2004.

>>> import errbar as eb
>>> plan = eb.plans.kfold(4).build(8, random_state=0)
>>> r = eb.infer(eb.Scores.from_splits({"m": [0.1, 0.2, 0.3, 0.4]}, plan=plan, loss="error"), method="kfold_t")
>>> print(f"{r.estimate:.2f} {r.se:.10f}")
0.25 0.0645497224
"""

from errbar.methods.corrected_t import unequal_note
from errbar.methods.resampled_t import law
from errbar.types import Finding, Scores, method


@method("K-fold t (naive)", ("kfold", "five_by_two", "custom"), "none: too narrow", law=law, overlap=0.0, audited=1)
def kfold_t(scores: Scores) -> Finding:
    repeats = ", and repeating the folds shrinks this interval without adding data"
    more = "" if scores.plan.is_one_partition else repeats
    note = f"Too narrow: the folds share training data, so their scores are correlated{more}."
    notes = [f"{note} Use corrected_t or nested_cv.", unequal_note(scores)]
    return Finding(law(scores.per_split, scores.plan).one, notes)
