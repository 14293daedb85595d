"""The steps of SciPy's L-BFGS-B without bounds, as scikit-learn's solver "lbfgs" takes them, for many splits at once.

Its tolerance leaves the fourth digit of a score open, so nothing but its own steps gives its answers. From its start,
with the mean loss f(w) + a |w|^2 / 2, each step goes along -H g, where H is made of the last ten steps and what they
changed in the gradient; how far is decided by `LineSearch`. It ends where no part of g is larger than `tol`.

Unlike Newton's, these steps may enlarge what rounding changes, a little where features are of one scale and beyond all
bounds where they are not. So among the splits of a block one is computed twice, the second time with gradients that are
off by a thousand times their rounding, and losses by what comparisons leave open: how far the two end from each other
says what rounding can have done to all of them. It differs from split to split; labels leave room for that, but where
numbers are asked for every split has a twin. Where a comparison is closer than that, the split is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.gathered import Step
from errbar.run.shared.guard import EPSILON, SAFETY, Flags
from errbar.run.shared.line_search import FALL, SLOPE, LineSearch
from errbar.run.shared.newton_cholesky import DescentRows, Descents, Ends

WIDTH = 16  # splits side by side in a block, those that are there twice counted twice
MEMORY = 10  # steps of which H is made
MOST_STEPS = 60  # beyond, rounding has had too many chances
MOST_TRIALS = 8  # of lengths of a step
FLAT = 64 * EPSILON  # a fall of the loss at which it ends too: far below what a tolerance leaves
APART = 1e-6  # of a tolerance: what is closer to it leaves the split to scikit-learn
OFF = 1000 * EPSILON  # of gradients of a split that is computed a second time
FINE = 2.0**30  # times a gradient: its digits beyond are as good as chance, and decide which way it is off

Summed = Callable[[Floats, Floats], tuple[Floats, Floats, Floats]]


class Objective(Protocol):
    """What the scores of examples cost; they have as many columns as `columns` says.

    `twins`: how many splits of a block are computed twice; half of WIDTH: all of them.
    """

    @property
    def columns(self) -> int: ...

    @property
    def twins(self) -> int: ...

    def among(self, rows: Floats, members: Indices | None) -> tuple[Floats, Summed]:
        """Of some examples, all where None: the rows that scores are made of, and what their losses sum up to.

        That takes scores, lanes x columns x examples, which it may write over, and who learns from which examples. It
        gives sums of losses by lane, slopes by score, and what the slopes of the twins, the last, are made of, summed.
        """

    def size(self, value: Floats, reach: Floats, n: Floats) -> Floats:
        """What mean losses and their slopes are made of, at most, where no score is larger than `reach`."""


class _At(NamedTuple):
    """Lanes: where they are, the loss there, the size of what it is a sum of, and its slopes."""

    place: Floats
    value: Floats
    size: Floats
    gradient: Floats

    def where(self, some: Flags, other: _At) -> _At:
        """The other's for some lanes."""
        pairs = zip(other, self, strict=True)
        return _At(*(np.where(some if new.ndim == 1 else some[:, np.newaxis], new, old) for new, old in pairs))


@dataclass(frozen=True, eq=False, slots=True)
class _Block:
    """WIDTH lanes of one parent: its rows, also turned over, the losses of its examples, and who learns from which."""

    lanes: slice
    rows: Floats
    columns: Floats
    summed: Summed
    kept: Floats

    def losses(self, coefficients: Floats) -> tuple[Floats, Floats, Floats]:
        """Sums over examples: of losses, of slopes times rows, and of what the slopes of the twins are made of.

        `coefficients`: lanes x columns x parameters of the rows.
        """
        width, k, q = coefficients.shape
        raw = (coefficients.reshape(-1, q) @ self.columns).reshape(width, k, -1)
        value, slope, steep = self.summed(raw, self.kept)
        return value, (slope.reshape(width * k, -1) @ self.rows).reshape(width, k, q), steep


class _Lanes:
    """All splits of a batch and, in the last places of each block, the first of the block once more."""

    def __init__(self, design: DescentRows, loss: Objective, step: Step, splits: Descents) -> None:
        self.loss, self.k, self.q = loss, loss.columns, design.rows.shape[1]
        self.whose: list[Indices] = []
        self.blocks = list(self._cut(design, step))
        lane = np.concatenate(self.whose)
        self.units, self.penalties = splits.units[lane], np.tile(splits.penalties[lane], (1, self.k))
        self.start = splits.start[lane].reshape(lane.size, -1)
        self.n = step.n_train[lane].astype(np.float64)
        self.largest = np.abs(design.rows).max(axis=0)
        self.largest[: design.centre.size] += np.abs(design.centre) / design.deviation  # they round as they were given
        self.noise = np.tile(np.abs(self.units) @ self.largest, (1, self.k))  # of a slope of 1
        self.twice = np.flatnonzero(np.arange(len(lane)) % WIDTH >= WIDTH - loss.twins)

    def _cut(self, design: DescentRows, step: Step) -> Iterator[_Block]:
        """Blocks that are not full have their first split in all places that are left."""
        batch, first = step.batch, 0
        for place, parent in enumerate(batch.parents):
            mine = np.flatnonzero(batch.which == place)
            rows = design.rows if parent.rows is None else design.rows.take(parent.rows, axis=0)
            rows, summed = self.loss.among(rows, parent.rows)
            columns = np.ascontiguousarray(rows.T)
            for start in range(0, mine.size, WIDTH - self.loss.twins):
                some = mine[start : start + WIDTH - self.loss.twins]
                some = np.append(some, np.full(WIDTH - self.loss.twins - some.size, some[0]))
                some = np.append(some, some[: self.loss.twins])
                kept = np.ones((WIDTH, len(rows)))
                if batch.leaves:
                    tests = batch.test[some]
                    places = tests if parent.rows is None else np.searchsorted(parent.rows, tests)
                    kept[np.arange(WIDTH)[:, np.newaxis], places] = 0.0
                self.whose.append(some)
                yield _Block(slice(first, first + WIDTH), rows, columns, summed, kept)
                first += WIDTH

    def look(self, place: Floats, among: Flags, before: _At | None = None) -> _At:
        """The loss where lanes are, for the blocks that have one among those asked for."""
        lanes, width = place.shape
        value, slopes = np.zeros(lanes), np.zeros((lanes, self.k, self.q))
        steep = np.zeros((len(self.blocks), self.loss.twins))
        coefficients = place.reshape(lanes, self.k, self.q) @ self.units
        for number, block in enumerate(self.blocks):
            if among[block.lanes].any():
                value[block.lanes], slopes[block.lanes], steep[number] = block.losses(coefficients[block.lanes])
        gradient = (slopes @ self.units.transpose(0, 2, 1)).reshape(lanes, width) / self.n[:, np.newaxis]
        gradient += self.penalties * place
        off = self.noise[self.twice] * (steep.ravel() / self.n[self.twice])[:, np.newaxis]
        gradient[self.twice] += OFF * off * np.cos(FINE * gradient[self.twice])
        penalty = 0.5 * np.einsum("lp,lp,lp->l", self.penalties, place, place)
        value = value / self.n + penalty
        size = self.loss.size(value, np.abs(coefficients).max(axis=1) @ self.largest, self.n) + penalty
        there = _At(place, value, size, gradient)
        return there if before is None else before.where(among, there)


def descend(design: DescentRows, loss: Objective, ends: Ends, step: Step, splits: Descents) -> None:
    """All splits of a batch, in their places: splits x columns x parameters."""
    lanes = _Lanes(design, loss, step, splits)
    going = np.ones(len(lanes.n), dtype=bool)
    at = lanes.look(lanes.start, going)
    done, steps = np.zeros(going.size, dtype=bool), np.zeros(going.size, dtype=np.intp)
    noise = SAFETY * EPSILON * lanes.noise.max(axis=1)
    _end(at, ends, noise, going, done)
    memory: list[tuple[Floats, Floats, Floats]] = []
    for number in range(min(ends.steps - 1, MOST_STEPS)):
        if not going.any():
            break
        along = _direction(at.gradient, memory)
        there, length = _search(lanes, at, along, number == 0, going)
        moved, changed = length[:, np.newaxis] * along, there.gradient - at.gradient
        curved = np.einsum("lp,lp->l", moved, changed)
        going &= curved > 1e3 * EPSILON * np.abs(np.einsum("lp,lp->l", at.gradient, moved))
        memory = [*memory[1 - MEMORY :], (moved, changed, np.where(going, curved, 1.0))]
        going &= at.value - there.value > SAFETY * (FLAT * np.maximum(1.0, np.abs(at.value)) + EPSILON * at.size)
        at = at.where(going, there)
        steps += going
        _end(at, ends, noise, going, done)
    _tell(lanes, at.place, np.where(done, steps, -1), splits)


def _end(at: _At, ends: Ends, noise: Floats, going: Flags, done: Flags) -> None:
    """Who has come to the tolerance, and who is so close to it that rounding decides."""
    steepest = np.abs(at.gradient).max(axis=1)
    going &= np.abs(steepest - ends.tolerance) > APART * ends.tolerance + noise * at.size
    done |= going & (steepest <= ends.tolerance)
    going &= ~done


def _direction(gradient: Floats, memory: list[tuple[Floats, Floats, Floats]]) -> Floats:
    """-H g, by two loops over the steps that are remembered."""
    left, shares = gradient.copy(), []
    for moved, changed, curved in reversed(memory):
        share = np.einsum("lp,lp->l", moved, left) / curved
        left -= share[:, np.newaxis] * changed
        shares.append(share)
    if memory:
        _, changed, curved = memory[-1]
        squares = np.einsum("lp,lp->l", changed, changed)
        left *= (curved / np.where(squares > 0, squares, 1.0))[:, np.newaxis]
    for (moved, changed, curved), share in zip(memory, reversed(shares), strict=True):
        back = np.einsum("lp,lp->l", changed, left) / curved
        left += (share - back)[:, np.newaxis] * moved
    return -left


def _search(lanes: _Lanes, at: _At, along: Floats, first: bool, going: Flags) -> tuple[_At, Floats]:
    """Where lanes go, and how far along their direction; who has a doubt is not `going` any more."""
    promised = np.einsum("lp,lp->l", at.gradient, along)
    going &= promised < 0
    length = np.ones(going.size)
    if first:
        length /= np.maximum(np.sqrt(np.einsum("lp,lp->l", along, along)), EPSILON)
    blur, searching = SAFETY * EPSILON * at.size, going.copy()
    searches: dict[int, LineSearch] = {}
    there = at
    for _ in range(MOST_TRIALS):
        there = lanes.look(at.place + length[:, np.newaxis] * along, searching, there)
        slope, fall = np.einsum("lp,lp->l", there.gradient, along), there.value - at.value
        fall[lanes.twice] += blur[lanes.twice]  # always the same way: two that cancel would say that nothing is off
        missing, steep = fall - FALL * length * promised, np.abs(slope) + SLOPE * promised
        sure = np.isfinite(fall) & (np.abs(missing) > blur) & (np.abs(steep) > APART * np.abs(promised))
        going &= ~searching | sure
        searching &= going & ~((missing < 0) & (steep < 0))
        if not searching.any():
            return there, length
        for lane in np.flatnonzero(searching).tolist():
            search = searches.setdefault(lane, LineSearch(float(promised[lane]), float(length[lane])))
            length[lane] = search.next(float(fall[lane]), float(slope[lane]))
            going[lane] = searching[lane] = not search.over
    going &= ~searching
    return there, length


def _tell(lanes: _Lanes, place: Floats, steps: Indices, splits: Descents) -> None:
    """By split, in the coefficients of the rows. `steps`: after which lanes ended, -1 for those that did not."""
    found = place.reshape(len(place), lanes.k, lanes.q) @ lanes.units
    twins = lanes.loss.twins
    for whose, block in zip(lanes.whose, lanes.blocks, strict=True):
        own, taken, some = found[block.lanes], steps[block.lanes], whose[:-twins]
        splits.found[some] = own[:-twins]
        splits.blur[some] = np.abs(own[-twins:] - own[:twins]) + EPSILON * np.abs(own[:-twins])
        splits.done[some] = (taken[:-twins] >= 0) & (taken[:twins] == taken[-twins:])
