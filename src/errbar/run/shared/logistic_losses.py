"""Minus the log of the probability that a logistic regression gives to what is the case."""

from __future__ import annotations

from functools import partial

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.lbfgs import Summed

TOGETHER = 8  # numbers whose product has one log


def binomial_loss(raw: Floats, truth: Floats) -> tuple[Floats, Floats, Floats]:
    """The loss of each example of two classes; its slope and its curvature."""
    small = np.exp(-np.abs(raw))
    share = np.where(raw >= 0, 1.0, small) / (1 + small)
    return np.log1p(small) + np.maximum(raw, 0.0) - truth * raw, share - truth, small / np.square(1 + small)


class LogisticObjective:
    """`truth`: columns x examples, one column for two classes."""

    twins = 1

    def __init__(self, truth: Floats) -> None:
        self.truth, self.columns = truth, len(truth)

    def among(self, rows: Floats, members: Indices | None) -> tuple[Floats, Summed]:
        """Of two classes, rows are turned so that a score above 0 is one for the other class than the example's own."""
        own = self.truth if members is None else self.truth.take(members, axis=1)
        return (rows * (1 - 2 * own.T), _two_classes) if self.columns == 1 else (rows, partial(_many_classes, own))

    def size(self, value: Floats, reach: Floats, n: Floats) -> Floats:  # noqa: ARG002
        return 1 + reach


def _two_classes(scores: Floats, kept: Floats) -> tuple[Floats, Floats, Floats]:
    """In place: scores for the other class become probabilities of it. The logs of eight numbers are one of a product.

    A product that is too large is infinite, and its lane goes no further.
    """
    odds = np.exp(scores, out=scores)
    odds *= kept[:, np.newaxis]
    whole = odds + 1
    odds /= whole
    at_once = whole.shape[2] // TOGETHER * TOGETHER
    products = whole[:, 0, :at_once].reshape(len(whole), TOGETHER, -1).prod(axis=1)
    value = np.log(products).sum(axis=1) + np.log(whole[:, 0, at_once:]).sum(axis=1)
    return value, odds, np.abs(odds[-1]).sum(axis=1)


def _many_classes(truth: Floats, raw: Floats, kept: Floats) -> tuple[Floats, Floats, Floats]:
    most = raw.max(axis=1)
    own = np.einsum("lkn,kn->ln", raw, truth)
    share = np.exp(raw - most[:, np.newaxis], out=raw)
    total = share.sum(axis=1)
    share /= total[:, np.newaxis]
    share -= truth
    share *= kept[:, np.newaxis]
    return np.einsum("ln,ln->l", np.log(total) + most - own, kept), share, np.abs(share[-1:]).sum(axis=(1, 2))
