"""Many Student laws at once: what `core.student` says of one series, for arrays of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr, stdtrit

from errbar.core.arrays import Floats, Indices

_CELLS = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Students:
    """(estimate - mu) / se follows Student's law with `df` degrees of freedom, entry by entry."""

    estimate: Floats
    se: Floats
    df: int

    @classmethod
    def of_splits(cls, values: Floats, factor: float) -> Students:
        """Mean of each row of split scores; squared standard error `factor` times the row's variance.

        Examples
        --------
        >>> law = Students.of_splits(np.array([[.1, .2, .3], [.2, .2, .2]]), 1 / 3)
        >>> print(law.estimate, law.se)
        [0.2 0.2] [0.05773503 0.        ]
        """
        constant = (values == values[:, :1]).all(axis=1)
        mean = np.where(constant, values[:, 0], values.mean(axis=1))
        df = values.shape[1] - 1
        variance = ((values - mean[:, None]) ** 2).sum(axis=1) / df
        return cls(mean, np.sqrt(factor * variance), df)

    @classmethod
    def of_differences(cls, values: Floats, first: Indices, second: Indices, factor: float) -> Students:
        """The same for differences of two rows each, worked out in blocks that stay in the processor's cache."""
        step = max(1, _CELLS // values.shape[1])
        laws = [
            cls.of_splits(values[first[i : i + step]] - values[second[i : i + step]], factor)
            for i in range(0, first.size, step)
        ]
        return cls(
            np.concatenate([law.estimate for law in laws]),
            np.concatenate([law.se for law in laws]),
            values.shape[1] - 1,
        )

    def interval(self, confidence_level: float) -> tuple[Floats, Floats]:
        """Two-sided."""
        half = -float(stdtrit(self.df, (1.0 - confidence_level) / 2)) * self.se
        return self.estimate - half, self.estimate + half

    def test(self) -> tuple[Floats, Floats]:
        """Statistic and two-sided p-value of mu = 0; without any spread nothing is tested, and p is 1."""
        certain = np.where(self.estimate == 0, 0.0, np.copysign(np.inf, self.estimate))
        spread = self.se > 0
        statistic = np.divide(self.estimate, self.se, out=certain, where=spread)
        return statistic, np.where(spread, np.minimum(1.0, 2 * stdtr(self.df, -np.abs(statistic))), 1.0)
