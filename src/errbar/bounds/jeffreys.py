r"""Jeffreys interval for the share of errors of one trained model.

.. math:: \mathrm{BetaInv}(1-\delta;\, k+1/2,\, n-k+1/2)

k: errors among n. With a uniform prior, 1 stands in the place of each 1/2.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Quantile of the posterior Beta(k + 1/2, n - k + 1/2). Not rigorous.

>>> import errbar as eb
>>> float(eb.bounds.jeffreys(1.0, 10, 0.05))
1.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="jeffreys")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0392 0.2054
"""

from __future__ import annotations

from types import MappingProxyType

from errbar.bounds.bound import Bound
from errbar.core.jeffreys import jeffreys_lower, jeffreys_upper
from errbar.core.uniform_posterior import UniformPosterior
from errbar.types import Finding, Option, Scores


def _uniform(scores: Scores, prior: str = "jeffreys") -> Finding | None:
    """The posterior of the other prior."""
    if prior == "jeffreys":
        return None
    moments = scores.moments
    return Finding(
        UniformPosterior(round(moments.mean * moments.n), moments.n),
        notes=["Posterior under a uniform prior: not guaranteed to cover."],
        details={"rigorous": False, "prior": prior},
    )


jeffreys = Bound(
    name="jeffreys",
    title="Jeffreys",
    words="Jeffreys' posterior quantile",
    code="JEF",
    reads="errors",
    rigorous=False,
    guarantee="approximate: near nominal on average",
    references=("brown2001",),
    upper=jeffreys_upper,
    lower=jeffreys_lower,
    when="An interval for an error rate that is near nominal on average, with a Bayesian reading.",
    when_not="Where the level must hold for every error rate.",
    options=MappingProxyType({"prior": Option("jeffreys", ("jeffreys", "uniform"), "Beta(1/2, 1/2) or Beta(1, 1)")}),
    other=_uniform,
    instead_of=("normal",),
    doc=__doc__,
)
