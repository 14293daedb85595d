"""Logistic regressions that differ by the rows they leave out: Newton's method for all of them at once.

Every split has its own Hessian, exact where it starts, and again where steps do not shrink quickly. Products with the
data are made for blocks of always the same number of splits, so that what one gets does not depend on its company.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.guard import EPSILON, Flags, diagonals, inverses

WIDTH = 16  # splits per block
STEPS = 40
SMALL = 1e-10  # of a step beside the coefficients: the end; the gradient before it is bounded with the rest
QUICK = 0.03  # a step shorter than this share of the one before it needs no new Hessian


@dataclass(frozen=True, eq=False, slots=True)
class LogitRows:
    """Examples x parameters (the last is 1 where there is an intercept), and whether each is of the second class."""

    rows: Floats
    second: Floats


@dataclass(frozen=True, eq=False, slots=True)
class LogitFits:
    """Splits x parameters, and with the inverse of the Hessian what rounding and the last gradient leave open."""

    coefficients: Floats
    inverse: Floats
    rounding: Floats
    done: Flags

    def among(self, some: slice) -> LogitFits:
        """Some of them, in the same memory."""
        return LogitFits(self.coefficients[some], self.inverse[some], self.rounding[some], self.done[some])


def solve(design: LogitRows, members: Indices | None, start: Floats, penalty: Floats) -> Floats:
    """The coefficients of some examples, to a few digits: where others start."""
    rows, second = _of(design, members)
    found = start
    for _ in range(STEPS):
        share = _share(rows @ found)
        gradient = rows.T @ (share - second) + penalty * found
        hessian = (rows * (share * (1 - share))[:, np.newaxis]).T @ rows
        diagonals(hessian[np.newaxis])[...] += penalty + EPSILON
        try:
            step = np.linalg.solve(hessian, gradient)
        except np.linalg.LinAlgError:  # features that no penalty tells apart
            break
        found = found - step
        if not np.abs(step).max() > 1e-2 * (1 + np.abs(found).max()):
            return found if np.isfinite(found).all() else np.zeros_like(found)
    return np.zeros_like(found)


def leave_out(
    design: LogitRows, members: Indices | None, tests: Indices | None, start: Floats, penalties: Floats
) -> LogitFits:
    """The coefficients of splits that leave `tests` (splits x examples, None: nothing) out of the members.

    Parameters
    ----------
    start : parameters.
    penalties : splits x parameters.
    """
    rows, second = _of(design, members)
    n_splits, q = penalties.shape
    found = LogitFits(
        np.tile(start, (n_splits, 1)),
        np.zeros((n_splits, q, q)),
        np.zeros((n_splits, q)),
        np.zeros(n_splits, dtype=bool),
    )
    fitted = _Members(rows, second)
    for first in range(0, n_splits, WIDTH):
        some = slice(first, min(first + WIDTH, n_splits))
        kept = np.ones((len(rows), WIDTH))
        if tests is not None:
            places = tests[some] if members is None else np.searchsorted(members, tests[some])
            kept[places, np.arange(len(places))[:, np.newaxis]] = 0.0
        _block(fitted, kept, penalties[some], found.among(some))
    return found


def _of(design: LogitRows, members: Indices | None) -> tuple[Floats, Floats]:
    if members is None:
        return design.rows, design.second
    return design.rows.take(members, axis=0), design.second.take(members)


def _share(decisions: Floats) -> Floats:
    """The probability of the second class."""
    shares: Floats = np.exp(-decisions)
    shares += 1
    return np.reciprocal(shares, out=shares)


class _Members:
    """Examples to fit to, and sums of w x x' over them for several sets of weights: one product with all pairs."""

    def __init__(self, rows: Floats, second: Floats) -> None:
        self.rows, self.second = rows, second
        self._upper = np.triu_indices(rows.shape[1])
        columns = np.ascontiguousarray(rows.T)
        self._pairs = columns[self._upper[0]] * columns[self._upper[1]]
        self._q = rows.shape[1]

    def hessians(self, weights: Floats) -> Floats:
        """Sets x q x q, for rows x sets."""
        sums = (self._pairs @ weights).T
        found = np.empty((weights.shape[1], self._q, self._q))
        found[:, self._upper[0], self._upper[1]] = sums
        found[:, self._upper[1], self._upper[0]] = sums
        return found


def _block(members: _Members, kept: Floats, penalties: Floats, into: LogitFits) -> None:
    """At most WIDTH splits, written into their places."""
    rows, second = members.rows, members.second
    n_splits, q = penalties.shape
    coefficients = np.zeros((q, WIDTH))
    coefficients[:, :n_splits] = into.coefficients.T
    before, going = np.full(n_splits, np.inf), np.ones(n_splits, dtype=bool)
    new = going  # who needs a Hessian
    counted = rows.T @ (second[:, np.newaxis] * kept)
    for _ in range(STEPS):
        shares = _share(rows @ coefficients)
        weights = shares * kept
        gradients = (rows.T @ weights - counted)[:, :n_splits].T + penalties * coefficients[:, :n_splits].T
        if new.any():
            weights -= weights * shares
            found = members.hessians(weights)[:n_splits]
            diagonals(found)[...] += penalties
            into.inverse[new], regular = inverses(found[new])
            going[np.flatnonzero(new)[~regular]] = False  # and never done
        steps = (into.inverse @ gradients[:, :, np.newaxis])[:, :, 0]
        steps[~going] = 0.0
        coefficients[:, :n_splits] -= steps.T
        length = np.abs(steps).max(axis=1)
        size = 1 + np.abs(coefficients[:, :n_splits]).max(axis=0)
        ended = going & ((length <= SMALL * size) | ((length >= before / 2) & (length <= 1e3 * SMALL * size)))
        into.done[ended] = True
        into.rounding[ended] = np.abs(gradients[ended])
        going &= ~ended & np.isfinite(length)
        if not going.any():
            break
        new = going & (length > QUICK * before) & (length > 1e3 * SMALL * size)
        before = np.where(going, length, before)
    into.coefficients[...] = coefficients[:, :n_splits].T
    into.rounding[...] += 4 * EPSILON * np.abs(rows).sum(axis=0)
