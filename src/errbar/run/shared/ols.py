"""LinearRegression: the normal equations of every training set, guarded where scikit-learn's SVD would differ.

A StandardScaler in front changes nothing but which directions count as zero.
"""

from __future__ import annotations

from dataclasses import dataclass

from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION
from errbar.run.shared.left_out import leaves_all_data, left_out
from errbar.run.shared.linear import predict
from errbar.run.shared.path import Family, PathOutput, Request, anything, is_false, is_flag, is_not_negative, predicted


@dataclass(frozen=True, slots=True)
class LeastSquaresPath:
    intercept: bool
    smallest: float

    def outputs(self, step: Step) -> PathOutput:
        if leaves_all_data(step):
            return left_out(step, self.intercept, 0.0, self.smallest)
        fitted = predict(step, "regression", self.intercept, 0.0, self.smallest)
        values = fitted.predictions[:, :, 0] + (step.source.middle if self.intercept else 0.0)
        return predicted(values, step, fitted.rounding + EPSILON * step.source.largest_value, fitted.declined)


def _build(request: Request, source: Source) -> LeastSquaresPath | None:
    n, p = source.X.shape
    intercept = request.parameters["fit_intercept"]
    if p >= n or source.constant.any() or (request.scaled and not intercept):
        return None
    # releases without `tol` cut at machine precision; ten times the cut keeps clear of it
    smallest = (10 * float(request.parameters.get("tol", n * EPSILON))) ** 2
    if not request.scaled:
        return LeastSquaresPath(intercept, smallest)
    return LeastSquaresPath(intercept, 0.0) if smallest * p * LARGEST_CONDITION < 1 else None


REGRESSOR = Family(
    "least squares",
    "regression",
    {
        "fit_intercept": is_flag,
        "copy_X": anything,
        "tol": is_not_negative,
        "n_jobs": anything,
        "positive": is_false,
    },
    ("predict",),
    _build,
)
