"""Hold-outs that share no example -> Components: with independent training and test sets nothing stays hidden."""

from __future__ import annotations

from math import sqrt

import numpy as np

from errbar.answers.components import Components
from errbar.core.naive_variance import th1
from errbar.core.variance import mean_and_variance
from errbar.errors import InputError, NeedsError
from errbar.types import Plan, Scores

MEANING = {
    "theta": "Var(mean), unbiased: variance of the hold-outs' means / their number (th2)",
    "sigma2": "variance of a loss",
    "omega": "covariance of two losses in one test set, by the model they share",
}
CHECKED = "No example stands in two hold-outs, so gamma is 0 and theta is known: the one case in which it is."
TOLD = "That no example stands in two hold-outs was told, not checked: where some do, theta is too small."


def holdout_components(scores: Scores) -> Components:
    """One series over hold-outs with training and test sets of their own: theta, and from losses sigma2 and omega."""
    values, plan = scores.per_split, scores.plan
    if values.size < 2:
        raise NeedsError("components of independent hold-outs needs at least two of them; got one.")
    _check_apart(plan)
    mean, variance = mean_and_variance(values)
    found = {"theta": variance / values.size}
    details = {"mean": mean, "n_sets": values.size, "standard_error": sqrt(found["theta"]), "df": values.size - 1}
    m = int(plan.n_test[0])
    if scores.items is not None and m > 1 and (plan.n_test == m).all():
        within = float(np.mean([mean_and_variance(losses)[1] for losses in scores.losses.reshape(values.size, m)]))
        omega = variance - within / m
        found |= {"sigma2": within + omega, "omega": omega}
        details["variance_if_losses_are_independent"] = th1(scores.losses)
    return Components("independent", found, (CHECKED if plan.knows_indices else TOLD,), MEANING, details)


def _check_apart(plan: Plan) -> None:
    """Whether the hold-outs share no example, where their rows are known."""
    if not plan.knows_indices:
        return
    owner = np.full(plan.n, -1)
    for i, rows in enumerate(map(np.concatenate, plan)):
        taken = rows[owner[rows] >= 0]
        if taken.size:
            raise InputError(
                f"Hold-outs {owner[taken[0]]} and {i} share example {taken[0]}: they are not independent. "
                "Leave independent=True out, or give each its own training and test set."
            )
        owner[rows] = i
