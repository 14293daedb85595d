"""LogisticRegression of two classes with the solver "newton-cholesky" at any tolerance: scikit-learn's own steps.

`logistic.py` solves further than a tight tolerance; where a loose one decides labels, its steps are repeated instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import SAFETY
from errbar.run.shared.newton_cholesky import DescentRows, Descents, Ends, StepsPath, descend, repeats_steps
from errbar.run.shared.path import PathOutput, Request, labelled


def binomial_loss(raw: Floats, truth: Floats) -> tuple[Floats, Floats, Floats]:
    """Minus the log of the probability of what is the case; its slope and its curvature."""
    small = np.exp(-np.abs(raw))
    share = np.where(raw >= 0, 1.0, small) / (1 + small)
    return np.log1p(small) + np.maximum(raw, 0.0) - truth * raw, share - truth, small / np.square(1 + small)


@dataclass(frozen=True, eq=False, slots=True)
class LogisticStepsPath(StepsPath):
    """The penalty is one over that of all examples together, C."""

    def outputs(self, step: Step) -> PathOutput:
        units, declined = self.design.units(step, "classification")
        start, penalties = np.zeros(units.shape[:2]), np.tile(1 / (self.penalty * step.n_train), (units.shape[1], 1)).T
        if self.design.intercept:
            penalties[:, -1] = 0.0
        splits = Descents.from_start(units, penalties, start)
        descend(self.design, binomial_loss, self.ends, step, splits)
        rows = self.design.rows.take(step.batch.test, axis=0)
        scores = (rows @ splits.found[:, :, np.newaxis])[:, :, 0]
        blur = SAFETY * (np.abs(rows) @ splits.blur[:, :, np.newaxis])[:, :, 0]
        close = ~(np.abs(scores) > blur).all(axis=1)
        declined = declined | close | ~splits.done | (step.class_counts == 0).any(axis=1)
        return labelled((scores > 0).astype(np.intp), step.source, declined)


def by_steps(request: Request, source: Source) -> LogisticStepsPath | None:
    parameters, most = request.parameters, request.parameters["max_iter"]
    if source.classes.size != 2 or isinstance(most, float | np.floating) or not repeats_steps():
        return None
    design = DescentRows.of(source, source.codes.astype(np.float64), parameters["fit_intercept"], request.scaled)
    ends = Ends(float(parameters["tol"]), int(most))
    return None if design is None else LogisticStepsPath(design, float(parameters["C"]), ends)
