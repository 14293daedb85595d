"""`errbar components`: what the variance of an error is made of, and what one run cannot tell of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import errbar as eb
from errbar.answers.components import EIGENVALUES, Components
from errbar.cli.finish import DrawnFinish
from errbar.cli.inputs import JudgedBy, Work, read_inputs
from errbar.cli.scored import Fits, MadeFrom, Tables, scored
from errbar.cli.spec import names_of
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.plans.families import Sizes
from errbar.plans.seed import seed_from
from errbar.types import Plan, Scores

FOLDS = 10


def components(
    table: Tables,
    *,
    fits: Fits,
    judged: JudgedBy,
    independent: Annotated[
        bool, typer.Option("--independent", help="The splits are hold-outs that share no example at all.")
    ] = False,
    jackknife: Annotated[
        int | None, typer.Option(metavar="K", help="DATA: the delete-m jackknife with K folds, K + 1 fits.")
    ] = None,
    made: MadeFrom,
    finish: DrawnFinish,
) -> None:
    """What is the variance of an error made of? Of K folds (or --plan) of DATA, or of a TABLE of losses."""
    finish.check(reads=(*table,), keeps=made.work.keeps)
    if finish.report is not None:
        raise InputError("components has no page of its own: use --json, --plot, or a report of errbar evaluate.")
    if jackknife is None:
        found = scored(table, fits, judged, made, eb.plans.kfold(FOLDS))
        scores = _sizes_only(found.scores) if independent and fits.target is None else found.scores
        answer = eb.components(scores, independent=independent, model=found.model, versus=found.versus)
        names, notes = found.names, found.scores.notes
    else:
        answer, names, notes = _jackknife(table, fits, judged, made.work, jackknife)
    finish.show(answer.to_dict() | {"models": list(names)}, lambda out: _print(answer, names, notes, out))
    finish.draw(answer)


def _sizes_only(scores: Scores) -> Scores:
    """A table says which items were tested, not what was trained on: that the rest were is a guess not made here."""
    plan = scores.plan
    sizes = Sizes(plan.n, plan.n_train, plan.n_test)
    return replace(scores, plan=Plan("custom", plan.n, (sizes,)))


def _jackknife(
    table: list[str], fits: Fits, metric: JudgedBy, work: Work, n_folds: int
) -> tuple[Components, tuple[str, ...], tuple[str, ...]]:
    if fits.target is None or len(table) != 1 or len(fits.model or []) != 1 or fits.plan is not None:
        raise InputError("--jackknife K takes one DATA file, --target, one --model, and no --plan.")
    work = replace(work, random_state=seed_from(work.random_state))
    inputs = read_inputs(fits.model or [], work, Path(table[0]), fits.target, fits.splitting)
    (learner,) = inputs.models
    answer = eb.components(
        learner,
        inputs.X,
        inputs.y,
        jackknife=n_folds,
        loss=metric.loss,
        groups=inputs.settings["groups"],
        random_state=work.random_state,
        n_jobs=work.n_jobs,
    )
    return answer, tuple(names_of(fits.model or ())), inputs.notes


def _print(answer: Components, names: tuple[str, ...], notes: tuple[str, ...], out: Terminal) -> None:
    out.line(f"{' - '.join(names)}: mean {answer.details['mean']:.6g}, what its variance is made of ({answer.kind})")
    out.line()
    for head, words in answer.lines:
        out.under(head, words)
    if answer.eigen_lines:
        out.line()
        out.line(EIGENVALUES)
    for head, words in answer.eigen_lines:
        out.under(head, words)
    out.line()
    for sentence in answer.not_estimable:
        out.under("note  " if answer.kind == "independent" else "open  ", sentence)
    for note in notes:
        out.under("note  ", note)
