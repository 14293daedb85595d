"""The steps of scikit-learn's solver "newton-cholesky", repeated for many splits at once.

Its tolerance leaves the fourth digit of a prediction open, so nothing but its own steps gives its predictions. From its
start, with the mean loss f(w) + a |w|^2 / 2, each step goes towards -H^-1 g: all the way, or half of it, a quarter ...
until the loss falls by 2^-11 of what its slope promises. It ends where no part of g is larger than `tol`, nor half of
g' H^-1 g. What rounding changes in one step the next one shrinks; where rounding might decide, the split is left alone.

A Hessian is a sum over examples of products of two features, so all of them are one product of matrices, made for
blocks of always the same number of splits: what one gets does not depend on its company.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.gathered import Kind, Source, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, SAFETY, Flags, diagonals, inverse
from errbar.run.shared.scaler import feature_weights, training_squares

WIDTH = 16  # splits per block
HALVINGS = 21  # of a step, the whole one included
PROMISED = 2.0**-11  # of the fall of the loss
APART = 1e-6  # of a tolerance: what is closer to it leaves the split to scikit-learn
MOST_PARAMETERS, MOST_NUMBERS = 64, 2**24  # products of features in all rows: 128 MB
WORST_SCALED = 1e12  # condition in the units of the features, in which scikit-learn gives up at 1 / EPSILON

Pointwise = Callable[[Floats, Floats], tuple[Floats, Floats, Floats]]  # predictors, truths -> loss, slope, curvature


class Ends(NamedTuple):
    """When a descent ends, and after how many steps at the latest."""

    tolerance: float
    steps: int


@dataclass(frozen=True, eq=False, slots=True)
class DescentRows:
    """Examples x parameters, about 0 and of size 1; the last is 1 where there is an intercept.

    Parameters
    ----------
    centre, deviation : what features were made of that by.
    divided : features that a StandardScaler divides.
    truth : one number per example.
    """

    rows: Floats
    centre: Floats
    deviation: Floats
    divided: Flags
    intercept: bool
    truth: Floats

    @classmethod
    def of(cls, source: Source, truth: Floats, intercept: bool, scaled: bool) -> DescentRows | None:
        n, p = source.X.shape
        q = p + intercept
        if q > MOST_PARAMETERS or n * q * (q + 1) > 2 * MOST_NUMBERS or (scaled and not intercept):
            return None
        centre = source.centre if intercept else np.zeros(p)
        deviation = np.sqrt(np.square(source.X - centre).mean(axis=0))
        deviation = np.where(deviation > 0, deviation, 1.0)
        rows = np.ones((n, q))
        rows[:, :p] = (source.X - centre) / deviation
        divided = np.full(p, scaled) if source.divided is None else source.divided
        return cls(rows, centre, deviation, divided, intercept, truth)

    def units(self, step: Step, kind: Kind) -> tuple[Floats, Flags]:
        """Splits x parameters x parameters, what the model sees = units @ row; and splits where they are in doubt."""
        n_splits, q, p = len(step.batch.numbers), self.rows.shape[1], self.centre.size
        found, place = np.zeros((n_splits, q, q)), np.arange(p)
        found[:, place, place] = self.deviation
        if self.intercept:
            found[:, :p, p] = self.centre
            found[:, p, p] = 1.0
        if not self.divided.any():
            return found, np.zeros(n_splits, dtype=bool)
        weights, doubtful = feature_weights(step, *training_squares(step, kind))
        scale, sums = np.sqrt(weights), step.block(kind).sums[:, :, :p]
        means = (sums[:, 0] if kind == "regression" else sums.sum(axis=1)) / step.n_train[:, np.newaxis]
        found[:, place, place] = np.where(self.divided, self.deviation / scale, self.deviation)
        found[:, :p, p] = np.where(self.divided, -means / scale, self.centre)
        return found, doubtful


@dataclass(frozen=True, eq=False, slots=True)
class Descents:
    """Some splits: what to start from, and then where they ended.

    Parameters
    ----------
    units : as `DescentRows` has them.
    penalties, start : splits x parameters, of the model.
    found : splits x parameters, of the rows; splits x columns x parameters where scores have several columns.
    blur : the same: what rounding may have changed.
    done : those that ended as scikit-learn would, for certain.
    """

    units: Floats
    penalties: Floats
    start: Floats
    found: Floats
    blur: Floats
    done: Flags

    @classmethod
    def from_start(cls, units: Floats, penalties: Floats, start: Floats) -> Descents:
        return cls(
            units, penalties, start, np.zeros_like(start), np.zeros_like(start), np.zeros(len(start), dtype=bool)
        )

    def among(self, some: slice) -> Descents:
        """Some of them, in the same memory."""
        return Descents(*(getattr(self, name)[some] for name in self.__slots__))


@dataclass(frozen=True, eq=False, slots=True)
class StepsPath:
    """What a model of such steps has; `penalty`: of squared coefficients, in the words of its class."""

    design: DescentRows
    penalty: float
    ends: Ends


def descend(design: DescentRows, pointwise: Pointwise, ends: Ends, step: Step, splits: Descents) -> None:
    """All splits of a batch, in their places."""
    batch = step.batch
    for place, parent in enumerate(batch.parents):
        mine = np.flatnonzero(batch.which == place)
        block = _Block(design, parent.rows, pointwise)
        for first in range(0, mine.size, WIDTH):
            some = mine[first : first + WIDTH]
            kept = np.ones((WIDTH, len(block.rows)))
            if batch.leaves:
                tests = batch.test[some]
                places = tests if parent.rows is None else np.searchsorted(parent.rows, tests)
                kept[np.arange(some.size)[:, np.newaxis], places] = 0.0
            block.solve(kept, splits, some, ends)


class _Terms(NamedTuple):
    """Of a block of splits: examples that count, how many they are, units, penalties."""

    kept: Floats
    n: Floats
    units: Floats
    penalties: Floats


class _At(NamedTuple):
    """Where splits are, and their linear predictors; the loss there, the size of what it is a sum of, and its slopes.

    `steepness`: the mean absolute slope of an example; `curvature`: of every example.
    """

    place: Floats
    raw: Floats
    value: Floats
    size: Floats
    steepness: Floats
    gradient: Floats
    curvature: Floats

    def where(self, some: Flags, other: _At) -> _At:
        """The other's for some splits."""
        pairs = zip(other, self, strict=True)
        return _At(*(np.where(some if new.ndim == 1 else some[:, np.newaxis], new, old) for new, old in pairs))


class _Block:
    """WIDTH splits of one parent side by side."""

    def __init__(self, design: DescentRows, members: Indices | None, pointwise: Pointwise) -> None:
        self.rows = design.rows if members is None else design.rows.take(members, axis=0)
        self.truth = design.truth if members is None else design.truth.take(members)
        self.pointwise = pointwise
        self._columns = np.ascontiguousarray(self.rows.T)
        self._largest = np.abs(self.rows).max(axis=0)
        self._pair = np.triu_indices(self.rows.shape[1])
        self._products = self.rows[:, self._pair[0]] * self.rows[:, self._pair[1]]

    def solve(self, kept: Floats, splits: Descents, some: Indices, ends: Ends) -> None:
        """At most WIDTH splits, from where they start, in their places."""
        count, q = some.size, self.rows.shape[1]
        units, penalties, start = np.tile(np.eye(q), (WIDTH, 1, 1)), np.ones((WIDTH, q)), np.zeros((WIDTH, q))
        units[:count], penalties[:count], start[:count] = splits.units[some], splits.penalties[some], splits.start[some]
        terms = _Terms(kept, kept.sum(axis=1), units, penalties)
        noise = SAFETY * EPSILON * (np.abs(units) @ self._largest).max(axis=1)  # of a slope of 1
        going, done = np.arange(WIDTH) < count, np.zeros(WIDTH, dtype=bool)
        reach, worst = np.zeros((WIDTH, q)), np.zeros(WIDTH)
        at = self._look(start, self._predictors(start, units), terms)
        for _ in range(ends.steps):
            hessian, summed = self._hessians(at.curvature, terms)
            inverted, scale, condition = inverse(hessian, summed)
            newton = -_times(inverted, at.gradient / scale) / scale
            going &= (condition <= LARGEST_CONDITION) & _is_even(hessian, inverted, scale)
            worst = np.maximum(worst, np.where(going, condition, 0.0))
            blurred = at.steepness / np.sqrt(at.curvature.sum(axis=1) / terms.n)
            reach += np.where(going[:, np.newaxis], np.abs(newton) + blurred[:, np.newaxis] / scale, 0.0)
            at = self._search(at, newton, terms, going)
            steepest = np.abs(at.gradient).max(axis=1)
            decrement = 0.5 * (newton * _times(hessian, newton)).sum(axis=1)
            flat, unsure = steepest <= ends.tolerance, _near(steepest, ends, noise * at.steepness)
            going &= ~unsure & ~(flat & _near(decrement, ends, 0.0))
            done |= going & flat & (decrement <= ends.tolerance)
            going &= ~done
            if not going.any():
                break
        splits.done[some] = done[:count]
        back = units.transpose(0, 2, 1)
        splits.found[some] = _times(back, at.place)[:count]
        splits.blur[some] = EPSILON * _times(np.abs(back), worst[:, np.newaxis] * reach + np.abs(at.place))[:count]

    def _search(self, at: _At, newton: Floats, terms: _Terms, going: Flags) -> _At:
        """The whole step, or as much of it as makes the loss fall; who has a doubt is not `going` any more."""
        promised, along = (at.gradient * newton).sum(axis=1), self._predictors(newton, terms.units)
        going &= promised <= 0
        share, searching, blur = np.ones((WIDTH, 1)), going.copy(), SAFETY * EPSILON * at.size
        for _ in range(HALVINGS):
            there = self._look(at.place + share * newton, at.raw + share * along, terms)
            fall, wanted = there.value - at.value, PROMISED * share[:, 0] * promised
            enough, more = fall <= wanted - blur, (fall > blur) & np.isfinite(there.gradient).all(axis=1)
            going &= ~searching | enough | more
            searching &= more & going
            if not searching.any():
                break
            share = np.where(searching[:, np.newaxis], share / 2, share)
        going &= ~searching
        return at.where(going, there)

    def _predictors(self, parameters: Floats, units: Floats) -> Floats:
        predictors: Floats = _times(units.transpose(0, 2, 1), parameters) @ self._columns
        return predictors

    def _look(self, place: Floats, raw: Floats, terms: _Terms) -> _At:
        kept, n, units, penalties = terms
        loss, slope, curvature = self.pointwise(raw, self.truth)
        slope, curvature = slope * kept, curvature * kept
        penalty = 0.5 * (penalties * place**2).sum(axis=1)
        size = ((np.abs(loss) + 2 * np.abs(self.truth * raw)) * kept).sum(axis=1) / n + penalty
        gradient = _times(units, slope @ self.rows) / n[:, np.newaxis] + penalties * place
        steepness = np.abs(slope).sum(axis=1) / n
        return _At(place, raw, (loss * kept).sum(axis=1) / n + penalty, size, steepness, gradient, curvature)

    def _hessians(self, curvature: Floats, terms: _Terms) -> tuple[Floats, Floats]:
        """And the squares that their diagonals are sums of, larger where outliers are left out."""
        found, q, (one, two) = curvature @ self._products, self.rows.shape[1], self._pair
        whole = np.empty((WIDTH, q, q))
        whole[:, one, two] = whole[:, two, one] = found / terms.n[:, np.newaxis]
        hessian: Floats = terms.units @ whole @ terms.units.transpose(0, 2, 1)
        diagonals(hessian)[...] += terms.penalties
        return hessian, np.square(_times(np.abs(terms.units), np.sqrt(diagonals(whole))))


def _times(matrices: Floats, vectors: Floats) -> Floats:
    product: Floats = (matrices @ vectors[:, :, np.newaxis])[:, :, 0]
    return product


def _is_even(hessian: Floats, inverted: Floats, scale: Floats) -> Flags:
    """Whether units are not so uneven that scikit-learn's solver of equations gives up; `inverted`: without them."""
    own = inverted / (scale[:, :, np.newaxis] * scale[:, np.newaxis, :])
    condition = np.abs(hessian).sum(axis=1).max(axis=1) * np.abs(own).sum(axis=1).max(axis=1)
    return np.asarray(condition <= WORST_SCALED)


def _near(value: Floats, ends: Ends, noise: Floats | float) -> Flags:
    return np.asarray(~(np.abs(value - ends.tolerance) > APART * ends.tolerance + noise))


def poisson_loss(raw: Floats, truth: Floats) -> tuple[Floats, Floats, Floats]:
    """Half the deviance, but for what does not depend on the predictor; its slope and its curvature."""
    mean = np.exp(raw)
    return mean - truth * raw, mean - truth, mean


@lru_cache
def repeats_steps() -> bool:
    """Whether this scikit-learn takes these steps: a small model that ends early, fitted both ways."""
    from sklearn.linear_model import PoissonRegressor

    generator = np.random.default_rng(0)
    X = generator.normal(size=(40, 2))
    truth = generator.poisson(np.exp(2 * X[:, 0] + 1)).astype(np.float64)
    design = DescentRows(X, np.zeros(2), np.ones(2), np.zeros(2, dtype=bool), False, truth)
    splits = Descents.from_start(np.eye(2)[np.newaxis], np.full((1, 2), 0.1), np.zeros((1, 2)))
    _Block(design, None, poisson_loss).solve(np.ones((WIDTH, 40)), splits, np.arange(1), Ends(0.1, 100))
    model = PoissonRegressor(alpha=0.1, fit_intercept=False, solver="newton-cholesky", tol=0.1).fit(X, truth)
    return bool(splits.done[0]) and np.allclose(splits.found[0], model.coef_, rtol=1e-9, atol=0.0)
