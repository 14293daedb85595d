"""The options that say what a table or a log holds -> Scores, with subgroups by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.inputs import one_or_more
from errbar.core.direction import check_loss_names, check_score_names
from errbar.errors import InputError
from errbar.tables.any_log import ENDS, FORMATS, log_rows, named_path
from errbar.tables.columns import read_columns
from errbar.tables.log_row import LogAsked, labels_of_rows
from errbar.tables.nested import EACH
from errbar.tables.offenders import FIRST, listed
from errbar.tables.read import from_table
from errbar.types import Scores

Columns = Annotated[list[str] | None, typer.Option(metavar="COL", help="One, or one per model in a wide table.")]

VALUES = ("loss_col", "score_col", "correct_col", "y_pred", "y_score")  # where the numbers of the models are
NOT_COLUMNS = {"metric", "positive", "group", "reduce", "n_train", "n_test"}  # these do no harm to a log


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
    run: Annotated[str | None, typer.Option(metavar="COL", help="The training run (seed) of each row.")] = None
    reduce: Annotated[str | None, typer.Option(metavar="HOW", help="Answers to an item: mean, pass@K or pass^K.")] = (
        None
    )
    judge: Annotated[
        list[str] | None, typer.Option(metavar="COL", help="A judge's scores of all items, beside people's of some.")
    ] = None
    labelled: Annotated[
        str | None, typer.Option(metavar="HOW", help="Items with people's labels: check, or drawn at random.")
    ] = None
    n_train: Annotated[int | None, typer.Option(help="Training size of the splits.")] = None
    n_test: Annotated[int | None, typer.Option(help="Test size of the splits.")] = None

    @property
    def names_columns(self) -> bool:
        return any(value is not None for name, value in vars(self).items() if name not in NOT_COLUMNS)

    def is_nested(self, given: Sequence[str]) -> bool:
        """Whether the columns are places inside JSON, such as rows[].score."""
        spelled = [one for value in vars(self).values() for one in (value if isinstance(value, list) else [value])]
        texts, files = [one for one in spelled if isinstance(one, str)], [path.lower() for path in files_of(given)]
        if any(EACH in one for one in texts):
            return all(path.endswith((".json", ".jsonl", ".ndjson")) for path in files)
        # a line of JSON is a row, and its names may have dots
        return any("." in one for one in texts) and all(path.endswith(".json") for path in files)

    def fields(self, greater_is_better: bool | None) -> tuple[dict[str, str], bool | None]:
        """Where things stand in JSON, and which way its numbers count."""
        values = {name: getattr(self, name) for name in VALUES if getattr(self, name) is not None}
        if len(values) != 1 or any(len(one) != 1 for one in values.values()) or {*values} & {"y_pred", "y_score"}:
            raise InputError("Name one place of the scores: --score-col, --correct-col or --loss-col.")
        kind, (place,) = next(iter(values.items()))
        name = [place.replace(EACH, "").rpartition(".")[2]]
        if kind == "score_col":
            greater_is_better = check_score_names(name, greater_is_better, instead="--loss-col")
        elif kind == "loss_col":
            greater_is_better = check_loss_names(name, greater_is_better, instead="--score-col")
        else:
            greater_is_better = True
        named = {"item": self.item, "model": self.model_col, "repeat": self.repeat, "group": self.group}
        return {field: one for field, one in named.items() if one is not None} | {"score": place}, greater_is_better

    def refuse(self) -> None:
        """Where a log has its own columns."""
        if self.names_columns:
            raise InputError(
                "Evaluation logs have their own columns: leave --item, --model-col, --loss-col and the like out."
            )

    @property
    def columns(self) -> dict[str, Any]:
        """As `from_table` takes them."""
        named = dict(vars(self))
        model = named.pop("model_col")
        values = {name.removesuffix("_col"): one_or_more(named.pop(name), model) for name in VALUES}
        named |= {"reduce": named["reduce"] or "mean", "labelled": named["labelled"] or "check"}
        named["judge"] = one_or_more(named["judge"], model)
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
    missing: Annotated[str, typer.Option(help="error; drop items that not every model has; keep them (--run).")] = (
        "error"
    )
    keep: Annotated[str, typer.Option(help="items, sums (any number of rows) or auto.")] = "auto"


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What kind of file it is, and how a log is read."""

    format: Annotated[str, typer.Option(help=f"auto, table, or the tool that wrote a log: {', '.join(FORMATS)}.")] = (
        "auto"
    )
    scorer: o.Scorer = None
    filter: o.Filter = None
    mark: o.Marks = None

    @property
    def marks(self) -> dict[str, float] | None:
        """
        >>> Reading(mark=["agree=4", "disagree = 2"]).marks
        {'agree': 4.0, 'disagree': 2.0}
        """
        return None if self.mark is None else named_numbers("--mark", self.mark)

    @property
    def scorers(self) -> str | list[str] | None:
        names = [] if self.scorer is None else [one.strip() for one in self.scorer.split(",")]
        if len(names) < 2 or (len(names) == 2 and "-" in names[1]):  # lm-eval calls them "metric,filter-name"
            return self.scorer
        return names


@dataclass(frozen=True, slots=True)
class Opened:
    """Scores, and how to learn the subgroup of each of their items."""

    scores: Scores
    labels: Callable[[str], dict[Any, Any]]


def files_of(given: Sequence[str]) -> list[str]:
    """Paths without the names that models are given by."""
    return [named_path(one)[1] for one in given]


def is_log(given: Sequence[str], where: Where, reading: Reading) -> bool:
    """Whether these are read as logs: because the format says so, or no column is named and they look like it."""
    if check_name("format", reading.format, ("auto", "table", *FORMATS)) != "auto":
        return reading.format != "table"
    if where.names_columns and not where.is_nested(given):
        return False
    return all(Path(path).is_dir() or path.lower().endswith(ENDS) for path in files_of(given))


def read_scores(
    table: list[str], where: Where, pair: Pair, values: Values, reading: Reading, *, sequential: bool
) -> Scores:
    """A table or a log, as its options say."""
    return open_scores(table, where, pair, values, reading, sequential=sequential).scores


def open_scores(
    table: list[str],
    where: Where,
    pair: Pair,
    values: Values,
    reading: Reading,
    *,
    sequential: bool = False,
    by: str | None = None,
) -> Opened:
    """The same, with the subgroups that the table or log can tell; `by`: those that will be asked for."""
    if not is_log(table, where, reading):
        given: dict[str, Any] = vars(values) | {"models": pair.given}
        scores = from_table(table, **where.columns, **given, ordered=sequential and where.split is None)
        return Opened(scores, lambda by: _of_table(scores, by, table, where))
    if sequential:
        raise InputError("--sequential reads a table in the order of its rows; logs have no such order.")
    if values.loss_range is not None:
        raise InputError("--loss-range is for a table's losses; a log takes --score-range.")
    fields, better = None, values.greater_is_better
    if where.is_nested(table):
        fields, better = where.fields(better)
    else:
        where.refuse()
    asked = LogAsked(
        format=reading.format,
        filter=reading.filter,
        fields=fields,
        scorer=reading.scorers if reading.scorer is not None else where.metric,
        group=where.group,
        by=by,
        reduce=where.reduce or "mean",
        models=pair.given,
        missing=check_name("missing", values.missing, ("error", "drop")),  # type: ignore[arg-type]
        keep=check_name("keep", values.keep, ("auto", "items", "sums")),  # type: ignore[arg-type]
        greater_is_better=better,
        score_range=values.score_range,
        marks=reading.marks,
    )
    found = log_rows(table, None, asked)
    scores = found.scores(asked)
    return Opened(scores, lambda by: labels_of_rows(found.rows, by, _names(scores)))


def _of_table(scores: Scores, by: str, table: list[str], where: Where) -> dict[Any, Any]:
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
        which = listed([str(name) for name in missing[:FIRST]], total=len(missing))
        raise InputError(f"Column {by!r} names no subgroup for item {which}: fill it in, or leave such rows out.")
    return {name: str(found[str(name)]) for name in names}


def _names(scores: Scores) -> set[str]:
    names = getattr(scores.plan.parts[0], "names", None)
    if names is None:
        raise InputError("--by looks at single items: leave --keep sums out.")
    return set(map(str, names.tolist()))


def named_numbers(option: str, given: list[str]) -> dict[str, float]:
    """What an option that takes WORD=NUMBER, several times, was given."""
    found = {}
    for one in given:
        word, _, number = one.rpartition("=")
        try:
            found[word.strip()] = float(number)
        except ValueError:
            raise InputError(f"{option} takes WORD=NUMBER; got {one!r:.80}.") from None
    return found
