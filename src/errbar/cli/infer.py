"""`errbar infer`: scores that others made, in a table or an evaluation log; no fitting. With `--margin`, a gate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.answers.ask import series_of
from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.finish import check_report
from errbar.cli.fit import show
from errbar.cli.gate import check_gate, leave
from errbar.errors import InputError
from errbar.types import Result, Scores
from errbar.verbs.sequential import Sequential

Tables = Annotated[
    list[str],
    typer.Argument(
        metavar="TABLE...", help="CSV, CSV.gz, Parquet or JSON lines; several, or a glob.", show_default=False
    ),
]
Column = Annotated[str | None, typer.Option(metavar="COL")]
Columns = Annotated[list[str] | None, typer.Option(metavar="COL", help="One, or one per model in a wide table.")]


def infer(
    table: Tables,
    *,
    item: Annotated[str | None, typer.Option(metavar="COL", help="Names the items; models are matched by it.")] = None,
    model_col: Annotated[str | None, typer.Option(metavar="COL", help="Names the model; none: a wide table.")] = None,
    loss_col: Columns = None,
    score_col: o.ScoreCols = None,
    correct_col: Columns = None,
    y_true: Annotated[str | None, typer.Option(metavar="COL", help="True labels, with --y-pred or --y-score.")] = None,
    y_pred: Columns = None,
    y_score: Columns = None,
    metric: Annotated[str | None, typer.Option(help="roc_auc or f1; for lm-eval which of its metrics.")] = None,
    positive: Annotated[str | None, typer.Option(metavar="LABEL", help="The label that counts as positive.")] = None,
    group: Annotated[str | None, typer.Option(metavar="COL", help="Items of a group are not independent.")] = None,
    split: Annotated[str | None, typer.Option(metavar="COL", help="The split or fold of each row.")] = None,
    repeat: Annotated[
        str | None, typer.Option(metavar="COL", help="Numbers repeated answers, or repeats of CV.")
    ] = None,
    n_train: Annotated[int | None, typer.Option(help="Training size of the splits.")] = None,
    n_test: Annotated[int | None, typer.Option(help="Test size of the splits.")] = None,
    model: Annotated[str | None, typer.Option(metavar="A", help="Which model.")] = None,
    versus: Annotated[str | None, typer.Option(metavar="B", help="Compare with this one: A - B.")] = None,
    method: o.MethodName = "auto",
    confidence_level: o.Level = 0.95,
    null: o.Null = None,
    alternative: o.Alternative = "two-sided",
    margin: o.Margin = None,
    undecided: o.Undecided = None,
    loss_range: Annotated[
        tuple[float, float] | None, typer.Option(metavar="LOW HIGH", help="Smallest and largest possible loss.")
    ] = None,
    score_range: o.ScoreRange = None,
    greater_is_better: o.Direction = None,
    missing: Annotated[str, typer.Option(help="error, or drop: leave out items that not every model has.")] = "error",
    keep: Annotated[str, typer.Option(help="items, sums (any number of rows) or auto.")] = "auto",
    sequential: Annotated[bool, typer.Option("--sequential", help="Valid at every row: rows in their order.")] = False,
    format: Annotated[str, typer.Option(help="table, inspect (AI logs) or lm-eval (samples files).")] = "table",
    scorer: Annotated[str | None, typer.Option(help="Which scorer of an Inspect log.")] = None,
    filter: Annotated[str | None, typer.Option(help="Which answer filter of lm-eval samples.")] = None,
    json: o.Json = False,
    plain: o.Plain = False,
    report: o.Report = None,
) -> None:
    """Error bars for scores that others made: one row per item and model. Nothing is fitted."""
    from errbar.tables import from_table, read_inspect, read_lm_eval

    check_report(report)
    check_gate(margin, undecided)
    models = [name for name in (model, versus) if name is not None] if model is not None else None
    common: dict[str, Any] = {"group": group, "models": models, "missing": missing, "keep": keep}
    common |= {"score_range": score_range, "greater_is_better": greater_is_better}
    if margin is not None and versus is None:
        raise InputError("--margin compares two models: name the other one with --versus.")
    if check_name("format", format, ("table", "inspect", "lm-eval")) != "table":
        _no_columns(item, model_col, loss_col, score_col, correct_col, y_true, y_pred, y_score, split, repeat)
        if sequential:
            raise InputError("--sequential reads a table in the order of its rows; logs have no such order.")
        if format == "inspect":
            scores = read_inspect(table, scorer=scorer, **common)
        else:
            scores = read_lm_eval(table, metric=metric, filter=filter, **common)
    else:
        scores = from_table(
            table, item=item, model=model_col, loss=_one_or_more(loss_col, model_col), metric=metric,
            score=_one_or_more(score_col, model_col),
            correct=_one_or_more(correct_col, model_col), y_true=y_true, y_pred=_one_or_more(y_pred, model_col),
            y_score=_one_or_more(y_score, model_col), positive=positive, split=split, repeat=repeat, n_train=n_train,
            n_test=n_test, loss_range=loss_range, ordered=sequential and split is None, **common,
        )  # fmt: skip
    null = 0.0 if null is None and versus is not None else null
    if sequential:
        result = _watched(series_of(scores, scores.chosen(model, versus)), confidence_level, null, margin)
    else:
        result = eb.infer(
            scores, model=model, versus=versus, method=method, confidence_level=confidence_level, null=null,
            alternative=alternative, margin=margin,
        )  # fmt: skip
    names = _compared(scores, model, versus)
    data = ", ".join(Path(path).name for path in table)
    show(result, names, data=data, json=json, plain=plain, report=report, seeded=False)
    leave(result, undecided)


def _one_or_more(columns: list[str] | None, model_col: str | None) -> str | list[str] | None:
    """One column of a long table, or those of a wide one."""
    if columns is None or model_col is None:
        return columns
    return columns[0] if len(columns) == 1 else columns


def _no_columns(*given: Any) -> None:
    if any(value is not None for value in given):
        raise InputError(
            "Evaluation logs have their own columns: leave --item, --model-col, --loss-col and the like out."
        )


def _watched(series: Scores, level: float, null: float | None, margin: float | None) -> Result:
    if margin is not None:
        raise InputError("--margin and --sequential do not go together: a gate is judged once, at the end.")
    return Sequential.over(series, confidence_level=level, null=null).result()


def _compared(scores: Scores, model: str | None, versus: str | None) -> tuple[str, ...]:
    others = [name for name in scores.names if name != versus]
    first = model if model is not None else others[0]
    return (first,) if versus is None else (first, versus)
