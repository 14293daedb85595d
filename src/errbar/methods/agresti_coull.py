"""Agresti-Coull limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def agresti_coull(scores: Scores) -> Finding:
    r"""Agresti-Coull interval for the share of errors of one trained model.

    .. math:: p' + z\sqrt{p'(1-p')/n'}, \quad n' = n + z^2,\ p' = (k + z^2/2)/n'

    k: errors among n; z: normal quantile.

    Target: this trained model.  Guarantee: approximate: near nominal on average.
    Needs: 0/1 losses.

    Parameters
    ----------
    scores : one series on one test set.

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
    >>> r = eb.infer(scores, method="agresti_coull")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0391 0.2179
    """
    return bound_finding(scores, "agresti_coull")


METHOD = Method(
    fn=agresti_coull,
    title="Agresti-Coull",
    needs="binary_losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="approximate: near nominal on average",
    references=("brown2001",),
    when="An interval for an error rate that can be computed by hand and is a little conservative.",
    when_not="Few errors: `wilson` is narrower there.",
    compares="one",
)
