"""Wilson limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def wilson(scores: Scores) -> Finding:
    r"""Wilson interval for the share of errors of one trained model.

    .. math:: \frac{2x + A + z\sqrt{z^2/n^2 + 4x(1-x)/n}}{2(1+A)}, \quad A = z^2/n

    x: share of errors among n; z: normal quantile, signed.

    Target: this trained model.  Guarantee: approximate: near nominal on average, honest at 0 and n errors.
    Needs: 0/1 losses.

    Parameters
    ----------
    scores : one series on one test set.

    Returns
    -------
    Finding

    Deviation: none; the p-value is the smallest level at which the null value is outside.

    References
    ----------
    [wilson1927]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="wilson")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0435 0.2136
    """
    return bound_finding(scores, "wilson")


METHOD = Method(
    fn=wilson,
    title="Wilson",
    needs="binary_losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="approximate: near nominal on average, honest at 0 and n errors",
    references=("wilson1927",),
    when="The error rate of one trained classifier: the default. Honest at 0 and at n errors.",
    when_not=(
        "Where the level must hold for every error rate: take `clopper_pearson` or `blaker`. Items in groups: "
        "`clustered_wilson`."
    ),
    compares="one",
)
