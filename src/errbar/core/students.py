"""The t law of a mean over splits: of one series, of all pairs of models, of thousands of data sets at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.student import Student
from errbar.core.variance import corrected_factor, means_and_variances


@dataclass(frozen=True, slots=True, eq=False)
class Students:
    """(estimate - mu) / sqrt(variance) follows Student's law with `df` degrees of freedom, entry by entry."""

    estimate: Floats
    variance: Floats
    df: float

    @classmethod
    def of_splits(cls, values: Floats, ratio: float = 0.0, df: float | None = None) -> Students:
        """Of the mean of J scores along the last axis, whose variance is (1/J + ratio) times theirs.

        `ratio` is n_test/n_train where splits overlap, 0 for independent ones; `df` is J - 1 if not given.

        Examples
        --------
        >>> import numpy as np
        >>> law = Students.of_splits(np.array([[.1, .2, .3], [.2, .2, .2]]))
        >>> print(law.estimate, law.se)
        [0.2 0.2] [0.05773503 0.        ]
        """
        n_splits = values.shape[-1]
        mean, variance = means_and_variances(values)
        variance = corrected_factor(n_splits, ratio) * variance if ratio else variance / n_splits
        return cls(mean, np.asarray(variance), n_splits - 1 if df is None else df)

    @classmethod
    def joined(cls, laws: Iterable[Students]) -> Students:
        """Those of several blocks, in order."""
        laws = list(laws)
        estimate, variance = (np.concatenate([getattr(law, name) for law in laws]) for name in ("estimate", "variance"))
        return cls(estimate, variance, laws[0].df)

    @property
    def se(self) -> Floats:
        return np.sqrt(self.variance)

    @property
    def one(self) -> Student:
        """Of a single series."""
        return Student(float(self.estimate), float(self.se), self.df)

    def critical(self, confidence_level: float, *, two_sided: bool = True) -> float:
        """How many standard errors away from its null value an estimate must be."""
        return -Student(0.0, 1.0, self.df).quantile((1.0 - confidence_level) / (2 if two_sided else 1))

    def half_widths(self, confidence_level: float) -> Floats:
        """Half the width of the two-sided intervals."""
        reach: Floats = self.critical(confidence_level) * self.se
        return reach

    def interval(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Two-sided."""
        half = self.half_widths(confidence_level)
        return self.estimate - half, self.estimate + half

    def statistics(self, null: float = 0.0) -> Floats:
        """(estimate - null) / se; without spread, 0 or infinite."""
        gap = self.estimate - null
        certain = np.where(gap == 0, 0.0, np.copysign(np.inf, gap))
        return np.asarray(np.divide(gap, self.se, out=certain, where=self.variance > 0))

    def test(self) -> tuple[Floats, Floats]:
        """Statistic and two-sided p-value of mu = 0; without any spread nothing is tested, and p is 1."""
        statistic, at = self.statistics(), Student(0.0, 1.0, self.df)
        return statistic, np.where(self.variance > 0, np.minimum(1.0, 2 * at.cdfs(-np.abs(statistic))), 1.0)

    def rejected(self, null: float, confidence_level: float) -> NDArray[np.bool_]:
        rejections: NDArray[np.bool_] = np.abs(self.estimate - null) > self.half_widths(confidence_level)
        return rejections
