"""A result on the terminal: the answer first, the intervals drawn, what they are for, what to do next, the notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from errbar.answers.context import Context, context_of
from errbar.cli.bars import Bar, bars
from errbar.cli.finish import Finish, say
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.methods import METHODS
from errbar.show.as_text import number
from errbar.show.drawn_interval import DrawnInterval
from errbar.show.gate import gate_sentence
from errbar.show.in_words import Words
from errbar.show.sentence import Unit, is_difference, is_rate, is_shown, loss_words
from errbar.types import Result, Results
from errbar.types.flipped import Flipped

FEW = 20  # flipped items on a terminal


@dataclass(frozen=True, slots=True)
class ToldResult:
    """One answer as a terminal tells it: in words, with what stands beside it, itself and then the naive ones drawn."""

    result: Result
    words: Words
    context: Context
    drawn: Sequence[DrawnInterval]

    @classmethod
    def of(cls, result: Result, names: tuple[str, ...], *, page: bool = False) -> ToldResult:
        """`page`: with what a page tells besides."""
        context = context_of(result, page=page)
        return cls(result, Words.of(result, names), context, [*map(DrawnInterval.whole, (result, *context.naive))])


def show_result(
    result: Result,
    names: Sequence[str],
    finish: Finish,
    *,
    data: str,
    seed: object = None,
    flipped: Flipped | None = None,
) -> None:
    """Print the answer with the naive one beside it, and write its page; `seed` is what the command must say again."""
    page = finish.report is not None
    told = None if finish.json and not page else ToldResult.of(result, tuple(names), page=page)
    found = result.to_dict() | ({"models": list(names)} if names else {})
    found |= {} if flipped is None else {"flipped": flipped.to_dict()}

    def lines(out: Terminal) -> None:
        assert told is not None
        print_result(told, out)
        if flipped is not None:
            out.line()
            say_flipped(flipped)

    finish.show(found, lines)
    finish.write(result, names, data=data, seed=seed, context=None if told is None else told.context)


def show_results(
    answer: Result | Results, names: Sequence[str], finish: Finish, *, data: str, flipped: Flipped | None = None
) -> None:
    """One answer, or one under the other by each metric; the seed is that of the fits, the same for all."""
    if isinstance(answer, Result):
        show_result(answer, names, finish, data=data, seed=answer.details.get("seed"), flipped=flipped)
        return
    found = [result.to_dict() | {"models": list(names)} for result in answer]

    def lines(out: Terminal) -> None:
        for place, result in enumerate(answer):
            if place:
                out.line()
            print_result(ToldResult.of(result, tuple(names)), out)

    if flipped is not None:
        raise InputError("--flipped is for one metric: choose it.")
    finish.show({"schema": found[0]["schema"], "results": found}, lines)
    finish.write(answer, names, data=data, seed=answer[0].details.get("seed"))


def say_flipped(found: Flipped) -> None:
    """The items that two models differ on, the first of them."""
    a, b = found.models
    rows = list(zip(found.items, found.first, found.second, strict=True))
    say(str(found))
    for item, x, y in rows[:FEW]:
        say(f"  {str(item)[:60]:<60}  {a} {number(x)}, {b} {number(y)}")
    if len(rows) > FEW:
        say(f"  and {len(rows) - FEW:,} more; --json lists them all")


def print_result(told: ToldResult, out: Terminal) -> None:
    """The answer of one method for one model (or two), with what is told beside it; naive ones are drawn under it."""
    result, words, context, letters = told.result, told.words, told.context, told.words.letters
    if letters != words.names:
        for letter, name in zip(letters, words.names, strict=True):
            out.under(letter, name)
        out.line()
    _headline(out, result, words.sentence)
    out.line()
    pairs = zip((result, *context.naive), told.drawn, strict=True)
    rows = [_bar(one, drawn, "cyan" if one is result else "red") for one, drawn in pairs]
    for line in bars(rows, _null(result), out.width, out.plain, _sign(result).strip()):
        line.rstrip()
        out.console.print(line, no_wrap=True, overflow="crop", crop=False)
    out.line()
    a, b = letters if len(letters) == 2 else ("a", "b")
    if is_difference(result):
        better = a if result.details.get("greater_is_better") else b
        out.under("scale ", f"{loss_words(result)}, {a} - {b}: above 0 {better} is better")
    out.under("for   ", f"{result.target}, {words.level} interval")
    if result.verdict is not None:
        out.under("gate  ", gate_sentence(result, a, b))
    for method in context.naive:
        out.under("naive ", f"{method.method}: {_why_naive(result, method)}")
    if context.advice is not None:
        out.under("next  ", context.advice)
    for note in result.notes:
        out.under("note  ", note)
    what = "score" if result.details.get("greater_is_better") else "loss"
    out.under("method", f"{result.method}, {words.size}, {what}: {result.loss}")


def _headline(out: Terminal, result: Result, said: str) -> None:
    from rich.text import Text

    shown = not is_difference(result) or is_shown(result)
    out.line(Text(said, style="" if out.plain else "bold green" if shown else "bold yellow"))


def _bar(result: Result, drawn: DrawnInterval, style: str) -> Bar:
    """An interval with its half-probable middle drawn heavier, where the method can give one."""
    value = f"{drawn.value}{_sign(result)}"
    return Bar(result.method, drawn.estimate, drawn.low, drawn.high, drawn.middle, value, style)


def _sign(result: Result) -> str:
    return " %" if is_rate(result) and not is_difference(result) else " points" if is_rate(result) else ""


def _null(result: Result) -> float | None:
    if result.null is not None:
        return Unit.of(result).factor * result.null
    return 0.0 if is_difference(result) else None


def _why_naive(result: Result, naive: Result) -> str:
    if result.method.startswith("clustered"):
        return "takes the items of a group as independent"
    return METHODS[naive.method].guarantee.removeprefix("none: ")
