"""The largest of many statistics that are alike: adjusted p-values in steps, and limits that hold together.

What one statistic says is turned into the quantile of its p-value; how alike they are is drawn from the covariances of
the models' errors. Bonferroni's share is the worst that any likeness can do, so nothing here is wider.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isinf

import numpy as np
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from errbar.core.arrays import Floats, Indices
from errbar.core.multiplicity import adjusted

_CELLS = 1 << 20  # numbers drawn at a time
_MOST, _FEWEST, _ALL = 10_000, 1_000, 1 << 25  # draws; fewer where there are so many pairs that they would cost more
_NOTHING = 1e-12  # a share of the variances: a smaller one of their difference is none


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    """The errors of models, as they go together.

    Parameters
    ----------
    covariance : models x models, but for a factor.
    order : of the models, one that does not hang on how they were given.
    seed : of the draws.
    df : of the variances that statistics are divided by, which are drawn too; infinite where they count as known.
    """

    covariance: Floats
    order: Indices
    seed: int
    df: float = inf

    def largest(self) -> Floats:
        """Draws of the largest of all models' standardised errors, either way."""
        every = np.arange(self.order.size)
        return np.concatenate([drawn.max(axis=1) for drawn in self._statistics(every, None)])

    def step_down(self, pvalues: Floats, first: Indices, second: Indices) -> tuple[Floats, Floats]:
        """Romano and Wolf's adjusted p-values [romano2005], and draws of the largest statistic of all pairs.

        In the order of the p-values: how often the largest of those from here on is as far out as this one.

        >>> twins = Alike(np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]]), np.arange(3), seed=0)
        >>> p, _ = twins.step_down(np.array([0.02, 0.02]), np.array([0, 0]), np.array([1, 2]))
        >>> bool((abs(p - 0.02) < 0.005).all())  # two comparisons with twins are one; Holm's p is 0.04
        True
        """
        order = np.argsort(pvalues, kind="stable")
        ordered = pvalues[order]
        tails = np.maximum(ordered, np.finfo(float).tiny) / 2.0
        reach = -(ndtri(tails) if isinf(self.df) else stdtrit(self.df, tails))
        beyond, found = np.zeros(order.size), []
        for drawn in self._statistics(first[order], second[order]):
            running = np.maximum.accumulate(drawn[:, ::-1], axis=1)[:, ::-1]
            beyond += np.count_nonzero(running >= reach, axis=0)
            found.append(running[:, 0].copy())
        largest = np.concatenate(found)
        steps = np.maximum.accumulate((1.0 + beyond) / (1.0 + largest.size))
        out = np.empty(order.size)
        out[order] = np.clip(steps, ordered, adjusted(ordered, "holm"))
        return out, largest

    def level_of_each(self, largest: Floats, n_statistics: int, confidence_level: float) -> float:
        """Level of each interval so that all hold at once: between Bonferroni's and that of a single one.

        >>> some = Alike(np.eye(2), np.arange(2), seed=0)
        >>> round(some.level_of_each(np.full(10, 3.0), 100, 0.95), 4)
        0.9973
        """
        outside, at = 1.0 - confidence_level, -float(np.quantile(largest, confidence_level))
        alone = 2.0 * float(ndtr(at) if isinf(self.df) else stdtr(self.df, at))
        return 1.0 - min(max(alone, outside / n_statistics), outside)

    def _statistics(self, a: Indices, b: Indices | None) -> Iterator[Floats]:
        """Draws x statistics, in blocks: of models a, or of the pairs a - b; all of them without a sign."""
        own = np.diag(self.covariance)
        flat = _between(self.covariance, a, b) <= _NOTHING * (own[a] if b is None else own[a] + own[b])
        values, vectors = np.linalg.eigh(self.covariance[np.ix_(self.order, self.order)])
        root = np.empty_like(self.covariance)
        root[:, self.order] = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
        k, rng = self.order.size, np.random.default_rng([self.seed, 11])
        rows = 1 if isinf(self.df) else 1 + int(self.df)
        n_draws = min(max(_ALL // a.size, _FEWEST), _MOST)
        step = max(1, _CELLS // max(a.size, rows * k))
        for start in range(0, n_draws, step):
            drawn = rng.standard_normal((min(step, n_draws - start), rows, k)) @ root
            errors = drawn[:, 0]
            squared = self.covariance
            if rows > 1:
                squared = np.matmul(drawn[:, 1:].transpose(0, 2, 1), drawn[:, 1:]) / self.df
            top = np.abs(errors[:, a] if b is None else errors[:, a] - errors[:, b])
            out = top / np.sqrt(np.where(flat, 1.0, _between(squared, a, b)))
            if flat.any():  # what never varied tells nothing of its likeness, and is drawn on its own
                out[:, flat] = np.abs(ndtri(rng.random((len(out), int(np.count_nonzero(flat))))))
            yield out


def _between(covariance: Floats, a: Indices, b: Indices | None) -> Floats:
    """Variances of models a, or of pairs a - b; of one matrix or of many."""
    own = np.diagonal(covariance, axis1=-2, axis2=-1)
    if b is None:
        return np.asarray(own[..., a])
    return np.asarray(own[..., a] + own[..., b] - 2.0 * covariance[..., a, b])
