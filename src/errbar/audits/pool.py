"""Every method on the plan it would have alone, every split fitted once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

import numpy as np

from errbar.core.arrays import Indices
from errbar.methods import METHODS
from errbar.plans import PLANS, Recipe
from errbar.plans.by_default import default_plan
from errbar.plans.families import Part, Subsample
from errbar.types import Plan, Scores

SPLITS = "subsample"
MOMENT_PLANS = {SPLITS: "moments of splits", "kfold": "moments of folds", "halvings": "moments of halvings"}


@dataclass(frozen=True, eq=False, slots=True)
class Pool:
    """Splits that several methods share.

    Parameters
    ----------
    parts : all splits, each family once and as long as anybody needs it.
    plans : each method's own plan.
    numbers : where the splits of that plan are among all.
    outside : for each part, whether some method's estimate comes from it.
    """

    parts: tuple[Part, ...]
    plans: dict[str, Plan]
    numbers: dict[str, Indices]
    outside: tuple[bool, ...]

    @property
    def n_splits(self) -> int:
        return sum(map(len, self.parts))

    def of(self, scores: Scores, method: str) -> Scores:
        """The scores of a method's own splits."""
        chosen, items = self.numbers[method], None
        if scores.items is not None:
            ends = scores.offsets
            items = np.concatenate([scores.items[:, ends[i] : ends[i + 1]] for i in chosen], axis=1)
        return replace(scores, plan=self.plans[method], values=scores.values[:, chosen], items=items)


def method_of(form: str) -> str:
    """A method may be asked on several plans: "corrected_t/10 splits" is a form of it, by the words after the stroke.

    >>> method_of("corrected_t/10 splits"), method_of("corrected_t")
    ('corrected_t', 'corrected_t')
    """
    return form.partition("/")[0]


def pool(
    methods: Sequence[str],
    plan: Recipe | Mapping[str, Recipe] | None,
    n: int,
    y: Any,
    seed: int,
    *,
    moments: bool = False,
) -> Pool:
    """The plans of the methods: `plan` for those that can read it, for others what they take by default.

    A mapping gives each form of a method the plan of its name. `moments` adds the splits that moments are read off,
    under the names in MOMENT_PLANS: random splits always, folds and halvings where somebody takes them anyway.
    """
    own = plan if isinstance(plan, Mapping) else {}
    given = plan.build(n, random_state=seed, y=y) if isinstance(plan, Recipe) else None
    plans = {
        name: own[name].build(n, random_state=seed, y=y) if name in own else _plan_of(name, given, n, y, seed)
        for name in methods
    }
    judged = tuple(plans.values())
    if moments:
        plans |= _moment_plans([*(() if given is None else (given,)), *judged], n, y, seed)
    longest: dict[tuple[Any, ...], Part] = {}
    for one in plans.values():
        for part in one.parts:
            known = longest.get(_family(part))
            if known is None or len(known) < len(part):
                longest[_family(part)] = part
    places = dict(zip(longest, pairwise(np.cumsum([0, *map(len, longest.values())]).tolist()), strict=True))
    numbers = {
        name: np.concatenate([np.arange(len(part)) + places[_family(part)][0] for part in one.parts])
        for name, one in plans.items()
    }
    first = {_family(one.parts[0]) for one in judged}
    return Pool(tuple(longest.values()), plans, numbers, tuple(family in first for family in longest))


def _plan_of(name: str, given: Plan | None, n: int, y: Any, seed: int) -> Plan:
    kinds = METHODS[method_of(name)].plans
    for kind in kinds:
        if given is not None and given.has(kind):
            return given.view(kind)
    own = next(kind for kind in kinds if kind in PLANS)  # a bound for a trained model: on a hold-out set
    return default_plan(own, n).build(n, random_state=seed, y=y)


def _moment_plans(known: Sequence[Plan], n: int, y: Any, seed: int) -> dict[str, Plan]:
    found = {kind: next((one.view(kind) for one in known if one.has(kind)), None) for kind in MOMENT_PLANS}
    if found[SPLITS] is None:
        found[SPLITS] = default_plan(SPLITS, n).build(n, random_state=seed, y=y)
    return {MOMENT_PLANS[kind]: one for kind, one in found.items() if one is not None}


def _family(part: Part) -> tuple[Any, ...]:
    """Equal where the splits of one part are the first of the other's: all but the number of random splits."""
    free = {"strata", "redrawn", "attempts"} | ({"n_splits"} if type(part) is Subsample else set())
    return (type(part), *(getattr(part, f.name) for f in fields(part) if f.name not in free))  # type: ignore[arg-type]
