"""Interval and test from scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from errbar.answers.ask import ask
from errbar.check import Alternative
from errbar.methods.suits import asked
from errbar.show.call import recorded
from errbar.types import Question, Result, Scores
from errbar.types.scores import check_scores


@recorded
def infer(
    scores: Scores,
    *,
    model: str | None = None,
    versus: str | None = None,
    metric: str | None = None,
    method: str = "auto",
    confidence_level: float = 0.95,
    null: float | Literal["auto"] | None = "auto",
    alternative: Alternative = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """Interval and test from scores; never fits.

    Parameters
    ----------
    scores : from `collect`, or made elsewhere: `Scores.from_losses`, `from_splits`, `from_table`, `from_predictions`.
    model, versus : which model, and which one to subtract; may be left out where there is no choice.
    metric : one of `scores.metrics`, where several were collected; the first if left out.
    null : the value to test; "auto" tests 0 for a difference and nothing for one model, None tests nothing.
    method, confidence_level, alternative, margin, options : as in `compare`.

    Returns
    -------
    Result
    """
    scores = check_scores(scores).by(metric)
    names = scores.chosen(model, versus)
    if null == "auto":
        null = 0.0 if len(names) == 2 or scores.is_difference else None
    return ask(scores, names, asked(Question(method, confidence_level, null, alternative, options, margin)))
