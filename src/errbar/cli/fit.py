"""`errbar evaluate` and `errbar compare`: read, parse, call the verb, print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import errbar as eb
from errbar.answers.next_step import naive_beside
from errbar.cli import options as o
from errbar.cli.data import read_columns, split_columns, with_notes
from errbar.cli.finish import check_report, print_json, print_result, write_report
from errbar.cli.gate import check_gate, leave
from errbar.cli.spec import parse_model, parse_plan
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.types import Result


def evaluate(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    method: o.MethodName = "auto",
    loss: o.Loss = "auto",
    scoring: o.Scoring = None,
    plan: o.PlanSpec = None,
    groups: o.Groups = None,
    drop: o.Drop = None,
    confidence_level: o.Level = 0.95,
    null: o.Null = None,
    alternative: o.Alternative = "two-sided",
    random_state: o.RandomState = None,
    n_jobs: o.Jobs = None,
    store: o.Store = None,
    allow_module: o.AllowModule = None,
    json: o.Json = False,
    plain: o.Plain = False,
    report: o.Report = None,
) -> None:
    """How well will a model do on new data? Fits it over many splits and gives an honest interval for its error."""
    if len(model) != 1:
        raise InputError(f"evaluate takes one --model; got {len(model)}. To compare two, use errbar compare.")
    check_report(report)
    models, X, y, given, notes = _read(
        data, target, model, plan=plan, groups=groups, drop=drop, allow_module=allow_module
    )
    result = eb.evaluate(
        models[0], X, y, method=method, loss=loss, scoring=scoring, confidence_level=confidence_level, null=null,
        alternative=alternative, random_state=random_state, n_jobs=n_jobs, store=None if store is None else str(store),
        **given,
    )  # fmt: skip
    show(with_notes(result, notes), tuple(model), data=str(data), json=json, plain=plain, report=report)


def compare(
    data: o.DataFile,
    *,
    target: o.Target,
    model: o.Models,
    method: o.MethodName = "auto",
    loss: o.Loss = "auto",
    scoring: o.Scoring = None,
    plan: o.PlanSpec = None,
    groups: o.Groups = None,
    drop: o.Drop = None,
    confidence_level: o.Level = 0.95,
    null: o.Null = 0.0,
    alternative: o.Alternative = "two-sided",
    margin: o.Margin = None,
    undecided: o.Undecided = None,
    random_state: o.RandomState = None,
    n_jobs: o.Jobs = None,
    store: o.Store = None,
    allow_module: o.AllowModule = None,
    json: o.Json = False,
    plain: o.Plain = False,
    report: o.Report = None,
) -> None:
    """Is the first model really better than the second? Fits both on the same splits."""
    if len(model) != 2:
        raise InputError(f"compare takes two --model options; got {len(model)}.")
    check_report(report)
    check_gate(margin, undecided)
    models, X, y, given, notes = _read(
        data, target, model, plan=plan, groups=groups, drop=drop, allow_module=allow_module
    )
    result = eb.compare(
        models[0], models[1], X, y, method=method, loss=loss, scoring=scoring, confidence_level=confidence_level,
        null=null, alternative=alternative, margin=margin, random_state=random_state, n_jobs=n_jobs,
        store=None if store is None else str(store), **given,
    )  # fmt: skip
    show(with_notes(result, notes), tuple(model), data=str(data), json=json, plain=plain, report=report)
    leave(result, undecided)


def _read(
    path: Path,
    target: str,
    specs: list[str],
    *,
    plan: str | None,
    groups: str | None,
    drop: list[str] | None,
    allow_module: list[str] | None,
) -> tuple[list[Any], Any, Any, dict[str, Any], list[str]]:
    """What the user spelled and the file the user named: (models, X, y, plan and groups, how it was read)."""
    from errbar.run.preprocess import prepared

    models = [parse_model(spec, allow_module or ()) for spec in specs]
    recipe = None if plan is None else parse_plan(plan)
    X, y, labels, kinds, notes = split_columns(read_columns(path), target, groups, drop)
    return [prepared(model, kinds, X.shape[1]) for model in models], X, y, {"plan": recipe, "groups": labels}, notes


def show(
    result: Result,
    names: tuple[str, ...],
    *,
    data: str,
    json: bool,
    plain: bool,
    report: Path | None,
    seeded: bool = True,
) -> None:
    """Print the answer with the naive one beside it, and write the report; `seeded`: the command takes a seed."""
    if json:
        print_json(result.to_dict() | {"models": list(names)})
    else:
        print_result(result, names, naive_beside(result), terminal=Terminal.of(plain))
    seed = result.details.get("seed") if seeded else None
    write_report(report, result, names, data, seed=seed)
