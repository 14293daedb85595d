r"""How many examples to hold out, so that one hold-out estimates the error of the model it trained best.

.. math:: MSE = E[(\hat G - G)^2] = \sigma^4 (\kappa - 1 + 4 E q + 2 E q^2) / N_c

for a complete linear model with p parameters, Gaussian inputs, noise of variance sigma^2 and kurtosis kappa;
q = dw'H dw / sigma^2 is the excess error of the model trained on N_t = N - N_c examples. To leading order
E q = p / N_t and E q^2 = 0; with Gaussian noise both are known exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_count, check_number
from errbar.core.arrays import Floats
from errbar.errors import InputError

WARNING = (
    "This split makes the estimate of the error as precise as it can be; the model it trains has seen n_train examples "
    "only and is worse than one trained on all. It is a way to split for judging, not for building."
)
ASSUMED = "It assumes a linear model that holds the truth, Gaussian inputs, squared loss, and one hold-out split."


MOST = 10**9  # examples


@dataclass(frozen=True, slots=True)
class OptimalSplit:
    """The answer of `optimal_split`.

    Parameters
    ----------
    n, n_params, kurtosis : as asked.
    n_train, n_test, test_size : the best split, and the share that is held out.
    exact : whether it minimises the exact mean squared error (Gaussian noise) or its leading order.
    leading_order : sqrt(beta n), the unrounded leading-order training size; beta = 4 p / (kurtosis - 1).
    mse : mean squared error of the estimate at the best split, in units of the squared noise variance.
    notes : what is assumed, and what is not optimised.
    """

    n: int
    n_params: int
    kurtosis: float
    n_train: int
    n_test: int
    test_size: float
    exact: bool
    leading_order: float
    mse: float
    notes: tuple[str, ...]

    def __str__(self) -> str:
        how = "exact" if self.exact else "leading order"
        return f"Train on {self.n_train} and hold out {self.n_test} of {self.n} examples ({how}). {self.notes[0]}"


def optimal_split(n: int, n_params: int, kurtosis: float = 3.0) -> OptimalSplit:
    r"""The hold-out split that estimates the error of the trained model best: gamma = 1 - sqrt(beta / N).

    beta = 4 p / (kurtosis - 1). For Gaussian noise (kurtosis 3) the exact mean squared error is minimised instead,
    wherever it exists (n_train > n_params + 3).

    Parameters
    ----------
    n : number of examples.
    n_params : parameters of the linear model, the intercept included.
    kurtosis : of the noise, E e^4 / (E e^2)^2, above 1; 3 is Gaussian.

    Returns
    -------
    OptimalSplit

    References
    ----------
    [larsen1995]. Deviation: the printed beta is illegible; this one is derived.

    Examples
    --------
    >>> import errbar as eb
    >>> split = eb.optimal_split(100, 5)
    >>> split.n_train, round(split.leading_order, 1)
    (31, 31.6)
    """
    n, p = check_count("n", n, at_least=2), check_count("n_params", n_params)
    if check_number("kurtosis", kurtosis) <= 1:
        raise InputError(f"kurtosis must be above 1 (a fair coin's, the smallest there is); got {kurtosis!r:.80}.")
    if n > MOST or p > n:
        raise InputError(f"n must be at most {MOST:g} and n_params at most n; got {n} and {p}.")
    root = sqrt(4 * p / (kurtosis - 1) * n)
    exact = kurtosis == 3 and n - 1 - p > 3
    if exact:
        sizes = np.arange(p + 4, min(n, 2 * ceil(root) + p + 5))  # the optimum is below the leading order's
        n_train = int(sizes[np.argmin(exact_mse(n, sizes, p))])
        mse = float(exact_mse(n, np.array([n_train]), p)[0])
    else:
        if root >= n - 1 or p >= n - 1:
            raise InputError(
                f"n={n} examples are too few to hold any out with n_params={p} (sqrt(beta n) = {root:.1f} would be "
                "trained on): collect more, or use a smaller model."
            )
        n_train = max(1, round(root))
        mse = leading_mse(n, n_train, p, kurtosis)
    return OptimalSplit(n, p, kurtosis, n_train, n - n_train, 1 - n_train / n, exact, root, mse, (WARNING, ASSUMED))


def leading_mse(n: int, n_train: int, n_params: int, kurtosis: float) -> float:
    """(kappa - 1 + 4 p / N_t) / N_c, in units of sigma^4."""
    return (kurtosis - 1 + 4 * n_params / n_train) / (n - n_train)


def exact_mse(n: int, n_train: NDArray[np.intp], n_params: int) -> Floats:
    """The mean squared error in units of sigma^4 for Gaussian noise; `n_train` above n_params + 3.

    The moments of q come from those of the inverse Wishart law of the inputs' Gram matrix.

    >>> exact_mse(100, np.array([20, 40, 70]), 5).round(4)
    array([0.0481, 0.0442, 0.0777])
    """
    p, d = n_params, np.asarray(n_train, dtype=np.float64) - n_params
    if (d <= 3).any():
        raise InputError(f"The exact error needs n_train above n_params + 3 = {p + 3}; got {int(np.min(n_train))}.")
    c2 = 1 / (d * (d - 1) * (d - 3))
    c1 = (d - 2) * c2
    mean, square = p / (d - 1), (3 * p + p * (p - 1)) * (c1 + 2 * c2)
    error: Floats = (2 + 4 * mean + 2 * square) / (n - np.asarray(n_train))
    return error
