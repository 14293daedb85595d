"""Runs of models on many tasks, summed up: interquartile means, profiles and chances of improvement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from errbar.core.arrays import Floats
from errbar.show.as_text import number, percent
from errbar.show.call import Call
from errbar.types.answer import Answer, plain
from errbar.types.frame import frame


class Aggregate(NamedTuple):
    """One number with its interval."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Aggregates(Answer):
    """What `eb.aggregate` gives.

    Parameters
    ----------
    models, tasks : names; models in the order of their interquartile means, the best first.
    iqm, mean, median : model -> estimate, low, high: the interquartile mean over all runs and tasks, the mean of task
        means, and their median.
    improvement : (a, b) -> the chance that a run of a is better than one of b on a task, ties counted half.
    thresholds, profiles : score -> model -> the share of runs that are better: estimate, low, high at each threshold.
    n_runs : model -> runs on each task, or the fewest and the most of them.
    loss, greater_is_better : what the scores are, and their direction.
    confidence_level : of every interval, each for itself.
    notes : honest limits, in sentences.
    """

    models: tuple[str, ...]
    tasks: tuple[str, ...]
    iqm: Mapping[str, Aggregate]
    mean: Mapping[str, Aggregate]
    median: Mapping[str, Aggregate]
    improvement: Mapping[tuple[str, str], Aggregate]
    thresholds: Floats
    profiles: Mapping[str, tuple[Floats, Floats, Floats]]
    n_runs: Mapping[str, str]
    loss: str
    greater_is_better: bool
    confidence_level: float
    notes: tuple[str, ...] = ()
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        kinds = {"iqm": self.iqm, "mean": self.mean, "median": self.median}
        return {
            "schema": 1,
            "tasks": list(self.tasks),
            "loss": self.loss,
            "greater_is_better": self.greater_is_better,
            "confidence_level": self.confidence_level,
            "results": [
                {"model": name, "runs": self.n_runs[name]}
                | {kind: plain(found[name]._asdict()) for kind, found in kinds.items()}
                for name in self.models
            ],
            "improvement": [{"a": a, "b": b, **plain(one._asdict())} for (a, b), one in self.improvement.items()],
            "thresholds": plain(self.thresholds),
            "profiles": {
                name: dict(zip(("estimate", "low", "high"), plain(list(found)), strict=True))
                for name, found in self.profiles.items()
            },
            "notes": list(self.notes),
        }

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per model."""
        columns: dict[str, Any] = {"model": np.array(self.models, dtype=object)}
        for kind in ("iqm", "mean", "median"):
            found = getattr(self, kind)
            for place, suffix in enumerate(("", "_low", "_high")):
                columns[kind + suffix] = np.array([found[name][place] for name in self.models])
        return frame(columns)

    @property
    def lines(self) -> list[str]:
        """A line for each model, then one for each pair."""
        width = max(map(len, self.models))
        rows = [f"{name:<{width}}  {_told(self.iqm[name])}" for name in self.models]
        pairs = [f"P({a} better than {b} on a task) {_told(one)}" for (a, b), one in self.improvement.items()]
        return rows + pairs

    def __str__(self) -> str:
        level = percent(self.confidence_level)
        head = f"Interquartile mean of {self.loss} over {len(self.tasks)} tasks, {level} intervals"
        return "\n".join([head, *self.lines])

    def plot(self, ax: Any = None) -> Any:
        """Draw the performance profiles with their bands; returns the matplotlib axes."""
        from errbar.show.aggregates import plot_profiles

        return plot_profiles(self, ax)


def _told(one: Aggregate) -> str:
    return f"{number(one.estimate)} [{number(one.low)}, {number(one.high)}]"
