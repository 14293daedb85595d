"""From what every data set kept to the moments of resampling, series by series."""

from __future__ import annotations

from math import isfinite

import numpy as np

from errbar.answers.series_moments import FoldShares, SeriesMoments
from errbar.answers.share import Share
from errbar.audits.moment_numbers import FOLDS, SPLITS, MomentNumbers
from errbar.audits.one_set import NUMBERS, OneSet, Series
from errbar.audits.pool import Pool
from errbar.core.arrays import Floats
from errbar.core.estimating_functions import RATIO_NAMES
from errbar.core.moments_of_sets import (
    Found,
    broken_inequalities,
    correlation_of_squares,
    fold_shares_of,
    political_ratio_of,
    split_moments_of,
)
from errbar.core.subsample_moments import naive_correlation

FEWEST = 20  # data sets from which an interval can be had


def series_moments(question: OneSet, answers: Floats) -> tuple[SeriesMoments, ...]:
    """One per series from sets x numbers."""
    shared, layout = question.pool(np.zeros(question.n), question.seed), question.layout
    kept = np.split(answers[:, question.n_shares :], len(question.series), axis=1)
    shape = (len(answers), len(question.series), len(question.methods), len(NUMBERS))
    estimates = answers[:, : question.n_shares - len(question.methods) - 1].reshape(shape)[..., 0]
    return tuple(
        _of_series(question, shared, series, layout.parts(rows), estimates=estimates[:, i])
        for i, (series, rows) in enumerate(zip(question.series, kept, strict=True))
    )


def _of_series(
    question: OneSet, shared: Pool, series: Series, parts: list[Floats], *, estimates: Floats
) -> SeriesMoments:
    """`parts` as MomentNumbers.parts gives them; `estimates` is data sets x methods."""
    splits, folds, halvings, errors = parts
    enlarged, seed = question.population.stretch(question.n) ** 2, question.seed % 2**32
    plan = shared.plans[SPLITS]
    n_train, n_test = int(plan.n_train[0]), int(plan.n_test[0])
    found = split_moments_of(splits[:, :-1], splits[:, -1], n_train, n_test, enlarged=enlarged, seed=seed)
    r = correlation_of_squares(halvings, enlarged=enlarged, seed=seed)["r"] if halvings.shape[1] > 1 else None
    ratios = {}
    for j, method in enumerate(question.methods):
        if question.suits(method, series[1] is not None) and np.isfinite(errors[:, j]).any():
            variances = np.nan_to_num(errors[:, j]) ** 2  # no standard error in a set: no spread there
            ratios[method] = political_ratio_of(estimates[:, j], variances, enlarged=enlarged, seed=seed)
    return SeriesMoments(
        series=series[0] if series[1] is None else f"{series[0]} - {series[1]}",
        n_train=n_train,
        n_test=n_test,
        n_splits=len(plan),
        rho0=naive_correlation(n_test / n_train),
        **{name: _share(found.get(name)) for name in ("mu", "s0", "s1", "s2", "s3", "rho")},
        r=_share(r),
        n_halvings=halvings.shape[1],
        ratios=_shares(ratios),
        implied=_shares({name: found[name] for name in RATIO_NAMES if name in found and _is_theirs(shared, name)}),
        folds=_folds(question, shared, folds, enlarged, seed),
        remarks=tuple(_remark(name, found[name], far) for name, far in broken_inequalities(found)),
    )


def _is_theirs(shared: Pool, method: str) -> bool:
    """Whether a method has splits of these sizes, and as many of them unless it takes one."""
    own, splits = shared.plans.get(method), shared.plans[SPLITS]
    if own is None:
        return False
    alike = own.n_train[0] == splits.n_train[0] and own.n_test[0] == splits.n_test[0]
    return bool(alike) and len(own) in (1, len(splits))


def _folds(question: OneSet, shared: Pool, kept: Floats, enlarged: float, seed: int) -> FoldShares | None:
    if not kept.shape[1] or not np.isfinite(kept[:, 0]).all():
        return None
    sizes = shared.plans[FOLDS].n_test.astype(np.float64)
    n_folds = MomentNumbers.of(shared, question.methods).n_folds
    fold_size = float((sizes**2).sum() / sizes.sum())
    means, l1, l2 = kept.T
    found = fold_shares_of(means, l1, l2, question.n, fold_size, enlarged=enlarged, seed=seed)
    return FoldShares(n_folds, **{name.replace(" ", "_"): _share(one) for name, one in found.items()})


def _remark(name: str, found: tuple[float, float, float], far: bool) -> str:
    value, low, high = found
    why = "more than noise: these splits are not exchangeable" if far else "within its noise; more data sets would tell"
    return f"{name} is estimated below 0, {value:.3g} [{low:.3g}, {high:.3g}], which no learner can have: {why}."


def _share(found: tuple[float, float, float] | None) -> Share | None:
    return None if found is None or not isfinite(found[0]) else Share(*found)


def _shares(found: Found) -> dict[str, Share]:
    return {name: Share(*one) for name, one in found.items() if isfinite(one[0])}
