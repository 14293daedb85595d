r"""Strengths of models from votes between two: Bradley and Terry, with Davidson's ties and first-shown advantage.

.. math:: P(a) : P(b) : P(\text{tie}) = e^{g / 2} : e^{-g / 2} : e^\tau, \qquad g = \beta_a - \beta_b + \delta

beta: strengths, of sum 0; delta: what being shown first is worth (0 unless asked for); tau: of ties, where there are
any. Without ties the odds of a are exp(beta_a - beta_b + delta) [bradley1952], [davidson1970], [davidson1977].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.errors import InputError

Places = NDArray[np.intp]
TIE = 0.5
_STEPS = 100


@dataclass(frozen=True, slots=True, eq=False)
class Strengths:
    """Estimates, and what each vote adds to them.

    Parameters
    ----------
    beta : strengths of the k models, of sum 0.
    position : delta; 0 where it was not asked for.
    tie : tau; None without ties.
    influence : votes x (k, and one more with delta): what each vote moves beta (and delta) by.
    """

    beta: Floats
    position: float
    tie: float | None
    influence: Floats

    def covariance(self, *groups: Places) -> Floats:
        """Of the estimates, votes in groups: sums over groups times G/(G-1); two ways of grouping [cameron2011]."""
        if len(groups) == 2:
            both = np.unique(np.stack(groups), axis=1, return_inverse=True)[1].ravel()
            whole = self.covariance(groups[0]) + self.covariance(groups[1]) - self.covariance(both)
            values, vectors = np.linalg.eigh(whole)
            return np.asarray((vectors * np.maximum(values, 0.0)) @ vectors.T)
        sums = np.stack([np.bincount(groups[0], column) for column in self.influence.T], axis=1)
        used = np.unique(groups[0]).size
        return np.asarray(sums.T @ sums * used / (used - 1.0))


def strengths(first: Places, second: Places, result: Floats, k: int, *, position: bool = False) -> Strengths:
    """Largest likelihood by Newton's steps; `result` is 1 where the first won, 0 the second, 1/2 a tie.

    The votes must connect all models, and no set of models may have won all votes against the others [ford1957].

    >>> found = strengths(np.array([0, 0, 0, 1]), np.array([1, 1, 1, 0]), np.array([1.0, 1, 0, 0]), 2)
    >>> print(f"{found.beta[0] - found.beta[1]:.6f}")  # 3 of 4: log 3
    1.098612
    """
    n, ties = first.size, bool((result == TIE).any())
    design = np.zeros((n, k + position))
    design[np.arange(n), first] += 1.0
    design[np.arange(n), second] -= 1.0
    if position:
        design[:, k] = 1.0
    basis = np.eye(k)[:, 1:] - 1.0 / k  # strengths of sum 0
    grow = np.zeros((k + position, k - 1 + position))
    grow[:k, : k - 1] = basis
    if position:
        grow[k, k - 1] = 1.0
    x = design @ grow
    extra = np.concatenate([x, np.zeros((n, 1))], axis=1) if ties else x
    theta = np.zeros(extra.shape[1])
    for _ in range(_STEPS):
        score, hessian, _ = _derivatives(theta, x, result, ties)
        step = _solved(hessian, score)
        theta = theta + step * min(1.0, 5.0 / max(1e-300, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-12:
            break
    _, hessian, each = _derivatives(theta, x, result, ties)
    moved = _solved(hessian, each.T).T[:, : x.shape[1]] @ grow.T
    found = grow @ theta[: x.shape[1]]
    return Strengths(found[:k], float(found[k]) if position else 0.0, float(theta[-1]) if ties else None, moved)


def _solved(hessian: Floats, wanted: Floats) -> Floats:
    try:
        found: Floats = np.linalg.solve(hessian, wanted).astype(np.float64, copy=False)
    except np.linalg.LinAlgError:
        raise InputError("These votes do not tell how strong each is: more of them are needed, between all.") from None
    return found


def _derivatives(theta: Floats, x: Floats, result: Floats, ties: bool) -> tuple[Floats, Floats, Floats]:
    """Score, information, and each vote's own score."""
    half = x @ theta[: x.shape[1]] / 2.0
    weights = np.exp(np.stack([half, -half, np.full(half.size, theta[-1] if ties else -np.inf)]))
    share = weights / weights.sum(axis=0)
    mean = (share[0] - share[1]) / 2.0
    columns = [x * (result - TIE - mean)[:, None]]
    spread = (share[0] + share[1]) / 4.0 - mean**2
    hessian = x.T @ (x * spread[:, None])
    if ties:
        tied = (result == TIE) - share[2]
        cross = x.T @ (-mean * share[2])
        hessian = np.block([[hessian, cross[:, None]], [cross[None], (share[2] * (1 - share[2])).sum()[None, None]]])
        columns.append(tied[:, None])
    each = np.concatenate(columns, axis=1)
    return each.sum(axis=0), hessian, each
