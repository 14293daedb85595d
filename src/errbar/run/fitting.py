"""From models and data to scores: checks what can be checked, chooses the plan, then fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np

from errbar.errors import FitError, InputError, NeedsError
from errbar.methods import METHODS
from errbar.methods.suits import (
    check_asked,
    check_compares,
    check_plan_needs,
    check_size,
    checked_options,
    default_for_plan,
    kind_for,
    split_score_method,
    whole_set_method,
)
from errbar.plans import PLANS, Recipe, halvings, kfold, subsample
from errbar.plans.from_sklearn import from_sklearn
from errbar.plans.plan import PARTS
from errbar.plans.seed import RandomState, seed_from
from errbar.plans.union import union
from errbar.types import Method, Plan, Scores
from errbar.types.method import OF_SPLITS

Splits = int | Iterable[Any] | Any
LossName = str | Callable[[Any, Any], Any]
StoreFile = str | PathLike[str]

GROUP_PARTS = 25  # splits of whole groups by default: as many fits as without groups
STUDIED = range(100, 2001)  # examples: where the calibration suite and the specification of calibrated_t have looked


def fit(
    models: Mapping[str, Any],
    X: Any,
    y: Any,
    methods: Sequence[Method],
    *,
    plan: Recipe | Plan | None,
    cv: Splits | None,
    loss: LossName,
    scoring: str | Callable[..., Any] | None,
    groups: Any,
    random_state: RandomState,
    n_jobs: int | None,
    store: StoreFile | None,
    shared: bool,
    progress: bool | None,
    comparing: bool | None,
    asked: Mapping[str, Any] | None = None,
) -> Scores:
    """Check everything that can be checked, then fit."""
    from errbar.run import over_plan as run
    from errbar.run.inputs import check_data, check_models, tuning_notes
    from errbar.run.losses import Score, choose_metric, counts_errors

    data = check_data(X, y, groups)
    models = check_models(models)
    metric = choose_metric(loss, scoring, models, data.y)
    seed = seed_from(random_state)
    for record in methods:
        _check_scorer(record, metric.name if isinstance(metric, Score) else None)
    if asked is not None or comparing is None:  # a distribution may be of few examples, an interval not
        check_size(data.n)
    built = _build_plan(plan, cv, methods, data, seed)
    whole = isinstance(metric, Score) and (built.kind == "holdout" or any(m.needs == "predictions" for m in methods))
    default = None
    if not methods and asked is not None:
        auto = default_for_plan(built, metric.name, counts_errors(metric), comparing)
        default = METHODS[whole_set_method(metric.name) if whole else auto]
    for record in methods if default is None else [default]:
        if record.needs == "error_rates" and not counts_errors(metric):
            raise NeedsError(
                f"{record.name} counts errors, and {metric.name!r} gives one number per split or losses other than 0 "
                f"and 1: take loss='zero_one' or scoring='accuracy', or method={split_score_method(built)!r}."
            )
        if isinstance(metric, Score):
            _check_scored_plan(record, metric.name, built)
        if record.needs == "binary_losses" and not isinstance(metric, Score) and metric.name != "zero_one":
            raise NeedsError(f"{record.name} needs 0/1 losses; loss={metric.name!r} gives others. Use loss='zero_one'.")
        if comparing is not None:
            check_compares(record, comparing)
        check_plan_needs(record, built)
    if default is not None and asked is not None:
        checked_options(default, asked.get("options"))
        check_asked(default, **{name: value for name, value in asked.items() if name != "options"})
    settings: dict[str, Any] = {"seed": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
    if isinstance(metric, Score) and whole:
        scores = _said(models, data, built, metric, settings)
    else:
        scores = run.evaluate(models, data, built, metric, shared=shared, **settings)
    notes = (*scores.notes, *tuning_notes(models))
    if store is not None and random_state is None and cv is None and not isinstance(plan, Plan):
        notes = (*notes, "Without random_state every run draws splits of its own: the store will not find these again.")
    return replace(scores, notes=notes)


READS = {"delong": "roc_auc", "cv_auc": "roc_auc", "f1_delta": "f1"}  # methods for one scorer alone


def _check_scorer(record: Method, scoring: str | None) -> None:
    """Methods that read what models say, with the scorer they are for."""
    if record.needs == "predictions" and scoring != READS[record.name]:
        got = "a loss" if scoring is None else repr(scoring)
        raise NeedsError(
            f"{record.name} is for scoring={READS[record.name]!r}; got {got}. "
            "For a model that is already trained, ask eb.score."
        )


def _check_scored_plan(record: Method, scoring: str, plan: Plan) -> None:
    """A scorer gives one number per split; what models said is kept for one test set, and for the folds of `cv_auc`."""
    if record.needs == "predictions" or (record.needs == "items" and plan.kind == "holdout"):
        kind = kind_for(record, plan)
        if kind == "kfold" and not plan.view(kind).is_one_partition:
            raise NeedsError(f"{record.name} is for one K-fold run, not for repeated ones. Try method='corrected_t'.")
    elif record.needs not in OF_SPLITS:
        instead = whole_set_method(scoring) if plan.kind == "holdout" else split_score_method(plan)
        raise NeedsError(
            f"{record.name} needs a loss per example, and scoring={scoring!r} gives one number per split. "
            f"Try method={instead!r}."
        )


def _said(models: Mapping[str, Any], data: Any, plan: Plan, metric: Any, settings: dict[str, Any]) -> Scores:
    """Fit, and keep what the models say of every test example (or, for any other scorer, the fitted models)."""
    from errbar.run import over_plan as run
    from errbar.run.holdout import judge_holdout
    from errbar.run.losses import output_of
    from errbar.types.of_predictions import from_predictions

    run.check_two_classes(models, data, plan, metric)
    output = output_of(metric, models, data.y)
    if output is None:
        scores = judge_holdout(models, data, plan, metric, seed=settings["seed"])
        if settings["store"] is None:
            return scores
        return replace(
            scores, notes=(*scores.notes, f"scoring={metric.name!r} of a hold-out is not kept in the store.")
        )

    def as_predictions(kept: Scores) -> Scores:
        rows = np.concatenate([test for _, test in kept.plan])
        truth = data.y[rows] == (1 if metric.name == "f1" else np.unique(data.y)[1])
        assert kept.items is not None
        outputs = dict(zip(kept.names, kept.items if metric.name == "roc_auc" else kept.items == 1, strict=True))
        made = from_predictions(truth, outputs, metric=metric.name, positive=True, plan=kept.plan, notes=kept.notes)
        return replace(made, details=kept.details)

    try:
        return as_predictions(run.evaluate(models, data, plan, output, shared=False, **settings))
    except FitError as failure:
        if failure.scores is not None:
            failure.scores = as_predictions(failure.scores)
        raise


def default_for_one(
    model: Any, X: Any, y: Any, *, loss: LossName, scoring: str | Callable[..., Any] | None, groups: Any
) -> tuple[str, Recipe | None]:
    """What "auto" means for one model and no plan: a method, and its splits.

    Of 25 random splits the rule for defaults (`errbar.lab.studies.calibration.chosen`) takes `corrected_wilson` for 0/1
    losses and `corrected_t` for others. Where all splits are computed from shared statistics, 315 fits cost next to
    nothing: there halvings compete too, and it takes `calibrated_t`. The training size is the same for all of them.
    """
    from errbar.run.inputs import check_data, check_models
    from errbar.run.losses import choose_metric
    from errbar.run.shared.compute import find_shared
    from errbar.run.shared.cuts import Cuts
    from errbar.run.shared.match import family_of

    if groups is not None or scoring is not None or family_of(model) is None:
        return "auto", None
    data, models = check_data(X, y), check_models({"model": model})
    metric = choose_metric(loss, None, models, data.y)
    if data.n not in STUDIED:
        return "auto", None
    recipe = halvings(test_size=_test_share(data.n))
    if find_shared(models, data, Cuts(_built(recipe, data, 0)), metric) is None:
        return "auto", None
    return "calibrated_t", recipe


def _build_plan(plan: Recipe | Plan | None, cv: Splits | None, methods: Sequence[Method], data: Any, seed: int) -> Plan:
    """The plan the user gave, or the one the methods need."""
    if plan is not None and cv is not None:
        raise InputError("Give plan= or cv=, not both.")
    if isinstance(cv, int) and not isinstance(cv, bool):
        plan = kfold(cv)
    elif cv is not None:
        return from_sklearn(cv, data.X, data.y, n=data.n, seed=seed, groups=data.groups)
    if isinstance(plan, Plan):
        if plan.n != data.n:
            raise InputError(f"The plan was built for {plan.n} examples; the data have {data.n}.")
        return plan
    if plan is not None and not isinstance(plan, Recipe):
        raise InputError(f"plan must be one of errbar.plans, such as plans.subsample(25, 0.1); got {plan!r}.")
    given = [] if plan is None else [_built(plan, data, seed)]
    missing = [m for m in methods if not any(g.has(kind) for g in given for kind in m.plans)]
    if plan is not None and len(methods) == 1 and missing:
        kind_for(methods[0], given[0])  # the user chose both: say that they do not go together
    stratify = plan is not None and bool(getattr(plan, "stratify", False))
    needed = list(given)
    for method in sorted(missing, key=lambda m: -len(PARTS[_kind(m)])):  # a larger plan may serve the next method
        own = _built(default_recipe(method, data.n, data.groups, stratify), data, seed)
        if not any(have.has(own.kind) for have in needed):
            needed.append(own)
    return union(needed or [_built(default_recipe(METHODS["corrected_t"], data.n, data.groups, stratify), data, seed)])


def _kind(method: Method) -> str:
    return next((kind for kind in method.plans if kind in PLANS), method.plans[0])


def default_recipe(method: Method, n: int, groups: Any = None, stratify: bool = False) -> Recipe:
    """The method's own plan; in groups, for methods that can read it, every group tested once, in 25 parts or fewer."""
    n_groups = n if groups is None else np.unique(groups).size
    if n_groups < n and {"subsample", "kfold"} <= set(method.plans):
        return kfold(min(GROUP_PARTS, n_groups), stratify=stratify)
    return default_plan(_kind(method), n, stratify)


def _built(recipe: Recipe, data: Any, seed: int) -> Plan:
    return recipe.build(data.n, random_state=seed, y=data.y, groups=data.groups)


def _test_share(n: int) -> float:
    """A tenth, or a fifth where a tenth would be fewer than 30 examples."""
    return 0.1 if 0.1 * n >= 30 else 0.2


def default_plan(kind: str, n: int, stratify: bool = False) -> Recipe:
    """Every plan as it is by default, but for random splits the share that is tested."""
    if kind == "subsample":
        return subsample(25, _test_share(n), stratify)
    if kind not in PLANS:
        raise NeedsError("This method is for models that are already trained: eb.score(fitted, X, y).")
    return PLANS[kind](stratify=stratify)  # type: ignore[call-arg]
