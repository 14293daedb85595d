"""PCA in front of a linear model, also after a StandardScaler: directions of every training set from its Gram matrix.

A split's directions T make x'T of its features, and T'GT of its Gram matrix G. The models behind give the same whatever
basis of these directions they get, so that only the gap between the last that is kept and the first that is not counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.cuts import Batch
from errbar.run.shared.gathered import Kind, Source, Step
from errbar.run.shared.gram import GramBlock, whole_gram
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, Flags, diagonals
from errbar.run.shared.path import Path, PathOutput, predicted
from errbar.run.shared.scaler import weights_if

MOST_FEATURES = 256
WIDER = 2.0  # a scale may be so many times smaller in a training set than in all the data


@dataclass(frozen=True, slots=True)
class _Narrow:
    """What there is to know of the table of fewer features."""

    n: int
    p: int


class DirectedBlock(GramBlock):
    """A batch seen along directions (splits x features x k) that are known up to `blur` times rounding."""

    def __init__(self, block: GramBlock, directions: Floats, blur: Floats) -> None:
        self.batch, self._block, self._directions, self._blur = block.batch, block, directions, blur
        self.table = _Narrow(block.table.n, directions.shape[2])  # type: ignore[assignment]

    def scores(self, linear: Floats, constants: Floats, quadratic: Floats | None = None) -> Floats:
        assert quadratic is None
        return self._block.scores(self._directions @ linear, constants)

    @cached_property
    def gram(self) -> Floats:
        p, gram = self._block.table.p, self._block.gram
        right = np.concatenate((gram[:, :, :p] @ self._directions, gram[:, :, p:]), axis=2)
        return np.concatenate((self._directions.transpose(0, 2, 1) @ right[:, :p], right[:, p:]), axis=1)

    @cached_property
    def parent_squares(self) -> Floats:
        """What rounding along a direction is measured by: its own blur, and how much of its features cancels there."""
        p, parent = self._block.table.p, self._block.parent(whole_gram)
        along = ((parent[:, :p, :p] @ self._directions) * self._directions).sum(axis=1)
        features = np.sqrt(diagonals(parent)[:, :p, np.newaxis])
        across = (np.abs(self._directions) * features).sum(axis=1) ** 2
        return np.concatenate((along * self._blur[:, np.newaxis] + across, diagonals(parent)[:, p:]), axis=1)


class DirectedStep(Step):
    """A step whose features are those along the directions."""

    whole_rows = False

    def __init__(self, source: Source, batch: Batch, blocks: dict[Kind, GramBlock]) -> None:
        super().__init__(source, batch)
        self._blocks = blocks

    def block(self, kind: Kind, centred: bool = True) -> GramBlock:
        assert centred
        return self._blocks[kind]


@dataclass(frozen=True, eq=False, slots=True)
class DirectedPath:
    """`source`: that of the run, but for the size of features; `deviations`: of all the data, 1 without a scaler."""

    source: Source
    path: Path
    kind: Kind
    k: int
    deviations: Floats | None

    def outputs(self, step: Step) -> PathOutput:
        block = step.block(self.kind)
        directions, blur, declined = self._directions(step, block)
        directions[declined] = np.eye(block.table.p)[:, : self.k]
        found = self.path.outputs(
            DirectedStep(self.source, step.batch, {self.kind: DirectedBlock(block, directions, blur)})
        )
        declined = declined | found.declined
        if self.kind == "classification":
            return PathOutput(found.values, declined)
        rounding = EPSILON * blur * np.abs(found.values - step.source.middle).max(axis=1)
        return predicted(found.values, step, rounding, declined)

    def _directions(self, step: Step, block: GramBlock) -> tuple[Floats, Floats, Flags]:
        """Splits x features x k, by what the gap magnifies rounding, and the splits in doubt."""
        p, gram = block.table.p, block.gram
        totals = gram[:, p, :p] if self.kind == "regression" else gram[:, :p, p:].sum(axis=2)
        n = step.n_train[:, np.newaxis, np.newaxis]
        about = gram[:, :p, :p] - totals[:, :, np.newaxis] * totals[:, np.newaxis, :] / n
        squares, parent = diagonals(about), diagonals(block.parent(whole_gram))[:, :p]
        weights, declined = weights_if(self.deviations is not None, step, squares, parent)
        scale = np.sqrt(weights)
        if self.deviations is not None:
            declined = declined | (scale * WIDER < self.deviations).any(axis=1)
        about = about / (scale[:, :, np.newaxis] * scale[:, np.newaxis, :])
        declined |= ~(squares > 0).all(axis=1) | ~np.isfinite(about).all(axis=(1, 2))
        about[declined] = np.eye(p)
        values, vectors = np.linalg.eigh(about)
        lost = np.where(squares > 0, parent / np.where(squares > 0, squares, 1.0), np.inf).max(axis=1)
        gap = values[:, -self.k] - values[:, -self.k - 1] if self.k < p else values[:, -1]
        blur = np.maximum(lost, 1.0) * values[:, -1] / np.where(gap > 0, gap, np.inf)
        declined |= ~((gap > 0) & (blur <= LARGEST_CONDITION))
        kept = vectors[:, :, : -self.k - 1 : -1] / scale[:, :, np.newaxis]
        return np.ascontiguousarray(kept), np.where(declined, 1.0, blur), declined


def directed(pca: Any, scaled: bool, source: Source) -> tuple[int, Floats | None, Source] | None:
    """How many directions, deviations of features (None: no scaler), and what the path behind reads; or None."""
    p = source.X.shape[1]
    k = p if pca.n_components is None else pca.n_components
    if not isinstance(k, int | np.integer) or isinstance(k, bool) or not 0 < k <= p or pca.whiten:
        return None
    sizes = source.cuts.plan.n_train
    if not _exact(pca.svd_solver, int(sizes.min()), int(sizes.max()), p) or source.constant.any() or p > MOST_FEATURES:
        return None
    deviations = np.sqrt(np.square(source.X - source.centre).mean(axis=0)) if scaled else None
    sizes_in_units = source.largest / (np.ones(p) if deviations is None else deviations / WIDER)
    narrow = Source(source.X, source.y, source.cuts)
    narrow.largest = np.full(k, np.sqrt(np.square(sizes_in_units).sum()))
    return int(k), deviations, narrow


def _exact(solver: Any, fewest: int, most: int, p: int) -> bool:
    """Whether scikit-learn finds all directions of every training set, not some by chance."""
    if solver == "auto":
        return fewest > p and (fewest >= 10 * p or max(most, p) <= 500)
    return fewest > p and solver in ("full", "covariance_eigh")
