"""Chernoff, inverted exactly limits for one trained model on a test set."""

from __future__ import annotations

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def chernoff_tight(scores: Scores) -> Finding:
    r"""Chernoff, inverted exactly interval for the mean loss of one trained model.

    .. math:: x + e/n + \sqrt{(e/n)^2 + 2xe/n}, \quad e = \ln(1/\delta)

    x: mean loss.

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
    >>> r = eb.infer(scores, method="chernoff_tight")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0000 0.3159
    """
    return bound_finding(scores, "chernoff_tight")


METHOD = Method(
    fn=chernoff_tight,
    title="Chernoff, inverted exactly",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range; for small means",
    references=("anguita2011",),
    when="A rigorous limit in closed form for small mean losses.",
    when_not="Means that are not small; `bentkus` is tighter.",
    compares="one",
)
