"""What will be fitted: the plan that was given, or the one the methods need; refused where it cannot answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from errbar.errors import InputError, NeedsError
from errbar.methods import BY_EFFORT, METHODS
from errbar.methods.defaults import check_size, default_for_plan, whole_set_method
from errbar.methods.suits import WillHold, check_asked, kind_for, refuse, why_not
from errbar.plans import PLANS, Recipe, halvings, kfold, rolling, subsample
from errbar.plans.affordable import check_affordable, check_splitter
from errbar.plans.from_sklearn import from_sklearn
from errbar.plans.plan import PARTS, Plan
from errbar.plans.recipe import Examples, plan_of
from errbar.plans.seed import seed_from
from errbar.plans.union import union
from errbar.types import Method, Question
from errbar.types.setup import Effort, Setup

MOST_ADDED = 100  # splits where they are added until an interval is narrow enough, and nobody says how many
GROUP_PARTS = 25  # splits of whole groups by default: as many fits as without groups


@dataclass(frozen=True, slots=True)
class Purpose:
    """What fits are for: a question, or methods that will be asked later; `comparing`: two models, one, or not said."""

    question: Question | None = None
    comparing: bool | None = None
    later: Sequence[Method] = ()

    @property
    def methods(self) -> Sequence[Method]:
        """Those that were named; without any the default will answer the question."""
        if self.question is None or self.question.method == "auto":
            return self.later
        return [METHODS[self.question.method]]


def planned(
    setup: Setup, purpose: Purpose, data: Examples, n_models: int, metrics: Sequence[WillHold]
) -> tuple[Plan, list[WillHold]]:
    """The splits, and what fits will give by each metric; refused where that cannot answer, or is too much to fit."""
    if purpose.question is not None or purpose.comparing is None:  # a distribution may be of few examples
        check_size(data.n)
    methods, per_example = purpose.methods, any(metric.items for metric in metrics)
    if setup.cv is not None:
        check_splitter(setup.cv, n_models, (data.X, data.y, data.groups))
    plan = plan_for(setup, methods, data)
    check_affordable(plan, n_models, per_example)
    return plan, [_suiting(metric, plan, purpose) for metric in metrics]


def _suiting(metric: WillHold, plan: Plan, purpose: Purpose) -> WillHold:
    """With what a scorer of a whole test set asks for; methods that cannot answer by it are refused."""
    methods = purpose.methods
    whole = metric.scored and (plan.kind == "holdout" or any(m.needs == "predictions" for m in methods))
    metric = replace(metric, said=whole)
    if not methods and purpose.question is not None:
        auto = default_for_plan(plan, metric.binary, metric.counted, purpose.comparing)
        methods = [METHODS[whole_set_method(metric.loss) if whole else auto]]
        check_asked(methods[0], purpose.question)
    for record in methods:
        refuse(why_not(record, metric, plan, purpose.comparing))
    return metric


def plan_for(setup: Setup, methods: Sequence[Method], data: Examples) -> Plan:
    """The plan the user gave, or the one the methods need."""
    plan, cv, seed = setup.plan, setup.cv, seed_from(setup.random_state)
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
    if setup.effort is not None:
        plan = of_effort(setup.effort, data.n, data.groups, setup.stratify)
    given = [] if plan is None else [plan_of(plan, data, seed)]
    missing = [m for m in methods if not any(g.has(kind) for g in given for kind in m.plans)]
    if plan is not None and len(methods) == 1 and missing:
        kind_for(methods[0], given[0])  # the user chose both: say that they do not go together
    stratify = setup.stratify or (plan is not None and bool(getattr(plan, "stratify", False)))
    needed = list(given)
    for method in sorted(missing, key=lambda m: -len(PARTS[_kind(m)])):  # a larger plan may serve the next method
        own = plan_of(default_recipe(method, data.n, data.groups, stratify), data, seed)
        if not any(have.has(own.kind) for have in needed):
            needed.append(own)
    if setup.stop is not None and setup.stop.half_width is not None and not given:
        return plan_of(subsample(MOST_ADDED, tested_share(data.n), stratify), data, seed)
    return union(needed or [plan_of(default_recipe(METHODS["corrected_t"], data.n, data.groups, stratify), data, seed)])


def _kind(method: Method) -> str:
    return next((kind for kind in method.plans if kind in PLANS), method.plans[0])


def default_recipe(method: Method, n: int, groups: Any = None, stratify: bool = False) -> Recipe:
    """The method's own plan; in groups, for methods that can read it, every group tested once, in 25 parts or fewer."""
    n_groups = n if groups is None else np.unique(groups).size
    if n_groups < n and {"subsample", "kfold"} <= set(method.plans):
        return kfold(min(GROUP_PARTS, max(2, n_groups)), stratify=stratify)
    return default_plan(_kind(method), n, stratify)


def of_effort(effort: Effort, n: int, groups: Any = None, stratify: bool = False) -> Recipe:
    """Splits for 25, 75 or 315 fits; all of them train on the same number of examples.

    >>> of_effort("standard", 1000)
    subsample(n_splits=75, test_size=0.1, stratify=False, discard=0.0)
    """
    if effort == "quick":
        return default_recipe(METHODS["corrected_t"], n, groups, stratify)
    if groups is not None:
        raise NeedsError(f"effort={effort!r} has not been studied with groups: take effort='quick', or a plan=.")
    if effort == "standard":
        return subsample(75, tested_share(n), stratify)
    return halvings(15, 10, tested_share(n), 15, stratify)


def by_effort(effort: Effort, scoring: Any) -> str:
    """What answers after fits of this effort, where no method is named: a scorer gives no loss per example."""
    return "auto" if effort == "standard" and scoring is not None else BY_EFFORT[effort]


def tested_share(n: int) -> float:
    """A tenth, or a fifth where a tenth would be fewer than 30 examples."""
    return 0.1 if 0.1 * n >= 30 else 0.2


def default_plan(kind: str, n: int, stratify: bool = False) -> Recipe:
    """Every plan as it is by default, but for random splits the share that is tested."""
    if kind == "subsample":
        return subsample(25, tested_share(n), stratify)
    if kind == "rolling":
        return rolling()
    if kind not in PLANS:
        raise NeedsError("This method is for models that are already trained: eb.score(fitted, X, y).")
    return PLANS[kind](**({"stratify": stratify} if hasattr(PLANS[kind], "stratify") else {}))
