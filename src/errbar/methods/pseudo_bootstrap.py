"""The pseudo-bootstrap: the same resampling, repeated on the same data."""

from __future__ import annotations

from math import sqrt

from errbar.core.student import Student
from errbar.methods.rounds import rounds_of
from errbar.types import Finding, Method, Scores
from errbar.types.coverage import measured


def pseudo_bootstrap(scores: Scores) -> Finding:
    r"""Naive t interval whose variance comes from repeating the whole resampling on the same data.

    .. math:: \bar d \pm t_{R-1} \sqrt{\tfrac{1}{R-1} \sum_{r=1}^R (\bar d_r - \bar d_\cdot)^2}

    \bar d: mean over J splits; \bar d_r: the same mean over the J further splits of round r; R: rounds.

    Target: the algorithm at n_1.  Guarantee: none, far too narrow: every round sees the same data.
    Needs: one score per split of pseudo_bootstrap.

    Parameters
    ----------
    scores : one series over pseudo_bootstrap.

    Returns
    -------
    Finding

    Deviation: none.

    References
    ----------
    [nadeau2003]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.pseudo_bootstrap(2, 3, 0.1).build(100, random_state=0)
    >>> values = [.20, .24, .20, .20, .22, .22, .24, .24]
    >>> r = eb.infer(eb.Scores.from_splits({"m": values}, plan=plan, loss="error"), method="pseudo_bootstrap")
    >>> print(f"{r.estimate:.2f} {r.se:.2f} {r.df:.0f}")
    0.22 0.02 2
    """
    rounds = rounds_of(scores)
    return Finding(
        Student(rounds.mean, sqrt(rounds.variance), rounds.n_rounds - 1),
        notes=[
            "Too narrow: all rounds use the same data, so their spread is that of the splits and leaves the data out. "
            "Use corrected_t."
        ],
        details={"n_rounds": rounds.n_rounds},
        n_splits=rounds.n_splits,
    )


METHOD = Method(
    fn=pseudo_bootstrap,
    title="Pseudo-bootstrap (naive)",
    needs="split_scores",
    plans=("pseudo_bootstrap",),
    target="algorithm",
    guarantee=f"none: far too narrow; {measured('pseudo_bootstrap')}",
    references=("nadeau2003",),
    when="Never for a conclusion; it is kept because the paper studies it.",
    when_not="Always: rounds on the same data cannot see how results vary with the data.",
)
