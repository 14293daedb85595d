"""K-fold scores -> Components: what one run says about sigma2, omega and gamma, and what it leaves open."""

from __future__ import annotations

from math import isnan, sqrt
from typing import Any

import numpy as np

from errbar.answers.components import Components
from errbar.core.kfold_covariance import KFoldStatistics, admissible_region, kfold_statistics
from errbar.core.subsample_moments import cross_product
from errbar.core.variance import mean_and_variance
from errbar.errors import NeedsError
from errbar.types import Scores

UNKNOWABLE = (
    "l3 = n theta is not among them, theta = Var(mean): the mean is seen once and mu^2 is not known, so no estimate of "
    "theta is unbiased for every distribution. Repeating the folds on the same data does not help.",
)
MEANING = {
    "s1": "sigma2 + mu^2: mean square of a loss",
    "s2": "omega + mu^2: mean product of two losses in one fold",
    "s3": "gamma + mu^2: mean product of two losses in different folds",
    "l1": "sigma2 - omega: eigenvalue of the n - K contrasts inside folds",
    "l2": "sigma2 + (m-1) omega - m gamma: eigenvalue of the K - 1 contrasts between folds",
}

VECTORS = {
    "l1": "weights that sum to zero in every fold",
    "l2": "one weight for each fold, zero in sum",
    "l3": "one weight for all losses: the mean, seen once",
}


def kfold_components(scores: Scores) -> Components:
    """One series over K folds, repeated or not: s1, s2, s3, l1, l2 and the admissible (omega, gamma).

    Needs losses; from fold scores alone only s3 and l2 are known. With groups, omega is the mean covariance of two
    examples in one fold, those of one group included.
    """
    plan = scores.plan
    n_folds = int(getattr(plan.parts[0], "n_folds", 0) or 0)
    if not n_folds:
        raise NeedsError("components needs whole K-fold runs; some folds of these are missing.")
    n_repeats = len(plan) // n_folds
    if scores.items is None:
        return _from_fold_scores(scores, n_folds, n_repeats)
    seen = kfold_statistics(scores.losses, plan.n_test, n_repeats, fold_means=scores.per_split)
    found = {name: getattr(seen, name) for name in MEANING if not isnan(getattr(seen, name))}
    sizes: dict[str, Any] = {
        "n": seen.n, "n_folds": n_folds, "n_repeats": n_repeats, "fold_size": seen.fold_size, "mean": seen.mean,
    }  # fmt: skip
    return _components(found, sizes | left_open(seen), (*UNKNOWABLE, in_words(seen)))


def left_open(seen: KFoldStatistics, *, jackknife: bool = False) -> dict[str, Any]:
    """Ranges of all that hangs on mu^2, the eigenvalues, the naive variances, and the region (in units of sigma2)."""
    most = seen.largest_mu2(jackknife=jackknife)
    ends = [seen.at(most), seen.at(0.0)]
    least_end, most_end = ends if jackknife else [_clipped(end) for end in ends]
    ranges = dict(
        zip(("sigma2_range", "omega_range", "gamma_range"), zip(least_end, most_end, strict=True), strict=True)
    )
    if isnan(seen.s2):
        del ranges["omega_range"]
    return {
        "mu2_range": (0.0, most),
        "theta_range": (seen.theta(most), seen.theta(0.0)),
        **ranges,
        "eigenvalues": _eigenvalues(seen, most),
        "variance_if_losses_are_independent": (seen.s1 - seen.mean_square) / (seen.n - 1),  # th1
        "variance_if_gamma_is_0": seen.l2 / seen.n,  # th2
        "region": admissible_region(seen.n, seen.fold_size, jackknife=jackknife).tolist(),
        "seen": [_in_units(end) for end in (least_end, most_end)] if least_end[0] > 0 else [],
    }


def _eigenvalues(seen: KFoldStatistics, most: float) -> list[dict[str, Any]]:
    """Of the n x n covariance of the losses: value (or what it can be), how many, and which vectors belong to it."""
    inside = [] if isnan(seen.l1) else [_eigenvalue("l1", seen.l1, seen.n - seen.n_folds)]
    last = {"name": "l3", "range": (seen.n * seen.theta(most), seen.n * seen.theta(0.0)), "multiplicity": 1}
    return [*inside, _eigenvalue("l2", seen.l2, seen.n_folds - 1), last | {"vectors": VECTORS["l3"]}]


def _eigenvalue(name: str, value: float, multiplicity: int) -> dict[str, Any]:
    return {"name": name, "value": value, "multiplicity": multiplicity, "vectors": VECTORS[name]}


def _clipped(moments: tuple[float, float, float]) -> tuple[float, float, float]:
    """omega cannot be negative in cross-validation; an estimate can, by noise."""
    sigma2, omega, gamma = moments
    return sigma2, max(omega, 0.0) if not isnan(omega) else omega, gamma


def _in_units(moments: tuple[float, float, float]) -> list[float]:
    sigma2, omega, gamma = moments
    return [0.0 if isnan(omega) else omega / sigma2, gamma / sigma2]


def in_words(seen: KFoldStatistics, *, jackknife: bool = False) -> str:
    most = seen.largest_mu2(jackknife=jackknife)
    return (
        f"All the rest hangs on mu^2: sigma2 = s1 - mu^2{'' if isnan(seen.s2) else ', omega = s2 - mu^2'}, "
        f"gamma = s3 - mu^2, theta = mean^2 - mu^2. With mu^2 from 0 to {most:.4g} the standard error of the mean is "
        f"anything from {sqrt(max(0.0, seen.theta(most))):.4g} to {sqrt(seen.theta(0.0)):.4g}, taking the estimates at "
        f"face value (they are noisy: l2 rests on {seen.n_folds - 1} contrasts)."
    )


def _from_fold_scores(scores: Scores, n_folds: int, n_repeats: int) -> Components:
    """s3 and l2 from the folds' means; they stand for losses only where folds are of one size."""
    plan, runs = scores.plan, scores.per_split.reshape(n_repeats, n_folds)
    if not (plan.knows_sizes and (plan.n_test == plan.n_test[0]).all()):
        raise NeedsError("From fold scores alone, components needs folds of one size; give losses per example.")
    between = float(np.mean([mean_and_variance(run)[1] for run in runs]))
    found = {
        "s3": float(np.mean([cross_product(run) for run in runs])),
        "l2": float(plan.n_test[0]) * between,
    }
    sizes = {"n": plan.n, "n_folds": n_folds, "n_repeats": n_repeats, "fold_size": float(plan.n_test[0])}
    details = sizes | {"mean": float(runs.mean()), "variance_if_gamma_is_0": between / n_folds}
    return _components(found, details, UNKNOWABLE)


def _components(found: dict[str, float], details: dict[str, Any], unknowable: tuple[str, ...]) -> Components:
    meaning = {name: text for name, text in MEANING.items() if name in found}
    return Components("kfold", found, unknowable, meaning, details)
