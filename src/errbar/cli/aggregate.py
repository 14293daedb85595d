"""`errbar aggregate`: training runs of models on many tasks -> interquartile means, profiles, improvement."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import errbar as eb
from errbar.cli import options as o
from errbar.cli.finish import DrawnFinish
from errbar.cli.terminal import Terminal
from errbar.core.direction import check_loss_names, check_score_names
from errbar.errors import InputError

Table = Annotated[Path, typer.Argument(metavar="TABLE", help="One row per task, model and run.", show_default=False)]
Task = Annotated[str, typer.Option("--dataset", "--task", metavar="COL", help="Names the tasks.")]
ModelCol = Annotated[str, typer.Option("--model-col", metavar="COL", help="Names the models.")]
Run = Annotated[str, typer.Option("--run", metavar="COL", help="Names the training runs (seeds).")]
ScoreCol = Annotated[str | None, typer.Option("--score-col", metavar="COL", help="The scores.")]
LossCol = Annotated[str | None, typer.Option("--loss-col", metavar="COL", help="The losses, instead of scores.")]
OverTasks = Annotated[bool, typer.Option("--over-tasks", help="Intervals for other tasks too, not these alone.")]
Draws = Annotated[int, typer.Option("--draws", help="Of the bootstrap.")]
Absent = Annotated[str, typer.Option("--missing", help="Tasks that a model has no run of: error or drop.")]


def aggregate(
    table: Table,
    *,
    task: Task,
    model_col: ModelCol,
    run: Run,
    score_col: ScoreCol = None,
    loss_col: LossCol = None,
    greater_is_better: o.Direction = None,
    missing: Absent = "error",
    over_tasks: OverTasks = False,
    confidence_level: o.Level = 0.95,
    draws: Draws = 10_000,
    random_state: o.RandomState = None,
    finish: DrawnFinish,
) -> None:
    """How good are models over many tasks, several runs on each? Interquartile means, performance profiles."""
    finish.check(reads=(str(table),))
    if (score_col is None) == (loss_col is None):
        raise InputError("Give the numbers once: --score-col or --loss-col.")
    if loss_col is not None:
        better = check_loss_names([loss_col], greater_is_better, instead="--score-col")
    else:
        better = check_score_names([score_col or ""], greater_is_better, instead="--loss-col")
    data = eb.Datasets.from_table(
        str(table),
        dataset=task,
        model=model_col,
        run=run,
        value=score_col or loss_col,
        greater_is_better=better,
        missing=missing,  # type: ignore[arg-type]  # checked where it is read
    )
    how = {"n_draws": draws, "random_state": random_state}
    found = eb.aggregate(data, over_tasks=over_tasks, confidence_level=confidence_level, **how)  # type: ignore[arg-type]
    finish.show(found.to_dict(), lambda out: _print(found, data.notes, out))
    finish.draw(found)
    finish.write(found, data=table.name, seed=random_state)


def _print(found: eb.Aggregates, read: tuple[str, ...], out: Terminal) -> None:
    head, *lines = str(found).splitlines()
    out.line(head)
    out.line()
    for line in lines:
        out.under("", line)
    out.line()
    for note in (*found.notes, *read):
        out.under("note  ", note)
