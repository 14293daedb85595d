"""The resampled t-test as people do it: kept to show how far off it is."""

from __future__ import annotations

from math import sqrt

from errbar.core.student import Student
from errbar.core.variance import mean_and_variance
from errbar.types import Finding, Method, Scores
from errbar.types.coverage import measured


def resampled_t(scores: Scores) -> Finding:
    r"""Naive t interval over random splits, as if they were independent.

    .. math:: \bar d \pm t_{J-1} \sqrt{s_d^2 / J}

    d_j: score of split j; J: number of splits; s_d^2: variance of the d_j, divisor J - 1.

    Target: the algorithm at n_1.  Guarantee: none, far too narrow.  Needs: one score per split.

    Parameters
    ----------
    scores : one series over random splits.

    Returns
    -------
    Finding

    Deviation: none.

    References
    ----------
    [nadeau2003], [dietterich1998]

    Examples
    --------
    >>> import errbar as eb
    >>> m = [.20, .24, .18, .22, .26, .19, .21, .25, .23, .17]
    >>> r = eb.infer(eb.Scores.from_splits({"m": m}, n_train=90, n_test=10, loss="error"), method="resampled_t")
    >>> print(f"{r.se:.10f}")
    0.0095742711
    """
    d = scores.per_split
    mean, variance = mean_and_variance(d)
    return Finding(
        Student(mean, sqrt(variance / d.size), d.size - 1),
        notes=[
            "Too narrow: the splits share training and test data, so their scores are correlated, and more splits "
            "shrink this interval without adding information. Use corrected_t."
        ],
    )


METHOD = Method(
    fn=resampled_t,
    title="Resampled t (naive)",
    needs="split_scores",
    plans=("subsample", "custom"),
    target="algorithm",
    guarantee=f"none: far too narrow; {measured('resampled_t')}",
    references=("nadeau2003", "dietterich1998"),
    overlap=0.0,
    audited=True,
    when="Never for a conclusion. It is here to be drawn beside an honest interval.",
    when_not="Always: it takes overlapping splits for independent ones, and more splits make it worse.",
)
