"""Which items one model gets right and the other wrong, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from errbar.errors import NeedsError
from errbar.types.answer import Answer, plain

if TYPE_CHECKING:
    from errbar.types.scores import Scores


@dataclass(frozen=True, slots=True)
class Flipped(Answer):
    """Items on which two models differ, the largest differences first.

    Parameters
    ----------
    models : the two, a and b.
    items, first, second : the item's name, and what each model scored there.
    better, worse, same : on how many items a is better than b, worse, and the same.
    """

    models: tuple[str, str]
    items: tuple[Any, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]
    better: int
    worse: int
    same: int

    @staticmethod
    def known(scores: Scores) -> bool:
        """Whether every item of trained models was kept."""
        return scores.items is not None and scores.plan.kind in ("test_set", "holdout") and not scores.is_difference

    @classmethod
    def of(cls, scores: Scores, a: str, b: str) -> Flipped:
        """Of a trained model's items, where every one was kept."""
        if not cls.known(scores):
            raise NeedsError("Which items flipped is known where every item of two trained models was kept.")
        first, second = (scores.only(name).losses for name in (a, b))
        gain = (first - second) * (1.0 if scores.greater_is_better else -1.0)
        names = getattr(scores.plan.parts[0], "names", None)
        called = np.arange(first.size) if names is None else names
        order = np.flatnonzero(gain)
        order = order[np.argsort(-np.abs(gain[order]), kind="stable")]
        return cls(
            (a, b),
            tuple(called[order].tolist()),
            tuple(first[order].tolist()),
            tuple(second[order].tolist()),
            int((gain > 0).sum()),
            int((gain < 0).sum()),
            int((gain == 0).sum()),
        )

    def to_dict(self) -> dict[str, Any]:
        rows = zip(self.items, self.first, self.second, strict=True)
        return {
            "models": list(self.models),
            "better": self.better,
            "worse": self.worse,
            "same": self.same,
            "items": [{"item": plain(item), "first": plain(a), "second": plain(b)} for item, a, b in rows],
        }

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per item that differs."""
        from errbar.types.frame import frame

        return frame({"item": list(self.items), self.models[0]: list(self.first), self.models[1]: list(self.second)})

    def __str__(self) -> str:
        a, b = self.models
        return f"{a} is better than {b} on {self.better:,} items, worse on {self.worse:,}, the same on {self.same:,}."
