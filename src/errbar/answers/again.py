"""The same question to another method: from the scores or the counts that a Result holds."""

from __future__ import annotations

from collections.abc import Iterable

from errbar.answers.ask import Asked, ask, series_of
from errbar.answers.counted import Counts, can_answer, of_counts
from errbar.bounds.known import BOUNDS
from errbar.errors import NeedsError
from errbar.methods import METHODS
from errbar.methods.suits import asked, why_not_asked, why_not_scores
from errbar.types import Result


def suitable(result: Result, methods: Iterable[str]) -> list[str]:
    """Those of `methods` that can answer what the result answers, from what it holds."""
    source = result._source
    if isinstance(source, Counts):
        return [name for name in methods if name in BOUNDS and can_answer(BOUNDS[name], source)]
    if not isinstance(source, Asked):
        return []
    put, series = source.question.but(margin=None), series_of(source.scores, source.names)
    able = [name for name in methods if why_not_asked(METHODS[name], put) is None]
    return [name for name in able if why_not_scores(METHODS[name], series) is None]


def again(result: Result, method: str) -> Result:
    """What `method` answers, with its own options; nothing is fitted."""
    source = result._source
    if isinstance(source, Asked):
        question = source.question.but(method=method, options=None, margin=None)
        return ask(source.scores, source.names, asked(question))
    if isinstance(source, Counts):
        return of_counts(source, method)
    raise NeedsError("This result does not hold its scores; another method needs them: eb.infer(scores, ...).")
