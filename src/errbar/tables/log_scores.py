"""The scores of an evaluation log -> Scores: as errors where right and wrong are known, else as they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from errbar.core.direction import direction_of
from errbar.errors import InputError
from errbar.tables.read import from_table
from errbar.types import Scores


def log_scores(
    columns: Mapping[str, Any],
    name: str,
    *,
    known: bool | None,
    greater_is_better: bool | None,
    score_range: tuple[float, float] | None,
    **asked: Any,
) -> Scores:
    """The column "score" of `columns`, which is called `name`.

    `known` is the direction that the log itself tells. Without a word from the user, scores that are known to be better
    when greater are shares of credit, told as the error; all others keep their own units.
    """
    if known and greater_is_better is None and score_range is None:
        values = np.asarray(columns["score"], dtype=np.float64)
        finite = values[np.isfinite(values)]
        if ((finite < 0) | (finite > 1)).any():
            raise InputError(
                f"The scores of {name!r} go from {finite.min():g} to {finite.max():g}, beyond 0 to 1: give their "
                "smallest and largest possible value with score_range= (--score-range)."
            )
        return from_table(columns, correct="score", **asked)
    better = direction_of("these scores", name, known if greater_is_better is None else greater_is_better)
    scores = from_table(columns, score="score", score_range=score_range, greater_is_better=better, **asked)
    return replace(scores, loss=name) if asked.get("reduce", "mean") == "mean" else scores
