"""Splits that nobody chose: which ones, for so many examples in so many groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from errbar.errors import InputError, NeedsError
from errbar.plans import PLANS, Recipe, halvings, kfold, rolling, subsample

SMALLEST = 10  # examples: fewer are refused by every verb that fits, and by `advise`
GROUP_PARTS = 25  # splits of whole groups by default: as many fits as without groups
HALF_SPLITS = {"standard": 5, "thorough": 15}
USUAL = ("subsample", "kfold")  # kinds of plan, where no method says which it reads
TENTHS, FIFTHS = subsample(25, 0.1), subsample(25, 0.2)


def check_size(n: int) -> None:
    """Refuse what no split of the data can answer."""
    if n < SMALLEST:
        raise InputError(
            f"{n} examples are too few to train and test on: at least {SMALLEST} are needed, 50 or more are advised."
        )


def tested_share(n: int) -> float:
    """A tenth, or a fifth where a tenth would be fewer than 30 examples."""
    return 0.1 if 0.1 * n >= 30 else 0.2


def default_recipe(kinds: Sequence[str], n: int, groups: Any = None, stratify: bool = False) -> Recipe:
    """The first of `kinds` of plan; in groups, for who can read it, every group tested once, in 25 parts or fewer."""
    n_groups = n if groups is None else np.unique(groups).size
    if n_groups < n and {"subsample", "kfold"} <= set(kinds):
        return kfold(min(GROUP_PARTS, max(2, n_groups)), stratify=stratify)
    return default_plan(first_kind(kinds), n, stratify)


def first_kind(kinds: Sequence[str]) -> str:
    """The first that there is a recipe for."""
    return next((kind for kind in kinds if kind in PLANS), kinds[0])


def default_plan(kind: str, n: int, stratify: bool = False) -> Recipe:
    """Every plan as it is by default, but for random splits the share that is tested."""
    if kind == "subsample":
        own = TENTHS if tested_share(n) == TENTHS.test_size else FIFTHS
        return replace(own, stratify=True) if stratify else own
    if kind == "rolling":
        return rolling()
    if kind not in PLANS:
        raise NeedsError("This method is for models that are already trained: eb.score(fitted, X, y).")
    return PLANS[kind](**({"stratify": stratify} if hasattr(PLANS[kind], "stratify") else {}))


def of_effort(
    effort: Literal["quick", "standard", "thorough"], n: int, groups: Any = None, stratify: bool = False
) -> Recipe:
    """Splits for about 25, 75 or 315 fits; all of them train on the same number of examples.

    >>> of_effort("standard", 1000)
    halvings(n_splits=25, n_halvings=5, test_size=0.1, half_splits=5, stratify=False, discard=0.0)
    """
    if effort == "quick":
        return default_recipe(USUAL, n, groups, stratify)
    if groups is not None:
        raise NeedsError(f"effort={effort!r} has not been studied with groups: take effort='quick', or a plan=.")
    return halvings(
        *{"standard": (25, 5), "thorough": (15, 10)}[effort], tested_share(n), HALF_SPLITS[effort], stratify
    )
