"""Hoeffding, relative entropy limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def hoeffding_kl(scores: Scores) -> Finding:
    r"""Hoeffding, relative entropy interval for the mean loss of one trained model.

    .. math:: \sup\{p : kl(x, p) \le \ln(1/\delta)/n\}

    x: mean loss; kl: relative entropy of two coins.

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
    [hoeffding1963]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="hoeffding_kl")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0228 0.2516
    """
    return bound_finding(scores, "hoeffding_kl")


METHOD = Method(
    fn=hoeffding_kl,
    title="Hoeffding, relative entropy",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range",
    references=("hoeffding1963",),
    when="A rigorous limit from the mean alone that is simple to check.",
    when_not="The last few per cent: `bentkus` is tighter.",
    compares="either",
)
