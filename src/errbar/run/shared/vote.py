"""Who is trained on in each split, and what the nearest of them say."""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Indices
from errbar.run.shared.gathered import Kind, Step
from errbar.run.shared.guard import Flags
from errbar.run.shared.path import PathOutput, labelled, predicted


def training_sets(step: Step, k: int) -> tuple[Flags, Flags]:
    """Splits x examples: who is trained on; and the splits that have more than k such, none of them twice."""
    batch, n = step.batch, step.source.y.size
    parents = np.zeros((len(batch.parents), n), dtype=bool)
    for row, parent in zip(parents, batch.parents, strict=True):
        row[slice(None) if parent.rows is None else parent.rows] = True
    trained = parents[batch.which]
    if batch.leaves:
        trained[np.arange(len(trained))[:, np.newaxis], batch.test] = False
    sizes = trained.sum(axis=1)
    return trained, (sizes > k) & (sizes == step.n_train)


def answer(step: Step, ids: Indices, kind: Kind, reads: str, declined: Flags) -> PathOutput:
    """What the neighbours (k x splits x examples) vote for, or the mean of their values."""
    k, n_splits, n_test = ids.shape
    if kind == "regression":
        return predicted(step.source.values.take(ids).mean(axis=0), step, np.zeros(n_splits), declined)
    n_classes = step.source.classes.size
    if reads == "predict" and n_classes == 2:
        second = step.source.codes.take(ids).sum(axis=0)
        return labelled((2 * second > k).astype(np.intp), step.source, declined)
    cells = step.source.codes.take(ids).reshape(k, -1) + n_classes * np.arange(n_splits * n_test)
    votes = np.bincount(cells.ravel(), minlength=n_splits * n_test * n_classes).reshape(n_splits, n_test, n_classes)
    if reads == "predict":
        return labelled(votes.argmax(axis=2), step.source, declined)  # the first of equal classes wins
    return PathOutput(votes / k, declined | (step.class_counts == 0).any(axis=1))
