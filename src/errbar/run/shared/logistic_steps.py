"""LogisticRegression by scikit-learn's own steps: solver "lbfgs", and "newton-cholesky" for two classes.

`logistic.py` solves further than a tight tolerance; where a loose one decides labels, its steps are repeated instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import SAFETY, Flags
from errbar.run.shared.lbfgs_path import LbfgsPath
from errbar.run.shared.logistic_losses import LogisticObjective, binomial_loss
from errbar.run.shared.newton_cholesky import DescentRows, Descents, Ends, StepsPath, descend, repeats_steps
from errbar.run.shared.path import Path, PathOutput, Request, labelled


@dataclass(frozen=True, eq=False, slots=True)
class LogisticStepsPath(StepsPath):
    """The penalty is one over that of all examples together, C."""

    def outputs(self, step: Step) -> PathOutput:
        units, penalties, declined = _terms(self, step)
        start = np.zeros(units.shape[:2])
        splits = Descents.from_start(units, penalties, start)
        descend(self.design, binomial_loss, self.ends, step, splits)
        rows = self.design.rows.take(step.batch.test, axis=0)
        scores = (rows @ splits.found[:, :, np.newaxis])[:, :, 0]
        blur = SAFETY * (np.abs(rows) @ splits.blur[:, :, np.newaxis])[:, :, 0]
        close = ~(np.abs(scores) > blur).all(axis=1)
        declined = declined | close | ~splits.done | (step.class_counts == 0).any(axis=1)
        return labelled((scores > 0).astype(np.intp), step.source, declined)


@dataclass(frozen=True, eq=False, slots=True)
class LogisticLbfgsPath(LbfgsPath):
    """The penalty is the same, for any number of classes."""

    def begun(self, step: Step) -> tuple[Descents, Flags]:
        units, penalties, doubtful = _terms(self, step)
        start = np.zeros((len(units), self.loss.columns, units.shape[1]))
        return Descents.from_start(units, penalties, start), doubtful

    def outputs(self, step: Step) -> PathOutput:
        splits, declined = self.descended(step)
        rows = self.design.rows.take(step.batch.test, axis=0)
        scores = rows @ splits.found.transpose(0, 2, 1)
        codes, lead = (scores[:, :, 0] > 0).astype(np.intp), np.abs(scores[:, :, 0])
        if self.loss.columns > 1:
            codes, two = scores.argmax(axis=2), np.partition(scores, scores.shape[2] - 2, axis=2)[:, :, -2:]
            lead = two[:, :, 1] - two[:, :, 0]
        blur = SAFETY * 2 * splits.blur.max(axis=1)
        close = ~(lead.min(axis=1) > blur @ np.abs(self.design.rows).max(axis=0))
        for i in np.flatnonzero(close):  # a closer look, at the examples themselves
            close[i] = ~(lead[i] > np.abs(rows[i]) @ blur[i]).all()
        declined = declined | close | (step.class_counts == 0).any(axis=1)
        return labelled(codes, step.source, declined)


def _terms(path: StepsPath, step: Step) -> tuple[Floats, Floats, Flags]:
    """Units, penalties by parameter, and splits where they are in doubt."""
    units, doubtful = path.design.units(step, "classification")
    penalties = np.tile(1 / (path.penalty * step.n_train), (units.shape[1], 1)).T
    if path.design.intercept:
        penalties[:, -1] = 0.0
    return units, penalties, doubtful


def by_steps(request: Request, source: Source) -> Path | None:
    """At a tolerance that decides labels; None where steps cannot be repeated."""
    from sklearn.linear_model import LogisticRegression

    parameters, most, k = request.parameters, request.parameters["max_iter"], source.classes.size
    design = DescentRows.of(source, source.codes.astype(np.float64), parameters["fit_intercept"], request.scaled)
    if design is None or k < 2 or isinstance(most, float | np.floating):
        return None
    penalty, ends = float(parameters["C"]), Ends(float(parameters["tol"]), int(most))
    if parameters["solver"] == "newton-cholesky":
        return LogisticStepsPath(design, penalty, ends) if k == 2 and repeats_steps() else None
    if parameters["solver"] != "lbfgs":
        return None
    truth = np.asarray(source.codes == (np.array([[1]]) if k == 2 else np.arange(k)[:, np.newaxis]), dtype=np.float64)
    path = LogisticLbfgsPath(design, penalty, ends, LogisticObjective(truth))
    return path if path.repeats(LogisticRegression(**parameters), source) else None
