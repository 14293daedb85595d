"""A column of text, cell by cell: is it text, or numbers with something among them that is none?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from shlex import quote
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.words import DATE, DECIMAL_COMMA, MAYBE_LABELS, MISSING_WORDS, NUMBER
from errbar.errors import InputError

MOSTLY = 0.5  # of the cells that hold anything: so many numbers, and the column was meant to be one of numbers
TRUTHS = {"true": 1.0, "false": 0.0}

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Cells:
    """Every cell as one of the distinct texts of its column.

    Parameters
    ----------
    texts : the distinct texts.
    which : for each cell, the place of its text.
    empty : cells that hold nothing at all.
    """

    texts: list[str]
    which: NDArray[np.intp]
    empty: Bools

    @classmethod
    def of(cls, values: NDArray[Any]) -> Cells:
        """From an array of text, masked or None where there is nothing."""
        data = np.ma.getdata(values)
        empty = np.ma.getmaskarray(values) | np.array([value is None for value in data], dtype=bool)
        texts = np.array(["" if gone else str(value) for value, gone in zip(data, empty, strict=True)], dtype=object)
        found, which = np.unique(texts, return_inverse=True)
        return cls(found.tolist(), which.reshape(-1), empty)

    def _each(self, holds: Any) -> Bools:
        """For each cell, whether its text (without spaces around it) has a property."""
        return np.array([bool(holds(text.strip())) for text in self.texts])[self.which]

    @cached_property
    def _absent(self) -> Bools:
        return self._each(lambda text: text.lower() in MISSING_WORDS)

    @cached_property
    def _numbers(self) -> Bools:
        return self._each(re.compile(NUMBER).match)

    @cached_property
    def _truths(self) -> Bools:
        return self._each(lambda text: text.lower() in TRUTHS)

    @property
    def _present(self) -> int:
        return int((~self._absent).sum())

    @property
    def n_absent(self) -> int:
        """Cells with a word for a missing value."""
        return int((self._absent & ~self.empty).sum())

    @property
    def are_numbers(self) -> bool:
        """Whether all that is there is numbers."""
        return 0 < self._present == int(self._numbers.sum())

    @property
    def are_truths(self) -> bool:
        return 0 < self._present == int(self._truths.sum())

    @property
    def are_mostly_dates(self) -> bool:
        return int(self._each(re.compile(DATE).match).sum()) >= MOSTLY * self._present > 0

    @property
    def all_different(self) -> bool:
        return len(self.texts) - bool(self.empty.any()) == int((~self.empty).sum()) > 1

    def numbers(self) -> NDArray[np.float64]:
        """NaN where a value is missing."""
        read = [
            TRUTHS.get(text.strip().lower(), np.nan) if not re.match(NUMBER, text.strip()) else float(text)
            for text in self.texts
        ]
        return np.array(read, dtype=np.float64)[self.which]

    def codes(self) -> NDArray[np.float64]:
        """One number for each distinct text, NaN where there is none."""
        return np.where(self.empty, np.nan, self.which.astype(np.float64))

    def first(self, cells: Bools) -> str:
        """The first of some cells that holds anything."""
        return str(self.texts[self.which[int(np.argmax(cells & ~self.empty))]])

    def said_missing(self) -> str:
        """The words that stand for missing values, and in how many cells."""
        words = sorted({self.texts[i] for i in self.which[self._absent & ~self.empty]})
        return f"{', '.join(map(repr, words))} ({self.n_absent:,} {'cell' if self.n_absent == 1 else 'cells'})"

    def missing_labels(self) -> Bools:
        """Cells that name no class and no group. Among names, one may well be 'none' or '-'."""
        names = np.zeros_like(self.empty) if self.are_numbers else self._each(lambda text: text.lower() in MAYBE_LABELS)
        return self.empty | (self._absent & ~names)

    def refuse_mostly_numbers(self, what: str, name: str | None) -> None:
        """Numbers with other text among them: one bad cell would turn them into a 0/1 column for each."""
        commas = self._each(re.compile(DECIMAL_COMMA).match)
        if int((self._numbers | commas).sum()) < MOSTLY * self._present or not self._present:
            return
        strange = ~self._absent & ~self._numbers
        row, first = int(np.argmax(strange)) + 1, self.first(strange)[:80]
        others = f" ({int(strange.sum()):,} such cells)" if strange.sum() > 1 else ""
        drop = "" if name is None else f", leave the cell empty, or leave the column out with --drop {quote(name)}"
        if commas[row - 1]:
            raise InputError(
                f"{what} has a comma in the number {first!r}, row {row}{others}: write a decimal point, as in 1.5, and "
                f"no commas between thousands{drop}."
            )
        raise InputError(
            f"{what} holds numbers, but {first!r} in row {row}{others}: correct it{drop}; "
            "if these are names, put a letter in front of those that look like numbers."
        )
