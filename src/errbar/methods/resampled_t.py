"""The resampled t-test as people do it: kept to show how far off it is."""

from __future__ import annotations

from errbar.core.arrays import Floats
from errbar.core.students import Students
from errbar.types import Finding, Method, Plan, Scores
from errbar.types.coverage import measured


def resampled_t(scores: Scores) -> Finding:
    r"""Naive t interval over random splits, as if they were independent.

    .. math:: \bar d \pm t_{J-1} \sqrt{s_d^2 / J}

    d_j: score of split j; J: number of splits; s_d^2: variance of the d_j, divisor J - 1.

    Target: the algorithm at n_1.  Guarantee: none, far too narrow.  Needs: one score per split.

    Deviation: none.

    Examples
    --------
    >>> import errbar as eb
    >>> m = [.20, .24, .18, .22, .26, .19, .21, .25, .23, .17]
    >>> r = eb.infer(eb.Scores.from_splits({"m": m}, n_train=90, n_test=10, loss="error"), method="resampled_t")
    >>> print(f"{r.se:.10f}")
    0.0095742711
    """
    return Finding(
        law(scores.per_split, scores.plan).one,
        notes=[
            "Too narrow: the splits share training and test data, so their scores are correlated, and more splits "
            "shrink this interval without adding information. Use corrected_t."
        ],
    )


def law(values: Floats, plan: Plan) -> Students:  # noqa: ARG001 - as if splits were independent
    """Of one series or of many, along the last axis."""
    return Students.of_splits(values)


METHOD = Method(
    fn=resampled_t,
    title="Resampled t (naive)",
    needs="split_scores",
    plans=("subsample", "custom"),
    target="algorithm",
    guarantee=f"none: far too narrow; {measured('resampled_t')}",
    references=("nadeau2003", "dietterich1998"),
    law=law,
    overlap=0.0,
    audited=3,
    when="Never for a conclusion. It is here to be drawn beside an honest interval.",
    when_not="Always: it takes overlapping splits for independent ones, and more splits make it worse.",
)
