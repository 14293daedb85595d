r"""The law of the error of a linear model over training sets: where least squares lands, and how far from the best.

For a complete linear model, squared loss and no penalty, G = s2 (1 + q) with q = dw' H dw / s2. As N grows,

.. math:: G \sim \sigma^2 (1 + \chi^2_p / N)

[larsen1995], with p parameters and N training examples. With independent Gaussian inputs and noise q is exactly
chi2_p / chi2_{N-p+1}, two independent ones, which is p/(N - p + 1) times an F: dw given the inputs is normal with
covariance s2 (X'X)^-1, and z'z / z'W^-1 z is chi2_{N-p+1} for a Wishart W that does not depend on z.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtr, chdtri, fdtr, fdtri

from errbar.core.arrays import Floats


@dataclass(frozen=True, slots=True)
class ErrorLaw:
    """G = noise (1 + q).

    Parameters
    ----------
    noise : variance of the noise, the least G there is.
    n_params, n_train : p and N.
    exact : q as an F, for independent Gaussian inputs; otherwise chi-squared / N, for many examples.

    Examples
    --------
    >>> law = ErrorLaw(32.45, 10, 20)
    >>> print(f"{law.mean:.3f} {law.quantile(0.5):.2f}")
    48.675 47.61
    >>> print(f"{ErrorLaw(32.45, 10, 20, exact=True).mean:.2f}")
    68.51
    """

    noise: float
    n_params: int
    n_train: int
    exact: bool = False

    @property
    def _room(self) -> int:
        return self.n_train - self.n_params + 1

    @property
    def mean(self) -> float:
        p, n = self.n_params, self.n_train
        if not self.exact:
            return self.noise * (1 + p / n)
        return self.noise * (1 + p / (n - p - 1)) if n > p + 1 else float("inf")

    def cdf(self, error: ArrayLike) -> Floats:
        excess = np.maximum(np.asarray(error, dtype=np.float64) / self.noise - 1, 0.0)
        p, n = self.n_params, self.n_train
        below = fdtr(p, self._room, excess * self._room / p) if self.exact else chdtr(p, n * excess)
        return np.asarray(below, dtype=np.float64)

    def quantile(self, share: ArrayLike) -> Floats:
        """The fractile that a share of training sets stays below."""
        shares = np.asarray(share, dtype=np.float64)
        p, n = self.n_params, self.n_train
        excess = p / self._room * fdtri(p, self._room, shares) if self.exact else chdtri(p, 1 - shares) / n
        return np.asarray(self.noise * (1 + excess), dtype=np.float64)
