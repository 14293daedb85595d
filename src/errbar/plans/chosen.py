"""What was asked for -> the splits: those that were given, or those that will be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from errbar.errors import InputError
from errbar.plans import Recipe, kfold, subsample
from errbar.plans.affordable import check_splitter
from errbar.plans.by_default import USUAL, default_recipe, first_kind, of_effort, tested_share
from errbar.plans.from_sklearn import from_sklearn
from errbar.plans.plan import PARTS, Plan
from errbar.plans.recipe import Examples, plan_of
from errbar.plans.seed import RandomState, seed_from
from errbar.plans.union import union

MOST_ADDED = 100  # splits where they are added until an interval is narrow enough, and nobody says how many


class WantedSplits(Protocol):
    """What users say of splits."""

    @property
    def plan(self) -> Recipe | Plan | None: ...
    @property
    def cv(self) -> Any: ...
    @property
    def effort(self) -> Literal["quick", "standard", "thorough"] | None: ...
    @property
    def stratify(self) -> bool: ...
    @property
    def random_state(self) -> RandomState: ...


def plan_for(
    wanted: WantedSplits, readers: Sequence[tuple[str, ...]], data: Examples, n_models: int, *, adding: bool = False
) -> Plan:
    """The plan the user gave, or one that holds what every reader reads.

    `readers`: for each method that will be asked the kinds of plan it reads. One that is given for a single method is
    taken as it is. `adding`: splits are added until they are enough, so there must be many.
    """
    plan, cv, seed = wanted.plan, wanted.cv, seed_from(wanted.random_state)
    if plan is not None and cv is not None:
        raise InputError("Give plan= or cv=, not both.")
    if isinstance(cv, int) and not isinstance(cv, bool):
        plan = kfold(cv)
    elif cv is not None:
        check_splitter(cv, n_models, (data.X, data.y, data.groups))
        return from_sklearn(cv, data.X, data.y, n=data.n, seed=seed, groups=data.groups)
    if isinstance(plan, Plan):
        if plan.n != data.n:
            raise InputError(f"The plan was built for {plan.n} examples; the data have {data.n}.")
        return plan
    if plan is not None and not isinstance(plan, Recipe):
        raise InputError(f"plan must be one of errbar.plans, such as plans.subsample(25, 0.1); got {plan!r:.80}.")
    if wanted.effort is not None:
        plan = of_effort(wanted.effort, data.n, data.groups, wanted.stratify)
    given = [] if plan is None else [plan_of(plan, data, seed)]
    if given and len(readers) == 1:
        return given[0]
    missing = [kinds for kinds in readers if not any(one.has(kind) for one in given for kind in kinds)]
    stratify = wanted.stratify or (plan is not None and bool(getattr(plan, "stratify", False)))
    needed = list(given)
    for kinds in sorted(missing, key=lambda some: -len(PARTS[first_kind(some)])):  # a larger one may serve the next
        own = plan_of(default_recipe(kinds, data.n, data.groups, stratify), data, seed)
        if not any(have.has(own.kind) for have in needed):
            needed.append(own)
    if adding and not given:
        return plan_of(subsample(MOST_ADDED, tested_share(data.n), stratify), data, seed)
    return union(needed or [plan_of(default_recipe(USUAL, data.n, data.groups, stratify), data, seed)])
