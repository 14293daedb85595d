"""Hoeffding limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def hoeffding(scores: Scores) -> Finding:
    r"""Hoeffding interval for the mean loss of one trained model.

    .. math:: x + \sqrt{\ln(1/\delta)/(2n)}

    x: mean loss.

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
    >>> r = eb.infer(scores, method="hoeffding")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0000 0.2921
    """
    return bound_finding(scores, "hoeffding")


METHOD = Method(
    fn=hoeffding,
    title="Hoeffding",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range",
    references=("hoeffding1963",),
    when="A rigorous limit one can compute by hand.",
    when_not="Mean losses far from one half: `hoeffding_kl` has the same assumption and is never looser.",
    compares="either",
)
