"""From models and data to scores: checks what can be checked, chooses the plan, then fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.errors import FitError, InputError
from errbar.methods import MANY_FITS, METHODS
from errbar.methods.defaults import default_for_plan
from errbar.methods.purpose import Purpose, suiting
from errbar.methods.suits import Holding
from errbar.plans import Recipe, halvings
from errbar.plans.affordable import check_affordable
from errbar.plans.by_default import check_size, tested_share
from errbar.plans.chosen import plan_for
from errbar.plans.plan import counted
from errbar.plans.recipe import plan_of
from errbar.plans.seed import seed_from
from errbar.run.checked import Data, check_data, check_models, tuning_notes
from errbar.run.copies import copy_notes
from errbar.run.frames import check_index, check_readable, frame_notes
from errbar.run.judged_holdout import judge_holdout
from errbar.run.losses import (
    Loss,
    Score,
    choose_metrics,
    choose_one,
    counts_errors,
    keeps_output,
    output_of,
)
from errbar.run.over_plan import check_two_classes, evaluate_all
from errbar.run.params import check_params, check_whole
from errbar.run.settling import Settling, settling
from errbar.run.shared.compute import find_shared
from errbar.run.shared.cuts import Cuts
from errbar.run.shared.match import family_of
from errbar.run.stratified import stratified
from errbar.types import Plan, Scores
from errbar.types.of_predictions import from_predictions
from errbar.types.setup import Setup
from errbar.types.stopping import Stopping

STUDIED = range(100, 2001)  # examples: where the calibration suite and the specification of calibrated_t have looked


def will_hold(metric: Loss | Score, weighted: bool = False) -> Holding:
    """What fits judged by this metric will give; weighted losses are no counts, and each may leave its range."""
    name, items = metric.name, not isinstance(metric, Score)
    what, binary = f"{'loss' if items else 'scoring'}={name!r}", items and name == "zero_one" and not weighted
    counted, bounded = counts_errors(metric) and not weighted, metric.low_high is not None and not weighted
    return Holding(name, what, items, binary, counted, bounded, weighted)


def fit(
    models: Mapping[str, Any],
    X: Any,
    y: Any,
    setup: Setup,
    purpose: Purpose,
    *,
    said: bool = False,
) -> Scores:
    """Check everything that can be checked, plan, then fit.

    `said`: what the models say of the items of folds is kept, for curves.
    """
    data = check_data(X, y, setup.groups)
    models = check_models(models)
    check_readable(X, models)
    metrics = choose_metrics(setup, models, data.y)
    notes = (*tuning_notes(models), *copy_notes(models))
    notes = (*notes, *check_index(X, {"y": y, "groups": setup.groups}), *frame_notes(X))
    setup, why = stratified(setup, metrics, models, purpose, data)
    params = check_params(setup.params, models, metrics, data)
    notes = (*why, *(() if params is None else params.notes()), *notes, *_unseeded(setup))
    wills = [will_hold(metric, params is not None and params.weights is not None) for metric in metrics]
    setup, plan = _planned(setup, purpose, data, len(models), any(isinstance(metric, Loss) for metric in metrics))
    held = [suiting(will, plan, purpose) for will in wills]
    if plan.kind == "bootstrap" and any(isinstance(metric, Score) for metric in metrics):
        raise InputError("A bootstrap plan is read example by example, and a scorer judges test sets: take loss=.")
    keep = said and plan.kind == "kfold" and (params is None or not any(params.score.values()))
    judged = [
        (metric, will.said or (keep and keeps_output(metric, models, data.y)))
        for metric, will in zip(metrics, held, strict=True)
    ]
    alone = params is not None and any(params.fit.values())  # what fits get, no shared statistics can honour
    how = replace(setup, params=params, shared=False if alone else setup.shared)
    settled = _settling(how.stop, plan, metrics[0], held[0], purpose)
    first, *others = _fitted(models, data, plan, judged, how, notes=notes, settled=settled)
    return replace(first, others=tuple(others)) if others else first


def _planned(setup: Setup, purpose: Purpose, data: Data, n_models: int, per_example: bool) -> tuple[Setup, Plan]:
    """With the seed that was drawn, and the splits; refused where there are too many fits, or too few examples."""
    setup = replace(setup, random_state=seed_from(setup.random_state))
    if purpose.question is not None or purpose.comparing is None:  # a distribution may be of few examples
        check_size(data.n)
    adding = setup.stop is not None and setup.stop.half_width is not None
    plan = plan_for(setup, purpose.read, data, n_models, adding=adding)
    check_affordable(plan, n_models, per_example)
    return setup, counted(plan)


def _unseeded(setup: Setup) -> list[str]:
    """Splits that nobody can draw again, for a store."""
    if setup.store is None or setup.random_state is not None or setup.cv is not None or isinstance(setup.plan, Plan):
        return []
    return ["Without random_state every run draws splits of its own: the store will not find these again."]


def _settling(
    stop: Stopping | None, plan: Plan, metric: Loss | Score, held: Holding, purpose: Purpose
) -> Settling | None:
    """Whether what is asked can be settled early, for runs that may stop."""
    if stop is None:
        return None
    if held.weighted:
        raise InputError("Splits cannot be stopped early where losses are weighted: leave stop= and half_width= out.")
    names = [method.name for method in purpose.methods]
    names = names or [default_for_plan(plan, held.binary, held.counted, purpose.comparing)]
    return settling(stop, plan, METHODS[names[0]], not isinstance(metric, Loss))


def _fitted(
    models: Mapping[str, Any],
    data: Data,
    plan: Plan,
    metrics: Sequence[tuple[Loss | Score, bool]],
    setup: Setup,
    *,
    notes: tuple[str, ...],
    settled: Settling | None,
) -> Iterator[Scores]:
    """Every model fitted once for all metrics; scorers of a whole test set that can keep no outputs, by themselves."""
    outputs = [
        output_of(metric, models, data.y) if whole and isinstance(metric, Score) else None for metric, whole in metrics
    ]
    for output, (metric, whole) in zip(outputs, metrics, strict=True):
        if whole:
            check_whole(setup.params, metric)
            check_two_classes(models, data, plan, metric)
        if whole and output is None and setup.shard is not None:
            raise InputError(f"{_not_kept(metric)} No shard can hand it on: take loss=, or more splits.")
    listened = [
        output or metric for output, (metric, whole) in zip(outputs, metrics, strict=True) if output or not whole
    ]
    how = replace(setup, shared=False if any(outputs) else setup.shared)

    try:
        kept = evaluate_all(models, data, plan, tuple(listened), how, notes=notes, settling=settled) if listened else []
    except FitError as failure:
        if failure.scores is not None and outputs[0] is not None:
            failure.scores = _as_predictions(failure.scores, metrics[0][0], data.y)
        elif failure.scores is not None and setup.params is not None:
            failure.scores = setup.params.weighted(failure.scores)
        raise
    left = iter(kept)
    for output, (metric, whole) in zip(outputs, metrics, strict=True):
        if output is not None:
            yield _as_predictions(next(left), metric, data.y)
        elif whole:
            assert isinstance(metric, Score)
            yield _judged_whole(models, data, plan, metric, setup).noted(*notes)
        else:
            yield next(left) if setup.params is None else setup.params.weighted(next(left))


def _judged_whole(models: Mapping[str, Any], data: Data, plan: Plan, metric: Score, setup: Setup) -> Scores:
    """Of a hold-out, with the fitted models at hand."""
    scores = judge_holdout(models, data, plan, metric, setup)
    return scores if setup.store is None else scores.noted(_not_kept(metric))


def _not_kept(metric: Loss | Score) -> str:
    return f"scoring={metric.name!r} of a hold-out is not kept in the store."


def _as_predictions(kept: Scores, metric: Loss | Score, y: NDArray[Any]) -> Scores:
    """What the models said of every test example, with the labels."""
    assert isinstance(metric, Score)
    assert kept.items is not None
    scoring, rows = metric.name, np.concatenate([test for _, test in kept.plan])
    truth = y[rows] == (metric.positive if scoring == "f1" else np.unique(y)[1])
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
    found = family_of(model)
    if (
        setup.groups is not None
        or setup.scoring is not None
        or found is None
        or found.steps
        or not found.family.by_default
    ):
        return "auto", None
    data = check_data(X, y)
    metric = choose_one(setup, models, data.y)
    if data.n not in STUDIED:
        return "auto", None
    recipe = halvings(test_size=tested_share(data.n))
    if find_shared(models, data, Cuts(plan_of(recipe, data, 0)), metric) is None:
        return "auto", None
    return MANY_FITS, recipe
