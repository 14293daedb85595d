"""A sheet of Excel (`.xlsx`) -> columns, by openpyxl: the first sheet, its first row the names."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.errors import InputError, NeedsError
from errbar.tables.file_text import shown
from errbar.tables.files import MOST_COLUMNS
from errbar.types.zips import check_members

ENDS = (".xlsx", ".xlsm")


def is_excel(path: str) -> bool:
    return path.lower().endswith(ENDS)


def excel_columns(paths: Sequence[str]) -> dict[str, NDArray[Any]]:
    """One table of all files, which must have the same columns."""
    found: dict[str, list[Any]] = {}
    for path in paths:
        own = _sheet(Path(path))
        if found and found.keys() != own.keys():
            raise InputError(f"{Path(path).name} has other columns than {Path(paths[0]).name}.")
        for name, values in own.items():
            found.setdefault(name, []).extend(values)
    return {name: _column(values) for name, values in found.items()}


def _sheet(path: Path) -> dict[str, list[Any]]:
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise NeedsError(f"{path.name} takes openpyxl: pip install 'errbar[excel]', or save it as CSV.") from None
    try:
        with zipfile.ZipFile(path) as archive:
            check_members(path.name, archive.infolist())
        book = load_workbook(path, read_only=True, data_only=True)
        lines = [list(line) for line in book.worksheets[0].iter_rows(values_only=True)]
        book.close()
    except InputError:
        raise
    except Exception as cause:  # zipfile and openpyxl raise a dozen kinds
        raise InputError(f"{path.name} is no Excel file, or is damaged: {str(cause)[:200]}.") from None
    header, *rows = lines or [[]]
    names = [str(name) for name in header if name is not None]
    if not names or len(names) > MOST_COLUMNS or any(name is None for name in header[: len(names)]):
        raise InputError(f"{path.name}: the first row of the first sheet must name its columns.")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"{path.name} has two columns named {shown(twice[0])}: rename one.")
    rows = [row for row in rows if any(value is not None for value in row)]
    return {name: [row[place] if place < len(row) else None for row in rows] for place, name in enumerate(names)}


def _column(values: list[Any]) -> NDArray[Any]:
    """Numbers as numbers, a gap as NaN; anything else as text."""
    held = [value for value in values if value is not None]
    if held and all(isinstance(value, bool) for value in held) and len(held) == len(values):
        return np.array(values, dtype=bool)
    if (
        held
        and all(isinstance(value, int) and not isinstance(value, bool) for value in held)
        and len(held) == len(values)
    ):
        return np.array(values)
    if held and all(isinstance(value, (int, float)) for value in held):
        return np.array([np.nan if value is None else float(value) for value in values])
    return np.array([None if value is None else str(value) for value in values], dtype=object)
