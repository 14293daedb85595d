"""Normal approximation limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def normal(scores: Scores) -> Finding:
    r"""Normal approximation interval for the share of errors of one trained model.

    .. math:: x + z \sqrt{x(1-x)/n}

    x: share of errors among n; z: normal quantile.

    Target: this trained model.  Guarantee: none: zero width at 0 or n errors.
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
    [anguita2011]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="normal")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0168 0.1832
    """
    return bound_finding(scores, "normal")


METHOD = Method(
    fn=normal,
    title="Normal approximation",
    needs="binary_losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="none: zero width at 0 or n errors",
    references=("anguita2011",),
    when="Never for a conclusion: it is what a textbook's error bar is, kept for comparison.",
    when_not="Few errors: at 0 or n errors its width is zero.",
    compares="one",
)
