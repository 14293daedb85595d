"""Jeffreys limits for one trained model on a test set."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from errbar.bounds.law import bound_finding
from errbar.core.uniform_posterior import UniformPosterior
from errbar.types import Finding, Method, Option, Scores


def jeffreys(scores: Scores, *, prior: Literal["jeffreys", "uniform"] = "jeffreys") -> Finding:
    r"""Jeffreys interval for the share of errors of one trained model.

    .. math:: \mathrm{BetaInv}(1-\delta;\, k+1/2,\, n-k+1/2)

    k: errors among n. With a uniform prior, 1 stands in the place of each 1/2.

    Target: this trained model.  Guarantee: approximate: near nominal on average.
    Needs: 0/1 losses.

    Parameters
    ----------
    scores : one series on one test set.
    prior : Beta(1/2, 1/2), or Beta(1, 1).

    Returns
    -------
    Finding

    Deviation: none; the p-value is the smallest level at which the null value is outside.

    References
    ----------
    [brown2001]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="jeffreys")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0392 0.2054
    """
    if prior == "uniform":
        moments = scores.moments
        return Finding(
            UniformPosterior(round(moments.mean * moments.n), moments.n),
            notes=["Posterior under a uniform prior: not guaranteed to cover."],
            details={"rigorous": False, "prior": prior},
        )
    return bound_finding(scores, "jeffreys")


METHOD = Method(
    fn=jeffreys,
    title="Jeffreys",
    needs="binary_losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="approximate: near nominal on average",
    references=("brown2001",),
    when="An interval for an error rate that is near nominal on average, with a Bayesian reading.",
    when_not="Where the level must hold for every error rate.",
    options=MappingProxyType({"prior": Option("jeffreys", ("jeffreys", "uniform"), "Beta(1/2, 1/2) or Beta(1, 1)")}),
    compares="one",
)
