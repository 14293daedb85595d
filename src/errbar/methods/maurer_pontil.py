"""Maurer-Pontil limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def maurer_pontil(scores: Scores) -> Finding:
    r"""Maurer-Pontil interval for the mean loss of one trained model.

    .. math:: x + \sqrt{2 V l/n} + 7l/(3(n-1)), \quad l = \ln(2/\delta)

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
    >>> r = eb.infer(scores, method="maurer_pontil")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0000 0.4355
    """
    return bound_finding(scores, "maurer_pontil")


METHOD = Method(
    fn=maurer_pontil,
    title="Maurer-Pontil",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range; adapts to small variance",
    references=("maurer2009",),
    when="A rigorous limit in closed form when the variance of the losses is far below its maximum.",
    when_not="Small n, where its last term rules; `maurer_pontil_sharp` and `betting` are usually tighter.",
    compares="either",
)
