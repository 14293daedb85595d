"""Betting, target recalculated limits for one trained model on a test set."""

from __future__ import annotations

from types import MappingProxyType

from errbar.bounds.law import bound_finding
from errbar.types import Finding, Method, Scores


def betting_star(scores: Scores) -> Finding:
    r"""Betting, target recalculated interval for the mean loss of one trained model.

    .. math:: \lambda_t = \sqrt{2(\ln(1/\delta) - \ln W_{t-1})_+/((n-t+1)\,S_{t-1}(m))}

    W: wealth of the bets against m so far; S: their second moment.

    Target: this trained model.  Guarantee: rigorous for losses in a known range; tighter and slower than betting.
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
    [voracek2025]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.holdout(50).build(100, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [1.0] * 5 + [0.0] * 45}, plan=plan)
    >>> r = eb.infer(scores, method="betting_star")
    >>> print(f"{r.low:.4f} {r.high:.4f}")
    0.0347 0.1842
    """
    return bound_finding(scores, "betting_star")


METHOD = Method(
    fn=betting_star,
    title="Betting, target recalculated",
    needs="losses",
    plans=("test_set", "holdout"),
    target="model",
    guarantee="rigorous for losses in a known range; tighter and slower than betting",
    references=("voracek2025",),
    when="As `betting`, when its last few per cent are worth more computing.",
    when_not="Very long lists of losses; otherwise as `betting`.",
    compares="either",
    exceptions=MappingProxyType(
        {"row order": "the bets need an order, and items without names have only their places"}
    ),
)
