"""The same question to another method: from the scores or the counts that a Result holds."""

from __future__ import annotations

from errbar.answers.ask import Asked, ask
from errbar.answers.counted import Counts, of_counts
from errbar.errors import NeedsError
from errbar.methods.suits import asked
from errbar.types import Result


def again(result: Result, method: str) -> Result:
    """What `method` answers, with its own options; nothing is fitted."""
    source = result._source
    if isinstance(source, Asked):
        put = source.question
        question = asked(method, put.confidence_level, put.null, put.alternative, None)
        return ask(source.scores, source.names, question)
    if isinstance(source, Counts):
        return of_counts(source, method)
    raise NeedsError("This result does not hold its scores; another method needs them: eb.infer(scores, ...).")
