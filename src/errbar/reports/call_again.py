"""How to get the same answer again: the command that was typed, or the program that makes the call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from errbar.answers.ranking import Ranking
from errbar.reports.page import Block
from errbar.show.call import Call, program
from errbar.show.code import joined
from errbar.types import Result

UNKNOWN = (
    "# This {kind} does not know the call that made it: it was read from a file, or built step by step.\n"
    "# To get it again, take the same data through the same steps. What is known:\n"
)


def again(answers: Sequence[Any], command: str | None) -> list[Block]:
    """The command where there was one: it names the file too. Else Python."""
    if command is not None:
        return [Block("Command", command)]
    calls = [answer._call for answer in answers]
    if any(call is None for call in calls):
        return [Block("Python", _unknown(answers[0]))]
    if len(answers) == 1:
        return [Block("Python", calls[0].program(_name(answers[0]), _remarks(answers[0], calls[0])))]
    code = joined([call.code for call in calls], "eb.Results([", "])", broad=0)
    return [Block("Python", program(code, "results"))]


def _name(answer: Any) -> str:
    if isinstance(answer, Result):
        return "result"
    if isinstance(answer, Ranking):
        return "ranking"
    return type(answer).__name__.removeprefix("Error").removeprefix("Distribution").lower() or "distribution"


def _remarks(answer: Any, call: Call) -> list[str]:
    """Which method "auto" was, in the version that is named in the settings."""
    method = getattr(answer, "method", None)
    asked = any(argument.name in ("method", "methods") for argument in call.arguments)
    return [f"The method that was chosen: {method}."] if isinstance(answer, Result) and not asked else []


def _unknown(answer: Any) -> str:
    said = {name: getattr(answer, name, None) for name in ("method", "confidence_level", "null", "alternative", "loss")}
    said |= {name: value for name, value in getattr(answer, "details", {}).items() if name in ("margin", "seed")}
    known = "".join(f"#   {name}: {value!r}\n" for name, value in said.items() if value is not None)
    return UNKNOWN.format(kind=type(answer).__name__) + known
