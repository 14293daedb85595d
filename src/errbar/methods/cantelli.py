"""Cantelli limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def cantelli(scores: Scores) -> Finding:
    r"""Cantelli interval for the mean loss of one trained model.

    .. math:: (L-x)^2 = L(1-L)(1-\delta)/(n\delta)

    x: mean loss; L: the limit.

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
    [anguita2011]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="cantelli")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0104 0.5402
    """
    return bound_finding(scores, "cantelli")


METHOD = Method(
    fn=cantelli,
    title="Cantelli",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range",
    references=("anguita2011",),
    when="The one-sided form of Chebyshev's inequality, where only that can be used.",
    when_not="Any other purpose: `bentkus` is never looser.",
    compares="either",
)
