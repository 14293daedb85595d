"""The same question to another method: from the scores or the counts that a Result holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from errbar.answers.ask import Asked, ask, series_of
from errbar.answers.counted import Counts, can_answer, of_counts
from errbar.bounds import BOUNDS
from errbar.errors import NeedsError
from errbar.methods import METHODS
from errbar.methods.suits import asked, why_not_asked, why_not_scores
from errbar.types import Question, Result


def able(result: Result, methods: Iterable[str]) -> Iterator[tuple[str, Callable[[], Result]]]:
    """Those of `methods` that can answer what the result answers, from what it holds; and each one's answer, if called.

    One look at each method: whoever wants the answer calls for it at once.
    """
    source = result._source
    if isinstance(source, Counts):
        for name in methods:
            if name in BOUNDS and can_answer(BOUNDS[name], source):
                yield name, partial(of_counts, source, name)
    elif isinstance(source, Asked):
        series = series_of(source.scores, source.names)
        for name in methods:
            question = _to(name, source.question)
            if why_not_asked(METHODS[name], question) is None and why_not_scores(METHODS[name], series) is None:
                yield name, partial(ask, source.scores, source.names, question)


def _to(method: str, question: Question) -> Question:
    """The same, without options and a margin, which are the other method's."""
    return Question(method, question.confidence_level, question.null, question.alternative)


def again(result: Result, method: str) -> Result:
    """What `method` answers, with its own options; nothing is fitted."""
    source = result._source
    if isinstance(source, Asked):
        return ask(source.scores, source.names, asked(_to(method, source.question)))
    if isinstance(source, Counts):
        return of_counts(source, method)
    raise NeedsError("This result does not hold its scores; another method needs them: eb.infer(scores, ...).")
