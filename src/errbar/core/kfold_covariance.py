"""The covariance of K-fold losses, after Bengio and Grandvalet: three values, three eigenvalues, one of them hidden.

Losses e_1..e_n are stored fold by fold. Two losses have covariance sigma2 (the same example), omega (the same
fold) or gamma (different folds), so everything below is sums over folds, never an n x n array.
Where fold sizes differ, `fold_size` is their size-weighted mean, sum of m_k^2 / n: theta keeps its formula exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from errbar.core.arrays import Floats
from errbar.errors import InputError

Sizes = NDArray[np.intp]

CANCELLATION = 1e-2  # below this share of the raw squares, sums about zero have lost too many digits


@dataclass(frozen=True, slots=True)
class KFoldStatistics:
    r"""What one K-fold run can say: its mean, s1, s2, s3, and the two eigenvalues they estimate.

    .. math:: E\,s_1 = \sigma^2 + \mu^2,\quad E\,s_2 = \omega + \mu^2,\quad E\,s_3 = \gamma + \mu^2

    mu^2 is in all three, so only their differences are known. The third eigenvalue, n theta, needs mu^2 itself.

    Parameters
    ----------
    n, n_folds, fold_size : examples, folds of one run, (weighted) examples in a fold.
    mean : the cross-validation estimate.
    mean_square : its square (over repeats: the mean of the squares).
    s1, s2, s3 : mean product of a loss with itself, with others of its fold, with those of other folds.
    l1 : sigma2 - omega, eigenvalue of multiplicity n - K.
    l2 : sigma2 + (m - 1) omega - m gamma, eigenvalue of multiplicity K - 1.

    With one example in every fold there is no omega: `s2` and `l1` are NaN.
    """

    n: int
    n_folds: int
    fold_size: float
    mean: float
    mean_square: float
    s1: float
    s2: float
    s3: float
    l1: float
    l2: float

    def at(self, mu2: float) -> tuple[float, float, float]:
        """sigma2, omega and gamma, were mu^2 this number: the one thing the run does not tell."""
        return self.s1 - mu2, self.s2 - mu2, self.s3 - mu2

    def theta(self, mu2: float) -> float:
        """Var(mean), were mu^2 this number."""
        return self.mean_square - mu2

    def largest_mu2(self, *, jackknife: bool = False) -> float:
        """The largest mu^2 that leaves sigma2, omega, gamma and theta admissible (the smallest is 0).

        omega >= 0 for cross-validation; pseudo-values of the jackknife only need omega >= -sigma2 / (m - 1).
        0 where noise has pushed s2 below that.
        """
        m = self.fold_size
        if isnan(self.s2):
            edge = self.s1
        elif jackknife:
            edge = ((m - 1) * self.s2 + self.s1) / m
        else:
            edge = self.s2
        return max(0.0, min(edge, self.mean_square))


def kfold_statistics(
    losses: Floats, n_test: Sizes, n_repeats: int = 1, *, fold_means: Floats | None = None
) -> KFoldStatistics:
    """s1, s2, s3 and the estimable eigenvalues from losses stored fold by fold (repeats one after another).

    One pass: a dot product and the sum of each fold (not even that where `fold_means` are known). Where folds differ
    in size, l1 is the pooled variance within folds and l2 follows from the squares between them: unbiased, and free
    of the mean as for equal folds.

    Parameters
    ----------
    losses : all losses, fold by fold.
    n_test : size of every fold, all repeats.
    n_repeats : runs of K-fold in `losses`; their statistics are averaged.
    fold_means : mean loss of every fold, where it is known already.

    Examples
    --------
    >>> import numpy as np
    >>> s = kfold_statistics(np.array([1.0, 3.0, 2.0, 6.0]), np.array([2, 2]))
    >>> s.s1, s.s2, s.s3, s.l1, s.l2
    (12.5, 7.5, 8.0, 5.0, 4.0)
    """
    total, n_folds = losses.size, n_test.size // n_repeats
    if n_test.size < 2 * n_repeats:
        raise InputError(f"K-fold statistics need at least two folds; got {n_folds}.")
    if n_test.sum() != total:
        raise InputError(f"The folds have {n_test.sum()} examples in all, and {total} losses were given.")
    shift, square = 0.0, float(np.dot(losses, losses))
    sums = fold_sums(losses, n_test) if fold_means is None else fold_means * n_test
    within, between, runs = _squares(square, sums, n_test, n_repeats)
    if within + between < CANCELLATION * square:  # a mean far from zero: take it out first
        shift = float(losses[0] + (losses - losses[0]).mean())
        rest = losses - shift
        square, sums = float(np.dot(rest, rest)), fold_sums(rest, n_test)
        within, between, runs = _squares(square, sums, n_test, n_repeats)
    n = total // n_repeats
    fold_size = float((n_test.astype(np.float64) ** 2).sum() / total)
    run_means = shift + runs / n
    mean, mean_square = float(run_means.mean()), float((run_means**2).mean())
    s1 = (within + between) / total + mean_square
    if n == n_folds:  # leave-one-out
        l2 = between / (total - n_repeats)
        return KFoldStatistics(n, n_folds, fold_size, mean, mean_square, s1, nan, s1 - l2, nan, l2)
    l1 = within / (total - n_repeats * n_folds)
    # E between = (K - 1) l1 + (n - m) (omega - gamma), m the weighted size
    omega_gamma = (between / n_repeats - (n_folds - 1) * l1) / (n - fold_size)
    s2 = s1 - l1
    return KFoldStatistics(
        n, n_folds, fold_size, mean, mean_square, s1, s2, s2 - omega_gamma, l1, l1 + fold_size * omega_gamma
    )


def fold_sums(values: Floats, n_test: Sizes) -> Floats:
    """The sum of each fold of values stored fold by fold."""
    if (n_test == n_test[0]).all():
        equal: Floats = values.reshape(n_test.size, int(n_test[0])).sum(axis=1)
        return equal
    unequal: Floats = np.add.reduceat(values, np.cumsum(n_test) - n_test)
    return unequal


def _squares(square: float, sums: Floats, n_test: Sizes, n_repeats: int) -> tuple[float, float, Floats]:
    """Squares within folds and between folds, over all repeats, and the sum of each repeat."""
    runs = sums.reshape(n_repeats, -1).sum(axis=1)
    means = float((sums * (sums / n_test)).sum())
    per_run = n_test.sum() / n_repeats
    return max(0.0, square - means), max(0.0, means - float((runs * (runs / per_run)).sum())), runs


@dataclass(frozen=True, eq=False)
class KFoldCovariance:
    r"""Cov(e) with known sigma2, omega and gamma, as an operator on vectors stored fold by fold.

    .. math:: \theta = \mathrm{Var}(\hat\mu) = \frac{\sigma^2}{n} + \frac{m-1}{n}\omega + \frac{n-m}{n}\gamma

    Parameters
    ----------
    sigma2, omega, gamma : variance of a loss, covariance inside a fold, covariance between folds.
    n_test : size of every fold.

    Examples
    --------
    >>> c = KFoldCovariance(1.0, 0.3, 0.1, [4] * 5)
    >>> [(round(value, 12), count) for value, count in c.eigenvalues()], round(c.theta, 12)
    ([(0.7, 15), (1.5, 4), (3.5, 1)], 0.175)
    """

    sigma2: float
    omega: float
    gamma: float
    n_test: Sequence[int] | Sizes

    def __post_init__(self) -> None:
        sizes = np.asarray(self.n_test, dtype=np.intp)
        if sizes.ndim != 1 or sizes.size < 2 or sizes.min() < 1:
            raise InputError(f"n_test must give the sizes of at least two folds; got {self.n_test!r:.80}.")
        object.__setattr__(self, "n_test", sizes)

    @classmethod
    def from_runs(cls, losses: ArrayLike, n_test: Sequence[int] | Sizes) -> KFoldCovariance:
        """Unbiased estimates from K-fold runs on independent data sets, one per row.

        Many data sets show what one cannot: the variance of the mean, and with it the third eigenvalue.
        """
        rows, sizes = np.atleast_2d(np.asarray(losses, dtype=np.float64)), np.asarray(n_test, dtype=np.intp)
        if rows.shape[0] < 2:
            raise InputError(f"At least two independent data sets are needed; got {rows.shape[0]}.")
        return cls.from_statistics([kfold_statistics(row, sizes) for row in rows], sizes)

    @classmethod
    def from_statistics(cls, runs: Sequence[KFoldStatistics], n_test: Sequence[int] | Sizes) -> KFoldCovariance:
        """The same where only each run's statistics were kept; at least two runs."""
        sizes = np.asarray(n_test, dtype=np.intp)
        n, m = runs[0].n, runs[0].fold_size
        l2, l3 = float(np.mean([run.l2 for run in runs])), n * float(np.var([run.mean for run in runs], ddof=1))
        gamma = (l3 - l2) / n
        if isnan(runs[0].l1):
            return cls(l2 + gamma, 0.0, gamma, sizes)
        l1 = float(np.mean([run.l1 for run in runs]))
        omega = gamma + (l2 - l1) / m
        return cls(l1 + omega, omega, gamma, sizes)

    @property
    def sizes(self) -> Sizes:
        return np.asarray(self.n_test)

    @property
    def n(self) -> int:
        return int(self.sizes.sum())

    @property
    def fold_size(self) -> float:
        return float((self.sizes.astype(np.float64) ** 2).sum() / self.n)

    @property
    def parts(self) -> tuple[float, float, float]:
        """The three terms of theta: from sigma2, from omega, from gamma."""
        n, m = self.n, self.fold_size
        return self.sigma2 / n, (m - 1) / n * self.omega, (n - m) / n * self.gamma

    @property
    def theta(self) -> float:
        """Variance of the cross-validation mean."""
        return sum(self.parts)

    @property
    def shares(self) -> tuple[float, float, float]:
        """The terms of theta as shares of it."""
        sigma2, omega, gamma = self.parts
        return sigma2 / self.theta, omega / self.theta, gamma / self.theta

    def matvec(self, vector: ArrayLike) -> Floats:
        """Cov(e) times a vector."""
        v = np.asarray(vector, dtype=np.float64)
        sums = fold_sums(v, self.sizes)
        per_fold = (self.omega - self.gamma) * sums + self.gamma * sums.sum()
        product: Floats = (self.sigma2 - self.omega) * v + np.repeat(per_fold, self.sizes)
        return product

    def quadratic(self, vector: ArrayLike) -> float:
        """Variance of the weighted sum of losses with these weights."""
        v = np.asarray(vector, dtype=np.float64)
        sums = fold_sums(v, self.sizes)
        own = (self.sigma2 - self.omega) * np.dot(v, v)
        return float(own + (self.omega - self.gamma) * np.dot(sums, sums) + self.gamma * sums.sum() ** 2)

    def eigenvalues(self) -> list[tuple[float, int]]:
        """(eigenvalue, multiplicity), for equal folds in the order l1, l2, l3 (l1 is absent in leave-one-out).

        Unequal folds have one more pair for each further size: the K x K problem of block-constant vectors
        splits into one scalar per size and a small matrix, sizes by sizes.
        """
        size, count = np.unique(self.sizes, return_counts=True)
        level = self.sigma2 + (size - 1) * self.omega - size * self.gamma
        root = np.sqrt(size * count)
        joint = np.linalg.eigvalsh(np.diag(level) + self.gamma * np.outer(root, root))
        pairs = [(self.sigma2 - self.omega, self.n - self.sizes.size)]
        pairs += zip(level.tolist(), (count - 1).tolist(), strict=True)
        pairs += [(value, 1) for value in joint.tolist()]
        return [(value, times) for value, times in pairs if times]

    def is_admissible(self, *, jackknife: bool = False, tolerance: float = 1e-12) -> bool:
        """Whether such a covariance can exist: no negative eigenvalue, and for cross-validation omega >= 0.

        omega cannot be negative there because it does not depend on the test size, which may grow without limit;
        the pseudo-values of the jackknife have no such freedom.
        """
        slack = tolerance * max(abs(self.sigma2), 1e-300)
        least = min(value for value, _ in self.eigenvalues())
        no_omega = jackknife or self.n == self.sizes.size
        return least >= -slack * self.n and (no_omega or self.omega >= -slack)


def gamma_bounds(sigma2: float, omega: float, n: int, fold_size: float) -> tuple[float, float]:
    """The smallest and largest gamma for this sigma2 and omega (equal folds).

    Examples
    --------
    >>> gamma_bounds(1.0, 0.0, 20, 4)
    (-0.0625, 0.25)
    """
    block = sigma2 + (fold_size - 1) * omega
    return -block / (n - fold_size), block / fold_size


def admissible_region(n: int, fold_size: float, *, jackknife: bool = False) -> Floats:
    """Corners of the admissible (omega, gamma) in units of sigma2, counter-clockwise.

    From omega = 0 (jackknife: -1/(m - 1), where both bounds on gamma meet at 0) to omega = 1.
    With one example per fold omega is absent: the two ends of gamma, at omega = 0.

    Examples
    --------
    >>> admissible_region(20, 4).tolist()
    [[0.0, -0.0625], [1.0, -0.25], [1.0, 1.0], [0.0, 0.25]]
    """
    if fold_size == 1:
        return np.array([(0.0, gamma) for gamma in gamma_bounds(1.0, 0.0, n, 1)])
    left = -1 / (fold_size - 1) if jackknife else 0.0
    (a, d), (b, c) = gamma_bounds(1.0, left, n, fold_size), gamma_bounds(1.0, 1.0, n, fold_size)
    return np.array([(left, a), (1.0, b), (1.0, c), (left, d)])


def jackknife_values(full: ArrayLike, without: ArrayLike, fold: ArrayLike) -> Floats:
    r"""Delete-m jackknife pseudo-values of the prediction error, stored fold by fold; their mean is the estimate.

    .. math:: e_i = K\,L(A(D), z_i) - \sum_{l \ne k(i)} L(A(D_l), z_i)

    so that the mean is the training error, corrected: K T(D) - (K - 1) times the mean T(D_k).

    Parameters
    ----------
    full : loss on every example of the rule trained on all of them.
    without : folds x examples, loss on every example of the rule trained without that fold.
    fold : number of each example's fold, 0 .. K - 1.

    Examples
    --------
    >>> jackknife_values([1.0, 1.0], [[5.0, 0.5], [0.25, 5.0]], [0, 1])
    array([1.75, 1.5 ])
    """
    whole, parts, folds = np.asarray(full, dtype=float), np.asarray(without, dtype=float), np.asarray(fold)
    n_folds = parts.shape[0]
    if parts.shape != (n_folds, whole.size) or folds.shape != whole.shape or set(folds) != set(range(n_folds)):
        raise InputError(
            f"Give n losses of the full rule, folds x n losses without each fold, and n fold numbers from 0; "
            f"got shapes {whole.shape}, {parts.shape}, {folds.shape}."
        )
    trained_on = parts.sum(axis=0) - parts[folds, np.arange(whole.size)]
    values: Floats = n_folds * whole - trained_on
    return values[np.argsort(folds, kind="stable")]
