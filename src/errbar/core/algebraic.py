r"""Estimates of the generalization error from one fit of a linear model: the training error and a penalty.

All are for squared loss and for the model fitted to all N examples, judged on new examples of the same law.
X: N x m design (a column of ones for the intercept); D: diagonal penalty (0 for the intercept);
H = X (X'X + D)^-1 X'; e: residuals; S = sum(e^2)/N; w: coefficients.

=====  ==================================================  ==========================================================
name   formula                                             source
=====  ==================================================  ==========================================================
FPE    S (N + m) / (N - m)                                 [akaike1969]; the same in R's olsrr::ols_fpe and in MATLAB's
                                                           fpe. Only without a penalty.
FPER   s2 (1 + g1/N) + g3,                                 [larsen1994], as coded in function fpe of the NNSYSID
       s2 = (N S - N g3) / (N + g1 - 2 g2)                 toolbox of the authors' group (M. Norgaard), which cites it;
                                                           a negative s2 counts as 0 (ours).
GPE    S + 2 s2 g2 / N, s2 = N S / (N - g2)                [moody1992] eq. 1 with p_eff = tr H. The estimate of the
                                                           noise is ours: with it, GPE is FPE where D = 0.
NIC    S + (2/N) sum(e_i^2 H_ii)                           [murata1994]: training loss + tr(C J^-1)/N, C and J second
                                                           moment of the gradients and Hessian of e^2. Only without a
                                                           penalty: the sources at hand differ on what C is with one.
GEN    S + (2/N) sum over lags t of (1 - |t|/(M + 1))      Derived, see below: NIC whose gradients may be correlated in
       times sum_k g_k' g_(k+t), g_k the rows of           time. For rows in the order of time; M from N. The name is
       e Q less their mean, H = Q Q'                       that of [larsen1992], whose own formula could not be read.
=====  ==================================================  ==========================================================

g1 = tr(H^2), g2 = tr(H), both effective numbers of parameters (m without a penalty);
g3 = w' D (X'X + D)^-1 X'X (X'X + D)^-1 D w / N, the estimated squared bias. Without a penalty FPER is FPE.

GEN. Let w* be what infinitely many examples would give, z_k = x_k e_k(w*) and J = (X'X + D)/N. Then w - w* is about
J^-1 (mean z - its expectation), G(w) and S(w) have the same curvature, and what is left of G - S is the product of the
gradients' difference with w - w*: E(G - S) = (2/N) tr(C J^-1), C the sum over all lags of Cov(z_k, z_(k+t)). Nothing in
it asks for a complete model, or for independent examples. C is estimated with Bartlett weights up to the lag
M = floor(4 (N/100)^(2/9)) (Newey and West); M = 0 gives NIC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.error_law import ErrorLaw


@dataclass(frozen=True, slots=True)
class Algebraic:
    """What one fit to all examples says.

    Parameters
    ----------
    estimates : name -> estimate of the error.
    missing : name -> why an estimate is not there.
    training_error : S, the mean squared residual.
    n_params : coefficients, the intercept included.
    n_effective : tr H, the effective number of parameters.
    parts : noise (what the model cannot represent included), squared bias by the penalty, variance by the training set;
        they add up to FPER, or to FPE without a penalty. What the model cannot represent is no part of its own: one
        data set without repeated inputs does not tell it from noise.
    n : examples.
    penalised : whether there is a penalty, under which the law of G is not known.
    """

    estimates: Mapping[str, float]
    missing: Mapping[str, str]
    training_error: float
    n_params: int
    n_effective: float
    parts: Mapping[str, float] = field(default_factory=dict)
    n: int = 0
    penalised: bool = False

    def law(self, n_train: int | None = None, *, exact: bool = False) -> ErrorLaw | None:
        """The law of G over training sets of this size (None: all n examples), as far as it is known.

        Its fractiles are algebraic ones: `law().quantile(0.95)` is what 95 % of training sets stay below, were the
        estimated noise the true one.
        """
        size = self.n if n_train is None else n_train
        if self.penalised or "noise" not in self.parts or size <= self.n_params:
            return None
        return ErrorLaw(self.parts["noise"], self.n_params, size, exact)


@dataclass(frozen=True, eq=False)
class _Fit:
    n: int
    m: int
    residuals: Floats
    leverages: Floats
    trace: float
    trace_of_square: float
    squared_bias: float
    penalised: bool
    gradients: Floats
    max_lag: int = 0


def algebraic(
    X: Floats, y: Floats, *, alpha: float = 0.0, intercept: bool = True, max_lag: int | None = None
) -> Algebraic:
    """FPE, FPER, GPE, NIC and GEN of least squares or ridge regression, as far as each is defined.

    Parameters
    ----------
    X, y : all examples.
    alpha : the ridge penalty alpha |w|^2 beside the sum of squares, as in scikit-learn; the intercept is free.
    intercept : whether there is one.
    max_lag : M of GEN, how far apart in time examples may still be correlated; None takes it from N.

    Examples
    --------
    >>> X, y = np.arange(6.0)[:, np.newaxis], np.array([0.0, 1.0, 1.0, 2.0, 4.0, 4.0])
    >>> found = algebraic(X, y)
    >>> print(f"{found.training_error:.4f} {found.estimates['FPE']:.4f} {found.n_effective:.1f}")
    0.1905 0.3810 2.0
    """
    fit = replace(_fitted(X, y, alpha, intercept), max_lag=lags(y.size) if max_lag is None else max_lag)
    found: dict[str, float] = {}
    missing: dict[str, str] = {}
    for name, estimate in ESTIMATES.items():
        answer = estimate(fit)
        if isinstance(answer, str):
            missing[name] = answer
        else:
            found[name] = answer
    training = float(np.mean(fit.residuals**2))
    return Algebraic(found, missing, training, fit.m, fit.trace, _parts(fit), fit.n, fit.penalised)


def _fitted(X: Floats, y: Floats, alpha: float, intercept: bool) -> _Fit:
    """Through singular values of the centred inputs: exact for any rank."""
    n = y.size
    mean, target_mean = (X.mean(axis=0), y.mean()) if intercept else (np.zeros(X.shape[1]), 0.0)
    left, singular, right = np.linalg.svd(X - mean, full_matrices=False)
    kept = singular > singular.max(initial=0.0) * max(X.shape) * np.finfo(float).eps
    left, singular, right = left[:, kept], singular[kept], right[kept]
    shrink = singular**2 / (singular**2 + alpha) if alpha > 0 else np.ones_like(singular)
    projected = left.T @ (y - target_mean)
    residuals = y - target_mean - left @ (shrink * projected)
    biased = 0.0
    if alpha > 0:
        along = shrink * projected / singular  # the coefficients in the directions of `right`
        biased = float((along**2 * (alpha * singular / (singular**2 + alpha)) ** 2).sum()) / n
    ones = 1.0 if intercept else 0.0
    basis = np.column_stack([left * np.sqrt(shrink), *([np.full(n, n**-0.5)] if intercept else [])])
    return _Fit(
        n=n,
        m=int(ones) + (int(kept.sum()) if alpha == 0 else X.shape[1]),
        residuals=residuals,
        leverages=(left**2 * shrink).sum(axis=1) + ones / n,
        trace=float(shrink.sum()) + ones,
        trace_of_square=float((shrink**2).sum()) + ones,
        squared_bias=biased,
        penalised=alpha > 0,
        gradients=residuals[:, np.newaxis] * basis,
    )


NO_ROOM = "as many parameters as examples"
PENALISED = "defined without a penalty only"


def _fpe(fit: _Fit) -> float | str:
    if fit.penalised:
        return PENALISED
    return float(fpe(float(np.mean(fit.residuals**2)), fit.n, fit.m)) if fit.m < fit.n else NO_ROOM


def _parts(fit: _Fit) -> dict[str, float]:
    room = fit.n + fit.trace_of_square - 2 * fit.trace
    if room <= 0:
        return {}
    noise = max(0.0, float((fit.residuals**2).sum()) - fit.n * fit.squared_bias) / room
    return {"noise": noise, "bias": fit.squared_bias, "variance": noise * fit.trace_of_square / fit.n}


def _fper(fit: _Fit) -> float | str:
    parts = _parts(fit)
    return sum(parts.values()) if parts else NO_ROOM


def _gpe(fit: _Fit) -> float | str:
    if fit.trace >= fit.n:
        return NO_ROOM
    training = float(np.mean(fit.residuals**2))
    return training + 2 * training * fit.trace / (fit.n - fit.trace)


def _nic(fit: _Fit) -> float | str:
    if fit.penalised:
        return PENALISED
    squares = fit.residuals**2
    return float(squares.mean() + 2 * (squares * fit.leverages).mean())


def lags(n: int) -> int:
    """Newey and West's rule.

    >>> [lags(n) for n in (20, 100, 1000)]
    [2, 4, 6]
    """
    return min(n - 1, int(4 * (n / 100) ** (2 / 9)))


def _gen(fit: _Fit) -> float | str:
    if fit.trace >= fit.n:
        return NO_ROOM
    rows, most = fit.gradients - fit.gradients.mean(axis=0), fit.max_lag
    long_run = float((rows**2).sum())
    for lag in range(1, most + 1):
        long_run += 2 * (1 - lag / (most + 1)) * float((rows[lag:] * rows[:-lag]).sum())
    return float(np.mean(fit.residuals**2)) + 2 * long_run / fit.n


ESTIMATES = {"FPE": _fpe, "FPER": _fper, "GPE": _gpe, "NIC": _nic, "GEN": _gen}


def fpe(training_error: float | Floats, n: int, n_params: int) -> float | Floats:
    """Akaike's final prediction error.

    >>> fpe(1.0, 20, 10)
    3.0
    """
    return training_error * (n + n_params) / (n - n_params)


def fpe_of_log(training_error: float | Floats, n: int, n_params: int) -> float | Floats:
    """The estimate for log(1 + G): log(1 + s) + s p / ((1 + s) N), s = N S / (N - p) the noise variance.

    Deviation: the paper's footnote prints s = S / (N - p); only with the factor N does its Table 1 come out.

    >>> print(f"{fpe_of_log(1.0, 20, 10):.6f}")
    1.431946
    """
    s = n * training_error / (n - n_params)
    return np.log1p(s) + s * n_params / ((1 + s) * n)
