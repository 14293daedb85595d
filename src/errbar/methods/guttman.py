"""Guttman limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def guttman(scores: Scores) -> Finding:
    r"""Guttman interval for the mean loss of one trained model.

    .. math:: (L-x)^2 = s^2/(n-1) + L(1-L)\sqrt{2/(\delta n(n-1))}

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
    >>> r = eb.infer(scores, method="guttman")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0275 0.2631
    """
    return bound_finding(scores, "guttman")


METHOD = Method(
    fn=guttman,
    title="Guttman",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range",
    references=("guttman1948",),
    when="To repeat the survey; it reads variance as well as mean.",
    when_not="New work: `guttman_sharp` is never looser, and `betting` usually tighter, under the same assumption.",
    compares="either",
)
