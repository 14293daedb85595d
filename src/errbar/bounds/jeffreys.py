r"""Quantile of the posterior Beta(k + 1/2, n - k + 1/2). Not rigorous.

.. math:: \mathrm{BetaInv}(1-\delta;\, k+1/2,\, n-k+1/2)

k: errors among n. With a uniform prior, 1 stands in the place of each 1/2.

Parameters
----------
prior : Beta(1/2, 1/2) or Beta(1, 1)

Use it: An interval for an error rate that is near nominal on average, with a Bayesian reading.
Not for: Where the level must hold for every error rate.
References: brown2001.

>>> import errbar as eb
>>> float(eb.bounds.jeffreys(1.0, 10, 0.05))
1.0
"""

from typing import Literal

from errbar.bounds.bound import NEAR_NOMINAL, Bound
from errbar.core.jeffreys import jeffreys_lower as lower
from errbar.core.jeffreys import jeffreys_upper as upper
from errbar.core.uniform_posterior import UniformPosterior
from errbar.types import Finding, Scores


def _uniform(scores: Scores, *, prior: Literal["jeffreys", "uniform"] = "jeffreys") -> Finding | None:
    """The posterior of the other prior."""
    if prior == "jeffreys":
        return None
    m, note = scores.moments, "Posterior under a uniform prior: not guaranteed to cover."
    return Finding(UniformPosterior(round(m.mean * m.n), m.n), [note], {"rigorous": False, "prior": prior})


WORDS = "Jeffreys' posterior quantile"
jeffreys = Bound(__name__, "Jeffreys", upper, lower, words=WORDS, reads="errors", claim=NEAR_NOMINAL, other=_uniform)
