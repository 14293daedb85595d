"""From models and data to scores: checks what can be checked, chooses the plan, then fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from errbar.errors import FitError, InputError, NeedsError
from errbar.methods import METHODS
from errbar.methods.defaults import check_size, default_for_plan, whole_set_method
from errbar.methods.suits import check_asked, kind_for, refuse, why_not
from errbar.plans import PLANS, Recipe, halvings, kfold, subsample
from errbar.plans.from_sklearn import from_sklearn
from errbar.plans.plan import PARTS
from errbar.plans.seed import seed_from
from errbar.plans.union import union
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

GROUP_PARTS = 25  # splits of whole groups by default: as many fits as without groups
STUDIED = range(100, 2001)  # examples: where the calibration suite and the specification of calibrated_t have looked


class WillHold:
    """What fits with this metric will give; `kept`: what the models said, or the models, of one test set."""

    def __init__(self, metric: Loss | Score, *, kept: bool) -> None:
        scored = isinstance(metric, Score)
        self.loss = metric.name
        self.what = f"{'scoring' if scored else 'loss'}={metric.name!r}"
        self.items, self.said, self.averaged = not scored, scored and kept, False
        self.binary, self.counted = metric.name == "zero_one" and not scored, counts_errors(metric)
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
    seed = seed_from(setup.random_state)
    if question is not None or comparing is None:  # a distribution may be of few examples, an interval not
        check_size(data.n)
    plan = _build_plan(setup, methods, data, seed)
    whole = isinstance(metric, Score) and (plan.kind == "holdout" or any(m.needs == "predictions" for m in methods))
    will = WillHold(metric, kept=whole)
    if not methods and question is not None:
        auto = default_for_plan(plan, metric.name, will.counted, comparing)
        methods = [METHODS[whole_set_method(metric.name) if whole else auto]]
        check_asked(methods[0], question)
    for record in methods:
        refuse(why_not(record, will, plan, comparing))
    scores = (_said if whole else evaluate)(models, data, plan, metric, replace(setup, random_state=seed))
    notes = (*scores.notes, *tuning_notes(models))
    if setup.store is not None and setup.random_state is None and setup.cv is None and not isinstance(setup.plan, Plan):
        notes = (*notes, "Without random_state every run draws splits of its own: the store will not find these again.")
    return replace(scores, notes=notes)


def _said(models: Mapping[str, Any], data: Data, plan: Plan, metric: Any, setup: Setup) -> Scores:
    """Fit, and keep what the models say of every test example (or, for any other scorer, the fitted models)."""
    check_two_classes(models, data, plan, metric)
    output = output_of(metric, models, data.y)
    if output is None:
        scores = judge_holdout(models, data, plan, metric, seed=seed_from(setup.random_state))
        if setup.store is None:
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
    if setup.groups is not None or setup.scoring is not None or family_of(model) is None:
        return "auto", None
    data, models = check_data(X, y), check_models({"model": model})
    metric = choose_metric(setup.loss, None, models, data.y)
    if data.n not in STUDIED:
        return "auto", None
    recipe = halvings(test_size=_test_share(data.n))
    if find_shared(models, data, Cuts(_built(recipe, data, 0)), metric) is None:
        return "auto", None
    return "calibrated_t", recipe


def _build_plan(setup: Setup, methods: Sequence[Method], data: Data, seed: int) -> Plan:
    """The plan the user gave, or the one the methods need."""
    plan, cv = setup.plan, setup.cv
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


def _built(recipe: Recipe, data: Data, seed: int) -> Plan:
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
