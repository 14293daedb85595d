"""Dietterich's 5x2cv t-test."""

from __future__ import annotations

from math import sqrt
from types import MappingProxyType

from errbar.core.five_by_two import first_score
from errbar.core.student import Student
from errbar.types import Finding, Method, Scores
from errbar.types.coverage import measured


def five_by_two_t(scores: Scores) -> Finding:
    r"""Dietterich's t interval from five replications of two-fold cross-validation.

    .. math:: d_{11} \pm t_5 \sqrt{\tfrac15 \sum_{m=1}^5 s_m^2}, \qquad s_m^2 = (d_{m1} - d_{m2})^2 / 2

    d_{mk}: score of half k in replication m.

    Target: the algorithm at n/2.  Guarantee: none; conservative even for ten independent Gaussian scores (size
    0.073 at 10 %), because d_11 is part of s_1.  Needs: ten scores of five_by_two.

    Parameters
    ----------
    scores : one series over five_by_two.

    Returns
    -------
    Finding

    Deviation: none.

    References
    ----------
    [dietterich1998], [nadeau2003]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.five_by_two().build(200, random_state=0)
    >>> d = [.02, .04, .03, .01, .05, .02, 0, .03, .04, .02]
    >>> scores = eb.Scores.from_splits({"a - b": d}, plan=plan, loss="error")
    >>> r = eb.infer(scores, method="five_by_two_t", null=0.0)
    >>> print(f"{r.statistic:.10f} {r.pvalue:.10f} [{r.low:.10f}, {r.high:.10f}]")
    1.1547005384 0.3003982981 [-0.0245237834, 0.0645237834]
    """
    estimate, variance = first_score(scores.per_split.reshape(5, 2))
    return Finding(
        Student(float(estimate), sqrt(variance), 5),
        notes=[
            "The estimate is the first of ten scores alone, so another order of the splits gives another answer; "
            "five_by_two_f uses all ten.",
            "Wider than needed where the scores behave like independent ones (the estimate is part of its own "
            "variance); liberal where the scores of different replications correlate.",
        ],
        details={"mean_of_ten": float(scores.per_split.mean())},
    )


METHOD = Method(
    fn=five_by_two_t,
    title="5x2cv t (Dietterich)",
    needs="split_scores",
    plans=("five_by_two",),
    target="algorithm",
    guarantee=f"heuristic: liberal, trains on half the data, estimate from one split; {measured('five_by_two_t')}",
    references=("dietterich1998", "nadeau2003"),
    instead_of=("kfold_t",),
    when="To repeat published results that used Dietterich's test.",
    when_not=(
        "New work: its estimate is one of ten scores, so it wastes nine. It trains on half the data. `five_by_two_f` "
        "and `corrected_t` read all scores."
    ),
    exceptions=MappingProxyType({"split order": "the estimate is the first score alone"}),
)
