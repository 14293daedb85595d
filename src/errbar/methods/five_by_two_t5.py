"""The 5x2cv t-test, repaired by taking the first pair's mean."""

from __future__ import annotations

from math import sqrt
from types import MappingProxyType

from errbar.core.five_by_two import first_pair
from errbar.core.student import Student
from errbar.types import Finding, Method, Scores
from errbar.types.coverage import measured


def five_by_two_t5(scores: Scores) -> Finding:
    r"""5x2cv t interval around the mean of the first pair.

    .. math:: \tfrac12 (d_{11} + d_{12}) \pm t_5 \sqrt{\tfrac1{10} \sum_{m=1}^5 s_m^2}, \qquad
        s_m^2 = (d_{m1} - d_{m2})^2 / 2

    d_{mk}: score of half k in replication m.

    Target: the algorithm at n/2.  Guarantee: exact for ten independent Gaussian scores.
    Needs: ten scores of five_by_two.

    Parameters
    ----------
    scores : one series over five_by_two.

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
    >>> plan = eb.plans.five_by_two().build(200, random_state=0)
    >>> d = [.02, .04, .03, .01, .05, .02, 0, .03, .04, .02]
    >>> scores = eb.Scores.from_splits({"a - b": d}, plan=plan, loss="error")
    >>> r = eb.infer(scores, method="five_by_two_t5", null=0.0)
    >>> print(f"{r.estimate:.2f} {r.statistic:.6f}")  # sqrt(2) 0.03 / sqrt(0.003 / 10)
    0.03 2.449490
    """
    estimate, variance = first_pair(scores.per_split.reshape(5, 2))
    return Finding(
        Student(float(estimate), sqrt(variance), 5),
        notes=[
            "The estimate is the mean of the first two of ten scores, so another order of the splits gives another "
            "answer; five_by_two_f uses all ten.",
            "Exact if the ten scores were independent; they share data.",
        ],
        details={"mean_of_ten": float(scores.per_split.mean())},
    )


METHOD = Method(
    fn=five_by_two_t5,
    title="5x2cv t, second repair",
    needs="split_scores",
    plans=("five_by_two",),
    target="algorithm",
    guarantee=f"heuristic: exact for independent Gaussian scores, else liberal; {measured('five_by_two_t5')}",
    references=("nadeau2003",),
    instead_of=("kfold_t",),
    when="As `five_by_two_t4`, with the mean of the first pair as estimate.",
    when_not="New work: real scores are not independent, and the estimate reads two of ten scores.",
    exceptions=MappingProxyType({"split order": "the estimate is the mean of the first pair alone"}),
)
