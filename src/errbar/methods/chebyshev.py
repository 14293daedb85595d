"""Chebyshev limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def chebyshev(scores: Scores) -> Finding:
    r"""Chebyshev interval for the mean loss of one trained model.

    .. math:: (L-x)^2 = L(1-L)/(n\delta)

    x: mean loss; L: the limits, both roots.

    Target: this trained model.  Guarantee: rigorous for losses in a known range, loose.
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
    >>> r = eb.infer(scores, method="chebyshev")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0174 0.4112
    """
    return bound_finding(scores, "chebyshev")


METHOD = Method(
    fn=chebyshev,
    title="Chebyshev",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range, loose",
    references=("anguita2011",),
    when="To see how much later inequalities gained.",
    when_not="Any other purpose: `bentkus` is never looser and just as rigorous.",
    compares="either",
)
