"""Bernstein limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def bernstein(scores: Scores) -> Finding:
    r"""Bernstein interval for the mean loss of one trained model.

    .. math:: L = x + \sqrt{2 e L(1-L)/n} + e/(3n), \quad e = \ln(1/\delta)

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
    >>> r = eb.infer(scores, method="bernstein")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0207 0.3007
    """
    return bound_finding(scores, "bernstein")


METHOD = Method(
    fn=bernstein,
    title="Bernstein",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range",
    references=("anguita2011",),
    when="A rigorous limit in closed form for losses in a known range.",
    when_not="Where a computer is at hand: `bentkus` is never looser.",
    compares="either",
)
