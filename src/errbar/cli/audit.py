"""`errbar audit`: how each method really covers on data like yours, drawn if asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errbar.cli import options as o
from errbar.cli.data import read_columns, split_columns, with_notes
from errbar.cli.finish import check_report, print_json, write_report
from errbar.cli.spec import parse_model, parse_plan
from errbar.cli.terminal import Terminal
from errbar.errors import InputError

Rows = Annotated[int, typer.Option("--n", help="Rows of a data set.")]
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
    n: Rows = 300,
    sets: Sets = 200,
    methods: Names = None,
    difference: Away = None,
    plan: o.PlanSpec = None,
    loss: o.Loss = "auto",
    scoring: o.Scoring = None,
    population: Kind = "auto",
    drop: o.Drop = None,
    confidence_level: o.Level = 0.95,
    random_state: o.RandomState = None,
    n_jobs: o.Jobs = None,
    store: o.Store = None,
    allow_module: o.AllowModule = None,
    plot: Plot = None,
    json: o.Json = False,
    plain: o.Plain = False,
    report: o.Report = None,
) -> None:
    """Does each method deserve its level on data like yours? Takes DATA for the population, draws sets and counts."""
    from errbar.cli.audit_lines import print_audit
    from errbar.cli.distribution import _check_plot
    from errbar.run.many import to_stderr
    from errbar.run.preprocess import prepared
    from errbar.verbs.audit import audited

    if len(model) > 2:
        raise InputError(f"audit takes one --model, or two to compare; got {len(model)}.")
    _check_plot(plot)
    check_report(report)
    models = [parse_model(spec, allow_module or ()) for spec in model]
    recipe = None if plan is None else parse_plan(plan)
    X, y, _, kinds, notes = split_columns(read_columns(data), target, None, drop)
    names = ("model",) if len(models) == 1 else ("a", "b")
    found = audited(
        {name: prepared(one, kinds, X.shape[1]) for name, one in zip(names, models, strict=True)}, X, y,
        methods=None if methods is None else [name.strip() for name in methods.split(",")], n=n, n_sets=sets,
        difference=difference, plan=recipe, loss=loss, scoring=scoring, population=population,
        confidence_level=confidence_level, random_state=random_state, n_jobs=n_jobs,
        store=None if store is None else str(store), shared=True, progress=None, announce=to_stderr,
    )  # fmt: skip
    found = with_notes(found, notes)
    if plot is not None:
        found.plot().figure.savefig(plot, dpi=200)
    if json:
        print_json(found.to_dict() | {"models": list(model)})
    else:
        print_audit(found, model, Terminal.of(plain))
    write_report(report, found, tuple(model), str(data), seed=found.seed)
