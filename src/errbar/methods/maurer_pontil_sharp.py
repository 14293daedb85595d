"""Maurer-Pontil, sharper limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def maurer_pontil_sharp(scores: Scores) -> Finding:
    r"""Maurer-Pontil, sharper interval for the mean loss of one trained model.

    .. math:: x + \sqrt{2 V l/n} + 2l/\sqrt{n(n-1)} + l/(3n), \quad l = \ln(2/\delta)

    x: mean loss; V: unbiased variance.

    Target: this trained model.  Guarantee: rigorous for losses in a known range; adapts to small variance.
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
    [maurer2009]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="maurer_pontil_sharp")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0000 0.4331
    """
    return bound_finding(scores, "maurer_pontil_sharp")


METHOD = Method(
    fn=maurer_pontil_sharp,
    title="Maurer-Pontil, sharper",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range; adapts to small variance",
    references=("maurer2009",),
    when="A rigorous limit in closed form that adapts to a small variance.",
    when_not="The tightest limit: `betting` has the same assumption and usually gives less.",
    compares="either",
)
