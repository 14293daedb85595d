"""Splits that keep the shares of classes, where a scorer needs more than one class and a test set might lack them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from errbar.methods import METHODS
from errbar.methods.defaults import default_method
from errbar.methods.purpose import Purpose
from errbar.plans import Recipe, kfold, subsample
from errbar.plans.by_default import default_recipe, tested_share
from errbar.plans.recipe import plan_of
from errbar.run.checked import Data
from errbar.run.examples import is_one_value
from errbar.run.losses import Loss, Score, is_a
from errbar.types import Method
from errbar.types.setup import Setup

ENOUGH = 10  # examples outside the commonest class, expected in a test set: plain splits will do


def stratified(
    setup: Setup, metrics: Sequence[Loss | Score], models: Mapping[str, Any], purpose: Purpose, data: Data
) -> tuple[Setup, tuple[str, ...]]:
    """The setup with stratified splits and a note, where the user left the splits open; else as it was."""
    needy = [metric.name for metric in metrics if isinstance(metric, Score) and metric.needs_classes]
    splits_open = setup.plan is None and (setup.cv is None or type(setup.cv) is int)
    if not needy or not splits_open or not is_one_value(data.y):
        return setup, ()
    if not any(is_a("classifier", model) for model in models.values()):
        return setup, ()
    labels, codes, counts = np.unique(data.y, return_inverse=True, return_counts=True)
    if labels.size < 2 or counts.min() < 2:
        return setup, ()
    others = codes.reshape(-1) != int(np.argmax(counts))
    rare = int(others.sum()) if data.groups is None else np.unique(data.groups[others]).size
    methods = purpose.methods
    recipe = _recipe(setup, methods, data, rare)
    if not getattr(recipe, "stratify", False) or _expected(recipe, data, rare) >= ENOUGH:
        return setup, ()
    words = f"{int(counts.min()):,} of {data.n:,} examples are {labels[int(np.argmin(counts))].item()!r}"
    note = (
        f"Stratified by y, as no splits were given: {words}, and plain random test sets might lack a class, where "
        f"scoring={needy[0]!r} is undefined."
    )
    if len(methods) > 1 and setup.cv is None:  # each brings splits of its own
        return replace(setup, stratify=True), (note,)
    return replace(setup, plan=recipe, cv=None), (note,)


def _recipe(setup: Setup, methods: Sequence[Method], data: Data, rare: int) -> Recipe:
    """The splits that would be drawn, stratified; with test sets that can hold one of the rare at least."""
    if isinstance(setup.cv, int):
        return kfold(setup.cv, stratify=True)
    reader = methods[0] if methods else METHODS[default_method(subsample.kind)]
    recipe = default_recipe(reader.plans, data.n, data.groups, stratify=True)
    if data.groups is not None and isinstance(recipe, kfold):
        return replace(recipe, n_folds=max(2, min(int(recipe.n_folds), rare)))
    if isinstance(recipe, subsample) and data.groups is None:
        return replace(recipe, test_size=max(tested_share(data.n), min(0.5, 1 / rare)))
    return recipe


def _expected(recipe: Recipe, data: Data, rare: int) -> float:
    """How many of the rare a test set holds, on average, in the part that gives the estimate."""
    part = plan_of(recipe, data, 0).parts[0]
    return rare * float(part.sizes()[1].min()) / part.n
