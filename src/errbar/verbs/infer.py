"""Interval and test from scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Unpack, overload

from errbar.answers.ask import ask
from errbar.answers.by_subgroup import Labels, Weights, ask_by
from errbar.answers.unpaired import ask_unpaired
from errbar.check import Alternative
from errbar.errors import InputError
from errbar.methods.suits import asked
from errbar.show.call import recorded
from errbar.types import Question, Result, Results, Scores
from errbar.types.scores import check_scores
from errbar.types.settings import InferSettings


@overload
def infer(scores: Scores, *, by: None = ..., **asked: Unpack[InferSettings]) -> Result: ...
@overload
def infer(scores: Scores, *, by: Labels, **asked: Unpack[InferSettings]) -> Results: ...
@recorded
def infer(
    scores: Scores,
    *,
    model: str | None = None,
    versus: str | Scores | None = None,
    metric: str | None = None,
    by: Labels | None = None,
    correction: str = "holm",
    weights: Weights | None = None,
    method: str = "auto",
    confidence_level: float = 0.95,
    null: float | Literal["auto"] | None = "auto",
    alternative: Alternative = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result | Results:
    """Interval and test from scores; never fits.

    Parameters
    ----------
    scores : from `collect`, or made elsewhere: `Scores.from_losses`, `from_splits`, `from_table`, `from_predictions`.
    model, versus : which model, and which one to subtract; may be left out where there is no choice. Scores of one
        other model on other items as `versus` give an unpaired comparison.
    metric : one of `scores.metrics`, where several were collected; the first if left out.
    by : one label per example (a mapping from the item, where items have names): every subgroup at once, the gap of
        each to the rest, and the largest gap. The intervals of a kind hold together; `details["subgroup"]` and
        `details["gap"]` say what each result is about.
    correction : for the p-values of subgroups and gaps: "holm", "fdr_bh" or another of `rank`'s.
    weights : with `by`, also the average over subgroups: "equal" (the macro average), or subgroup -> weight.
    null : the value to test; "auto" tests 0 for a difference and nothing for one model, None tests nothing.
    method, confidence_level, alternative, margin, options : as in `compare`.

    Returns
    -------
    Result, or Results with `by`
    """
    scores = check_scores(scores).by(metric)
    if by is None and (weights is not None or not isinstance(correction, str) or correction != "holm"):
        raise InputError("weights= and correction= are for subgroups: name them with by=.")
    if isinstance(versus, Scores):
        if by is not None:
            raise InputError("by= compares models on the same items: give versus= by name.")
        null = 0.0 if isinstance(null, str) and null == "auto" else null
        question = asked(Question(method, confidence_level, null, alternative, options, margin))
        return ask_unpaired(scores.only(*scores.chosen(model)), versus.by(metric), question)
    names = scores.chosen(model, versus)
    if isinstance(null, str) and null == "auto":
        null = 0.0 if len(names) == 2 or scores.is_difference else None
    question = asked(Question(method, confidence_level, null, alternative, options, margin))
    return (
        ask(scores, names, question)
        if by is None
        else ask_by(scores, names, by, question, correction=correction, weights=weights)
    )
