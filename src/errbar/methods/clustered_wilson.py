"""Wilson's interval for the error rate of a fixed classifier on items that come in groups."""

from __future__ import annotations

from math import sqrt

from errbar.check import Alternative
from errbar.core.score_interval import ScoreShare
from errbar.methods.clustered_t import cluster_sums, group_details, group_notes
from errbar.types import Method, Result, Scores


def clustered_wilson(
    scores: Scores,
    *,
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: Alternative = "two-sided",
) -> Result:
    r"""Score interval for an error rate at the number of independent items that the grouped ones are worth.

    .. math:: |\hat p - p| \le t_{G-1} \sqrt{p (1 - p) / m}, \qquad m = \min\{n,\; \hat p (1 - \hat p) / v\}

    p-hat: share of errors among n items in G groups; v: its cluster-robust variance (CR1). Where p-hat is 0 or 1, v
    says nothing and m = G, the worst case that items of a group are all alike.

    Target: this trained model, on new groups like these.  Guarantee: asymptotic in the number of groups, with honest
    width at 0 and n errors.  Needs: 0/1 losses (or their sums per group).

    Parameters
    ----------
    scores : one model's 0/1 losses on one test set.
    confidence_level, null, alternative : of the interval and the test.

    Returns
    -------
    Result

    Deviation: none from the survey literature; m never exceeds n, as in Korn and Graubard.

    References
    ----------
    [wilson1927], [korn1998]

    Examples
    --------
    >>> import errbar as eb
    >>> table = {"i": range(40), "loss": [0] * 40, "g": [i // 4 for i in range(40)]}
    >>> scores = eb.Scores.from_table(table, item="i", loss="loss", group="g")
    >>> r = eb.infer(scores, method="clustered_wilson")
    >>> r.low, round(r.high, 3)
    (0.0, 0.339)
    """
    sums = cluster_sums(scores.moments)
    p, size = sums.mean, float(sums.n)
    if not 0.0 < p < 1.0:
        size = float(sums.n_clusters)
    elif sums.cr1 > 0:
        size = min(size, p * (1.0 - p) / sums.cr1)
    return Result.of(
        scores,
        "clustered_wilson",
        ScoreShare(p, size, sums.n_clusters - 1, sqrt(sums.cr1)),
        target="model",
        confidence_level=confidence_level,
        null=null,
        alternative=alternative,
        notes=group_notes(scores, sums),
        details={**group_details(sums), "effective_items": size},
    )


METHOD = Method(
    fn=clustered_wilson,
    title="Cluster-robust Wilson",
    needs="binary_losses",
    plans=("holdout", "test_set"),
    target="model",
    guarantee="asymptotic in the number of groups; honest at 0 and n errors",
    references=("wilson1927", "korn1998"),
    compares="one",
)
