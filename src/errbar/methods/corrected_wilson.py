r"""Score interval for an error rate over splits, at the number of examples that the corrected variance is worth.

.. math:: |\hat p - p| \le t_{J-1} \sqrt{p (1 - p) / n_e}, \qquad
    n_e = \frac{n}{\max\{1,\; V n / (p' (1 - p'))\}}, \qquad V = (1/J + n_2/n_1)\, s^2

p-hat: mean error rate of J splits; s^2: its variance over splits, divisor J - 1; n_1, n_2: training and test size;
n: examples (no more than were tested in all); p': p-hat, kept 1/(2n) away from 0 and 1. With groups, n_2/n_1 counts
groups, the degrees of freedom are at most G - 1, and where no error or nothing but errors was seen n_e = G.

The difference of two error rates has no score form of its own here: it is the corrected resampled t with V + 2/n^2,
as if two more examples told the models apart, one either way.

`details`: "ratio" and "effective_n".

Use it: The first choice for classifiers judged right or wrong, one or two, with 25 fits of each: the price of
    `corrected_t`, an interval inside the range, and width where few errors or none were seen.
Not for: Losses that are not 0 or 1 and metrics of a whole test set (`corrected_t`), or where the level must be
    guaranteed: it assumes, as `corrected_t` does, that splits correlate as those of a fixed rule. Learners that hang on
    single examples break that: naive Bayes on pixels was covered 0.45 (fresh cells).
In more words: heuristic, as the corrected resampled t; inside the range, and with width where no error was seen.
Deviation: none from errbar's own specification. Wilson's interval and the corrected variance are published, their union
    is ours.
References: wilson1927, nadeau2003.

Examples
--------
No error in five folds of 100 examples: the upper end is t^2 / (n + t^2) with t = 2.7764 at 4 degrees of freedom.

>>> import errbar as eb
>>> folds = eb.Scores.from_splits({"m": [0.0] * 5}, n_train=80, n_test=20, loss="zero_one")
>>> r = eb.infer(folds, method="corrected_wilson")
>>> print(f"{r.low:.4f} {r.high:.4f} {2.776445**2 / (100 + 2.776445**2):.4f}")
0.0000 0.0716 0.0716
"""

from math import sqrt

from errbar.core.arrays import Floats
from errbar.core.corrected_share import BoundedStudent, difference_variance, effective_size
from errbar.core.score_interval import ScoreShare
from errbar.core.variance import corrected_factor, mean_and_variance
from errbar.methods.corrected_t import NAIVE, SPLITS, unequal_note
from errbar.types import Finding, Plan, Scores, method
from errbar.types.stopping import wider

NOTE = (
    "The correction assumes the scores of two splits correlate as n_test/(n_train + n_test), as a fixed rule's do; "
    "learners that hang on single examples (naive Bayes on pixels) break that."
)
CLAIM = "heuristic: uneven, with width where errors are few"
# the one place at the edges where it was seen to cover too little
HARDLY_ANY = "About one error was seen: with 100 examples and a true error of 0.002, 95 % intervals covered it in 0.92."


def mean_variance(variance: Floats, plan: Plan, difference: bool) -> Floats:
    """Of the mean over splits, from the variance over them; for one error rate, where it is more than a share's own."""
    found = corrected_factor(len(plan), plan.ratio) * variance
    return difference_variance(found, plan.n_tested) if difference else found


@method(
    "Corrected Wilson", SPLITS, CLAIM, needs="error_rates", instead_of=NAIVE, mean_variance=mean_variance, audited=5
)
def corrected_wilson(scores: Scores) -> Finding:
    plan, ratio, unequal, stretched = scores.plan, scores.plan.ratio, unequal_note(scores), wider(scores.details)
    n, df = plan.n_tested, plan.n_different - 1
    mean, variance = mean_and_variance(scores.per_split)
    corrected = corrected_factor(scores.per_split.size, ratio) * variance
    if scores.is_difference:
        law = BoundedStudent(mean, stretched * sqrt(difference_variance(corrected, n)), df)
        return Finding(law, [NOTE, unequal], {"ratio": ratio})
    size = float(plan.n_groups or n) if mean in (0.0, 1.0) else effective_size(mean, corrected, n)
    notes = [NOTE, 0 < mean * n < 2 and plan.n <= 100 and HARDLY_ANY, unequal]
    return Finding(ScoreShare(mean, size, df, sqrt(corrected)), notes, {"ratio": ratio, "effective_n": size})
