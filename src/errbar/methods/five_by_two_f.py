"""Alpaydin's combined 5x2cv F-test."""

from __future__ import annotations

from types import MappingProxyType

from errbar.check import Alternative
from errbar.core.five_by_two import CombinedF
from errbar.types import Finding, Method, More, Scores
from errbar.types.coverage import measured


def five_by_two_f(scores: Scores) -> Finding:
    r"""Alpaydin's F interval from all ten scores of five replications of two-fold cross-validation.

    .. math:: F(\mu) = \frac{\sum_{mk} (d_{mk} - \mu)^2}{2 \sum_m s_m^2}, \qquad
        \{\mu : F(\mu) \le F_{10,5}\} = \bar d \pm \sqrt{(2 F_{10,5} \textstyle\sum_m s_m^2 - Q) / 10}

    d_{mk}: score of half k in replication m; s_m^2 = (d_{m1} - d_{m2})^2 / 2; Q: sum of squares about the mean.

    Target: the algorithm at n/2.  Guarantee: heuristic.  Needs: ten scores of five_by_two.

    Deviation: an interval, by inversion, and any null value; the paper tests 0 alone. The interval is NaN where
    every null value is rejected.

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.five_by_two().build(200, random_state=0)
    >>> d = [.02, .04, .03, .01, .05, .02, 0, .03, .04, .02]
    >>> scores = eb.Scores.from_splits({"a - b": d}, plan=plan, loss="error")
    >>> r = eb.infer(scores, method="five_by_two_f", null=0.0)
    >>> print(f"{r.statistic:.10f} {r.pvalue:.10f}")
    2.9333333333 0.1232634722
    """
    law = CombinedF.of(scores.per_split.reshape(5, 2))

    def empty_at(level: float, alternative: Alternative) -> More:  # noqa: ARG001 - F has no direction
        return More([EMPTY] if law.is_empty(level) else [])

    notes = ["F(10, 5) is a heuristic law for scores that share data, and every fit sees half of them."]
    return Finding(law, notes, {"df_numerator": 10, "df_denominator": 5}, at=empty_at)


EMPTY = (
    "The interval is empty (NaN): the replications differ from each other far more than the two halves inside them, "
    "and the F test rejects every null value. Use corrected_t on these scores."
)


METHOD = Method(
    fn=five_by_two_f,
    title="5x2cv F (Alpaydin)",
    needs="split_scores",
    plans=("five_by_two",),
    target="algorithm",
    guarantee=f"heuristic: liberal, trains on half the data; {measured('five_by_two_f')}",
    references=("alpaydin1999",),
    instead_of=("kfold_t",),
    audited=6,
    when="Two algorithms and just ten fits of each.",
    when_not=(
        "More fits than ten; one-sided questions (F has no direction); a statement about training on all the data, as "
        "every fit sees half of it."
    ),
    exceptions=MappingProxyType(
        {
            "one-sided": "F has no direction",
            "contains estimate": "the interval is empty (NaN) where the F test rejects every null value",
        }
    ),
)
