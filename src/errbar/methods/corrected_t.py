"""The corrected resampled t-test of Nadeau and Bengio."""

from __future__ import annotations

from math import sqrt

from errbar.check import Alternative
from errbar.core.student import Student
from errbar.core.variance import corrected_factor, mean_and_variance
from errbar.guidance import unequal_note
from errbar.types import Method, Result, Scores
from errbar.types.coverage import measured


def corrected_t(
    scores: Scores,
    *,
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: Alternative = "two-sided",
) -> Result:
    r"""Corrected resampled t interval for a mean score or a difference.

    .. math:: \bar d \pm t_{J-1} \sqrt{(1/J + n_2/n_1)\, s_d^2}

    d_j: score of split j; J: number of splits; n_1, n_2: training and test size (sums over splits where they
    differ, groups where groups were split); s_d^2: variance of the d_j, divisor J - 1.

    `details`: "uncorrected_se", "naive_low" and "naive_high", what a t interval over the splits would have said.

    Target: the algorithm at n_1.  Guarantee: heuristic, exact if Corr(d_j, d_k) = n_2/(n_1 + n_2).
    Needs: one score per split.

    Parameters
    ----------
    scores : one series over random splits or K folds (repeated or not).
    confidence_level, null, alternative : of the interval and the test.

    Returns
    -------
    Result

    Deviation: none. On repeated K-fold it is the test of Bouckaert and Frank.

    References
    ----------
    [nadeau2003], [bouckaert2004]

    Examples
    --------
    >>> import errbar as eb
    >>> m = [.20, .24, .18, .22, .26, .19, .21, .25, .23, .17]
    >>> r = eb.infer(eb.Scores.from_splits({"m": m}, n_train=90, n_test=10), method="corrected_t")
    >>> print(f"{r.se:.10f} [{r.low:.10f}, {r.high:.10f}]")
    0.0139110934 [0.1835309205, 0.2464690795]
    """
    d, ratio = scores.per_split, scores.plan.ratio
    mean, variance = mean_and_variance(d)
    se = sqrt(corrected_factor(d.size, ratio) * variance)
    naive = Student(mean, sqrt(variance / d.size), d.size - 1)
    naive_low, naive_high = naive.interval(confidence_level, alternative)
    return Result.of(
        scores,
        "corrected_t",
        Student(mean, se, d.size - 1),
        target="algorithm",
        confidence_level=confidence_level,
        null=null,
        alternative=alternative,
        notes=[ASSUMED, *unequal_note(scores)],
        details={"ratio": ratio, "uncorrected_se": naive.se, "naive_low": naive_low, "naive_high": naive_high},
    )


ASSUMED = "The correction assumes the scores of two splits correlate as n_test/(n_train + n_test)."


METHOD = Method(
    fn=corrected_t,
    title="Corrected resampled t",
    needs="split_scores",
    plans=("subsample", "kfold", "five_by_two", "custom"),
    target="algorithm",
    guarantee=f"heuristic: liberal; {measured('corrected_t')}",
    references=("nadeau2003", "bouckaert2004"),
)
