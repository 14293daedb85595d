"""Mid-p limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def mid_p(scores: Scores) -> Finding:
    r"""Mid-p interval for the share of errors of one trained model.

    .. math:: P(X<k) + P(X=k)/2 = \delta

    k: errors among n; X: binomial with the limit as probability.

    Target: this trained model.  Guarantee: approximate: near nominal on average.
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
    [brown2001]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="mid_p")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0376 0.2078
    """
    return bound_finding(scores, "mid_p")


METHOD = Method(
    fn=mid_p,
    title="Mid-p",
    needs="binary_losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="approximate: near nominal on average",
    references=("brown2001",),
    when="An interval for an error rate near nominal on average, between the exact and the approximate ones.",
    when_not="Where the level must hold for every error rate.",
    compares="one",
)
