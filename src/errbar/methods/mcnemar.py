r"""McNemar's test of equal error rates, with Tango's score test and interval for their difference.

.. math:: z(\delta) = (b - c - n_2 \delta) \big/ \sqrt{n_2 (2 \tilde q + \delta - \delta^2)}, \qquad
          \hat\delta = (b - c) / n_2

b, c: test examples that only the first, only the second model gets wrong; n_2: test size; q-tilde: most likely
share of the latter where the difference is delta. At delta = 0 that is McNemar's (b - c) / sqrt(b + c): given
b + c, b is binomial with probability 1/2; "exact" doubles its tail, "mid_p" counts half of the observed value,
"asymptotic" refers z to the normal law, "continuity" moves |b - c| by one first. Any other null value, and so any
margin, is judged by Tango's z; one-sided by Student's law with n_2 - 1 degrees of freedom after moving b - c by
0.2 towards the null value, which keeps the rate of false passes below 0.055.

Examples in groups, or with several answers each, count for as many independent ones as their variance says,
averaged with that of three groups whose examples are all alike, and of large groups that may be missing by chance
(`core.paired_binary.effective_counts`); the law is Student's with one degree of freedom less than there are groups.

Parameters
----------
variant : how the p-value is computed
    Of the test of no difference between independent examples, see above.

Use it: Two trained classifiers and the same test items, above all when few items tell them apart; a gate with any
    margin; items in groups, or with several answers each.
Not for: Losses that are not right or wrong (take `holdout_t`, in groups `clustered_t`), or a question about what
    happens with another training set.
In more words: exact for "exact", near nominal for "mid_p"; margins by enumeration.
Deviation: the continuity correction never moves past b = c; without any disagreement p is 1. Tango's one-sided test is
    plain; ours is a little wider, because plain it passes up to 0.07 at the margin.
References: mcnemar1947, fagerland2013, tango1998.

>>> import errbar as eb
>>> plan = eb.plans.holdout(40).build(100, random_state=0)
>>> losses = {"a": [1.0] * 9 + [0.0] * 31, "b": [0.0] * 9 + [1.0] * 2 + [0.0] * 29}
>>> r = eb.infer(eb.Scores.from_losses(losses, plan=plan), model="a", versus="b", method="mcnemar")
>>> print(f"{r.pvalue:.8f}")
0.03857422
"""

from math import sqrt

import numpy as np

from errbar.core.paired_binary import PairedBinary, Variant, effective_counts
from errbar.errors import NeedsError
from errbar.methods.clustered_t import IN_GROUPS, PLANS, group_details
from errbar.types import Finding, Scores, method

TRAINED = (
    "McNemar's test is about these two trained models: it says nothing about how the result "
    "would change with another training set."
)
ALIKE = "Only sums are known: large groups are taken to be all alike, which is wider; see keep='items'."
CLAIM = "near nominal for these two models, at any margin, silent about training"
AT_NULL = "at 0 the p-value is conditional on b + c, the interval inverts Tango's score; 'asymptotic' agrees"
FEW = 20  # groups
FACTS = IN_GROUPS | {"needs": "binary_losses"}


@method("McNemar, Tango", PLANS, CLAIM, compares="two", exceptions={"agree": AT_NULL}, **FACTS)
def mcnemar(scores: Scores, *, variant: Variant = "mid_p") -> Finding:
    b, c = _both_ways(scores)
    first, second = (c, b) if scores.greater_is_better else (b, c)
    wrong = {"only_first_wrong": first, "only_second_wrong": second}
    m = scores.moments
    if m.n_groups is None and scores.is_binary:
        law = PairedBinary(b, c, m.n, variant, se=sqrt(m.variance / m.n) or None)
        return Finding(law, [TRAINED], wrong | {"variant": variant})
    if variant != "mid_p":
        raise NeedsError(
            f"variant={variant!r} takes examples as independent, with one answer each; in groups or with several "
            "answers there is only the score test: leave variant out."
        )
    return _in_groups(scores, b, c, wrong)


def _in_groups(scores: Scores, b: float, c: float, wrong: dict[str, float]) -> Finding:
    m, sums, unit = scores.moments, scores.moments.in_clusters, _unit(scores)
    squares, sizes = sums.cr1 * m.n**2, float(m.n if m.size_squares is None else m.size_squares)
    b, c, n = effective_counts(b, c, m.n, squares=sums.squares, group_squares=squares, size_squares=sizes, unit=unit)
    se = sqrt(max(b + c - (b - c) ** 2 / n, 0.0)) / n
    law = PairedBinary(b, c, n, "mid_p", float(sums.n_clusters - 1), se or None)
    few = f"Only {sums.n_clusters} {'items' if m.n_groups is None else 'groups'}"
    little = f"{few}: they say little about their own spread, and the worst case weighs in."
    notes = [TRAINED, sums.n_clusters < FEW and little, scores.sums is not None and ALIKE]
    return Finding(law, notes, wrong | {"effective_items": n} | ({} if m.n_groups is None else group_details(sums)))


def _unit(scores: Scores) -> float | None:
    """Size of the groups' totals, weighted by their squares; None where only sums over all groups are known."""
    if scores.sums is not None:
        return None
    groups, losses = scores.item_groups, scores.losses
    totals = np.abs(losses if groups is None else np.bincount(groups, weights=losses))
    squares = float(totals @ totals)
    return float(totals**2 @ totals) / squares if squares else None


def _both_ways(scores: Scores) -> tuple[float, float]:
    """Sums of the positive and of the negative differences; how many there are of each where they are 0 or 1."""
    m = scores.moments
    if scores.is_binary:
        differ, gap = round(m.total_square), round(m.n * m.mean)
        return (differ + gap) // 2, (differ - gap) // 2
    total, gap_sum = float(np.abs(scores.losses).sum()), float(scores.losses.sum())
    return (total + gap_sum) / 2, (total - gap_sum) / 2
