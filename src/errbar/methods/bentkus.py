"""Bentkus limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def bentkus(scores: Scores) -> Finding:
    r"""Bentkus interval for the mean loss of one trained model.

    .. math:: \sup\{p : \min_{j > nx} E(j - \mathrm{Bin}(n,p))_+/(j - nx) \ge \delta\}

    x: mean loss; j: whole numbers.

    Target: this trained model.  Guarantee: rigorous; the tightest that reads the mean alone.
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
    [bentkus2004]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="bentkus")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0312 0.2277
    """
    return bound_finding(scores, "bentkus")


METHOD = Method(
    fn=bentkus,
    title="Bentkus",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range; the tightest that reads the mean alone",
    references=("bentkus2004",),
    when="A guarantee for losses in a known range when only their mean and number are known.",
    when_not="0/1 losses (`clopper_pearson` is exact there), or losses at hand with small variance (`betting`).",
    compares="either",
)
