"""The user's columns -> canonical ones. A long table has one row per item and model, a wide one a column per model.

Canonical: keys `k0`, `k1`, ... (what names a row of the answer: the item, or split and item), `group`, `truth`,
`repeat`, and `model` (a run of one, where runs are named) with `value` (long) or `x0`, `x1`, ... (wide). A value is a
loss, or what a metric reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Literal, NoReturn

import narwhals as nw

from errbar.check import check_columns, check_name, check_range
from errbar.core.direction import check_direction, check_loss_names, check_score_names
from errbar.core.words import MISSING_WORDS, NUMBER
from errbar.errors import InputError
from errbar.tables.file_text import shown, told
from errbar.tables.marks import RIGHT, WRONG
from errbar.tables.offenders import listed
from errbar.tables.source import ROW, Engine, Frame, fetch_rows
from errbar.tables.truths import as_number, finite

ValueColumns = str | Sequence[str] | Mapping[str, str]
Kind = Literal["loss", "score", "correct", "y_pred", "y_score"]

ONE_MODEL = "model"  # what the only model is called, where no column names it
OF_RUN = ", run "
FEW = 8


@dataclass(frozen=True)
class Columns:
    """Which column of the table says what; `values` maps model names to columns (wide) or is one column (long).

    `loss_range` is the range of the losses or scores; `greater_is_better` is None for a metric, which knows its own.
    """

    kind: Kind
    values: str | dict[str, str]
    item: str | None
    model: str | None
    truth: str | None
    split: str | None
    repeat: str | None
    group: str | None
    positive: Any = None
    metric: bool = False
    loss_range: tuple[float, float] | None = None
    greater_is_better: bool | None = False
    time: str | None = None
    run: str | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that name one row of the answer, in the order of sorting."""
        before = (self.repeat, self.split) if self.split is not None else (self.time,)
        series = self.group if self.time is not None and self.item is None else None
        return tuple(name for name in (*before, series, self.item) if name is not None)

    @property
    def answers(self) -> str | None:
        """The column that numbers repeated answers to the same item, if there are any."""
        return self.repeat if self.split is None else None

    def all(self) -> list[str]:
        values = [self.values] if isinstance(self.values, str) else list(self.values.values())
        named = (*self.keys, self.model, self.run, self.group, self.truth, self.answers, *values)
        return list(dict.fromkeys(name for name in named if name is not None))

    def labels(self) -> list[str]:
        """Columns whose values are names, not numbers."""
        named = (*self.keys, self.model, self.run, self.group, self.answers)
        return list(dict.fromkeys(name for name in named if name is not None))


@dataclass(frozen=True)
class TableLayout:
    """Canonical rows, and what is known about them; `runs` says of each name which model and run it is."""

    rows: Frame
    columns: Columns
    names: tuple[str, ...]
    unfiltered: Frame
    numbered: bool = False
    runs: Mapping[str, tuple[str, str]] | None = None

    @property
    def keys(self) -> list[str]:
        """What tells one item from another: the canonical columns, or the place of its row where none names it."""
        return [f"k{i}" for i in range(len(self.columns.keys))] or [ROW]

    @property
    def key_names(self) -> tuple[str, ...]:
        """What the user calls them."""
        return self.columns.keys or ("row",)

    @property
    def is_wide(self) -> bool:
        return not isinstance(self.columns.values, str)


def choose_columns(
    *,
    item: str | None,
    model: str | None,
    values: Mapping[Kind, ValueColumns | None],
    y_true: str | None,
    split: str | None,
    repeat: str | None,
    group: str | None,
    metric: bool,
    positive: Any,
    time: str | None = None,
    run: str | None = None,
    loss_range: tuple[float, float] | None = None,
    score_range: tuple[float, float] | None = None,
    greater_is_better: bool | None = None,
) -> Columns:
    """The columns the user named, where they make sense together."""
    check_columns(item=item, model=model, y_true=y_true, split=split, repeat=repeat, group=group, time=time, run=run)
    given = {kind: columns for kind, columns in values.items() if columns is not None}
    if len(given) != 1:
        raise InputError(
            "Say where the losses or scores are, once: loss=, score=, correct=, y_true= with y_pred= or with y_score= "
            f"and metric=; got {', '.join(given) or 'none of them'}. "
            "Where each model has a column of its own, name them all."
        )
    kind, columns = next(iter(given.items()))
    if (kind in ("y_pred", "y_score")) != (y_true is not None):
        raise InputError("y_true goes together with y_pred or y_score: name both columns.")
    if kind == "y_score" and not metric:
        raise InputError("y_score needs a metric such as metric='roc_auc'.")
    if metric and kind not in ("y_pred", "y_score"):
        raise InputError("A metric judges predictions: name y_true= and y_score= (or y_pred=).")
    if time is not None and (split is not None or metric):
        raise InputError("time= puts losses of single items into order: leave split= and metric= out.")
    if run is not None and (split is not None or metric or time is not None):
        raise InputError(
            "run= is for losses of single items, each run on the same ones: leave split=, metric= and time= out."
        )
    chosen = columns if run is not None and isinstance(columns, str) else _by_model(kind, columns, model)
    if item is None and split is None and time is None and (isinstance(chosen, str) or len(chosen) == 1):
        raise InputError("Name the column that tells items apart with item=: pairs are matched by it.")
    if repeat is not None and split is None and not isinstance(chosen, str):
        raise InputError("Repeated answers need one row per answer: name model= and one column of losses.")
    if run is not None and not isinstance(chosen, str):
        raise InputError("Training runs need one row per run and item: name model= and one column of losses.")
    span = _span(kind, loss_range, score_range, metric)
    better = _direction(kind, [chosen] if isinstance(chosen, str) else chosen.values(), greater_is_better, metric)
    return Columns(kind, chosen, item, model, y_true, split, repeat, group, positive, metric, span, better, time, run)


def _by_model(kind: Kind, columns: ValueColumns, model: str | None) -> str | dict[str, str]:
    """One column of a long table, or a column for each model of a wide one."""
    if not isinstance(columns, str | Mapping | Sequence):
        raise InputError(f"{kind}= must be the name of a column, a list of names or a mapping; got {columns!r:.80}.")
    if model is not None:
        if isinstance(columns, str):
            return columns
        raise InputError(f"With model= the table has one {kind} column; got several. Leave model out for a wide table.")
    if isinstance(columns, str):
        return {columns: columns}
    chosen = dict(columns) if isinstance(columns, Mapping) else {name: name for name in columns}
    if not chosen:
        raise InputError(f"{kind}= names no column.")
    return chosen


def _span(
    kind: Kind, loss_range: tuple[float, float] | None, score_range: tuple[float, float] | None, metric: bool
) -> tuple[float, float] | None:
    """Smallest and largest possible loss or score, where they are known."""
    ranges = {"loss": loss_range, "score": score_range}
    for of, span in ranges.items():
        if span is not None and kind != of:
            raise InputError(f"{of}_range is (smallest, largest) possible value of a {of}= column; got {span!r:.80}.")
    if (own := ranges.get(kind)) is not None:
        return check_range(f"{kind}_range", own)
    return (0.0, 1.0) if kind in ("correct", "y_pred") and not metric else None


def _direction(kind: Kind, columns: Iterable[str], greater_is_better: bool | None, metric: bool) -> bool | None:
    """Whether greater is better in the numbers that are kept; a metric says so itself."""
    if kind == "loss":
        return check_loss_names(columns, greater_is_better, instead="score= (--score-col)")
    if kind == "score":
        return check_score_names(columns, greater_is_better, instead="loss= (--loss-col)")
    if metric:
        return check_direction(greater_is_better)
    if check_direction(greater_is_better) is False:
        raise InputError(
            f"{kind}= says what is right, and more of that is better: leave greater_is_better=False "
            "(--lower-is-better) out, or give losses with loss= (--loss-col)."
        )
    return False  # right and wrong are kept as errors


def open_table(
    engine: Engine, source: Any, columns: Columns, models: Sequence[str] | None, *, numbered: bool = False
) -> TableLayout:
    """The source in canonical form, with only the models asked for."""
    raw = engine.open(source, columns.all(), columns.labels(), numbered=numbered)
    schema = raw.collect_schema()
    chosen: list[nw.Expr] = [_label(schema, name).alias(f"k{i}") for i, name in enumerate(columns.keys)]
    for name, column in (("group", columns.group), ("repeat", columns.answers)):
        if column is not None:
            chosen.append(_label(schema, column).alias(name))
    if columns.metric and columns.truth is not None:
        chosen.append(_mark(raw, schema, columns, columns.truth).alias("truth"))
    if numbered:
        chosen.append(nw.col(ROW))
    if isinstance(columns.values, str):
        named = nw.lit(ONE_MODEL) if columns.model is None else nw.col(columns.model).cast(nw.String)
        chosen += [named.alias("model")]
        if columns.run is not None:
            chosen.append(_label(schema, columns.run).cast(nw.String).alias("run"))
        rows = raw.select(*chosen, _value(raw, schema, columns, columns.values).alias("value"))
        if columns.run is not None:
            return _by_run(rows, columns, models)
        names = tuple(models) if models is not None else all_models(rows)
        keep = reduce(or_, [nw.col("model").is_null(), *_one_of(names)])
        return TableLayout(rows if models is None else rows.filter(keep), columns, names, rows, numbered)
    for name in models or ():
        check_name("model", name, columns.values)
    names = tuple(models) if models is not None else tuple(columns.values)
    chosen += [_value(raw, schema, columns, columns.values[name]).alias(f"x{j}") for j, name in enumerate(names)]
    rows = raw.select(*chosen)
    return TableLayout(rows, columns, names, rows, numbered)


def _one_of(names: Sequence[str]) -> list[nw.Expr]:
    """Conditions that say, together, that the model is one of these; a few are compared faster than looked up."""
    model = nw.col("model")
    return [model.is_in(list(names))] if len(names) > FEW else [model == name for name in names]


def _by_run(rows: Frame, columns: Columns, models: Sequence[str] | None) -> TableLayout:
    """Every training run as if it were a model: each must have each item once."""
    every = all_models(rows)
    for name in models or ():
        check_name("model", name, every)
    kept = rows if models is None else rows.filter(nw.col("model").is_in(list(models)))
    pairs = sorted(row[:2] for row in fetch_rows(kept.group_by("model", "run").agg(nw.len().alias("n"))) if row[0])
    if any(run is None for _, run in pairs):
        raise InputError(f"Column {columns.run!r} is empty in some rows. Every row needs it: fill it in.")
    order = {name: place for place, name in enumerate(models or every)}
    runs = {f"{name}{OF_RUN}{run}": (name, run) for name, run in sorted(pairs, key=lambda pair: order[pair[0]])}
    if len(runs) != len(pairs):
        raise InputError(f"Names of models and runs cannot be told apart: leave {OF_RUN!r} out of them.")
    joined = kept.with_columns(nw.concat_str([nw.col("model"), nw.col("run")], separator=OF_RUN).alias("model"))
    return TableLayout(joined, columns, tuple(runs), joined, runs=runs)


def explain_no_rows(table: TableLayout) -> NoReturn:
    """No row is left: a model nobody knows, or an empty table."""
    for name in () if table.is_wide else table.names:
        check_name("model", name, all_models(table.unfiltered))
    raise InputError("The table holds no rows.")


def all_models(rows: Frame) -> tuple[str, ...]:
    """Every model a long table names."""
    counted = fetch_rows(rows.group_by("model").agg(nw.len().alias("n")))
    names = sorted(name for name, _ in counted if name is not None)
    if not names:
        raise InputError("The table holds no rows.")
    return tuple(names)


def _label(schema: nw.Schema, column: str) -> nw.Expr:
    """A column of names: categories as text, and NaN and infinity as missing."""
    kind = schema[column]
    if kind.is_float():
        return nw.when(finite(nw.col(column))).then(nw.col(column))
    if kind in (nw.Categorical, nw.Enum):
        return nw.col(column).cast(nw.String)
    return nw.col(column)


def _value(raw: Frame, schema: nw.Schema, columns: Columns, column: str) -> nw.Expr:
    """The loss of a row (or what a metric reads), null where it is missing."""
    if columns.kind == "y_pred":
        assert columns.truth is not None
        if columns.metric:
            return _mark(raw, schema, columns, column)
        return _differ(raw, schema, columns.truth, column)
    number = _number(raw, schema, columns, column)
    if columns.loss_range is None:
        return number
    low, high = columns.loss_range
    outside = raw.with_columns(number.alias("number")).filter((nw.col("number") < low) | (nw.col("number") > high))
    found = _examples(outside.filter(nw.col("number").is_finite()), columns, column)
    if found:
        allowed = "be true/false or lie" if columns.kind == "correct" else "lie"
        raise InputError(f"{column!r} must {allowed} between {low:g} and {high:g}; it does not for {found}.")
    return 1.0 - number if columns.kind == "correct" else number


def _number(raw: Frame, schema: nw.Schema, columns: Columns, column: str) -> nw.Expr:
    kind = schema[column]
    if kind.is_numeric() or kind == nw.Boolean:
        return _float(schema, column)
    if kind not in (nw.String, nw.Categorical, nw.Enum):
        raise InputError(f"Column {column!r} must hold numbers; it holds {kind}.")
    text = nw.col(column).cast(nw.String).str.strip_chars()
    word = text.str.to_lowercase()
    absent, fits = word.is_in(MISSING_WORDS), text.str.contains(NUMBER)
    said = columns.kind == "correct"
    if said:
        fits = fits | word.is_in([*RIGHT, *WRONG])
    found = _examples(raw.filter(~absent & ~fits & ~nw.col(column).is_null()), columns, column)
    if found:
        raise InputError(
            f"Column {column!r} must hold numbers{', or words such as pass and fail' * said}; it holds text for "
            f"{found}. Correct or remove those rows."
        )
    if said:
        text = (
            nw.when(word.is_in(RIGHT))
            .then(nw.lit("1"))
            .otherwise(nw.when(word.is_in(WRONG)).then(nw.lit("0")).otherwise(text))
        )
    return nw.when(fits).then(text).cast(nw.Float64)


def _float(schema: nw.Schema, column: str) -> nw.Expr:
    """A column of numbers or truths."""
    return as_number(nw.col(column)) if schema[column] == nw.Boolean else nw.col(column).cast(nw.Float64)


def _differ(raw: Frame, schema: nw.Schema, truth: str, column: str) -> nw.Expr:
    """1 where prediction and truth differ, 0 where they agree."""
    if _family(schema[truth]) != _family(schema[column]):
        example = fetch_rows(raw.select(truth, column).head(1))
        such = f" such as {shown(example[0][0])} and {shown(example[0][1])}" if example else ""
        raise InputError(
            f"{truth!r} holds {_family(schema[truth])} and {column!r} holds {_family(schema[column])}{such}: "
            "labels of two kinds never agree. Write both the same way."
        )
    return as_number(_comparable(schema, truth) != _comparable(schema, column))


def _mark(raw: Frame, schema: nw.Schema, columns: Columns, column: str) -> nw.Expr:
    """1 for the positive label, 0 for any other."""
    positive = columns.positive
    if _family(schema[column]) == "numbers":
        if positive is None:
            labels = {row[0] for row in fetch_rows(raw.select(_comparable(schema, column).alias("y")).unique().head(9))}
            if not labels <= {0.0, 1.0, None}:
                some = ", ".join(sorted(map(told, labels))[:5])
                raise InputError(f"Say which label of {column!r} is positive with positive=; it holds {some}.")
            positive = 1
        try:
            positive = float(positive)
        except (TypeError, ValueError):
            raise InputError(
                f"positive={positive!r:.80} is not among the labels of {column!r}, which are numbers."
            ) from None
    elif positive is None:
        raise InputError(f"Say which label of {column!r} is positive with positive=; it holds text.")
    else:
        positive = str(positive)
    return as_number(_comparable(schema, column) == positive)


def _family(kind: nw.dtypes.DType) -> str:
    if kind.is_numeric() or kind == nw.Boolean:
        return "numbers"
    return "text" if kind in (nw.String, nw.Categorical, nw.Enum) else str(kind)


def _comparable(schema: nw.Schema, column: str) -> nw.Expr:
    if _family(schema[column]) == "numbers":
        number = _float(schema, column)
        return nw.when(finite(number)).then(number)
    return nw.col(column).cast(nw.String)


def _examples(bad: Frame, columns: Columns, column: str) -> str:
    """The first five rows of a filter that should let none through, with their values; empty if there are none."""
    named = [*columns.keys, *([columns.model] if columns.model is not None else [])]
    rows = fetch_rows(bad.select(*(nw.col(name).alias(f"c{i}") for i, name in enumerate([*named, column]))).head(6))
    return listed([f"{_spelled(named, row)} ({shown(row[-1])})" for row in sorted(rows, key=str)], more=len(rows) > 5)


def _spelled(named: Sequence[str], row: Sequence[Any]) -> str:
    return ", ".join(f"{name} {told(value)}" for name, value in zip(named, row, strict=False))
