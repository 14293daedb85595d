"""Lasso and ElasticNet: scikit-learn's coordinate descent on the Gram matrix of every training set, step for step.

Its tolerance leaves the third digit of a coefficient open, so nothing but its own steps gives its predictions. With
G = X'X and h = X'(y - Xw), feature j goes to S(h_j + w_j G_jj, a) / (G_jj + b), S the soft threshold; a and b are n
times the penalties of |w| and of w^2 / 2. It ends where the duality gap is below tol y'y, which is looked at where the
largest change of a round is below tol times the largest coefficient; then features that will be 0 for certain leave.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, Flags, diagonals, inverse
from errbar.run.shared.linear import applied, equations
from errbar.run.shared.path import Family, PathOutput, Request, anything, is_false, is_flag, is_not_negative, predicted
from errbar.run.shared.scaler import weights_if

TIGHTEST = 1e-7  # of a tolerance: where rounding decides when to end, scikit-learn does
APART = 1e-9  # two numbers that decide, and are not further apart, leave the split to scikit-learn
MOST_FEATURES = 128


class Penalties(NamedTuple):
    """Of |w| and of squares, for one example; when to end, and after how many rounds at the latest."""

    absolute: float
    squared: float
    tolerance: float
    rounds: int


class LassoPath:
    def __init__(self, penalties: Penalties, intercept: bool, scaled: bool) -> None:
        """Penalties in the units that the model sees, after a StandardScaler those of each training set."""
        self.penalties, self.intercept, self.scaled = penalties, intercept, scaled

    def outputs(self, step: Step) -> PathOutput:
        block, normal = step.block("regression", self.intercept), equations(step, "regression", self.intercept)
        weights, doubtful = weights_if(self.scaled, step, diagonals(normal.gram), normal.parent)
        scale = np.sqrt(weights)
        gram = normal.gram / (scale[:, :, np.newaxis] * scale[:, np.newaxis, :])
        right, squares = normal.right[:, :, 0] / scale, normal.target_squares[:, 0]
        found, ended = descend(gram, right, squares, step.n_train, self.penalties)
        diagonals(gram)[...] += self.penalties.squared * step.n_train[:, np.newaxis]
        _, _, condition = inverse(gram, normal.parent / scale**2)
        coefficients = (found / scale)[:, :, np.newaxis]
        condition = np.where(ended & ~doubtful, condition, np.inf)
        fitted = applied(block, normal, coefficients, condition, step.source.largest)
        values = fitted.predictions[:, :, 0] + (step.source.middle if self.intercept else 0.0)
        return predicted(values, step, fitted.rounding + EPSILON * step.source.largest_value, fitted.declined)


class _Descent:
    """Many problems side by side; the last axis of all arrays is that of the problems."""

    def __init__(self, gram: Floats, right: Floats, squares: Floats, penalties: tuple[Floats, Floats, float]) -> None:
        self.absolute, self.squared, self.tolerance = penalties
        self.gram = np.ascontiguousarray(gram.transpose(1, 2, 0))
        self.right, self.squares = np.ascontiguousarray(right.T), squares
        self.w, self.h = np.zeros_like(self.right), self.right.copy()
        self.norms = np.einsum("iib->ib", self.gram).copy()
        self.active = np.ones(self.w.shape, dtype=bool)
        self.going = np.isfinite(self.gram).all(axis=(0, 1)) & (squares > 0)
        self.ended = np.zeros(len(squares), dtype=bool)

    def go(self, rounds: int) -> None:
        self._look(self.going.copy())
        for _ in range(rounds):
            if not self.going.any():
                return
            changed, largest = self._round()
            share = np.where(largest > 0, changed / np.where(largest > 0, largest, 1.0), 0.0)
            self._doubt(np.abs(share - self.tolerance) <= APART)
            self._look(self.going & (share <= self.tolerance))

    def _round(self) -> tuple[Floats, Floats]:
        """Once through all features: the largest change, and the largest coefficient."""
        changed, largest = np.zeros_like(self.squares), np.zeros_like(self.squares)
        for j, (norm, gram) in enumerate(zip(self.norms, self.gram, strict=True)):
            old = self.w[j]
            reach = self.h[j] + old * norm
            new = np.sign(reach) * np.maximum(np.abs(reach) - self.absolute, 0.0) / (norm + self.squared)
            new = np.where(self.active[j] & self.going, new, old)
            change = new - old
            self.h -= gram * change
            self.w[j] = new
            np.maximum(changed, np.abs(change), out=changed)
            np.maximum(largest, np.abs(new), out=largest, where=self.active[j])
        return changed, largest

    def _look(self, some: Flags) -> None:
        """At the duality gap of some; who goes on, goes on without the features that will be 0."""
        if not some.any():
            return
        fit = (self.w * self.right).sum(axis=0)
        residual, with_y = self.squares - fit - (self.w * self.h).sum(axis=0), self.squares - fit
        slopes = self.h - self.squared * self.w
        steepest = np.maximum(np.abs(slopes).max(axis=0), self.absolute)
        shrunk, weight = self.absolute / steepest, residual + self.squared * np.square(self.w).sum(axis=0)
        gap = 0.5 * weight * (1 + shrunk**2) + self.absolute * np.abs(self.w).sum(axis=0) - shrunk * with_y
        enough = self.tolerance * self.squares
        self._doubt(some & (np.abs(gap - enough) <= APART * self.squares))
        self.ended |= some & self.going & (gap <= enough)
        self.going &= ~self.ended
        some = some & self.going
        distance = (1 - np.abs(slopes) / steepest) / np.sqrt(self.norms + self.squared)
        reach = np.sqrt(2 * np.maximum(gap, 0.0)) / self.absolute
        self._doubt(some & (np.abs(distance - reach) <= APART * reach).any(axis=0))
        leave = self.active & (distance > reach) & some
        self.active &= ~leave
        gone = np.where(leave, self.w, 0.0)
        if gone.any():
            self.w -= gone
            self.h += np.einsum("ijb,ib->jb", self.gram, gone)

    def _doubt(self, which: Flags) -> None:
        self.going &= ~which


def descend(
    gram: Floats, right: Floats, squares: Floats, n_train: Indices, penalties: Penalties
) -> tuple[Floats, Flags]:
    """Splits x features, and the splits whose descent came to its end without a doubt."""
    n = np.asarray(n_train, dtype=np.float64)
    descent = _Descent(gram, right, squares, (penalties.absolute * n, penalties.squared * n, penalties.tolerance))
    descent.go(penalties.rounds)
    return np.ascontiguousarray(descent.w.T), descent.ended


@lru_cache(maxsize=1)
def _same_steps() -> bool:
    """Whether this release of scikit-learn takes these steps: with a loose tolerance it shows in the coefficients."""
    from sklearn.linear_model import ElasticNet

    rng = np.random.default_rng(0)
    for alpha, share in ((0.05, 1.0), (0.3, 1.0), (0.1, 0.5)):
        X = rng.normal(size=(40, 6)) + rng.normal(size=(40, 1))
        y = X @ [2.0, -1.0, 0.5, 0.0, 0.1, 0.0] + rng.normal(size=40)
        theirs = ElasticNet(alpha=alpha, l1_ratio=share, fit_intercept=False, tol=1e-2).fit(X, y).coef_
        penalties = Penalties(alpha * share, alpha * (1 - share), 1e-2, 1000)
        ours, _ = descend((X.T @ X)[np.newaxis], (X.T @ y)[np.newaxis], np.array([y @ y]), np.array([40]), penalties)
        if np.abs(ours[0] - theirs).max() > 1e-11:
            return False
    return True


def _build(request: Request, source: Source) -> LassoPath | None:
    parameters, (n, p) = request.parameters, source.X.shape
    alpha, share, intercept = float(parameters["alpha"]), float(parameters["l1_ratio"]), parameters["fit_intercept"]
    if p >= min(n, MOST_FEATURES) or source.constant.any() or (request.scaled and not intercept) or not _same_steps():
        return None
    penalties = Penalties(alpha * share, alpha * (1 - share), float(parameters["tol"]), int(parameters["max_iter"]))
    return LassoPath(penalties, intercept, request.scaled)


def _lasso(request: Request, source: Source) -> LassoPath | None:
    return _build(replace(request, parameters={**request.parameters, "l1_ratio": 1.0}), source)


def _is_positive(value: Any) -> bool:
    return is_not_negative(value) and value > 0


_ALLOWED = {
    "alpha": _is_positive,
    "fit_intercept": is_flag,
    "precompute": is_false,
    "copy_X": anything,
    "max_iter": _is_positive,
    "tol": lambda value: _is_positive(value) and value >= TIGHTEST,
    "warm_start": is_false,
    "positive": is_false,
    "random_state": anything,
    "selection": lambda value: value == "cyclic",
}

LASSO = Family("lasso", "regression", {**_ALLOWED, "l1_ratio": anything}, ("predict",), _lasso, by_default=False)
ELASTIC = Family(
    "elastic net", "regression", {**_ALLOWED, "l1_ratio": _is_positive}, ("predict",), _build, by_default=False
)
