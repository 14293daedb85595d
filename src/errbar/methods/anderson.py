"""Anderson limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def anderson(scores: Scores) -> Finding:
    r"""Anderson interval for the mean loss of one trained model.

    .. math:: 1 - \sum_i (x_{(i+1)} - x_{(i)}) \max(0, i/n - \epsilon)

    x_(i): ordered losses; epsilon: one-sided Smirnov quantile.

    Target: this trained model.  Guarantee: rigorous for losses in a known range.
    Needs: losses in a known range (the difference of two models too, which spans twice that).

    Parameters
    ----------
    scores : one series on one test set.

    Returns
    -------
    Finding

    Deviation: none; the p-value is the smallest level at which the null value is outside.

    References
    ----------
    [anderson1969]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="anderson")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0000 0.2884
    """
    return bound_finding(scores, "anderson")


METHOD = Method(
    fn=anderson,
    title="Anderson",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range",
    references=("anderson1969",),
    when="A guarantee from the whole distribution of the losses, in any order; no bets.",
    when_not="Large n: `betting` is usually tighter there.",
    compares="either",
)
