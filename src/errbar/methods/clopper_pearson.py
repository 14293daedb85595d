"""Clopper-Pearson limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def clopper_pearson(scores: Scores) -> Finding:
    r"""Clopper-Pearson interval for the share of errors of one trained model.

    .. math:: \sup\{p : P(\mathrm{Bin}(n,p) \le k) \ge \delta\}

    k: errors among n; delta = 1 - confidence_level, half of it on each side of a two-sided interval.

    Target: this trained model.  Guarantee: exact: at least nominal for every n and p.
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
    [clopper1934]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="clopper_pearson")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0333 0.2181
    """
    return bound_finding(scores, "clopper_pearson")


METHOD = Method(
    fn=clopper_pearson,
    title="Clopper-Pearson",
    needs="binary_losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="exact: at least nominal for every n and p",
    references=("clopper1934",),
    when="k errors among n, and the limit must be right: at least nominal, whatever the error rate.",
    when_not="The narrowest interval; `blaker` is inside it and just as exact, two-sided. Losses that are not 0/1.",
    compares="one",
)
