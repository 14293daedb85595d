"""`errbar sources`: how much runs, items and answers, or seeds and splits, add to the variance of a score."""

from __future__ import annotations

from ast import literal_eval
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.answers.sources import Sources
from errbar.cli import options as o
from errbar.cli.finish import DrawnFinish
from errbar.cli.inputs import JudgedBy, Work, read_inputs
from errbar.cli.reading import Pair, Reading, read_scores
from errbar.cli.scored import Fits, MadeFrom, Tables
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.plans.seed import seed_from


@dataclass(frozen=True, kw_only=True)
class DrawnAnew:
    """What is drawn anew, and how often."""

    n_seeds: Annotated[int, typer.Option(help="DATA: fits with so many seeds on every split.")] = 5
    order: Annotated[bool, typer.Option("--order", help="DATA: as many orders of the training rows.")] = False
    tuning: Annotated[
        list[str] | None, typer.Option("--tune", metavar="NAME=A,B", help="DATA: a parameter chosen on inner folds.")
    ] = None

    crossed: Annotated[bool, typer.Option("--crossed", help="DATA: every seed with every order and tuning.")] = False

    @property
    def settings(self) -> dict[str, Any]:
        grid = dict(map(_values, self.tuning)) if self.tuning else None
        return {"n_seeds": self.n_seeds, "order": self.order, "tuning": grid, "crossed": self.crossed}


def _values(text: str) -> tuple[str, list[Any]]:
    """`alpha=0.1,1` -> its name and values; what is no literal is text."""
    name, equals, values = text.partition("=")
    if not name or not equals or not values:
        raise InputError(f"--tune is NAME=VALUE,VALUE; got {text!r:.60}.")
    return name, [_literal(value) for value in values.split(",")]


def _literal(text: str) -> Any:
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def sources(
    table: Tables,
    *,
    fits: Fits,
    judged: JudgedBy,
    drawn: DrawnAnew,
    confidence_level: o.Level = 0.95,
    made: MadeFrom,
    finish: DrawnFinish,
) -> None:
    """Where does the noise come from? Runs, items, answers of a TABLE (--run), or seeds and splits of DATA."""
    finish.check(reads=(*table,), keeps=made.work.keeps)
    names = fits.model or []
    if len(names) > 1 or fits.versus is not None:
        raise InputError("sources is about one model: name it with --model.")
    if fits.target is None:
        if drawn.order or drawn.tuning or drawn.crossed or made.work.store is not None:
            raise InputError("--order, --tune, --crossed and --store are for fitting: name --target as well.")
        pair = Pair(model=names[0] if names else None)
        scores = read_scores(table, made.where, pair, made.values, Reading(), sequential=False)
        answer = eb.sources(scores, confidence_level=confidence_level)
    else:
        answer = _fitted(table, fits, judged, made.work, drawn.settings | {"confidence_level": confidence_level})
    finish.show(answer.to_dict(), lambda out: _print(answer, out))
    finish.draw(answer)
    finish.write(answer, data=", ".join(Path(one).name for one in table), seed=made.work.random_state)


def _fitted(table: list[str], fits: Fits, judged: JudgedBy, work: Work, how: dict[str, Any]) -> Sources:
    if len(table) != 1 or len(fits.model or []) != 1 or judged.scoring is not None:
        raise InputError("With --target give one file and one --model, and no --scoring.")
    work = replace(work, random_state=seed_from(work.random_state))
    inputs = read_inputs(fits.model or [], work, Path(table[0]), fits.target or "", fits.splitting)
    how |= {"loss": judged.loss, "plan": inputs.settings["plan"], **work.settings}
    (learner,) = inputs.models
    return inputs.noted(eb.sources(learner, inputs.X, inputs.y, **how))


def _print(answer: Sources, out: Terminal) -> None:
    head, *_ = str(answer).splitlines()
    out.line(head)
    out.line()
    for name, words in answer.lines:
        out.under(f"{name}  ", words)
    out.line()
    out.under("covers  ", answer.covers)
    for note in answer.notes:
        out.under("note  ", note)
