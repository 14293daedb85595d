"""Interval and test from scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from errbar.answers.ask import ask
from errbar.show.call import recorded
from errbar.types import Result, Scores


@recorded
def infer(
    scores: Scores,
    *,
    model: str | None = None,
    versus: str | None = None,
    method: str = "auto",
    confidence_level: float = 0.95,
    null: float | Literal["auto"] | None = "auto",
    alternative: str = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """Interval and test from scores; never fits.

    Parameters
    ----------
    scores : from `collect`, or made elsewhere: `Scores.from_losses`, `from_splits`, `from_table`, `from_predictions`.
    model, versus : which model, and which one to subtract; may be left out where there is no choice.
    null : the value to test; "auto" tests 0 for a difference and nothing for one model, None tests nothing.
    method, confidence_level, alternative, margin, options : as in `compare`.

    Returns
    -------
    Result
    """
    return ask(
        scores, model=model, versus=versus, method=method, confidence_level=confidence_level, null=null,
        alternative=alternative, margin=margin, options=options,
    )  # fmt: skip
