"""What `eb.advise` gives back: the row to follow, others that would do, and what to type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from errbar.answers.advice_lines import command_line, python_lines
from errbar.answers.advice_rows import Row
from errbar.answers.situation import Situation
from errbar.methods import METHODS
from errbar.types.answer import Answer

GROWS = "hold out a share, not a number; more splits do not replace data (manual: How much to hold out)"


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Answer):
    """The answer to "which method?".

    Parameters
    ----------
    question : what was asked.
    row : the row of the table to follow.
    others : rows that suit as well, in order of preference.
    """

    question: Situation
    row: Row
    others: tuple[Row, ...]

    @property
    def method(self) -> str | None:
        """Its name in `METHODS`; None where the verb has a procedure of its own."""
        return self.row.method

    @property
    def plan(self) -> str | None:
        """An expression for `errbar.plans`; None where nothing is fitted."""
        return self.row.plan

    @property
    def fits(self) -> int:
        """What the plan costs, per model."""
        return self.row.fits

    @property
    def python(self) -> str:
        """What to type in Python."""
        return python_lines(self.row, self.question)

    @property
    def command(self) -> str | None:
        """What to type in a shell; None where only Python can say it."""
        return command_line(self.row, self.question)

    def __str__(self) -> str:
        lines = [
            f"{_name(self.row)}: {self.row.situation}",
            "",
            f"plan          {self.row.plan or 'none: nothing is fitted'}",
            f"fits          {self.row.fits} per model",
        ]
        if self.row.method is not None:
            record = METHODS[self.row.method]
            lines += [f"interval for  {_TARGETS[record.target]}", f"known of it   {record.guarantee}"]
        lines += [f"why           {self.row.why}", f"not good for  {self.row.not_for}"]
        if self.row.have == "data":
            lines.append(f"as n grows    {GROWS}")
        lines += ["", "Python:"]
        lines += [f"    {line}" for line in ("import errbar as eb", *self.python.splitlines())]
        if self.command is not None:
            lines += ["Command:", f"    {self.command}"]
        if self.others:
            lines += ["", "Other rows that suit:"]
            lines += [f"    {_name(row)} ({row.plan or 'no fits'}): {row.situation}" for row in self.others]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe: the row's fields, what to type, and the other rows."""
        question = {name: getattr(self.question, name) for name in Situation.__dataclass_fields__}
        return {
            "question": question,
            **_fields(self.row),
            "python": self.python,
            "command": self.command,
            "others": [_fields(row) for row in self.others],
        }


_TARGETS = {
    "model": "this trained model",
    "algorithm": "the algorithm at the training size of the plan",
    "algorithm at n": "the algorithm at n examples",
    "proxy": "the proxy: the mean error of the models fitted",
    "procedure": "the training procedure, over new runs and new items",
}


def _name(row: Row) -> str:
    return row.method or {"datasets": "eb.rank", "stream": "eb.Sequential"}[row.have]


def _fields(row: Row) -> dict[str, Any]:
    names = ("situation", "method", "plan", "fits", "why", "not_for")
    return {name: getattr(row, name) for name in names}
