"""Chernoff limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def chernoff(scores: Scores) -> Finding:
    r"""Chernoff interval for the mean loss of one trained model.

    .. math:: x + \sqrt{2xe/n} + 2e/n, \quad e = \ln(1/\delta)

    x: mean loss; the lower limit is x - \sqrt{2xe/n}.

    Target: this trained model.  Guarantee: rigorous for losses in a known range; for small means.
    Needs: losses in a known range.

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
    >>> r = eb.infer(scores, method="chernoff")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0000 0.3690
    """
    return bound_finding(scores, "chernoff")


METHOD = Method(
    fn=chernoff,
    title="Chernoff",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range; for small means",
    references=("anguita2011",),
    when="A rigorous limit in closed form for small mean losses.",
    when_not="Means that are not small; where a computer is at hand `chernoff_tight` and `bentkus` are tighter.",
    compares="one",
)
