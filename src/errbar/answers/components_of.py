"""Scores -> Components, by kind of plan."""

from __future__ import annotations

from collections.abc import Callable

from errbar.answers.components import Components
from errbar.answers.kfold_components import kfold_components
from errbar.core.subsample_moments import between_variance, cross_product, naive_correlation, within_variance
from errbar.core.variance import corrected_factor
from errbar.errors import NeedsError
from errbar.types import Scores
from errbar.types.scale import check_scale

UNKNOWABLE = (
    "Var(mean over J splits) = s2 + (s1 - s2)/J is not among them: s2 shows itself only together with mu^2, so no "
    "estimate of it from one data set is unbiased for every distribution.",
    "It becomes known only with one more assumption (rho = s2/s1 given, as corrected_t does), with independent data "
    "(disjoint halves, as conservative_z does), or with many data sets.",
)


def subsample_components(scores: Scores) -> Components:
    """One series over random splits: s1-s2 and s2+mu^2, and s0-s3 where losses are known."""
    values, plan = scores.per_split, scores.plan
    between, ratio = between_variance(values), plan.ratio
    found = {"s1-s2": between, "s2+mu^2": cross_product(values)}
    n_test = plan.n_test
    if scores.items is not None and n_test[0] > 1 and (n_test == n_test[0]).all() and not plan.counts_groups:
        found = {"s0-s3": within_variance(scores.losses.reshape(len(plan), -1)), **found}
    return Components(
        kind="subsample",
        estimable=found,
        not_estimable=UNKNOWABLE,
        meaning={name: text for name, text in _MEANING.items() if name in found},
        details={
            "mean": float(values.mean()),
            "n_splits": values.size,
            "ratio": ratio,
            "rho0": naive_correlation(ratio),
            "variance_if_rho_is_rho0": corrected_factor(values.size, ratio) * between,
        },
    )


_MEANING = {
    "s0-s3": "variance of a loss, less the covariance of two losses in one test set",
    "s1-s2": "variance of a split's score, less the covariance of two splits",
    "s2+mu^2": "covariance of two splits, plus the squared error itself",
}

# the kind of splits a plan holds, in the order in which they are looked for
COMPONENTS: dict[str, Callable[[Scores], Components]] = {
    "subsample": subsample_components,
    "kfold": kfold_components,
    "five_by_two": kfold_components,
}


def components_of(scores: Scores) -> Components:
    """What one series tells about the variance of its mean."""
    check_scale(scores)
    for kind, read in COMPONENTS.items():
        if scores.plan.kind == kind or scores.plan.has(kind):
            view = scores.view(kind)
            if len(view.plan) < 2:
                raise NeedsError("components needs at least two splits; got one.")
            return read(view)
    raise NeedsError(
        f"components needs a plan of kind {' or '.join(COMPONENTS)}; this one is {scores.plan.kind!r}. "
        "Give plan=subsample() where the splits are made, or name it in Scores.from_splits(..., plan=...)."
    )
