"""Betting limits for one trained model on a test set."""

from __future__ import annotations

from types import MappingProxyType

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def betting(scores: Scores) -> Finding:
    r"""Betting interval for the mean loss of one trained model.

    .. math:: \inf\{m : \max_t \prod_{i \le t}(1 + \lambda_i(m - X_i)) \ge 1/\delta\}

    X_i: losses, one after another; lambda_i: bets that know only what came before.

    Target: this trained model.  Guarantee: rigorous for losses in a known range; adapts to small variance.
    Needs: losses in a known range (the difference of two models too, which spans twice that).

    The bets follow an order that cannot know the losses: by a fixed keyed hash of each item's name, so that neither the
    rows of a table nor sorted names matter. Items without names (arrays) are shuffled by their places, in a fixed way.

    Parameters
    ----------
    scores : one series on one test set.

    Returns
    -------
    Finding

    Deviation: the order of the items, above; a limit on the wrong side of the estimate moves out to it
    (`details["unclipped"]` keeps it). The p-value is the smallest level at which the null value is outside.

    References
    ----------
    [waudby2024]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="betting")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0172 0.2272
    """
    return bound_finding(scores, "betting")


METHOD = Method(
    fn=betting,
    title="Betting",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range; adapts to small variance",
    references=("waudby2024",),
    when="A guarantee for losses in a known range, with the losses at hand: it adapts to a small variance.",
    when_not="Losses without a range (squared, log). Arrays whose order you chose after seeing the losses.",
    compares="either",
    exceptions=MappingProxyType(
        {"row order": "the bets need an order, and items without names have only their places"}
    ),
)
