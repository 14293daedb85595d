"""`errbar gate`: may the new model replace the base? Three verdicts, told as the pipeline that asks reads them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import errbar as eb
from errbar.answers.look import LOOKS, Look, judge_look
from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.finish import Exit, Gate, joint_verdict, print_json, say
from errbar.cli.infer import Tables
from errbar.cli.reading import Pair, Reading, Values, Where, read_scores
from errbar.errors import InputError, printable
from errbar.methods.suits import asked
from errbar.show.as_text import number, percent
from errbar.show.gate import gate_sentence
from errbar.show.gate_formats import FlippedRows, GateLine, gate_github, gate_junit, gate_markdown
from errbar.show.sentence import Unit
from errbar.tables.any_log import log_files
from errbar.types import Question, Result, Scores
from errbar.types.flipped import Flipped

FORMATS = ("text", "markdown", "junit", "github", "json")
MOST_FLIPPED = 50  # items in a comment
SUMMARY = "GITHUB_STEP_SUMMARY"  # the file that a step's summary is written to


@dataclass(frozen=True, kw_only=True)
class Logs:
    """How a log is read; `--format` is that of the answer here."""

    log_format: Annotated[str, typer.Option(help="auto, table, or the tool that wrote the logs.")] = "auto"
    scorer: o.Scorer = None
    filter: o.Filter = None
    mark: o.Marks = None

    @property
    def reading(self) -> Reading:
        return Reading(format=self.log_format, scorer=self.scorer, filter=self.filter, mark=self.mark)


@dataclass(frozen=True, kw_only=True)
class ManyLooks:
    """Many proposals judged on the same items, at one error rate."""

    ledger: Annotated[
        Path | None,
        typer.Option(metavar="FILE.db", help="Record this proposal: keep or discard, many looks, one rate."),
    ] = None
    looks: Annotated[int, typer.Option(help="--ledger: how many proposals share the error rate.")] = LOOKS


def gate(
    table: Tables,
    *,
    where: Where,
    pair: Pair,
    margin: Annotated[float | None, typer.Option(help="By how much the new model may be worse.")] = None,
    undecided: o.Undecided = None,
    method: o.MethodName = "auto",
    confidence_level: o.Level = 0.95,
    pair_runs: o.PairRuns = False,
    values: Values,
    logs: Logs,
    many: ManyLooks,
    format: Annotated[str, typer.Option(help="text, markdown, junit, github or json.")] = "text",
    json: o.Json = False,
) -> None:
    """May the new model replace the base? Exit 0 shown, 1 refuted, 4 undecided. NEW=LOG BASE=LOG names both."""
    shape = "json" if json else check_name("format", format, FORMATS)
    if margin is None and many.ledger is None:
        raise InputError("A gate needs --margin, by how much the new model may be worse (0: it must be better).")
    how = Gate(margin=0.0 if margin is None else margin, undecided=undecided)
    how.check()
    pair = _pair(table, pair)
    scores = read_scores(table, where, pair, values, logs.reading, sequential=False)
    names = scores.chosen(*_two(scores, pair))
    if many.ledger is not None:
        question = asked(Question(method, confidence_level, 0.0, "two-sided", None, how.margin))
        if scores.others:
            raise InputError("A ledger is for one metric: choose it with --scorer.")
        _tell_look(judge_look(scores, names, question, many.ledger, many.looks), shape, how)
    found = [
        eb.infer(
            scores,
            metric=name,
            model=names[0],
            versus=names[1],
            method=method,
            margin=how.margin,
            confidence_level=confidence_level,
            options={"pair": "runs"} if pair_runs else None,
        )
        for name in scores.metrics
    ]
    _tell(found, scores, names, shape, how)


def _pair(table: list[str], pair: Pair) -> Pair:
    """Two named logs are the new one and the base, in this order."""
    named = [file.name for file in log_files(table) if file.name] if all("=" in one for one in table) else []
    distinct = list(dict.fromkeys(named))
    if pair.model is None and pair.versus is None and len(distinct) == 2:
        return Pair(model=distinct[0], versus=distinct[1])
    return pair


def _two(scores: Scores, pair: Pair) -> tuple[str, str]:
    """Which is the new one: it is never guessed from the order of names."""
    if pair.versus is None or (pair.model is None and len(scores.names) != 2):
        raise InputError(
            "Say which model is new and which is the base: --model NEW --versus BASE, or NEW=LOG BASE=LOG; these are "
            f"{', '.join(scores.names)}."
        )
    first = pair.model or next(name for name in scores.names if name != pair.versus)
    return first, pair.versus


def _tell(found: Sequence[Result], scores: Scores, names: tuple[str, ...], shape: str, how: Gate) -> None:
    verdict = joint_verdict([str(result.verdict) for result in found])
    title = f"errbar gate: {names[0]} against {names[1]}"
    lines = [_line(result, names) for result in found]
    failing = [how.code(line.verdict) == Exit.REFUTED for line in lines]
    if shape == "json":
        rows = [result.to_dict() | {"models": list(names)} for result in found]
        print_json(
            {
                "schema": 1,
                "verdict": verdict,
                "models": list(names),
                "results": rows,
                "flipped": scores.flipped(*names).to_dict() if Flipped.known(scores) else None,
            }
        )
    elif shape == "junit":
        _write(gate_junit(title, lines, failing))
    elif shape == "github":
        _write(gate_github(title, lines, failing))
        _summary(gate_markdown(title, lines, _flipped(scores, names)))
    elif shape == "markdown":
        _write(gate_markdown(title, lines, _flipped(scores, names)))
    else:
        say(f"{names[0]} against {names[1]}: {verdict}")
        for line in lines:
            say(f"  {line.metric}: {line.sentence}")
    raise typer.Exit(how.code(verdict))


def _tell_look(look: Look, shape: str, how: Gate) -> None:
    """Keep exits 0; discard as an undecided gate does."""
    title = f"errbar gate: {look.proposal} against {look.base}"
    line = GateLine("proposal", look.verdict, str(look), (), look.notes)
    code = how.code(look.verdict)
    if shape == "json":
        print_json(look.to_dict())
    elif shape == "junit":
        _write(gate_junit(title, [line], [code == Exit.REFUTED]))
    elif shape == "github":
        _write(gate_github(title, [line], [code == Exit.REFUTED]))
        _summary(gate_markdown(title, [line]))
    elif shape == "markdown":
        _write(gate_markdown(title, [line]))
    else:
        say(str(look))
        for note in look.notes:
            say(f"  {note}")
    raise typer.Exit(code)


def _line(result: Result, names: tuple[str, ...]) -> GateLine:
    (a, b), unit = names, Unit.of(result)
    ends = ", ".join(map(unit.bare, (result.low, result.high)))
    numbers = [
        ("difference", unit(result.estimate)),
        (f"{percent(result.confidence_level)} interval", f"[{ends}]{unit.word}"),
        ("items", f"{result.n:,}"),
        ("method", result.method),
    ]
    return GateLine(result.loss, str(result.verdict), gate_sentence(result, a, b), numbers, result.notes)


def _flipped(scores: Scores, names: tuple[str, ...]) -> FlippedRows | None:
    """The largest differences first, and how many there are."""
    found = scores.flipped(*names) if Flipped.known(scores) else None
    if found is None or not found.items:
        return None
    rows = list(zip(found.items, found.first, found.second, strict=True))[:MOST_FLIPPED]
    told = [(str(item)[:120], number(a), number(b)) for item, a, b in rows]
    return FlippedRows(scores.loss, names[0], names[1], told, len(found.items))


def _write(text: str) -> None:
    sys.stdout.write("\n".join(map(printable, text.splitlines())) + "\n")


def _summary(text: str) -> None:
    """Added to the summary of the step, where GitHub says where that is."""
    place = os.environ.get(SUMMARY)
    if place:
        try:
            with Path(place).open("a", encoding="utf-8") as file:
                file.write(text + "\n")
        except OSError as cause:
            raise InputError(f"The summary cannot be written to {place}: {cause.strerror}.") from None
