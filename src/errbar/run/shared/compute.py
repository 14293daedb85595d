"""The losses of every shared model in every split, batch by batch."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.run.checked import Data
from errbar.run.examples import is_one_value
from errbar.run.fit import FitBlock
from errbar.run.losses import Loss, Score, UserLoss
from errbar.run.seeding import seeded
from errbar.run.shared.cuts import Cuts, batches
from errbar.run.shared.fit_many import HOOK, ManyPath, has_hook
from errbar.run.shared.gathered import Source, Step, dense
from errbar.run.shared.lean_trees import AT_ONCE, TreePath, grown, grows
from errbar.run.shared.match import encodes, family_of, match
from errbar.run.shared.path import Path, PathOutput

THROUGH = "scikit-learn"  # how every other model is fitted


@dataclass(frozen=True, eq=False, slots=True)
class Shared:
    """The models of a run that can be shared.

    Parameters
    ----------
    source : the data they read.
    metric : the loss.
    families, paths : by model.
    declined : by model, how many splits were left to scikit-learn so far.
    """

    source: Source
    metric: Loss
    families: Mapping[str, str]
    paths: Mapping[str, Path]
    declined: Counter[str] = field(default_factory=Counter)

    def splits_at_once(self, n_test: int) -> int:
        """Few where each of them takes its time."""
        usual = self.source.splits_at_once(n_test)
        return min(usual, AT_ONCE) if any(isinstance(path, TreePath) for path in self.paths.values()) else usual


def path_taken(shared: Shared | None, name: str) -> str:
    """Which way a model's losses were computed, in words."""
    if shared is None or name not in shared.families:
        return THROUGH
    left, n_splits = shared.declined[name], len(shared.source.cuts.plan)
    return f"shared: {shared.families[name]}" + (f", {left} of {n_splits} splits through {THROUGH}" if left else "")


def find_shared(
    models: Mapping[str, Any],
    data: Data,
    cuts: Cuts,
    metric: Loss | Score,
    seed: int | None = None,
    *,
    trees: bool = False,
) -> Shared | None:
    """The models that can be shared, or None where there is none.

    `seed`: of the run, for models that fit many splits at once themselves; None leaves these alone.
    `trees`: whether trees and forests are grown here too; they need the seed as well.
    """
    if isinstance(metric, Score) or not is_one_value(data.y):
        return None
    found = {} if seed is None or metric.reads != "predict" else _hooked(models, data, metric, seed)
    known = {name: model for name, model in models.items() if name not in found and family_of(model) is not None}
    growing = {} if seed is None or not trees else {name: one for name, one in models.items() if grows(one)}
    X = dense(data.X) if known or growing else None
    source = Source(np.zeros((data.n, 1)) if X is None else X, data.y, cuts)
    readable = known if X is not None else {name: model for name, model in known.items() if encodes(model)}
    matched = {name: match(model, source, metric, data.X) for name, model in readable.items()}
    if X is not None and seed is not None:
        matched |= {name: grown(model, source, metric, seed) for name, model in growing.items()}
    found |= {name: one for name, one in matched.items() if one is not None}
    if not found:
        return None
    families = {name: family for name, (family, _) in found.items()}
    return Shared(source, metric, families, {name: path for name, (_, path) in found.items()})


def _hooked(models: Mapping[str, Any], data: Data, metric: Loss, seed: int) -> dict[str, tuple[str, Path]]:
    """The models that have a `fit_many` of their own."""
    return {
        name: (HOOK, ManyPath(name, model, data, metric, seed)) for name, model in models.items() if has_hook(model)
    }


def shared_fits(shared: Shared, missing: Mapping[str, NDArray[np.bool_]]) -> Iterator[FitBlock]:
    """The losses of the shared models in the splits that miss them; no number depends on which others are missing.

    `missing`: by model, a flag for each split.
    """
    wanted = [missing[name] for name in shared.paths]
    anyone = np.logical_or.reduce(wanted)
    for batch in batches(shared.source.cuts, anyone, shared.splits_at_once):
        step = Step(shared.source, batch)
        for flags, name in zip(wanted, shared.paths, strict=True):
            asked = flags[batch.numbers]
            if not asked.any():
                continue
            losses, good, seconds = _compute(shared, name, step)
            shared.declined[name] += int((asked & ~good).sum())
            kept = asked & good
            if not kept.all():
                losses, numbers = losses[kept], batch.numbers[kept]
            else:
                numbers = batch.numbers
            yield FitBlock(name, numbers, losses, seconds / len(batch.numbers))


def _compute(shared: Shared, name: str, step: Step) -> tuple[Floats, NDArray[np.bool_], float]:
    """Losses, splits x examples, the splits where they are known, and the time it took."""
    start = time.perf_counter()
    with np.errstate(all="ignore"):  # declined splits may hold anything
        losses, good = _judge(shared.metric, step, shared.paths[name].outputs(step))
    return losses, good, time.perf_counter() - start


def _judge(metric: Loss, step: Step, output: PathOutput) -> tuple[Floats, NDArray[np.bool_]]:
    """Losses, splits x examples, and the splits where they are known."""
    good = ~output.declined
    truth = step.source.y.take(step.batch.test)
    if isinstance(metric.fn, UserLoss):
        losses = np.zeros(truth.shape)
        for i in np.flatnonzero(good):
            try:
                with seeded(
                    int(step.batch.numbers[i])
                ):  # the user's function may draw, and write into what it is given
                    losses[i] = metric.fn(truth[i].copy(), output.values[i].copy(), step.source.classes)
            except Exception:  # the user's function failed; scikit-learn's path reports where
                good[i] = False
    else:
        flat = output.values.reshape(truth.size, *output.values.shape[2:])
        losses = metric.fn(truth.ravel(), flat, step.source.classes).reshape(truth.shape)
    return losses, good & np.isfinite(losses).all(axis=1)
