"""`errbar audit`: how each method really covers on data like yours, drawn if asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errbar.cli import options as o
from errbar.cli.finish import Finish, check_apart, check_picture
from errbar.cli.inputs import JudgedBy, Splitting, Work, read_inputs
from errbar.cli.spec import names_of
from errbar.errors import InputError

Size = Annotated[int, typer.Option("--n", help="Rows of a data set.")]
Sets = Annotated[int, typer.Option("--sets", help="How many data sets are drawn.")]
Names = Annotated[str | None, typer.Option("--methods", metavar="A,B", help="Names from `errbar methods`.")]
Away = Annotated[float | None, typer.Option(help="Power against a value this far from the truth (else zero).")]
Aways = Annotated[str | None, typer.Option("--differences", metavar="A,B", help="Power curves: so far from the truth.")]
Moments = Annotated[bool, typer.Option("--moments", help="Measure s0 to s3, rho, r, Var/E(v) and K-fold shares too.")]
Quick = Annotated[
    bool, typer.Option("--quick", help="The default method alone, until its coverage is known to 3.5 points: a minute.")
]
Kind = Annotated[str, typer.Option(help="rows (without replacement), bootstrap, or auto.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw coverage against cost.")]
Curves = Annotated[Path | None, typer.Option("--plot-power", metavar="FILE", help="Draw the curves of --differences.")]


def audit(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    n: Size = 300,
    sets: Sets = 200,
    methods: Names = None,
    difference: Away = None,
    differences: Aways = None,
    moments: Moments = False,
    quick: Quick = False,
    plan: o.PlanSpec = None,
    metric: JudgedBy,
    population: Kind = "auto",
    drop: o.Drop = None,
    confidence_level: o.Level = 0.95,
    work: Work,
    plot: Plot = None,
    plot_power: Curves = None,
    finish: Finish,
) -> None:
    """Does each method deserve its level on data like yours? Takes DATA for the population, draws sets and counts."""
    from errbar.audits.many_sets import AuditQuestion, audited
    from errbar.cli.audit_lines import print_audit
    from errbar.run.many import to_stderr
    from errbar.types.setup import Setup

    if len(model) > 2:
        raise InputError(f"audit takes one --model, or two to compare; got {len(model)}.")
    finish.check(plot, reads=(data,), keeps=work.keeps)
    check_picture(plot_power)
    check_apart({"picture": plot, "picture of power": plot_power, "report": finish.report}, (data, *work.keeps))
    if plot_power is not None and differences is None:
        raise InputError("--plot-power draws the curves of --differences: name some, e.g. --differences 0,0.01,0.02.")
    inputs = read_inputs(model, work, data, target, Splitting(plan=plan, drop=drop))
    names = ("model",) if len(model) == 1 else ("a", "b")
    chosen = None if methods is None else [name.strip() for name in methods.split(",")]
    away = None if differences is None else _numbers(differences)
    asked = AuditQuestion(chosen, n, sets, difference, population, confidence_level, away, moments, quick)
    setup = Setup(plan=inputs.settings["plan"], **vars(metric), **work.settings)
    models = dict(zip(names, inputs.models, strict=True))
    found = audited(models, inputs.X, inputs.y, asked, setup, announce=to_stderr)
    found = inputs.noted(found)
    called = names_of(model)
    finish.show(found.to_dict() | {"models": called}, lambda out: print_audit(found, called, out))
    finish.draw(found, plot)
    finish.draw(found, plot_power, "plot_power")
    finish.write(found, called, data=str(data), seed=found.seed)


def _numbers(text: str) -> list[float]:
    try:
        return [float(one) for one in text.split(",")]
    except ValueError:
        raise InputError(
            f"--differences takes numbers with commas between them, such as 0,0.01,0.02; got {text!r:.80}."
        ) from None
