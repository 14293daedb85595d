"""One hold-out and a scorer that is no mean over examples: fitted here, so that it can be worked out again."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from errbar.errors import FitError
from errbar.plans.seed import seed_from
from errbar.run.checked import Data, rows_of
from errbar.run.copies import first_line, unfitted
from errbar.run.fixed import scored_as_a_whole
from errbar.run.losses import Score
from errbar.run.one_thread import one_thread
from errbar.run.seeding import Seeding, seeded
from errbar.run.time_limit import limited
from errbar.types import Plan, Scores
from errbar.types.setup import Setup


def judge_holdout(models: Mapping[str, Any], data: Data, plan: Plan, metric: Score, how: Setup) -> Scores:
    """Every model fitted on the training set of the only split and asked about its test set."""
    (train, test), seed, params = plan[0], seed_from(how.random_state), how.params
    fitted, seconds = {}, {}
    with one_thread():
        for name, model in models.items():
            start, seeding = time.perf_counter(), Seeding.of(model, metric)
            fitted[name] = unfitted(model)
            seeding.set_states(fitted[name], seeding.states(plan, seed, 0))
            try:
                rows, given = (train, {}) if params is None else params.training(name, train, data)
                with limited(how.timeout, os.getpid()), seeded(seeding.shared_seed(plan, seed, 0)):
                    fitted[name].fit(rows_of(data.X, rows), data.y[rows], **given)
            except (Exception, SystemExit) as cause:  # any model may do anything, also leave
                what = f"{type(cause).__name__}: {first_line(cause)}"
                raise FitError(f"Model {name!r} failed in split 0: {what}", None) from cause
            seconds[name] = time.perf_counter() - start
        tested = Data(rows_of(data.X, test), data.y[test], None, int(test.size))
        scores = scored_as_a_whole(fitted, tested, metric, plan)
    return replace(scores, details={"fit_seconds": seconds, "seed": seed})
