r"""Blaker interval for the share of errors of one trained model.

.. math:: \{p : P_p(\text{as or more extreme than } k) \ge \delta\}

k: errors among n; the hull of all accepted p.

Deviation: none; the p-value is the smallest level at which the null value is outside.

Blaker's interval: exact, two-sided only, always inside Clopper and Pearson's.

>>> import errbar as eb
>>> float(eb.bounds.blaker(0.0, 10, 0.05, side="two-sided")[0])
0.0
>>> plan = eb.plans.holdout(50).build(100, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
>>> r = eb.infer(scores, method="blaker")
>>> print(f"{r.low:.4f} {r.high:.4f}")
0.0402 0.2149
"""

from types import MappingProxyType

from errbar.bounds.bound import Bound
from errbar.core.blaker import blaker_lower, blaker_upper

blaker = Bound(
    name="blaker",
    title="Blaker",
    words="Blaker's exact interval",
    code="BLAKER",
    reads="errors",
    sided="both only",
    guarantee="exact: at least nominal, inside clopper_pearson",
    references=("blaker2000",),
    upper=blaker_upper,
    lower=blaker_lower,
    when="A two-sided exact interval for k errors among n: inside `clopper_pearson`, at least nominal all the same.",
    when_not="One-sided limits, for which `clopper_pearson` is the counterpart.",
    exceptions=MappingProxyType(
        {"one-sided": "the interval is two-sided by construction; clopper_pearson is its one-sided counterpart"}
    ),
    instead_of=("normal",),
    doc=__doc__,
)
