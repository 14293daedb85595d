"""Guttman, sharper limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def guttman_sharp(scores: Scores) -> Finding:
    r"""Guttman, sharper interval for the mean loss of one trained model.

    .. math:: (L-x)^2 = s^2/(n-1) + L(1-L)\sqrt{(1/\delta-1)\,2/(n(n-1))}

    x: mean loss; s^2: variance with divisor n; L: the limits, both roots.

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
    [guttman1948]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="guttman_sharp")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0278 0.2608
    """
    return bound_finding(scores, "guttman_sharp")


METHOD = Method(
    fn=guttman_sharp,
    title="Guttman, sharper",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range",
    references=("guttman1948",),
    when="Guttman's inequality with nothing wasted.",
    when_not="New work: `betting` is usually tighter under the same assumption.",
    compares="either",
)
