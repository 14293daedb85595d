"""From models and data to scores: checks what can be checked, chooses the plan, then fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
from errbar.run.losses import Loss, Score, choose_metrics, choose_one, counts_errors, keeps_output, output_of
from errbar.run.over_plan import check_two_classes, evaluate_all
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
    said: bool = False,
) -> Scores:
    """Check everything that can be checked, then fit; without methods, for the default that will answer `question`.

    `said`: what the models say of the items of folds is kept, for curves.
    """
    data = check_data(X, y, setup.groups)
    models = check_models(models)
    metrics, notes = choose_metrics(setup, models, data.y), tuple(tuning_notes(models))
    seed = seed_from(setup.random_state)
    if question is not None or comparing is None:  # a distribution may be of few examples, an interval not
        check_size(data.n)
    check_splitter(setup.cv, len(models), (data.X, data.y, data.groups))
    plan = plan_for(setup, methods, data, seed)
    check_affordable(plan, len(models), per_example=any(isinstance(metric, Loss) for metric in metrics))
    wholes = [_check_suits(metric, plan, methods, question, comparing) for metric in metrics]
    if said and plan.kind == "kfold":
        wholes = [whole or keeps_output(m, models, data.y) for m, whole in zip(metrics, wholes, strict=True)]
    scores = _fitted(models, data, plan, list(zip(metrics, wholes, strict=True)), replace(setup, random_state=seed))
    if setup.store is not None and setup.random_state is None and setup.cv is None and not isinstance(setup.plan, Plan):
        notes = (*notes, "Without random_state every run draws splits of its own: the store will not find these again.")
    first, *others = (one.noted(*notes) for one in scores)
    return replace(first, others=tuple(others)) if others else first


def _check_suits(
    metric: Loss | Score, plan: Plan, methods: Sequence[Method], question: Question | None, comparing: bool | None
) -> bool:
    """Refuse methods that cannot answer for this metric; whether what models say of a test set is wanted as a whole."""
    will = WillHold(metric)
    will.said = whole = will.scored and (plan.kind == "holdout" or any(m.needs == "predictions" for m in methods))
    if not methods and question is not None:
        auto = default_for_plan(plan, metric.name, will.counted, comparing)
        methods = [METHODS[whole_set_method(metric.name) if whole else auto]]
        check_asked(methods[0], question)
    for record in methods:
        refuse(why_not(record, will, plan, comparing))
    return whole


def _fitted(
    models: Mapping[str, Any], data: Data, plan: Plan, metrics: Sequence[tuple[Loss | Score, bool]], setup: Setup
) -> list[Scores]:
    """Every model fitted once for all metrics; scorers of a whole test set that can keep no outputs, by themselves."""
    outputs = [
        output_of(metric, models, data.y) if whole and isinstance(metric, Score) else None for metric, whole in metrics
    ]
    for metric, whole in metrics:
        if whole:
            check_two_classes(models, data, plan, metric)
    listened = [
        output or metric for output, (metric, whole) in zip(outputs, metrics, strict=True) if output or not whole
    ]
    how = replace(setup, shared=setup.shared and not any(outputs))

    def judged(kept: Sequence[Scores]) -> list[Scores]:
        """In the order of the metrics; predictions where outputs were kept."""
        left, scores = iter(kept), []
        for output, (metric, whole) in zip(outputs, metrics, strict=True):
            if output is not None:
                scores.append(_as_predictions(next(left), metric.name, data.y))
            elif whole:
                assert isinstance(metric, Score)
                scores.append(_judged_whole(models, data, plan, metric, setup))
            else:
                scores.append(next(left))
        return scores

    try:
        return judged(evaluate_all(models, data, plan, tuple(listened), how) if listened else [])
    except FitError as failure:
        if failure.scores is not None and outputs[0] is not None:
            failure.scores = _as_predictions(failure.scores, metrics[0][0].name, data.y)
        raise


def _judged_whole(models: Mapping[str, Any], data: Data, plan: Plan, metric: Score, setup: Setup) -> Scores:
    """Of a hold-out, with the fitted models at hand."""
    scores = judge_holdout(models, data, plan, metric, seed=seed_from(setup.random_state), timeout=setup.timeout)
    if setup.store is None:
        return scores
    return scores.noted(f"scoring={metric.name!r} of a hold-out is not kept in the store.")


def _as_predictions(kept: Scores, scoring: str, y: NDArray[Any]) -> Scores:
    """What the models said of every test example, with the labels."""
    rows = np.concatenate([test for _, test in kept.plan])
    truth = y[rows] == (1 if scoring == "f1" else np.unique(y)[1])
    assert kept.items is not None
    outputs = dict(zip(kept.names, kept.items == 1 if scoring == "f1" else kept.items, strict=True))
    made = from_predictions(truth, outputs, metric=scoring, positive=True, plan=kept.plan, notes=kept.notes)
    return replace(made, details=kept.details)


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
    metric = choose_one(setup, models, data.y)
    if data.n not in STUDIED:
        return "auto", None
    recipe = halvings(test_size=tested_share(data.n))
    if find_shared(models, data, Cuts(recipe.plan(data.n, 0, data.y, data.groups)), metric) is None:
        return "auto", None
    return MANY_FITS, recipe
