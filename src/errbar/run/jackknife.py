"""A model, data, a number of folds -> losses on every example of the rule trained on all, and without each fold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.errors import InputError
from errbar.plans import kfold
from errbar.plans.affordable import check_affordable
from errbar.plans.families import Explicit
from errbar.plans.recipe import plan_of
from errbar.plans.seed import seed_from
from errbar.run.checked import check_data, check_models
from errbar.run.losses import Loss, choose_one
from errbar.run.over_plan import evaluate
from errbar.types import Plan
from errbar.types.setup import Setup


class JackknifeLosses(NamedTuple):
    """`full`: one per example; `without`: folds x examples; `fold`: the number of each example's fold."""

    full: Floats
    without: Floats
    fold: Indices


def jackknife_losses(model: Any, X: Any, y: Any, n_folds: int, setup: Setup) -> JackknifeLosses:
    """K + 1 fits, each judged on all examples, those it was trained on too."""
    data, models = check_data(X, y, setup.groups), check_models({"model": model})
    metric = choose_one(setup, models, data.y)
    if not isinstance(metric, Loss):
        raise InputError("The jackknife takes a loss per example, not scoring=.")
    seed = seed_from(setup.random_state)
    folds, fold = plan_of(kfold(n_folds), data, seed), np.zeros(data.n, dtype=np.intp)
    every = np.arange(data.n)
    splits = [(every, every)]
    for k, (train, test) in enumerate(folds):
        fold[test] = k
        splits.append((train, every))
    plan = Plan("custom", data.n, (Explicit(data.n, tuple(splits)),))
    check_affordable(plan, 1, per_example=True)
    scores = evaluate(models, data, plan, metric, replace(setup, random_state=seed, shared=False))
    full, *without = scores.losses.reshape(len(plan), data.n)
    return JackknifeLosses(full, np.array(without), fold)
