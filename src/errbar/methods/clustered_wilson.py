r"""Score interval for an error rate at the number of independent 0/1 items that the ones seen are worth.

.. math:: |\hat p - p| \le t_{G-1} \sqrt{p (1 - p) / m}, \qquad m = \hat p (1 - \hat p) / V, \qquad
          V = \frac{d v + w \hat p (1 - \hat p) / G}{d + w}

p-hat: mean loss of n items in G groups, the losses taken as shares of their range (0/1 losses, or answers averaged
per item); v: its cluster-robust variance (CR1), where there are no groups the plain one; d = G min(p-hat, 1 -
p-hat). The second term is the worst case that items of a group, or answers to an item, are all alike: at no error
at all nothing else is known and m = G, and the more errors are seen the less it counts. w: 2 items, 1/2 group. V is
never below v, nor below that of n independent items.

Use it: The error rate of one trained classifier over items in groups, or over several answers per item, also when it
    made no error at all.
Not for: Fewer than about ten groups. Two models: take `clustered_t`.
In more words: asymptotic in the number of groups, for new ones like these, with honest width at 0 and n errors.
Deviation: from Korn and Graubard, whose V is v alone, in the second term: v is not to be believed where it comes from a
    handful of errors.
References: wilson1927, korn1998.

>>> import errbar as eb
>>> table = {"i": range(40), "loss": [0] * 40, "g": [i // 4 for i in range(40)]}
>>> scores = eb.Scores.from_table(table, item="i", loss="loss", group="g")
>>> r = eb.infer(scores, method="clustered_wilson")
>>> r.low, round(r.high, 3)
(0.0, 0.339)
"""

from math import sqrt

from errbar.core.clustered import ClusterSums
from errbar.core.score_interval import InRange, ScoreShare
from errbar.methods.clustered_t import IN_GROUPS, PLANS, group_details, group_notes
from errbar.types import Finding, Scores, method

ITEMS, GROUPS = 2.0, 0.5  # wholly wrong items (groups) that what is seen must outweigh, see `effective_size`
OTHER = "clustered_t"  # for losses of any range
CLAIM = "asymptotic in the number of groups; honest at 0 and n errors"


@method("Cluster-robust Wilson", PLANS, CLAIM, instead_of=("wilson",), without_range=OTHER, compares="one", **IN_GROUPS)
def clustered_wilson(scores: Scores) -> Finding:
    (low, high), sums, grouped = scores.limits, scores.moments.in_clusters, scores.moments.n_groups is not None
    width = high - low
    p = min(1.0, max(0.0, (sums.mean - low) / width))
    size = effective_size(sums, p, width, GROUPS if grouped else ITEMS)
    share = ScoreShare(p, size, sums.n_clusters - 1, sqrt(sums.cr1) / width)
    notes, details = (group_notes(scores, sums), group_details(sums)) if grouped else ([], {})
    return Finding(InRange(share, low, width), notes, {**details, "effective_items": size})


def effective_size(sums: ClusterSums, p: float, width: float, weight: float) -> float:
    """m: how many independent 0/1 items tell as much about a mean of p (losses in a range of `width`)."""
    worst = p * (1.0 - p) / sums.n_clusters
    if worst == 0.0:
        return float(sums.n_clusters)
    seen, d = sums.cr1 / width / width, sums.n_clusters * min(p, 1.0 - p)  # a tiny width squared is 0
    careful = (d * seen + weight * worst) / (d + weight)
    independent = sums.squares / (sums.n * width) / (sums.n * width)
    return p * (1.0 - p) / max(seen, careful, independent)
