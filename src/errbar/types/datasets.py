"""What each model scored on each data set: the table that tests over data sets read.

Folds, repeats and seeds of one data set are not data sets: they share its examples, and a test that takes them for
independent sees differences that are not there. They are refused wherever the table shows what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from errbar.check import check_name, check_some_text
from errbar.core.arrays import Floats
from errbar.core.direction import direction_of
from errbar.errors import InputError
from errbar.plans.families import structure
from errbar.show.call import Call, recorded
from errbar.types.scores import Scores, check_scores

Missing = Literal["error", "drop"]

_WORD = r"(?:cv|fold|split|repeat|repetition|rep|run|seed|round|iteration|iter|partition|resample)s?"
_SPLIT_NAME = re.compile(
    rf"(?:(?:test|train|outer|inner)[ _.-]?)?{_WORD}(?:[ _.-]?(?:id|no|nr|number|index))?", re.IGNORECASE
)
_SPLIT_LABEL = re.compile(rf"(?:{_WORD}[ _.=:#-]*\d+[ _.,/-]*)+", re.IGNORECASE)
WHY = (
    "they share their examples, so a test over data sets would take one data set for many. For one data set rank its "
    "split scores: name their column with --split, or eb.rank(eb.Scores.from_splits({'a': ..., 'b': ...}, ...))."
)
FIRST = 5  # offenders that are named
DIGITS = 12  # significant digits of means over splits and items: sums in another order agree that far


@dataclass(frozen=True, eq=False, kw_only=True)
class Datasets:
    """One number per data set and model.

    Parameters
    ----------
    names : of the data sets.
    models : of the models.
    values : data sets x models.
    loss, greater_is_better : what the numbers are, and their direction.
    scores : the scores inside each data set, where they are known.
    runs : the scores of each model's training runs on each data set, where they are known.
    notes : what was left out, and why.
    """

    names: tuple[str, ...]
    models: tuple[str, ...]
    values: Floats
    loss: str = "loss"
    greater_is_better: bool = False
    scores: Mapping[str, Scores] = field(default_factory=dict)
    runs: Mapping[str, tuple[Floats, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    @recorded
    def from_values(
        cls,
        values: Mapping[str, Mapping[str, float]],
        *,
        loss: str | None = None,
        greater_is_better: bool | None = None,
        missing: Missing = "error",
    ) -> Datasets:
        """From {data set: {model: number}}; a missing or NaN number is a hole.

        Parameters
        ----------
        loss, greater_is_better : what the numbers are, and their direction; a known name such as "accuracy" says it.
        missing : "error" lists the holes, "drop" leaves out data sets with holes and says which.

        Examples
        --------
        >>> errors = {"iris": {"a": .05, "b": .04}, "wine": {"a": .03, "b": .05}}
        >>> table = Datasets.from_values(errors, greater_is_better=False)
        >>> table.values.tolist()
        [[0.05, 0.04], [0.03, 0.05]]
        """
        check_some_text("loss", loss)
        names = _text_names("data set", values)
        rows = [values[name] for name in values]
        if not all(isinstance(row, Mapping) for row in rows):
            raise InputError(
                "Give {data set: {model: number}}, with a mapping from model to number for every data set."
            )
        models = tuple(dict.fromkeys(model for row in rows for model in row))
        table = np.array(
            [[_number(name, model, row.get(model)) for model in models] for name, row in zip(names, rows, strict=True)]
        )
        return complete(names, models, table, loss=loss, greater_is_better=greater_is_better, missing=missing)

    @classmethod
    @recorded
    def from_scores(cls, scores: Mapping[str, Scores]) -> Datasets:
        """From {data set: Scores}, the same models everywhere; each data set counts by the mean of its splits."""
        names = _text_names("data set", scores)
        given = [check_scores(one) for one in scores.values()]
        models, loss, better = given[0].names, given[0].loss, given[0].greater_is_better
        holes = [
            f"data set {name!r}: model {model!r}"
            for name, one in zip(names, given, strict=True)
            for model in dict.fromkeys((*models, *(m for other in given for m in other.names)))
            if model not in one.names
        ]
        if holes:
            raise InputError(
                f"Not every model has scores on every data set: {_several(holes)}. Leave those out, or fit them."
            )
        for name, one in zip(names, given, strict=True):
            if one.loss != loss or one.greater_is_better != better:
                raise InputError(
                    f"Data set {name!r} has scores of {one.loss!r}, the first one of {loss!r}: use one loss."
                )
        _refuse_parts_of_one_plan(names, given)
        ordered = [one.values[[one.names.index(model) for model in models]] for one in given]
        values = np.stack([significant(block.mean(axis=1)) for block in ordered])
        notes = tuple(dict.fromkeys(note for one in given for note in one.notes))
        return cls(
            names=names,
            models=models,
            values=values,
            loss=loss,
            greater_is_better=better,
            scores=dict(scores),
            notes=notes,
        )

    @classmethod
    @recorded
    def from_table(
        cls,
        source: Any,
        *,
        dataset: str | None = None,
        model: str | None = None,
        value: str | Sequence[str] | None = None,
        item: str | None = None,
        split: str | None = None,
        run: str | None = None,
        loss: str | None = None,
        greater_is_better: bool | None = None,
        missing: Missing = "error",
    ) -> Datasets:
        """From a file or frame: one row per data set (wide), or one per data set and model, item or split (long).

        Parameters
        ----------
        source : CSV, CSV.gz, Parquet or JSON lines, several of them, or a pandas, Polars or Arrow table.
        dataset : the column that names the data sets; a pandas frame may have them as its index.
        model, value : in a long table, the columns of model names and numbers; in a wide one leave `model` out, and
            `value` lists the models' columns (all others, where it is left out).
        item, split : in a long table, what tells several rows of a data set and model apart; the mean counts.
        run : in a long table, the training run (or seed); models may have runs of their own, which are kept.
        loss, greater_is_better : what the numbers are, and their direction; a known name such as "accuracy" says it,
            that of the column of numbers too.
        missing : "error" lists the holes, "drop" leaves them out and says what was dropped.
        """
        from errbar.tables.dataset_rows import read_datasets

        return read_datasets(
            source,
            dataset=dataset,
            model=model,
            value=value,
            item=item,
            split=split,
            run=run,
            loss=loss,
            greater_is_better=greater_is_better,
            missing=missing,
        )


def complete(
    names: tuple[str, ...],
    models: tuple[str, ...],
    values: Floats,
    *,
    loss: str | None,
    greater_is_better: bool | None,
    missing: Missing,
    notes: Sequence[str] = (),
) -> Datasets:
    """The table where it has no holes; else an error that lists them, or without the data sets that have some."""
    check_name("missing", missing, ("error", "drop"))
    refuse_splits("data sets", names)
    if len(models) < 2:
        raise InputError(f"A ranking needs at least two models; the table has {len(models)}.")
    infinite = np.argwhere(np.isinf(values))
    if infinite.size:
        i, j = infinite[0]
        raise InputError(f"The numbers must be finite; data set {names[i]!r}, model {models[j]!r} is {values[i, j]}.")
    gone = np.isnan(values)
    said = list(notes)
    if gone.any():
        holes = [f"data set {names[i]!r}: model {models[j]!r}" for i, j in np.argwhere(gone)]
        if missing == "error":
            raise InputError(
                f"The table has holes: {_several(holes)}. Fill them in, leave out the model or the data set, or choose "
                "missing='drop' (--missing drop) to leave out data sets with holes."
            )
        kept = [not row.any() for row in gone]
        lost = [name for name, keep in zip(names, kept, strict=True) if not keep]
        said.append(
            f"{len(lost)} of {len(names)} data sets were left out because not every model has a number: "
            f"{_several(holes)}."
        )
        names = tuple(name for name, keep in zip(names, kept, strict=True) if keep)
        values = values[kept]
    if len(names) < 2:
        raise InputError(
            f"Tests over data sets need at least two of them; the table has {len(names)}."
            + "".join(f" {s}" for s in said)
        )
    better = direction_of("this table", loss, greater_is_better)
    what = loss or ("score" if better else "loss")
    return Datasets(names=names, models=models, values=values, loss=what, greater_is_better=better, notes=tuple(said))


def refuse_splits(what: str, labels: Iterable[str], column: str | None = None) -> None:
    """Refuse "data sets" whose names say that they are splits of one."""
    if column is not None and _SPLIT_NAME.fullmatch(column.strip()):
        raise InputError(f"The column {column!r} names splits of one data set, not data sets: {WHY}")
    names = list(labels)
    if names and all(_SPLIT_LABEL.fullmatch(name.strip()) for name in names):
        raise InputError(
            f"The {what} are called {_several([repr(name) for name in names])}: these are splits of one data set; {WHY}"
        )


def significant(values: Floats) -> Floats:
    """Rounded to twelve significant digits: means that differ only by the order of summation become equal."""
    size = np.abs(values)
    places = np.maximum(np.floor(np.log10(np.where(size > 0, size, 1.0))), -290.0)  # ten to more is no double
    scale = 10.0 ** (DIGITS - 1 - places)
    return np.where(np.isfinite(values), np.round(values * scale) / scale, values)


def _refuse_parts_of_one_plan(names: tuple[str, ...], given: Sequence[Scores]) -> None:
    """Hold-outs of the same examples that together test each of them once: the folds of one data set."""
    refuse_splits("data sets", names)
    plans = [one.plan for one in given]
    if any(len(plan) != 1 or not plan.knows_indices or plan.kind == "test_set" for plan in plans):
        return
    if len({plan.n for plan in plans}) > 1:
        return
    splits = tuple(plan[0] for plan in plans)
    if structure(splits, plans[0].n)[0] == "kfold":
        raise InputError(
            f"The data sets {_several([repr(name) for name in names])} together hold out each of the same "
            f"{plans[0].n} examples once: they are the folds of one data set; {WHY}"
        )


def _text_names(what: str, mapping: Any) -> tuple[str, ...]:
    if not isinstance(mapping, Mapping) or not mapping:
        raise InputError(f"Give a mapping from {what} to its scores, with at least one {what}.")
    if not all(isinstance(name, str) for name in mapping):
        raise InputError(f"Names of {what}s must be text; got {list(mapping)[:FIRST]!r}.")
    return tuple(mapping)


def _number(dataset: str, model: str, value: Any) -> float:
    if value is None:
        return float("nan")
    try:
        if np.iscomplexobj(value):
            raise TypeError
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"Data set {dataset!r}, model {model!r} must have one number; got {value!r:.80}.") from None


def _several(offenders: Sequence[str]) -> str:
    shown = "; ".join(offenders[:FIRST])
    return shown if len(offenders) <= FIRST else f"{shown} ({len(offenders):,} in all)"
