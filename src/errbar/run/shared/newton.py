"""Logistic regressions that differ by the rows they leave out: Newton's method for all of them at once.

They start where their parent's fit is. There, gradients and Hessians are the parent's without those of the rows left
out; afterwards gradients are products with all the data, made for blocks of always the same number of splits, so that
what one gets does not depend on its company. Where that first step led, and again where steps do not shrink quickly, a
split's Hessian is made from its own data.

Scores are one column for two classes, else one per class. A Hessian is a block of features for each pair of classes:
minus the sum of s_k s_l x x' off the diagonal, and on it what makes blocks add up to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.guard import EPSILON, Flags, diagonals, inverses, solutions

WIDTH = 16  # splits per block
STEPS = 40
NEAR = 0.1  # of a step beside the coefficients: about the optimum
SMALL = 1e-10  # of a step beside the coefficients: the end, whatever the gradient
QUICK = 0.03  # a step shorter than this share of the one before it needs no new Hessian
CLOSE = 0.5  # of the gradient that scikit-learn may leave: one more step that shrinks quickly is the end
AFTER = 0.1  # of a gradient, at most, is left after such a step


@lru_cache
def _pairs(n_classes: int) -> tuple[tuple[int, int], ...]:
    return tuple(combinations(range(n_classes), 2))


@dataclass(frozen=True, eq=False, slots=True)
class LogitRows:
    """Examples x parameters (the last is 1 where there is an intercept), and examples x columns: what is the case."""

    rows: Floats
    truth: Floats
    intercept: bool

    @property
    def n_columns(self) -> int:
        return int(self.truth.shape[1])

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Of classes; two classes have one column, and one pair."""
        return _pairs(max(self.n_columns, 2))

    def among(self, members: Indices | None) -> LogitRows:
        if members is None:
            return self
        return LogitRows(self.rows.take(members, axis=0), self.truth.take(members, axis=0), self.intercept)

    def whole(self, blocks: Floats) -> Floats:
        """Sets x parameters of all columns, twice: from sets x pairs x q x q."""
        n_sets, _, q, _ = blocks.shape
        k = self.n_columns
        if k == 1:
            return blocks[:, 0].copy()
        found = np.zeros((n_sets, k, q, k, q))
        for place, (one, two) in enumerate(self.pairs):
            found[:, one, :, two] = found[:, two, :, one] = -blocks[:, place]
            found[:, one, :, one] += blocks[:, place]
            found[:, two, :, two] += blocks[:, place]
        if self.intercept:  # all of them up by the same changes nothing
            found[:, :, -1, :, -1] += 1 + diagonals(found[:, :, -1, :, -1]).mean(axis=1)[:, np.newaxis, np.newaxis]
        return found.reshape(n_sets, k * q, k * q)


@dataclass(frozen=True, eq=False, slots=True)
class LogitStart:
    """Where the splits of a parent start: columns x parameters, and all examples' shares there, examples x columns.

    `gradient`, `blocks`: of the parent's own examples, without the penalty.
    """

    coefficients: Floats
    shares: Floats
    gradient: Floats
    blocks: Floats


@dataclass(frozen=True, eq=False, slots=True)
class LogitFits:
    """Splits x parameters of all columns, the inverse of the Hessian, and what is left of the gradient."""

    coefficients: Floats
    inverse: Floats
    gradient: Floats
    done: Flags

    def among(self, some: slice) -> LogitFits:
        """Some of them, in the same memory."""
        return LogitFits(self.coefficients[some], self.inverse[some], self.gradient[some], self.done[some])


def started(design: LogitRows, members: Indices | None, penalty: Floats, near: LogitStart | None = None) -> LogitStart:
    """About the optimum of some examples, from that of all of them: the first step takes its Hessian, in proportion.

    `penalty`: of each parameter of a column.
    """
    own = design.among(members)
    found = np.zeros((design.n_columns, design.rows.shape[1])) if near is None else near.coefficients
    blocks = None if near is None else near.blocks * (len(own.rows) / len(design.rows))
    for _ in range(STEPS):
        shares = _share((found @ own.rows.T)[np.newaxis])[0].T
        gradient = (shares - own.truth).T @ own.rows + penalty * found
        hessian = own.whole((_blocks(own, shares) if blocks is None else blocks)[np.newaxis])[0]
        hessian.flat[:: len(hessian) + 1] += np.tile(penalty, design.n_columns) + EPSILON
        blocks = None
        try:
            step = np.linalg.solve(hessian, gradient.ravel()).reshape(found.shape)
        except np.linalg.LinAlgError:  # features that no penalty tells apart
            break
        found = found - step
        if not np.abs(step).max() > NEAR * (1 + np.abs(found).max()):
            break
    if not np.isfinite(found).all():
        found = np.zeros_like(found)
    shares = np.ascontiguousarray(_share((found @ design.rows.T)[np.newaxis])[0].T)
    at = shares if members is None else shares.take(members, axis=0)
    return LogitStart(found, shares, (at - own.truth).T @ own.rows, _blocks(own, at))


def leave_out(
    design: LogitRows, parent: tuple[Indices | None, LogitStart], tests: Indices | None, settings: tuple[Floats, Floats]
) -> LogitFits:
    """The coefficients of splits that leave `tests` (splits x examples, None: nothing) out of their parent.

    `settings`: splits x parameters of all columns: penalties, and gradients that may be left.
    """
    (members, start), (penalties, left) = parent, settings
    n_splits, size = penalties.shape
    found = LogitFits(
        _first_step(design, start, tests, penalties),
        np.zeros((n_splits, size, size)),
        np.zeros((n_splits, size)),
        np.zeros(n_splits, dtype=bool),
    )
    block = _Block(design.among(members))
    for first in range(0, n_splits, WIDTH):
        some = slice(first, min(first + WIDTH, n_splits))
        block.left_out[...] = 0.0
        if tests is not None:
            places = tests[some] if members is None else np.searchsorted(members, tests[some])
            block.left_out[np.arange(len(places))[:, np.newaxis], places] = 1.0
        block.solve(penalties[some], left[some], found.among(some))
    return found


def _first_step(design: LogitRows, start: LogitStart, tests: Indices | None, penalties: Floats) -> Floats:
    """Where Newton's first step leads: splits x parameters."""
    n_splits, at = len(penalties), start.coefficients.ravel()
    gradients, blocks = np.tile(start.gradient.ravel(), (n_splits, 1)), np.tile(start.blocks, (n_splits, 1, 1, 1))
    if tests is not None:
        rows, shares = design.rows.take(tests, axis=0), start.shares.take(tests, axis=0)
        missed = (shares - design.truth.take(tests, axis=0)).transpose(0, 2, 1) @ rows
        gradients -= missed.reshape(n_splits, -1)
        for place, (one, two) in enumerate(design.pairs):
            blocks[:, place] -= (rows * _weights(shares, one, two)[:, :, np.newaxis]).transpose(0, 2, 1) @ rows
    hessians = design.whole(blocks)
    diagonals(hessians)[...] += penalties
    return at - solutions(hessians, gradients + penalties * at)


def _share(scores: Floats) -> Floats:
    """Sets x columns x examples: scores become the probability of the second class for one column, else of each."""
    if scores.shape[1] == 1:
        np.negative(scores, out=scores)
        np.exp(scores, out=scores)
        scores += 1
        return np.reciprocal(scores, out=scores)
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores


def _weights(shares: Floats, one: int, two: int) -> Floats:
    if shares.shape[-1] == 1:
        second: Floats = shares[..., 0]
        return second * (1 - second)
    product: Floats = shares[..., one] * shares[..., two]
    return product


def _blocks(design: LogitRows, shares: Floats) -> Floats:
    """Pairs x q x q."""
    weights = [_weights(shares, one, two) for one, two in design.pairs]
    return np.stack([(design.rows * one[:, np.newaxis]).T @ design.rows for one in weights])


class _Block:
    """WIDTH splits of one parent side by side, in memory that is used again for the next of them."""

    def __init__(self, design: LogitRows) -> None:
        n, q = design.rows.shape
        self.design = design
        self.left_out = np.zeros((WIDTH, n))
        self._columns, self._truth = np.ascontiguousarray(design.rows.T), np.ascontiguousarray(design.truth.T)
        self._shares, self._missed = (np.empty((WIDTH, design.n_columns, n)) for _ in range(2))
        self._weighted = np.empty((q, n))

    def solve(self, penalties: Floats, left: Floats, into: LogitFits) -> None:
        """At most WIDTH splits, from where they are, in their places."""
        n_splits, q = len(penalties), len(self._columns)
        coefficients = np.zeros((WIDTH, self.design.n_columns, q))
        mine = coefficients[:n_splits].reshape(n_splits, -1)
        mine[...] = into.coefficients
        going: Flags = np.asarray(np.isfinite(mine).all(axis=1))
        before = np.full(n_splits, -1.0)  # there is no inverse yet
        for _ in range(STEPS):
            gradients = self._gradients(coefficients)[:n_splits] + penalties * mine
            lengths, sizes = _lengths(into.inverse, gradients), 1 + np.abs(mine).max(axis=1)
            slow = going & ~(lengths <= QUICK * before) & ~((lengths <= 1e3 * SMALL * sizes) & (before > 0))
            if slow.any():
                into.inverse[slow], regular = inverses(self._hessians(np.flatnonzero(slow), penalties))
                going[np.flatnonzero(slow)[~regular]] = False
            steps = (into.inverse @ gradients[:, :, np.newaxis])[:, :, 0]
            steps[~going] = 0.0
            lengths = np.abs(steps).max(axis=1)
            share = (np.abs(gradients) / left).max(axis=1)
            ended = (share <= np.where(slow, AFTER, 1.0) * CLOSE) | (lengths <= SMALL * sizes)
            ended = going & (ended | (lengths >= before / 2) & (before > 0) & (lengths <= 1e3 * SMALL * sizes))
            mine -= steps
            into.done[ended] = True
            into.gradient[ended] = (np.where(slow, 1.0, AFTER) * share)[ended, np.newaxis] * left[ended]
            going &= ~ended & np.isfinite(lengths)
            if not going.any():
                break
            before = lengths
        into.coefficients[...] = mine

    def _gradients(self, coefficients: Floats) -> Floats:
        """Splits x parameters of all columns, without penalties."""
        q, n = self._columns.shape
        np.matmul(coefficients.reshape(-1, q), self._columns, out=self._shares.reshape(-1, n))
        _share(self._shares)
        np.subtract(self._shares, self._truth, out=self._missed)
        self._missed -= self._missed * self.left_out[:, np.newaxis, :]
        return (self._missed.reshape(-1, n) @ self.design.rows).reshape(WIDTH, -1)

    def _hessians(self, some: Indices, penalties: Floats) -> Floats:
        """Of some splits, where gradients were computed last."""
        pairs, q = self.design.pairs, len(self._columns)
        blocks = np.empty((some.size, len(pairs), q, q))
        for block, i in zip(blocks, some, strict=True):
            kept = 1 - self.left_out[i]
            for into, (one, two) in zip(block, pairs, strict=True):
                np.multiply(self._columns, _weights(self._shares[i].T, one, two) * kept, out=self._weighted)
                np.matmul(self._weighted, self.design.rows, out=into)
        found = self.design.whole(blocks)
        diagonals(found)[...] += penalties[some]
        return found


def _lengths(inverse: Floats, gradients: Floats) -> Floats:
    """Of the steps that would be taken."""
    lengths: Floats = np.abs((inverse @ gradients[:, :, np.newaxis])[:, :, 0]).max(axis=1)
    return lengths
