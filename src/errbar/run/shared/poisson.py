"""PoissonRegressor with the solver "newton-cholesky": scikit-learn's own steps, all splits at once.

At its default solver the answer is that of some hundred rounded steps, which nobody can repeat: fitted as usual.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.newton_cholesky import (
    DescentRows,
    Descents,
    Ends,
    StepsPath,
    descend,
    poisson_loss,
    repeats_steps,
)
from errbar.run.shared.path import Family, PathOutput, Request, is_false, is_flag, is_not_negative, predicted


@dataclass(frozen=True, eq=False, slots=True)
class PoissonPath(StepsPath):
    """The penalty is that of one example, alpha."""

    def outputs(self, step: Step) -> PathOutput:
        units, declined = self.design.units(step, "regression")
        start, penalties = np.zeros(units.shape[:2]), np.full(units.shape[:2], self.penalty)
        if self.design.intercept:
            means = step.block("regression").sums[:, 0, -1] / step.n_train + step.source.middle
            start[:, -1], penalties[:, -1] = np.log(means), 0.0
            declined = declined | ~(means > 0)
        splits = Descents.from_start(units, penalties, start)
        descend(self.design, poisson_loss, self.ends, step, splits)
        rows = self.design.rows.take(step.batch.test, axis=0)
        values = np.exp((rows @ splits.found[:, :, np.newaxis])[:, :, 0])
        blur = (np.abs(rows) @ splits.blur[:, :, np.newaxis])[:, :, 0]
        return predicted(values, step, (values * blur).max(axis=1), declined | ~splits.done)


def _build(request: Request, source: Source) -> PoissonPath | None:
    parameters = request.parameters
    if not (source.values.min() >= 0 and source.values.max() > 0 and repeats_steps()):
        return None
    design = DescentRows.of(source, source.values, parameters["fit_intercept"], request.scaled)
    ends = Ends(float(parameters["tol"]), int(parameters["max_iter"]))
    return None if design is None else PoissonPath(design, float(parameters["alpha"]), ends)


def _is_tolerance(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and bool(0 < value < np.inf)


def _is_count(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and bool(value >= 1)


REGRESSOR = Family(
    "poisson regression",
    "regression",
    {
        "alpha": is_not_negative,
        "fit_intercept": is_flag,
        "max_iter": _is_count,
        "solver": lambda value: isinstance(value, str) and value == "newton-cholesky",
        "tol": _is_tolerance,
        "verbose": lambda value: value == 0,
        "warm_start": is_false,
    },
    ("predict",),
    _build,
    by_default=False,
)
