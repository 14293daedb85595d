r"""Alpaydin's F interval from all ten scores of five replications of two-fold cross-validation.

.. math:: F(\mu) = \frac{\sum_{mk} (d_{mk} - \mu)^2}{2 \sum_m s_m^2}, \qquad
    \{\mu : F(\mu) \le F_{10,5}\} = \bar d \pm \sqrt{(2 F_{10,5} \textstyle\sum_m s_m^2 - Q) / 10}

d_{mk}: score of half k in replication m; s_m^2 = (d_{m1} - d_{m2})^2 / 2; Q: sum of squares about the mean.

Use it: Two algorithms and just ten fits of each.
Not for: More fits than ten; one-sided questions (F has no direction); a statement about training on all the data, as
    every fit sees half of it.
Deviation: an interval, by inversion, and any null value; the paper tests 0 alone. The interval is NaN where every null
    value is rejected.
References: alpaydin1999.

>>> import errbar as eb
>>> d = [.02, .04, .03, .01, .05, .02, 0, .03, .04, .02]
>>> scores = eb.Scores.from_splits({"a - b": d}, plan=eb.plans.five_by_two().build(200, random_state=0), loss="error")
>>> r = eb.infer(scores, method="five_by_two_f", null=0.0)
>>> print(f"{r.statistic:.10f} {r.pvalue:.10f}")
2.9333333333 0.1232634722
"""

from dataclasses import dataclass

from errbar.core.five_by_two import CombinedF
from errbar.types import Finding, More, Scores, method

CLAIM = "heuristic: liberal, trains on half the data"
HEURISTIC = "F(10, 5) is a heuristic law for scores that share data, and every fit sees half of them."
EMPTY = (
    "The interval is empty (NaN): the replications differ from each other far more than the two halves inside them, "
    "and the F test rejects every null value. Use corrected_t on these scores."
)
EXCEPTIONS = {
    "one-sided": "F has no direction",
    "contains estimate": "the interval is empty (NaN) where the F test rejects every null value",
}


@dataclass(frozen=True, slots=True)
class Emptiness:
    """Whether the interval at a level holds no value at all."""

    law: CombinedF

    def at(self, level: float, _side: str) -> More:
        return More([self.law.is_empty(level) and EMPTY])


@method("5x2cv F (Alpaydin)", ("five_by_two",), CLAIM, instead_of=("kfold_t",), audited=6, exceptions=EXCEPTIONS)
def five_by_two_f(scores: Scores) -> Finding:
    law = CombinedF.of(scores.per_split.reshape(5, 2))
    return Finding(law, [HEURISTIC], {"df_numerator": 10, "df_denominator": 5}, at=Emptiness(law).at)
