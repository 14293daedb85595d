"""Blaker limits for one trained model on a test set."""

from __future__ import annotations

from types import MappingProxyType

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def blaker(scores: Scores) -> Finding:
    r"""Blaker interval for the share of errors of one trained model.

    .. math:: \{p : P_p(\text{as or more extreme than } k) \ge \delta\}

    k: errors among n; the hull of all accepted p.

    Target: this trained model.  Guarantee: exact: at least nominal, inside clopper_pearson.
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
    [blaker2000]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="blaker")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0402 0.2149
    """
    return bound_finding(scores, "blaker")


METHOD = Method(
    fn=blaker,
    title="Blaker",
    needs="binary_losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="exact: at least nominal, inside clopper_pearson",
    references=("blaker2000",),
    when="A two-sided exact interval for k errors among n: inside `clopper_pearson`, at least nominal all the same.",
    when_not="One-sided limits, for which `clopper_pearson` is the counterpart.",
    compares="one",
    exceptions=MappingProxyType(
        {"one-sided": "the interval is two-sided by construction; clopper_pearson is its one-sided counterpart"}
    ),
)
