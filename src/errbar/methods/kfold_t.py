"""The t-test over cross-validation folds, mean and standard error as if folds were independent."""

from __future__ import annotations

from math import sqrt

from errbar.core.student import Student
from errbar.core.variance import mean_and_variance
from errbar.methods.notes import unequal_note
from errbar.types import Finding, Method, Scores
from errbar.types.coverage import measured


def kfold_t(scores: Scores) -> Finding:
    r"""Naive t interval over K folds (times repeats), as if they were independent.

    .. math:: \bar d \pm t_{KR-1} \sqrt{s_d^2 / (KR)}

    d_j: score of fold j; K: folds; R: repeats; s_d^2: variance of the d_j, divisor KR - 1.

    Target: the algorithm at n_1.  Guarantee: none; too narrow, badly so with repeats.  Needs: one score per fold.

    Parameters
    ----------
    scores : one series over K folds, repeated or not.

    Returns
    -------
    Finding

    Deviation: none.

    References
    ----------
    [dietterich1998], [bengio2004]

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.kfold(4).build(8, random_state=0)
    >>> r = eb.infer(eb.Scores.from_splits({"m": [0.1, 0.2, 0.3, 0.4]}, plan=plan, loss="error"), method="kfold_t")
    >>> print(f"{r.estimate:.2f} {r.se:.10f}")
    0.25 0.0645497224
    """
    d = scores.per_split
    mean, variance = mean_and_variance(d)
    repeated = not scores.plan.is_one_partition
    return Finding(
        Student(mean, sqrt(variance / d.size), d.size - 1),
        notes=[
            "Too narrow: the folds share training data, so their scores are correlated"
            + (", and repeating the folds shrinks this interval without adding data. " if repeated else ". ")
            + "Use corrected_t or nested_cv.",
            *unequal_note(scores),
        ],
    )


METHOD = Method(
    fn=kfold_t,
    title="K-fold t (naive)",
    needs="split_scores",
    plans=("kfold", "five_by_two", "custom"),
    target="algorithm",
    guarantee=f"none: too narrow; {measured('kfold_t')}",
    references=("dietterich1998", "bengio2004"),
    overlap=0.0,
    audited=True,
    when="Never for a conclusion. It is here to be drawn beside an honest interval.",
    when_not="Always: folds share most of their training data, and repeats make it worse.",
)
