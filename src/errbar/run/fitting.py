"""From models and data to scores: checks what can be checked, chooses the plan, then fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from errbar.errors import FitError
from errbar.methods import MANY_FITS, METHODS
from errbar.methods.defaults import check_size, default_for_plan, whole_set_method
from errbar.methods.plan_for import plan_for, tested_share
from errbar.methods.suits import check_asked, refuse, why_not
from errbar.plans import Recipe, halvings
from errbar.plans.seed import seed_from
from errbar.run.affordable import check_affordable, check_splitter
from errbar.run.checked import Data, check_data, check_models, tuning_notes
from errbar.run.judged_holdout import judge_holdout
from errbar.run.losses import Loss, Score, choose_metric, counts_errors, output_of
from errbar.run.over_plan import check_two_classes, evaluate
from errbar.run.shared.compute import find_shared
from errbar.run.shared.cuts import Cuts
from errbar.run.shared.match import family_of
from errbar.types import Method, Plan, Question, Scores
from errbar.types.of_predictions import from_predictions
from errbar.types.setup import Setup

STUDIED = range(100, 2001)  # examples: where the calibration suite and the specification of calibrated_t have looked


class WillHold:
    """What fits with this metric will give; `said` is set where what the models say of one test set is kept."""

    def __init__(self, metric: Loss | Score) -> None:
        self.scored, self.loss = isinstance(metric, Score), metric.name
        self.what = f"{'scoring' if self.scored else 'loss'}={metric.name!r}"
        self.items, self.said, self.averaged = not self.scored, False, False
        self.binary, self.counted = metric.name == "zero_one" and not self.scored, counts_errors(metric)
        self.bounded = metric.low_high is not None


def fit(
    models: Mapping[str, Any],
    X: Any,
    y: Any,
    setup: Setup,
    *,
    methods: Sequence[Method] = (),
    question: Question | None = None,
    comparing: bool | None = None,
) -> Scores:
    """Check everything that can be checked, then fit; without methods, for the default that will answer `question`."""
    data = check_data(X, y, setup.groups)
    models = check_models(models)
    metric = choose_metric(setup.loss, setup.scoring, models, data.y)
    will, notes = WillHold(metric), tuple(tuning_notes(models))
    seed = seed_from(setup.random_state)
    if question is not None or comparing is None:  # a distribution may be of few examples, an interval not
        check_size(data.n)
    check_splitter(setup.cv, len(models), (data.X, data.y, data.groups))
    plan = plan_for(setup, methods, data, seed)
    check_affordable(plan, len(models), per_example=not will.scored)
    will.said = whole = will.scored and (plan.kind == "holdout" or any(m.needs == "predictions" for m in methods))
    if not methods and question is not None:
        auto = default_for_plan(plan, metric.name, will.counted, comparing)
        methods = [METHODS[whole_set_method(metric.name) if whole else auto]]
        check_asked(methods[0], question)
    for record in methods:
        refuse(why_not(record, will, plan, comparing))
    scores = (_said if whole else evaluate)(models, data, plan, metric, replace(setup, random_state=seed))
    if setup.store is not None and setup.random_state is None and setup.cv is None and not isinstance(setup.plan, Plan):
        notes = (*notes, "Without random_state every run draws splits of its own: the store will not find these again.")
    return scores.noted(*notes)


def _said(models: Mapping[str, Any], data: Data, plan: Plan, metric: Any, setup: Setup) -> Scores:
    """Fit, and keep what the models say of every test example (or, for any other scorer, the fitted models)."""
    check_two_classes(models, data, plan, metric)
    output = output_of(metric, models, data.y)
    if output is None:
        seed = seed_from(setup.random_state)
        scores = judge_holdout(models, data, plan, metric, seed=seed, timeout=setup.timeout)
        if setup.store is None:
            return scores
        return scores.noted(f"scoring={metric.name!r} of a hold-out is not kept in the store.")

    def as_predictions(kept: Scores) -> Scores:
        rows = np.concatenate([test for _, test in kept.plan])
        truth = data.y[rows] == (1 if metric.name == "f1" else np.unique(data.y)[1])
        assert kept.items is not None
        outputs = dict(zip(kept.names, kept.items if metric.name == "roc_auc" else kept.items == 1, strict=True))
        made = from_predictions(truth, outputs, metric=metric.name, positive=True, plan=kept.plan, notes=kept.notes)
        return replace(made, details=kept.details)

    try:
        return as_predictions(evaluate(models, data, plan, output, replace(setup, shared=False)))
    except FitError as failure:
        if failure.scores is not None:
            failure.scores = as_predictions(failure.scores)
        raise


def default_for_one(model: Any, X: Any, y: Any, setup: Setup) -> tuple[str, Recipe | None]:
    """What "auto" means for one model and no plan: a method, and its splits.

    Of 25 random splits the rule for defaults (`errbar.lab.studies.calibration.chosen`) takes `corrected_wilson` for 0/1
    losses and `corrected_t` for others. Where all splits are computed from shared statistics, 315 fits cost next to
    nothing: there halvings compete too, and it takes `calibrated_t`. The training size is the same for all of them.
    """
    models = check_models({"model": model})
    if setup.groups is not None or setup.scoring is not None or family_of(model) is None:
        return "auto", None
    data = check_data(X, y)
    metric = choose_metric(setup.loss, None, models, data.y)
    if data.n not in STUDIED:
        return "auto", None
    recipe = halvings(test_size=tested_share(data.n))
    if find_shared(models, data, Cuts(recipe.plan(data.n, 0, data.y, data.groups)), metric) is None:
        return "auto", None
    return MANY_FITS, recipe
