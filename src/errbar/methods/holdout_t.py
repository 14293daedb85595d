r"""t interval for the mean loss on one test set.

.. math:: \bar L \pm t_{n_2-1} \sqrt{s_L^2 / n_2}

L_i: loss of test example i; n_2: test size; s_L^2: variance of the losses, divisor n_2 - 1.

Parameters
----------
critical : quantile: Student's t or the normal z
    "t" is the 1999 paper's, "z" that of 2003.
origin : an end of the range of the losses, from which the log of the mean is taken
    None (the default) is the formula above. For skewed losses 0, say: the log of the mean loss then follows Student's
    law with scale s_L / (mean sqrt(n_2)), as `infer(by=...)` has it for subgroups.
spread : smallest standard deviation of the losses, as a share of their mean's distance from the origin if there is one
    Where more is known of them than these losses tell.
skewness : of the losses: without an origin the interval reaches further by the factor 1 + skewness / sqrt(n_2)
    As `infer(by=...)` has it for subgroups.

Use it: One trained model (or two) and a test set that had no part in training: any loss, any n from a few dozen up.
Not for: As a statement about the algorithm: one training set says nothing about the others. For 0/1 losses with few
    errors take `wilson`, for small samples of very skewed losses `betting` or `bootstrap_bca`.
In more words: asymptotic in n_2; as a statement about the algorithm it is liberal, because one training set says
    nothing about the others.
Deviation: t by default, where the 2003 paper uses the normal quantile.
References: nadeau1999, nadeau2003.

Examples
--------
51 of 69 correct, with the normal quantile:

>>> import errbar as eb
>>> plan = eb.plans.holdout(69).build(200, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [0.0] * 51 + [1.0] * 18}, plan=plan)
>>> r = eb.infer(scores, method="holdout_t", options={"critical": "z"})
>>> print(f"{1 - r.high:.7f} {1 - r.low:.7f}")
0.6347628 0.8434981
"""

from math import inf, sqrt
from typing import Literal

from errbar.check import check_at_least, check_number
from errbar.core.log_mean import LogMean
from errbar.core.student import Student
from errbar.errors import NeedsError
from errbar.types import Finding, Scores, method

Quantile = Literal["t", "z"]
CLAIM = "asymptotic for this model, silent about the algorithm"
ONE_SET = (
    "One training set: read as a statement about the algorithm, this interval is too narrow "
    "(it leaves out how the error varies with the training set)."
)


@method("Hold-out t", ("holdout", "test_set"), CLAIM, needs="losses", target="model", audited=0)
def holdout_t(
    scores: Scores, *, critical: Quantile = "t", origin: float | None = None, spread: float = 0.0, skewness: float = 0.0
) -> Finding:
    m = scores.moments
    df = m.n - 1 if critical == "t" else inf
    spread, skewness = check_at_least("spread", spread, 0.0), check_number("skewness", skewness)
    if origin is not None:
        return Finding(_on_logs(scores, check_number("origin", origin), spread, df))
    honest = "for 0/1 losses clopper_pearson gives an honest bound."
    equal = f"All {m.n} losses are equal, so the t interval has zero width; {honest}"
    notes = [scores.plan.kind == "holdout" and ONE_SET, m.variance == 0 and spread <= 0 and equal]
    deviation = max(sqrt(m.variance), spread) * (1.0 + abs(skewness) / sqrt(m.n))
    return Finding(Student(m.mean, deviation / sqrt(m.n), df), notes)


def _on_logs(scores: Scores, origin: float, spread: float, df: float) -> LogMean:
    m, least, most = scores.moments, scores.losses.min(), scores.losses.max()
    if m.mean == origin or (least < origin < most):
        outside = f"they lie between {least:g} and {most:g}"
        raise NeedsError(f"origin={origin:g} must be an end of the losses, and not all of them: {outside}.")
    deviation = max(sqrt(m.variance), spread * abs(m.mean - origin))
    return LogMean(m.mean, deviation / sqrt(m.n), df, origin)
