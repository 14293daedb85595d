"""Columns -> what a model learns from: features, target and groups, and how they were read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import filterfalse
from shlex import quote
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_name
from errbar.core.row_names import named_rows, names_rows
from errbar.errors import InputError
from errbar.tables.cells import Cells
from errbar.tables.file_text import shown

MANY = 20  # values of a text column that may still be names of kinds


@dataclass(frozen=True, eq=False)
class Features:
    """X and y, and what a model must know to learn from them.

    Parameters
    ----------
    X : numbers; text is coded by number, NaN where a value is missing. Coding only renames the values: what they mean
        is learnt inside each training set (`run.preprocess`).
    y : the target.
    groups : a label per row, or None.
    kinds : which columns of X are text, and which numbers with gaps.
    names, texts : of the columns of X; and of those that are text, the texts behind the numbers.
    notes, text_notes : which words were read as missing; and what becomes of text where a model does not read it.
    """

    X: NDArray[np.float64]
    y: NDArray[Any]
    groups: NDArray[Any] | None
    kinds: dict[str, list[int]]
    names: tuple[str, ...]
    texts: dict[int, list[str]]
    notes: tuple[str, ...]
    text_notes: tuple[str, ...]


def features(
    columns: dict[str, NDArray[Any]], target: str, groups: str | None = None, drop: list[str] | None = None
) -> Features:
    """What to learn from a table: `target` from every other column, those in `drop` aside."""
    asked = (target, *([groups] if groups else []), *(drop or []))
    for unknown in filterfalse(columns.__contains__, asked):
        check_name("column", unknown, columns)
    if target == groups or target in (drop or []):
        option = "--groups" if target == groups else "--drop"
        raise InputError(f"Column {target!r} is the target: it cannot be named by {option} too.")
    _check_single(target, np.ma.getdata(columns[target]))
    learnt = {name: values for name, values in columns.items() if name not in {target, groups, *(drop or [])}}
    if not learnt:
        raise InputError("No column is left to learn from besides the target.")
    coded, kinds = {}, {"text": [], "missing": []}  # type: tuple[dict[str, Coded], dict[str, list[int]]]
    texts: dict[int, list[str]] = {}
    text_notes: list[str] = []
    for i, (name, values) in enumerate(learnt.items()):
        coded[name] = column = _coded(name, values)
        if column.cells is not None and column.is_text:
            kinds["text"].append(i)
            texts[i] = column.cells.texts
            text_notes += _nothing_to_learn(name, column.cells)
        elif np.isnan(column.numbers).any():
            kinds["missing"].append(i)
    if kinds["text"]:
        text = ", ".join(list(learnt)[i] for i in kinds["text"])
        text_notes.insert(0, f"Read as text, one 0/1 column for each value: {text}.")
    y = _labels("target column", target, columns[target])
    labels = _labels("group column", groups, columns[groups]) if groups else None
    X = np.column_stack([column.numbers for column in coded.values()])
    notes = [note for name, column in coded.items() for note in _read_as(name, column)]
    return Features(X, y, labels, kinds, tuple(learnt), texts, tuple(notes), tuple(text_notes))


def _check_single(target: str, values: NDArray[Any]) -> None:
    """A target is one value a row; JSON lines can hold lists and objects."""
    many = [one for one in values if isinstance(one, list | dict | np.ndarray)] if values.dtype == object else []
    if many:
        raise InputError(f"The target {target!r} must hold one value a row; it holds lists such as {many[0]!r}.")


def _nothing_to_learn(name: str, cells: Cells) -> list[str]:
    """Text that makes a 0/1 column of nearly every row, for models that do not read it."""
    otherwise = f"left out with --drop {quote(name)}, or given to a model that reads text"
    n_texts, n_rows = len(cells.texts), cells.which.size
    if cells.all_different:
        return [
            f"Column {name!r} is text with another value in every row, from which nothing can be learnt: it is better "
            f"{otherwise}."
        ]
    if n_texts > MANY and 2 * n_texts > n_rows:
        return [
            f"Column {name!r} is text with {n_texts} different values in {n_rows} rows, each a 0/1 column: free text "
            f"is better {otherwise}."
        ]
    return []


class Coded(NamedTuple):
    """A column as numbers; the cells of one that came as text, and whether that is what it is."""

    numbers: NDArray[np.float64]
    cells: Cells | None = None
    is_text: bool = False


def _coded(name: str, values: NDArray[Any]) -> Coded:
    missing = np.ma.getmaskarray(values)
    data = np.ma.getdata(values)
    if np.issubdtype(data.dtype, np.number) or data.dtype == bool:
        column = data.astype(np.float64)
        column[missing] = np.nan
        if np.isinf(column).any():
            raise InputError(f"Column {name!r} holds infinite values.")
        return Coded(column)
    if np.issubdtype(data.dtype, np.datetime64):
        raise _dates(name)
    cells = Cells.of(values)
    if cells.are_numbers or cells.are_truths:
        return Coded(cells.numbers(), cells)
    cells.refuse_mostly_numbers(f"Column {name!r}", name)
    if cells.are_mostly_dates:
        raise _dates(name)
    return Coded(cells.codes(), cells, is_text=True)


def _read_as(name: str, column: Coded) -> list[str]:
    """What a user should know of how a column was read: words for missing values; numbers that name the rows."""
    if column.cells is None:
        out = f"Leave it out with --drop {quote(name)} if it is one."
        return [named_rows(name, out)] if names_rows(name, column.numbers) else []
    if column.is_text or not column.cells.n_absent:
        return []
    return [f"Column {name!r}: {column.cells.said_missing()} read as missing."]


def _dates(name: str) -> InputError:
    return InputError(
        f"Column {name!r} holds dates, which no model reads as they are: leave it out with --drop {quote(name)}."
    )


def _labels(what: str, name: str, values: NDArray[Any]) -> NDArray[Any]:
    missing = np.ma.getmaskarray(values)
    data = np.ma.getdata(values)
    said = ""
    if data.dtype == object:
        cells = Cells.of(values)
        missing = cells.missing_labels()
        said = f" ({shown(cells.first(missing))})" if (missing & ~cells.empty).any() else ""
        if what == "target column" and not cells.are_numbers:
            cells.refuse_mostly_numbers(f"The {what} {name!r}", None)
    elif np.issubdtype(data.dtype, np.floating):
        missing = missing | np.isnan(data)
    if missing.any():
        first = int(np.argmax(missing)) + 1
        raise InputError(
            f"The {what} {name!r} has {int(missing.sum())} missing value(s){said}, the first in row {first}."
        )
    return data.astype(str) if data.dtype == object else data
