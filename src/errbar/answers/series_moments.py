"""The moments of resampling, as an audit's many data sets show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from errbar.answers.share import Share


@dataclass(frozen=True, slots=True)
class FoldShares:
    """What the variance of the mean over K folds is made of: theta = sigma2/n + (m-1)/n omega + (n-m)/n gamma.

    Parameters
    ----------
    n_folds : K.
    theta : Var(mean).
    sigma2, omega, gamma : variance of a loss, covariance of two in one fold, covariance of two in different folds.
    sigma2_share, omega_share, gamma_share : their terms as shares of theta.
    """

    n_folds: int
    theta: Share | None
    sigma2: Share | None
    omega: Share | None
    gamma: Share | None
    sigma2_share: Share | None
    omega_share: Share | None
    gamma_share: Share | None


@dataclass(frozen=True, slots=True)
class SeriesMoments:
    """The moments of resampling of one model, or of the difference of two, each with its 95 % interval.

    Parameters
    ----------
    series : the model, or "a - b".
    n_train, n_test, n_splits : n1, n2 and J of the random splits they are for.
    mu : the error at n1 training examples.
    s0, s1, s2, s3 : Var of a loss, Var of a split's mean, Cov of two splits' means, Cov of two losses of one test set;
        s0 and s3 are None where there are no losses per example.
    rho, rho0 : s2/s1, and n2/(n1+n2), what it would be if a loss depended on its test example alone.
    r, n_halvings : the correlation of squared half differences, where halvings were drawn.
    ratios : for each method Var(estimate) / E(its squared standard error): above 1 liberal, below 1 conservative.
    implied : the ratios that the moments imply, for methods on these splits.
    folds : what the variance of K folds is made of, where there were folds.
    remarks : where estimates break 0 <= s2 <= s1 <= s0, 0 <= s3 <= s1.
    """

    series: str
    n_train: int
    n_test: int
    n_splits: int
    mu: Share | None
    s0: Share | None
    s1: Share | None
    s2: Share | None
    s3: Share | None
    rho: Share | None
    rho0: float
    r: Share | None
    n_halvings: int
    ratios: Mapping[str, Share]
    implied: Mapping[str, Share]
    folds: FoldShares | None
    remarks: tuple[str, ...]
