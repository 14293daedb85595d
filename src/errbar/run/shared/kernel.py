"""KernelRidge, and GaussianProcessRegressor with a fixed kernel: test sets left out of one inverse per parent.

With A = (K + alpha I)^-1 of the parent, a test set T that is left out of it has residuals A_TT^-1 (A y)_T.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.cuts import Parent
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION
from errbar.run.shared.path import Family, PathOutput, Request, anything, is_false, is_none, is_not_negative, predicted

LARGEST = 2**25  # numbers of the kernel matrix: 256 MB
KERNELS = ("rbf", "laplacian", "poly", "polynomial", "cosine", "linear")


@dataclass(frozen=True, eq=False, slots=True)
class Inverse:
    """Of a parent: the upper half of A, A y, and the condition of K + alpha I: infinite where there is no A."""

    upper: Floats
    weights: Floats
    condition: float


@dataclass(frozen=True, eq=False, slots=True)
class KernelPath:
    """`kernel`: of all examples, without alpha, and its rounding in units of that of 1.

    The inverse of the last parent is remembered.
    """

    kernel: Floats
    blur: float
    alpha: float
    _last: dict[Parent, Inverse] = field(default_factory=dict)

    def outputs(self, step: Step) -> PathOutput:
        batch, y = step.batch, step.source.values
        values, rounding = np.zeros(batch.test.shape), np.zeros(len(batch.numbers))
        declined = np.zeros(len(batch.numbers), dtype=bool)
        size = float(np.sqrt(np.square(y).mean()))
        for place, parent in enumerate(batch.parents):
            whole = self._of(parent, y)
            for i in np.flatnonzero(batch.which == place):
                test = batch.test[i]
                if whole.condition > LARGEST_CONDITION:
                    declined[i] = True
                    continue
                if batch.leaves:
                    values[i] = y[test] - self._residuals(whole, _places(parent, test))
                else:
                    values[i] = self.kernel[np.ix_(test, _rows(parent, y))] @ whole.weights
                reach = float(np.abs(self.kernel[np.ix_(test, test)]).sum(axis=0).max()) + self.alpha
                lost = np.sqrt(whole.condition) * size + self.blur * float(np.linalg.norm(whole.weights))
                rounding[i] = EPSILON * reach / self.alpha * lost
        return predicted(values, step, rounding, declined)

    def _residuals(self, whole: Inverse, places: Indices) -> Floats:
        from scipy.linalg import lapack

        order = np.argsort(places)  # so that what is needed of A is in its upper half
        upwards, residuals = places[order], np.empty(places.size)
        _, found, failed = lapack.dposv(whole.upper[np.ix_(upwards, upwards)], whole.weights[upwards])
        residuals[order] = np.nan if failed else found
        return residuals

    def _of(self, parent: Parent, y: Floats) -> Inverse:
        if parent not in self._last:
            self._last.clear()
            self._last[parent] = self._inverse(_rows(parent, y), y)
        return self._last[parent]

    def _inverse(self, rows: Indices, y: Floats) -> Inverse:
        from scipy.linalg import lapack

        matrix = self.kernel[np.ix_(rows, rows)]
        matrix.flat[:: len(rows) + 1] += self.alpha
        norm = np.abs(matrix).sum(axis=0).max()
        factor, failed = lapack.dpotrf(matrix.T, overwrite_a=True)
        if failed:
            return Inverse(matrix, y, np.inf)
        weights, _ = lapack.dpotrs(factor, y[rows])
        upper, failed = lapack.dpotri(factor, overwrite_c=True)
        return Inverse(upper, weights, np.inf if failed else float(norm) / self.alpha)  # no eigenvalue is below alpha


def _rows(parent: Parent, y: Floats) -> Indices:
    return np.arange(y.size) if parent.rows is None else parent.rows


def _places(parent: Parent, test: Indices) -> Indices:
    """Where the tested examples stand in their parent, which is sorted."""
    return test if parent.rows is None else np.searchsorted(parent.rows, test)


def _usable(request: Request, source: Source) -> bool:
    plan = source.cuts.plan
    return not request.scaled and source.y.size**2 <= LARGEST and not plan.has("bootstrap")


def _ridge(request: Request, source: Source) -> KernelPath | None:
    if not _usable(request, source):
        return None
    from sklearn.metrics.pairwise import pairwise_kernels

    settings = {name: request.parameters[name] for name in ("gamma", "degree", "coef0")}
    kernel = pairwise_kernels(source.X, metric=request.parameters["kernel"], filter_params=True, **settings)
    blur = 1.0
    if request.parameters["kernel"] == "rbf":  # squared distances from squared lengths, which may be far larger
        gamma = request.parameters["gamma"]
        blur += float(np.square(source.largest).sum()) * (1 / source.X.shape[1] if gamma is None else float(gamma))
    return KernelPath(kernel, blur, float(request.parameters["alpha"]))


def _process(request: Request, source: Source) -> KernelPath | None:
    kernel = request.parameters["kernel"]
    fixed = request.parameters["optimizer"] is None or kernel.n_dims == 0
    if not fixed or not _is_known(kernel) or not _usable(request, source):
        return None
    return KernelPath(np.ascontiguousarray(kernel(source.X)), 1.0, float(request.parameters["alpha"]))


def _is_known(kernel: Any) -> bool:
    """Whether it is made of scikit-learn's own kernels alone."""
    parts = [value for value in kernel.get_params(deep=True).values() if hasattr(value, "get_params")]
    return all(type(part).__module__ == "sklearn.gaussian_process.kernels" for part in (kernel, *parts))


def _is_kernel(value: Any) -> bool:
    return isinstance(value, str) and value in KERNELS


def _is_process_kernel(value: Any) -> bool:
    return hasattr(value, "get_params")  # None means another kernel in every release


def _is_number(value: Any) -> bool:
    return is_not_negative(value) and value > 0


def _is_number_or_none(value: Any) -> bool:
    return value is None or _is_number(value)


RIDGE = Family(
    "kernel ridge",
    "regression",
    {
        "alpha": _is_number,
        "kernel": _is_kernel,
        "gamma": _is_number_or_none,
        "degree": anything,
        "coef0": anything,
        "kernel_params": anything,
    },
    ("predict",),
    _ridge,
    by_default=False,
)
PROCESS = Family(
    "gaussian process",
    "regression",
    {
        "kernel": _is_process_kernel,
        "alpha": _is_number,
        "optimizer": anything,
        "n_restarts_optimizer": anything,
        "normalize_y": is_false,
        "copy_X_train": anything,
        "n_targets": is_none,
        "random_state": anything,
    },
    ("predict",),
    _process,
    by_default=False,
)
