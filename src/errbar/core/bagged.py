"""Errors of models trained on bootstrap samples: left out of the sample, in it, and on all examples."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.student import Student

SHARE = 0.632  # of the examples that a bootstrap sample holds, about 1 - 1/e


@dataclass(frozen=True, slots=True, eq=False)
class Bagged:
    """`losses`, samples x examples, of models trained on samples that hold each example `counts` times."""

    losses: Floats
    counts: Floats

    @property
    def out_of_bag(self) -> Floats:
        """Of each example, the mean loss of the models that were not trained on it; those in every sample left out."""
        left = self.counts == 0
        times = left.sum(axis=0)
        known = times > 0
        return np.asarray((self.losses * left).sum(axis=0)[known] / times[known])

    @property
    def out_of_bag_error(self) -> float:
        """Efron and Tibshirani's leave-one-out bootstrap.

        >>> losses, counts = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]), np.array([[0, 2, 1], [1, 0, 2]])
        >>> Bagged(losses, counts).out_of_bag_error  # the third example is in both samples
        1.0
        """
        return float(self.out_of_bag.mean())

    @property
    def standard_error(self) -> float:
        """Of the out-of-bag error, by the delta method after the bootstrap [efron1997]."""
        n = self.losses.shape[1]
        left = self.counts == 0
        times = left.sum(axis=0)
        error, own = self.out_of_bag_error, np.zeros(n)
        own[times > 0] = self.out_of_bag - error
        q = (self.losses * left).sum(axis=1) / n
        moved = ((self.counts - self.counts.mean(axis=0)) * q[:, None]).sum(axis=0) / np.maximum(times, 1)
        influence = (2.0 + 1.0 / (n - 1)) * own / n + moved
        return sqrt(float((influence**2).sum()))

    def law(self, estimate: float) -> Student:
        """Of an estimate made from the out-of-bag error: its standard error in proportion, and the normal law."""
        scale = estimate / self.out_of_bag_error if self.out_of_bag_error else 1.0
        return Student(estimate, self.standard_error * abs(scale), inf)

    @property
    def in_bag(self) -> Floats:
        """Of each sample, the error of its own model on it."""
        return np.asarray((self.losses * self.counts).sum(axis=1) / self.counts.sum(axis=1))

    @property
    def optimism(self) -> float:
        """How much better models look on their own sample than on all examples, on average."""
        return float((self.losses.mean(axis=1) - self.in_bag).mean())


def weight_632plus(apparent: float, left_out: float, guessing: float) -> tuple[float, float]:
    """The weight of the out-of-bag error, and the relative rate of overfitting R behind it.

    `guessing`: the error where labels tell nothing of inputs. An out-of-bag error above it counts as no more than it.

    >>> weight, R = weight_632plus(0.1, 0.3, 0.5)
    >>> print(f"{R:.1f} {weight:.10f} {(1 - weight) * 0.1 + weight * 0.3:.10f}")
    0.5 0.7745098039 0.2549019608
    """
    left_out = min(left_out, guessing)
    overfit = left_out > apparent and guessing > apparent
    rate = (left_out - apparent) / (guessing - apparent) if overfit else 0.0
    return SHARE / (1.0 - (1.0 - SHARE) * rate), rate
