"""What models of scikit-learn's solver "lbfgs" have in common: their descents, and whether it takes the same steps."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.run.shared import lbfgs
from errbar.run.shared.cuts import Batch, Parent
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import Flags
from errbar.run.shared.newton_cholesky import Descents, StepsPath

MOST_SCORES = 40_000  # examples times columns: beyond, a fit costs far more than what is around it, and little is saved


@dataclass(frozen=True, eq=False, slots=True)
class LbfgsPath(StepsPath):
    """`loss`: what is minimised, beside the penalty."""

    loss: lbfgs.Objective

    @abstractmethod
    def begun(self, step: Step) -> tuple[Descents, Flags]:
        """The splits of a batch before their first step, and those where something is in doubt."""

    def descended(self, step: Step) -> tuple[Descents, Flags]:
        """The same after their last one."""
        splits, doubtful = self.begun(step)
        lbfgs.descend(self.design, self.loss, self.ends, step, splits)
        return splits, doubtful | ~splits.done

    def repeats(self, model: Any, source: Source) -> bool:
        """Whether steps are those of scikit-learn's model, for all examples, and few: of many, rounding decides."""
        if source.y.size * self.loss.columns > MOST_SCORES:
            return False
        own = self.design.rows[:, : source.X.shape[1]]
        X = np.where(self.design.divided, own, source.X)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                model.fit(X, self.design.truth)
            except Exception:  # scikit-learn's own path reports where
                return False
        if np.max(model.n_iter_) > lbfgs.MOST_STEPS // 2:
            return False
        number = np.zeros(1, dtype=np.intp)
        whole = Step(source, Batch(number, number[:, np.newaxis], (Parent(None),), number, leaves=False))
        with np.errstate(all="ignore"):
            splits, doubtful = self.descended(whole)
        ours, theirs = self.design.rows @ splits.found[0].T, X @ model.coef_.T + model.intercept_
        return not doubtful[0] and np.allclose(ours, theirs.reshape(ours.shape), rtol=1e-8, atol=1e-8)
