"""The same question to another method: from the scores or the counts that a Result holds."""

from __future__ import annotations

from errbar.answers.ask import Asked, ask, series_of
from errbar.answers.counted import Counts, can_answer, of_counts
from errbar.bounds.known import BOUNDS
from errbar.errors import NeedsError
from errbar.methods import METHODS
from errbar.methods.suits import asked, why_not_asked, why_not_scores
from errbar.types import Result


def suits(result: Result, method: str) -> bool:
    """Whether `method` can answer what the result answers, from what it holds."""
    source = result._source
    if isinstance(source, Counts):
        return method in BOUNDS and can_answer(BOUNDS[method], source)
    if not isinstance(source, Asked):
        return False
    record, put = METHODS[method], source.question.but(margin=None)
    series = series_of(source.scores, source.names)
    return why_not_asked(record, put) is None and why_not_scores(record, series) is None


def again(result: Result, method: str) -> Result:
    """What `method` answers, with its own options; nothing is fitted."""
    source = result._source
    if isinstance(source, Asked):
        question = source.question.but(method=method, options=None, margin=None)
        return ask(source.scores, source.names, asked(question))
    if isinstance(source, Counts):
        return of_counts(source, method)
    raise NeedsError("This result does not hold its scores; another method needs them: eb.infer(scores, ...).")
