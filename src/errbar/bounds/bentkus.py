r"""Bentkus interval for the mean loss of one trained model.

.. math:: \sup\{p : \min_{j > nx} E(j - \mathrm{Bin}(n,p))_+/(j - nx) \ge \delta\}

x: mean loss; j: whole numbers.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Largest p whose lower delta-tail mean of Bin(n, p) is at most n x. Rigorous; never looser than any bound above
that reads only the mean.

>>> import errbar as eb
>>> float(eb.bounds.bentkus(0.0, 1, 0.05))
0.95
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="bentkus")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0312 0.2277
"""

from errbar.bounds.bound import Bound
from errbar.core.bentkus import bentkus_lower, bentkus_upper

bentkus = Bound(
    name="bentkus",
    title="Bentkus",
    words="Optimal convex-order bound of Bentkus and Pinelis",
    code="BEN",
    reads="mean",
    guarantee="rigorous for losses in a known range; the tightest that reads the mean alone",
    references=("bentkus2004",),
    upper=bentkus_upper,
    lower=bentkus_lower,
    when="A guarantee for losses in a known range when only their mean and number are known.",
    when_not="0/1 losses (`clopper_pearson` is exact there), or losses at hand with small variance (`betting`).",
    slow_from=20_000,
    doc=__doc__,
)
