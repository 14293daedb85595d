"""`errbar audit`: how each method really covers on data like yours, drawn if asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errbar.cli import options as o
from errbar.cli.finish import Finish, draw
from errbar.cli.inputs import JudgedBy, Splitting, Work, read_inputs
from errbar.errors import InputError

Size = Annotated[int, typer.Option("--n", help="Rows of a data set.")]
Sets = Annotated[int, typer.Option("--sets", help="How many data sets are drawn.")]
Names = Annotated[str | None, typer.Option("--methods", metavar="A,B", help="Names from `errbar methods`.")]
Away = Annotated[float | None, typer.Option(help="Power against a value this far from the truth (else zero).")]
Kind = Annotated[str, typer.Option(help="rows (without replacement), bootstrap, or auto.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw coverage against cost.")]


def audit(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    n: Size = 300,
    sets: Sets = 200,
    methods: Names = None,
    difference: Away = None,
    plan: o.PlanSpec = None,
    metric: JudgedBy,
    population: Kind = "auto",
    drop: o.Drop = None,
    confidence_level: o.Level = 0.95,
    work: Work,
    plot: Plot = None,
    finish: Finish,
) -> None:
    """Does each method deserve its level on data like yours? Takes DATA for the population, draws sets and counts."""
    from errbar.audits.many_sets import AuditQuestion, audited
    from errbar.cli.audit_lines import print_audit
    from errbar.run.many import to_stderr
    from errbar.types.setup import Setup

    if len(model) > 2:
        raise InputError(f"audit takes one --model, or two to compare; got {len(model)}.")
    finish.check(plot, reads=(data, *work.keeps))
    inputs = read_inputs(model, work, data, target, Splitting(plan=plan, drop=drop))
    names = ("model",) if len(model) == 1 else ("a", "b")
    chosen = None if methods is None else [name.strip() for name in methods.split(",")]
    asked = AuditQuestion(chosen, n, sets, difference, population, confidence_level)
    setup = Setup(plan=inputs.plan, **vars(metric), **work.settings)
    models = dict(zip(names, inputs.models, strict=True))
    found = audited(models, inputs.X, inputs.y, asked, setup, announce=to_stderr)
    found = inputs.noted(found)
    draw(found, plot)
    finish.show(found.to_dict() | {"models": list(model)}, lambda out: print_audit(found, model, out))
    finish.write(found, model, data=str(data), seed=found.seed)
