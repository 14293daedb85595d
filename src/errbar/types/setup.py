"""How scores are made: which splits, judged by what, and how the work is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal, get_args

import numpy as np

from errbar.check import check_flag, check_jobs, check_name, check_number
from errbar.errors import InputError
from errbar.plans.plan import Plan
from errbar.plans.recipe import Recipe
from errbar.plans.seed import RandomState
from errbar.types.shard import Shard
from errbar.types.stopping import Stopping

Splits = int | Iterable[Any] | Any
LossName = str | Callable[[Any, Any], Any]
ManyLosses = list[LossName] | tuple[LossName, ...]
Losses = LossName | ManyLosses
Scoring = str | Callable[..., Any]
ManyScorings = list[Scoring] | tuple[Scoring, ...] | Mapping[str, Scoring]
Scorings = Scoring | ManyScorings
StoreFile = str | PathLike[str]
Sharing = bool | Literal["trees"]  # "trees": what True does, and trees and forests without scikit-learn's checks
TREES: Literal["trees"] = "trees"
Effort = Literal["quick", "standard", "thorough"]  # about 25, 75 and 315 fits of each model


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """The settings of `errbar.evaluate` that make scores, in its order; see there."""

    plan: Recipe | Plan | None = None
    cv: Splits | None = None
    loss: Losses = "auto"
    scoring: Scorings | None = None
    groups: Any = None
    random_state: RandomState = None
    n_jobs: int | None = None
    store: StoreFile | None = None
    shared: Sharing = True
    progress: bool | None = None  # None becomes: whether standard error is a terminal
    timeout: float | None = None
    params: Any = None
    positive: Any = None
    stratify: bool = False  # splits that nobody chose
    shard: Shard | None = None  # fit this share of the splits alone
    stop: Stopping | None = None  # what must be settled for splits to be fewer
    effort: Effort | None = None

    def __post_init__(self) -> None:
        if self.progress is None:
            object.__setattr__(self, "progress", sys.stderr.isatty())
        if not isinstance(self.progress, bool):
            check_flag("progress", self.progress)
        if not isinstance(self.shared, bool | np.bool_) and not (isinstance(self.shared, str) and self.shared == TREES):
            raise InputError(f"shared must be True, False or {TREES!r}; got {self.shared!r:.80}.")
        if self.n_jobs is not None:
            object.__setattr__(self, "n_jobs", check_jobs(self.n_jobs))
        if self.effort is not None:
            check_name("effort", self.effort, get_args(Effort))
            if self.plan is not None or self.cv is not None:
                raise InputError("effort= chooses the splits itself: leave plan= and cv= out, or effort=.")
        if self.timeout is not None and check_number("timeout", self.timeout) <= 0:
            raise InputError(f"timeout is the seconds a fit may take, more than 0, or None; got {self.timeout!r:.80}.")

    @property
    def several(self) -> bool:
        """Whether a list of metrics was given, be it of one: answers then come as a list too."""
        return isinstance(self.loss, list | tuple) or isinstance(self.scoring, list | tuple | Mapping)


def check_one_metric(setup: Setup) -> None:
    if setup.several:
        raise InputError("One metric at a time here: give one loss= or one scoring=, not a list.")
