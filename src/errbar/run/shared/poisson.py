"""PoissonRegressor by scikit-learn's own steps, all splits at once: solvers "lbfgs" and "newton-cholesky"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, Flags
from errbar.run.shared.lbfgs import WIDTH, Summed
from errbar.run.shared.lbfgs_path import LbfgsPath
from errbar.run.shared.newton_cholesky import (
    DescentRows,
    Descents,
    Ends,
    StepsPath,
    descend,
    poisson_loss,
    repeats_steps,
)
from errbar.run.shared.path import Family, Path, PathOutput, Request, is_false, is_flag, is_not_negative, predicted

WRITTEN = 10 * EPSILON  # of coefficients, where there is no step to enlarge it
SHARE = 0.03  # of what a thousand times the rounding of gradients changes: what rounding may have changed, and more


@dataclass(frozen=True, eq=False, slots=True)
class PoissonPath(StepsPath):
    """The penalty is that of one example, alpha."""

    def outputs(self, step: Step) -> PathOutput:
        splits, doubtful = _begun(self, step)
        descend(self.design, poisson_loss, self.ends, step, splits)
        return _told(self, step, splits.found, splits.blur, doubtful | ~splits.done)


@dataclass(frozen=True, eq=False, slots=True)
class PoissonLbfgsPath(LbfgsPath):
    """The same penalty."""

    def begun(self, step: Step) -> tuple[Descents, Flags]:
        one, doubtful = _begun(self, step)
        return Descents.from_start(one.units, one.penalties, one.start[:, np.newaxis]), doubtful

    def outputs(self, step: Step) -> PathOutput:
        splits, declined = self.descended(step)
        found, blur = splits.found[:, 0], splits.blur[:, 0]
        return _told(self, step, found, SHARE * blur + WRITTEN * np.abs(found), declined)


def _begun(path: StepsPath, step: Step) -> tuple[Descents, Flags]:
    """Where scikit-learn starts: at the mean, where there is an intercept. And splits in doubt."""
    units, doubtful = path.design.units(step, "regression")
    start, penalties = np.zeros(units.shape[:2]), np.full(units.shape[:2], path.penalty)
    if path.design.intercept:
        means = step.block("regression").sums[:, 0, -1] / step.n_train + step.source.middle
        start[:, -1], penalties[:, -1] = np.log(means), 0.0
        doubtful = doubtful | ~(means > 0)
    return Descents.from_start(units, penalties, start), doubtful


def _told(path: StepsPath, step: Step, found: Floats, blur: Floats, declined: Flags) -> PathOutput:
    """`found`, `blur`: splits x parameters, of the rows."""
    rows = path.design.rows.take(step.batch.test, axis=0)
    values = np.exp((rows @ found[:, :, np.newaxis])[:, :, 0])
    rounding = values * (np.abs(rows) @ blur[:, :, np.newaxis])[:, :, 0]
    return predicted(values, step, rounding.max(axis=1), declined)


class PoissonObjective:
    """Half the deviance, but for what does not depend on the score. `truth`: one count per example."""

    columns, twins = 1, WIDTH // 2

    def __init__(self, truth: Floats) -> None:
        self.truth, self.total = truth, float(truth.sum())

    def among(self, rows: Floats, members: Indices | None) -> tuple[Floats, Summed]:
        return rows, partial(_deviances, self.truth if members is None else self.truth.take(members))

    def size(self, value: Floats, reach: Floats, n: Floats) -> Floats:
        """Means are what value and the counts times the scores sum up to."""
        return np.abs(value) + 2 * self.total / n * (1 + reach)


def _deviances(truth: Floats, scores: Floats, kept: Floats) -> tuple[Floats, Floats, Floats]:
    raw, counted = scores[:, 0], kept * truth
    value = -np.einsum("ln,ln->l", counted, raw)
    means = np.exp(raw, out=raw)
    means *= kept
    totals = means.sum(axis=1)
    means -= counted
    return value + totals, scores, (totals + counted.sum(axis=1))[-PoissonObjective.twins :]


def _build(request: Request, source: Source) -> Path | None:
    from sklearn.linear_model import PoissonRegressor

    parameters = request.parameters
    if not (source.values.min() >= 0 and source.values.max() > 0):
        return None
    design = DescentRows.of(source, source.values, parameters["fit_intercept"], request.scaled)
    penalty, ends = float(parameters["alpha"]), Ends(float(parameters["tol"]), int(parameters["max_iter"]))
    if design is None:
        return None
    if parameters["solver"] == "newton-cholesky":
        return PoissonPath(design, penalty, ends) if repeats_steps() else None
    path = PoissonLbfgsPath(design, penalty, ends, PoissonObjective(source.values))
    return path if path.repeats(PoissonRegressor(**parameters), source) else None


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
        "solver": lambda value: isinstance(value, str) and value in ("lbfgs", "newton-cholesky"),
        "tol": _is_tolerance,
        "verbose": lambda value: value == 0,
        "warm_start": is_false,
    },
    ("predict",),
    _build,
    by_default=False,
)
