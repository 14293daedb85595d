"""What is told beside an answer: the naive one, what to do next; on a page also every method, and each model alone."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from errbar.answers.again import able
from errbar.answers.ask import Asked, ask
from errbar.answers.next_step import next_step
from errbar.errors import ErrbarError
from errbar.methods import METHODS
from errbar.types import Question, Result

Ask = Callable[[], Result]


@dataclass(frozen=True, slots=True)
class Context:
    """All of it from the scores that the answer holds; nothing is fitted.

    Parameters
    ----------
    advice : what to do next, in a sentence.
    naive : what people usually report in its place; none or one.
    methods : every method that can read the same scores, the answer itself first.
    slow : names of methods left out of these, because they are slow on so many items.
    alone : of two compared models each by itself.
    """

    advice: str | None
    naive: Sequence[Result] = ()
    methods: Sequence[Result] = ()
    slow: Sequence[str] = ()
    alone: Sequence[Result] = ()


def context_of(result: Result, *, page: bool = False, methods: Sequence[Result] = ()) -> Context:
    """What a terminal shows, or a page; beside `methods`, where several results stand there already, no other."""
    singles = each_alone(result) if page else []
    slow: list[str] = []
    if page and not methods:
        methods, slow = every_method(result)
    alone: list[Result] = []
    try:
        for one in singles:
            alone.append(one())
    except ErrbarError:  # what can be said of a difference cannot always be said of each
        alone.clear()
    naive = naive_beside(result, methods)
    return Context(next_step(result), naive, methods, slow, alone)


def naive_beside(result: Result, known: Sequence[Result] = ()) -> list[Result]:
    """The naive answer to the same question, where there is one and the result holds its scores.

    `known`: what was asked before.
    """
    there = {other.method: other for other in known}
    instead_of = METHODS[result.method].instead_of if result.method in METHODS else ()
    return [there.get(name) or ask_it() for name, ask_it in islice(able(result, instead_of), 1)]


def every_method(result: Result) -> tuple[list[Result], list[str]]:
    """The answers, the given one first, and the names of those left out."""
    found, slow = [result], []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, ask_it in able(result, METHODS):
            if name == result.method:
                continue
            if (result.n_test or 0) > METHODS[name].slow_from:
                slow.append(name)
            else:
                found.append(ask_it())
    return found, slow


def each_alone(result: Result) -> list[Ask]:
    """Of two compared models each by itself, if called; scores that a default method read were checked for one."""
    source = result._source
    if not isinstance(source, Asked) or len(source.names) != 2 or source.scores.is_difference:
        return []
    question = Question(confidence_level=result.confidence_level)
    checked = source.question.method == "auto"
    return [partial(ask, source.scores, (name,), question, fitted=checked) for name in source.names]
