"""`errbar sources`: how much runs, items and answers, or seeds and splits, add to the variance of a score."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.answers.sources import Sources
from errbar.cli import options as o
from errbar.cli.finish import Finish, draw
from errbar.cli.inputs import JudgedBy, Work, read_inputs
from errbar.cli.reading import Pair, Reading, Values, Where, read_scores
from errbar.cli.scored import Fits, Tables
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.plans.seed import seed_from


def sources(
    table: Tables,
    *,
    fits: Fits,
    judged: JudgedBy,
    n_seeds: Annotated[int, typer.Option(help="DATA: fits with so many seeds on every split.")] = 5,
    confidence_level: o.Level = 0.95,
    where: Where,
    values: Values,
    work: Work,
    plot: o.Plot = None,
    finish: Finish,
) -> None:
    """Where does the noise come from? Runs, items, answers of a TABLE (--run), or seeds and splits of DATA."""
    finish.check(plot, reads=(*table,), keeps=work.keeps)
    if finish.report is not None:
        raise InputError("sources has no page of its own: use --json or --plot.")
    names = fits.model or []
    if len(names) > 1 or fits.versus is not None:
        raise InputError("sources is about one model: name it with --model.")
    if fits.target is None:
        pair = Pair(model=names[0] if names else None)
        scores = read_scores(table, where, pair, values, Reading(), sequential=False)
        answer = eb.sources(scores, confidence_level=confidence_level)
    else:
        answer = _fitted(table, fits, judged, work, {"n_seeds": n_seeds, "confidence_level": confidence_level})
    draw(answer, plot)
    finish.show(answer.to_dict(), lambda out: _print(answer, out))


def _fitted(table: list[str], fits: Fits, judged: JudgedBy, work: Work, how: dict[str, Any]) -> Sources:
    if len(table) != 1 or len(fits.model or []) != 1 or judged.scoring is not None or work.store is not None:
        raise InputError("With --target give one file and one --model, and neither --scoring nor --store.")
    work = replace(work, random_state=seed_from(work.random_state))
    inputs = read_inputs(fits.model or [], work, Path(table[0]), fits.target or "", fits.splitting)
    how |= {"loss": judged.loss, "random_state": work.random_state, "n_jobs": work.n_jobs, "plan": inputs.plan}
    return inputs.noted(eb.sources(*inputs.arguments, **how))


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
