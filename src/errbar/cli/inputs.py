"""What was typed -> what a verb takes: models, a plan, the data in a file, and settings that several commands share.

The dataclasses are groups of options (`flat` spells them out); `vars` of one is what the verb is called with.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

import numpy as np
import typer
from numpy.typing import NDArray

from errbar.check import check_finite
from errbar.cli import options as o
from errbar.cli.finish import ARGUMENTS
from errbar.cli.spec import parse_model, parse_plan
from errbar.core.direction import check_loss_names, check_score_names
from errbar.errors import InputError
from errbar.plans.families import TestSet
from errbar.tables.cells import Cells
from errbar.tables.columns import read_columns
from errbar.tables.features import features
from errbar.types import Plan, Results, Scores

Answer = TypeVar("Answer")


@dataclass(frozen=True, kw_only=True)
class JudgedBy:
    """What a fitted model is judged by."""

    loss: o.Loss = "auto"
    scoring: o.Scoring = None

    @property
    def settings(self) -> dict[str, Any]:
        """As a verb takes them: names with commas between them are a list."""
        given = {"loss": self.loss, "scoring": self.scoring}
        return {name: text if text is None or "," not in text else _listed(text) for name, text in given.items()}


@dataclass(frozen=True, kw_only=True)
class JudgedWith(JudgedBy):
    """And which label counts, and how much each row does."""

    positive: o.Positive = None
    weight: o.Weight = None


BY_DEFAULT = JudgedWith()


@dataclass(frozen=True, kw_only=True)
class AskedFor:
    """What the interval and the test are to be."""

    confidence_level: o.Level = 0.95
    null: o.Null = None
    alternative: o.Alternative = "two-sided"


@dataclass(frozen=True, kw_only=True)
class Splitting:
    """How the rows are split, and which columns say something else than what to learn from."""

    plan: o.PlanSpec = None
    effort: o.Effort = None
    groups: o.Groups = None
    drop: o.Drop = None


@dataclass(frozen=True, kw_only=True)
class Work:
    """How the fitting is done, and where models may come from."""

    random_state: o.RandomState = None
    n_jobs: o.Jobs = None
    store: o.Store = None
    allow_module: o.AllowModule = None

    @property
    def settings(self) -> dict[str, Any]:
        """As a verb takes them."""
        store = None if self.store is None else str(self.store)
        return {"random_state": self.random_state, "n_jobs": self.n_jobs, "store": store}

    @property
    def keeps(self) -> tuple[str, ...]:
        """The files of the store, which SQLite keeps two more beside."""
        return () if self.store is None else tuple(f"{self.store}{end}" for end in ("", "-wal", "-shm"))

    def models(self, specs: Sequence[str]) -> list[Any]:
        return [parse_model(spec, self.allow_module or ()) for spec in specs]


@dataclass(frozen=True, kw_only=True)
class TimedWork(Work):
    """Of fits that may be set aside one by one."""

    timeout: o.Timeout = None

    @property
    def settings(self) -> dict[str, Any]:
        return super().settings | {"timeout": self.timeout}


@dataclass(frozen=True)
class Inputs:
    """Models that can learn from a file, and what they learn from.

    Parameters
    ----------
    models, X, y : as a verb takes them.
    settings : of a verb, as far as they hang on the file: how its rows are split, and what models are judged by.
    notes : how the file was read.
    """

    models: list[Any]
    X: Any
    y: Any
    settings: dict[str, Any]
    notes: tuple[str, ...] = ()

    def noted(self, answer: Answer) -> Answer:
        """An answer that also says how its file was read."""
        if isinstance(answer, Results):
            return Results([self.noted(one) for one in answer])  # type: ignore[return-value]
        said: Answer = replace(answer, notes=(*answer.notes, *self.notes))  # type: ignore[type-var, attr-defined]
        return said


def read_inputs(
    specs: Sequence[str], work: Work, data: Path, target: str, splits: Splitting, *, metric: JudgedWith = BY_DEFAULT
) -> Inputs:
    """Every model, behind the preparation that the columns of the file need, with the data and the plan.

    First all that was typed, then the file, then what the models need to learn from it.
    """
    from errbar.run.preprocess import all_prepared

    models, settings, weight = work.models(specs), metric.settings, metric.weight
    settings |= {"plan": None if splits.plan is None else parse_plan(splits.plan), "effort": splits.effort}
    _check_said_once("--target", "one column")
    columns = read_columns(data)
    weights = None if weight is None else _weights(weight, target, columns)
    found = features(columns, target, splits.groups, [*(splits.drop or []), *([] if weight is None else [weight])])
    settings["groups"] = found.groups
    if metric.positive is not None:
        settings["positive"] = _as_spelled(metric.positive, found.y)
    ready, all_read = all_prepared(models, found.names, found.texts, found.kinds)
    notes = found.notes if all_read else (*found.text_notes, *found.notes)
    if weights is not None:
        settings["params"], said = _weighting(weights, ready)
        notes += said
    return Inputs(ready, found.X, found.y, settings, notes)


def _as_spelled(positive: str, y: NDArray[Any]) -> Any:
    """A label as y spells it."""
    labels = {str(label): label for label in np.unique(y).tolist()}
    if y.dtype == bool:  # which is how files with yes and no are read
        labels |= {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    return labels.get(positive, positive)


def _weighting(weights: NDArray[np.float64], models: Sequence[Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Weights for the losses, and for fits where every model takes them; and a note where not."""
    from errbar.run.routed import takes_weights

    if all(map(takes_weights, models)):
        return {"loss_weight": weights, "sample_weight": weights}, ()
    return {"loss_weight": weights}, ("Not every model takes weights in fit: the losses are weighted, and no fit is.",)


def _weights(weight: str, target: str, columns: Mapping[str, NDArray[Any]]) -> NDArray[np.float64]:
    if weight not in columns or weight == target:
        raise InputError(f"--weight names a column of weights, not the target; there is {', '.join(columns)}.")
    return check_finite(f"column {weight!r}", _numbers(weight, columns[weight]))


def _listed(text: str) -> list[str]:
    return [name for name in map(str.strip, text.split(",")) if name]


def _check_said_once(option: str, what: str) -> None:
    """Of a repeated option typer keeps the last, and which was meant cannot be told."""
    words = [word.split("=")[0] for word in ARGUMENTS.get()]
    if words.count(option) > 1:
        raise InputError(f"{option} names {what}; it is given {words.count(option)} times.")


@dataclass(frozen=True, kw_only=True)
class FileColumn:
    """Which column of a file holds the losses or scores of a trained model, and what they can be."""

    column: Annotated[str | None, typer.Option(metavar="COL", help="Which column of the file.")] = None
    item: Annotated[
        str | None, typer.Option(metavar="COL", help="Names the rows: their order then does not matter at all.")
    ] = None
    low_high: Annotated[tuple[float, float] | None, typer.Option("--range", help="Of the losses in a file.")] = None
    score_col: Annotated[
        str | None, typer.Option(metavar="COL", help="A column of scores, higher is better, instead of losses.")
    ] = None
    score_range: o.ScoreRange = None
    greater_is_better: o.Direction = None

    def refuse(self) -> None:
        """Where there is no file."""
        if any(one is not None for one in vars(self).values()):
            raise InputError(
                "--column, --item, --range, --score-col, --score-range and a direction are for a file; ERRORS and N "
                "are counts."
            )

    def scores(self, path: Path) -> Scores:
        """The losses or scores in a file; bets take them in an order that cannot know them."""
        if self.low_high is not None and self.score_range is not None:
            raise InputError("Give the range once: --range for losses or --score-range for scores.")
        if self.column is not None and self.score_col is not None:
            raise InputError("Give the numbers once: --column for losses or --score-col for scores.")
        low, high = self.low_high or self.score_range or (0.0, 1.0)
        columns = read_columns(path)
        column = self._chosen(path, columns)
        better = self._direction(column)
        values = check_finite(f"column {column!r}", _numbers(column, columns[column]))
        if ((values < low) | (values > high)).any():
            what, option = ("Losses", "--range") if self.score_col is None else ("Scores", "--score-range")
            raise InputError(f"{what} must lie in the range {low:g} to {high:g}; give it with {option}.")
        test_set = TestSet(values.size, names=None if self.item is None else _names(self.item, columns[self.item]))
        plan = Plan("test_set", values.size, (test_set,))
        called = "loss" if self.score_col is None and not better else column
        return Scores(plan, ("model",), np.array([[values.mean()]]), values[None], called, (low, high), better)

    def _chosen(self, path: Path, columns: Collection[str]) -> str:
        """The column that was named, or the only one."""
        column = self.column or self.score_col
        others = [name for name in columns if name != self.item]
        if column is None and len(others) != 1:
            raise InputError(f"{path} has {len(columns)} columns: say which with --column ({', '.join(columns)}).")
        for name in (column, self.item):
            if name is not None and name not in columns:
                raise InputError(f"{path} has no column {name!r}; it has {', '.join(columns)}.")
        return column or others[0]

    def _direction(self, column: str) -> bool:
        """Whether greater is better."""
        if self.score_col is None:
            return check_loss_names([column], self.greater_is_better, instead=f"--score-col {column}")
        return check_score_names([column], self.greater_is_better, instead=f"--column {column}")


def _numbers(name: str, values: NDArray[Any]) -> NDArray[np.float64]:
    """NaN where a loss is missing."""
    if np.ma.getdata(values).dtype != object:
        numbers: NDArray[np.float64] = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)
        return numbers
    cells = Cells.of(values)
    if not cells.are_numbers:
        cells.refuse_mostly_numbers(f"Column {name!r}", None)
        raise InputError(f"Column {name!r} must hold numbers; it holds text such as {cells.first(~cells.empty)!r}.")
    return cells.numbers()


def _names(item: str, column: Any) -> NDArray[Any]:
    names = np.array([*map(str, column)], dtype=object)
    called, counts = np.unique(names, return_counts=True)
    if (counts > 1).any():
        raise InputError(f"--item {item} must tell the rows apart; {called[counts > 1][0]!r} names several.")
    return names


def one_or_more(columns: list[str] | None, model_col: str | None) -> str | list[str] | None:
    """One column of a long table, or those of a wide one."""
    if columns is None or model_col is None:
        return columns
    return columns[0] if len(columns) == 1 else columns
