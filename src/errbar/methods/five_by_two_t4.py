"""The 5x2cv t-test, repaired by leaving the first replication out of the variance."""

from __future__ import annotations

from math import sqrt
from types import MappingProxyType

from errbar.core.five_by_two import first_score_apart
from errbar.core.student import Student
from errbar.types import Finding, Method, Scores
from errbar.types.coverage import measured


def five_by_two_t4(scores: Scores) -> Finding:
    r"""5x2cv t interval whose variance leaves the first replication out, with four degrees of freedom.

    .. math:: d_{11} \pm t_4 \sqrt{\tfrac14 \sum_{m=2}^5 s_m^2}, \qquad s_m^2 = (d_{m1} - d_{m2})^2 / 2

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
    >>> r = eb.infer(scores, method="five_by_two_t4", null=0.0)
    >>> print(f"{r.statistic:.6f}")  # 0.02 / sqrt(0.0026 / 8)
    1.109400
    """
    estimate, variance = first_score_apart(scores.per_split.reshape(5, 2))
    return Finding(
        Student(float(estimate), sqrt(variance), 4),
        notes=[
            "The estimate is the first of ten scores alone, so another order of the splits gives another answer; "
            "five_by_two_f uses all ten.",
            "Exact if the ten scores were independent; they share data.",
        ],
        details={"mean_of_ten": float(scores.per_split.mean())},
    )


METHOD = Method(
    fn=five_by_two_t4,
    title="5x2cv t, first repair",
    needs="split_scores",
    plans=("five_by_two",),
    target="algorithm",
    guarantee=f"heuristic: exact for independent Gaussian scores, else liberal; {measured('five_by_two_t4')}",
    references=("nadeau2003",),
    instead_of=("kfold_t",),
    when="To see what the 5x2cv test becomes when its reference law is exact for independent Gaussian scores.",
    when_not="New work: real scores are not independent, and the estimate is one of ten scores.",
    exceptions=MappingProxyType({"split order": "the estimate is the first score alone"}),
)
