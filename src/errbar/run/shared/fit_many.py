"""Models that fit many splits at once themselves: `fit_many(X, y, trains, tests) -> predictions`, batch by batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.core.arrays import Indices
from errbar.errors import FitError
from errbar.run.checked import Data
from errbar.run.copies import first_line, unfitted
from errbar.run.losses import Loss
from errbar.run.seeding import Seeding, seeded
from errbar.run.shared.gathered import Step
from errbar.run.shared.path import PathOutput

HOOK = "fit_many"
AT_ONCE = "many_at_once"  # a model may say how many splits it takes in one call
USUALLY = 32


def has_hook(model: Any) -> bool:
    return callable(getattr(model, HOOK, None))


@dataclass(frozen=True, eq=False, slots=True)
class ManyPath:
    """`seed`: of the run; every call gets a fresh copy of the model with the random states of the first split."""

    name: str
    model: Any
    data: Data
    metric: Loss
    seed: int

    def outputs(self, step: Step) -> PathOutput:
        batch, n = step.batch, self.data.n
        at_once = max(1, int(getattr(self.model, AT_ONCE, USUALLY)))
        said = []
        for start in range(0, len(batch.numbers), at_once):
            some = range(start, min(start + at_once, len(batch.numbers)))
            trains = [batch.trained(i, n) for i in some]
            said += self._ask(step, trains, [batch.test[i].copy() for i in some])
        values = np.stack(said)
        return PathOutput(values, np.zeros(len(batch.numbers), dtype=bool))

    def _ask(self, step: Step, trains: list[Indices], tests: list[Indices]) -> list[Any]:
        plan, seeding = step.source.cuts.plan, Seeding.of(self.model, self.metric)
        try:
            with seeded(seeding.shared_seed(plan, self.seed, 0)):
                fresh = unfitted(self.model)
                seeding.set_states(fresh, seeding.states(plan, self.seed, 0))
                hook: Callable[..., Any] = getattr(fresh, HOOK)
                said = [np.asarray(one) for one in hook(self.data.X, self.data.y, trains, tests)]
        except Exception as cause:
            what = f"{type(cause).__name__}: {first_line(cause)}"
            raise FitError(f"Model {self.name!r} failed in {HOOK}: {what}") from cause
        sizes = [test.size for test in tests]
        if [one.shape for one in said] != [(size,) for size in sizes]:
            got = ", ".join(str(one.shape) for one in said[:3])
            raise FitError(
                f"{HOOK} of model {self.name!r} must give one prediction per test row of each of {len(sizes)} splits "
                f"({sizes[0]} in the first); got {len(said)} arrays, of shape {got or 'none'}."
            )
        return said
