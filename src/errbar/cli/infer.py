"""`errbar infer`: scores that others made, in a table or an evaluation log; no fitting. With `--margin`, a gate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.answers.ask import series_of
from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.finish import Finish, Gate, say
from errbar.cli.inputs import AskedFor, one_or_more
from errbar.cli.result_lines import show_result
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.show.as_text import interval_text, number, percent
from errbar.tables.columns import read_columns
from errbar.tables.inspect_log import read_inspect
from errbar.tables.lm_eval import read_lm_eval
from errbar.tables.read import from_table
from errbar.types import Result, Results, Scores
from errbar.verbs.sequential import Sequential

Tables = Annotated[
    list[str],
    typer.Argument(
        metavar="TABLE...", help="CSV, CSV.gz, Parquet or JSON lines; several, or a glob.", show_default=False
    ),
]
Columns = Annotated[list[str] | None, typer.Option(metavar="COL", help="One, or one per model in a wide table.")]

VALUES = ("loss_col", "score_col", "correct_col", "y_pred", "y_score")  # where the numbers of the models are
NOT_COLUMNS = {"metric", "positive", "group", "n_train", "n_test"}  # these do no harm to a log


@dataclass(frozen=True, kw_only=True)
class Where:
    """Which column of a table says what; logs have their own, and take only the metric and the group."""

    item: Annotated[str | None, typer.Option(metavar="COL", help="Names the items; models are matched by it.")] = None
    model_col: Annotated[str | None, typer.Option(metavar="COL", help="Names the model; none: a wide table.")] = None
    loss_col: Columns = None
    score_col: o.ScoreCols = None
    correct_col: Columns = None
    y_true: Annotated[str | None, typer.Option(metavar="COL", help="True labels, with --y-pred or --y-score.")] = None
    y_pred: Columns = None
    y_score: Columns = None
    metric: Annotated[str | None, typer.Option(help="roc_auc or f1; for lm-eval which of its metrics.")] = None
    positive: Annotated[str | None, typer.Option(metavar="LABEL", help="The label that counts as positive.")] = None
    group: Annotated[str | None, typer.Option(metavar="COL", help="Items of a group are not independent.")] = None
    time: Annotated[str | None, typer.Option(metavar="COL", help="The times of items; --group tells series.")] = None
    split: Annotated[str | None, typer.Option(metavar="COL", help="The split or fold of each row.")] = None
    repeat: Annotated[str | None, typer.Option(metavar="COL", help="Numbers repeated answers, or repeats of CV.")] = (
        None
    )
    n_train: Annotated[int | None, typer.Option(help="Training size of the splits.")] = None
    n_test: Annotated[int | None, typer.Option(help="Test size of the splits.")] = None

    def refuse(self) -> None:
        """Where a log has its own columns."""
        if any(value is not None for name, value in vars(self).items() if name not in NOT_COLUMNS):
            raise InputError(
                "Evaluation logs have their own columns: leave --item, --model-col, --loss-col and the like out."
            )

    @property
    def columns(self) -> dict[str, Any]:
        """As `from_table` takes them."""
        named = dict(vars(self))
        model = named.pop("model_col")
        values = {name.removesuffix("_col"): one_or_more(named.pop(name), model) for name in VALUES}
        return named | values | {"model": model}


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Which model is asked about, and against which other one."""

    model: Annotated[str | None, typer.Option(metavar="A", help="Which model.")] = None
    versus: Annotated[str | None, typer.Option(metavar="B", help="Compare with this one: A - B.")] = None

    @property
    def given(self) -> list[str] | None:
        """The models to read, where they are known; otherwise all."""
        return None if self.model is None else [name for name in (self.model, self.versus) if name is not None]

    def names(self, scores: Scores) -> tuple[str, ...]:
        first = self.model or next(name for name in scores.names if name != self.versus)
        return (first,) if self.versus is None else (first, self.versus)


@dataclass(frozen=True, kw_only=True)
class Values:
    """What the numbers are, and what becomes of rows."""

    loss_range: Annotated[
        tuple[float, float] | None, typer.Option(metavar="LOW HIGH", help="Smallest and largest possible loss.")
    ] = None
    score_range: o.ScoreRange = None
    greater_is_better: o.Direction = None
    missing: Annotated[str, typer.Option(help="error, or drop: leave out items that not every model has.")] = "error"
    keep: Annotated[str, typer.Option(help="items, sums (any number of rows) or auto.")] = "auto"


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What kind of file it is, and how a log is read."""

    format: Annotated[str, typer.Option(help="table, inspect (AI logs) or lm-eval (samples files).")] = "table"
    scorer: Annotated[str | None, typer.Option(help="Which scorer of an Inspect log.")] = None
    filter: Annotated[str | None, typer.Option(help="Which answer filter of lm-eval samples.")] = None


def infer(
    table: Tables,
    *,
    where: Where,
    pair: Pair,
    method: o.MethodName = "auto",
    asked: AskedFor,
    gate: Gate,
    values: Values,
    by: Annotated[str | None, typer.Option(metavar="COL", help="Subgroups, all at once, and their gaps.")] = None,
    sequential: Annotated[bool, typer.Option("--sequential", help="Valid at every row: rows in their order.")] = False,
    reading: Reading,
    finish: Finish,
) -> None:
    """Error bars for scores that others made: one row per item and model. Nothing is fitted."""
    finish.check(reads=table)
    gate.check()
    if gate.margin is not None and pair.versus is None:
        raise InputError("--margin compares two models: name the other one with --versus.")
    scores = read_scores(table, where, pair, values, reading, sequential=sequential)
    if asked.null is None and pair.versus is not None:
        asked = replace(asked, null=0.0)
    if by is not None and (sequential or gate.margin is not None):
        raise InputError("--by does not go together with --margin or --sequential.")
    if by is not None:
        named = vars(pair) | vars(asked)
        _show_subgroups(
            scores, by, table, where, lambda labels: eb.infer(scores, method=method, by=labels, **named), finish=finish
        )
        return
    if sequential:
        result = _watched(series_of(scores, scores.chosen(pair.model, pair.versus)), asked, gate)
    else:
        result = eb.infer(scores, method=method, margin=gate.margin, **vars(pair), **vars(asked))
    show_result(result, pair.names(scores), finish, data=", ".join(Path(path).name for path in table))
    gate.leave(result)


def read_scores(
    table: list[str], where: Where, pair: Pair, values: Values, reading: Reading, *, sequential: bool
) -> Scores:
    """A table or a log, as its options say."""
    given: dict[str, Any] = vars(values) | {"models": pair.given}
    if check_name("format", reading.format, ("table", "inspect", "lm-eval")) == "table":
        return from_table(table, **where.columns, **given, ordered=sequential and where.split is None)
    where.refuse()
    if sequential:
        raise InputError("--sequential reads a table in the order of its rows; logs have no such order.")
    del given["loss_range"]
    if reading.format == "inspect":
        return read_inspect(table, scorer=reading.scorer, group=where.group, **given)
    return read_lm_eval(table, metric=where.metric, filter=reading.filter, group=where.group, **given)


def _watched(series: Scores, asked: AskedFor, gate: Gate) -> Result:
    if gate.margin is not None:
        raise InputError("--margin and --sequential do not go together: a gate is judged once, at the end.")
    return Sequential.over(series, confidence_level=asked.confidence_level, null=asked.null).result()


def _show_subgroups(
    scores: Scores, by: str, table: list[str], where: Where, ask: Callable[[dict[Any, Any]], Results], *, finish: Finish
) -> None:
    """A line for each subgroup, each gap and the largest gap."""
    results = ask(_subgroups(scores, by, table, where))
    rows = [{"subgroup": one.details["subgroup"], "gap": one.details["gap"], **one.to_dict()} for one in results]

    def lines(_: Terminal) -> None:
        level = percent(asked_level(results))
        say(f"{results[0].loss}: {level} intervals, all of a kind together")
        for one in results:
            gap = one.details["gap"]
            told = one.details["subgroup"] if gap is None else f"{one.details['subgroup']}, gap to {gap}"
            tail = "" if one.pvalue is None else f"   p {one.pvalue:.3g}"
            say(f"  {told:<44} {number(one.estimate):>9} {interval_text(one)}{tail}")

    finish.show({"results": rows}, lines)
    finish.write(results, data=", ".join(Path(path).name for path in table))


def asked_level(results: Results) -> float:
    """The level at which all hold together, which is that of the largest gap."""
    return results[-1].confidence_level


def _subgroups(scores: Scores, by: str, table: list[str], where: Where) -> dict[Any, Any]:
    """Item -> subgroup, as the names of the items are in the scores."""
    named = getattr(scores.plan.parts[0], "names", None)
    if where.split is not None or where.item is None or named is None:
        raise InputError("--by is for tables of a trained model's items: name them with --item, and leave --split out.")
    found: dict[str, Any] = {}
    for path in table:
        columns = read_columns(Path(path))
        for column in (by, where.item):
            if column not in columns:
                raise InputError(f"{path} has no column {column!r}; it has {', '.join(columns)}.")
        for name, label in zip(columns[where.item].tolist(), columns[by].tolist(), strict=True):
            if found.setdefault(str(name), label) != label:
                raise InputError(f"Item {name!r} is in two subgroups: {found[str(name)]!r} and {label!r}.")
    names = named.tolist()
    missing = [name for name in names if found.get(str(name)) is None]
    if missing:
        raise InputError(f"Column {by!r} names no subgroup for item {missing[0]!r}.")
    return {name: str(found[str(name)]) for name in names}
