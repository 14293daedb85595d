"""Sums that are the same whatever the order of the rows and the number of threads.

Sums of floating-point numbers depend on the order, and an engine with several threads adds in another one every time.
Sums of whole numbers do not: every value is written as a multiple of a small unit, a power of two, and the multiples
are summed. The unit is 2**-62 of the largest value; values of at least 2**-9 of the largest are such multiples as they
stand, so that their sum is exact. Smaller ones are rounded to the unit, and n values are at most n units off.

A 64-bit number holds one multiple. Where the engine sums 64-bit numbers in 128 bits (DuckDB), that is all; elsewhere
the sum of n of them must fit too, and a multiple is written in several parts of fewer bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import ceil, frexp, isfinite
from operator import add
from typing import Any

import duckdb
import narwhals as nw

from errbar.tables.layout import TableLayout
from errbar.tables.source import fetch_rows
from errbar.tables.truths import finite

BITS = 62  # of a 64-bit number: one is its sign, one is spare for rounding up
SAMPLE = 2**17  # rows that may tell what units each model needs
SMALLEST, LARGEST = -400, 480  # powers of two between which squares of values and of their units are finite


@dataclass(frozen=True)
class Grid:
    """Values of at most 2**exponent as whole numbers, in parts of `width` bits.

    Parameters
    ----------
    name : of the value; its parts are called name_0, name_1, ...
    """

    name: str
    exponent: int
    width: int = BITS
    n_parts: int = 1

    @property
    def names(self) -> list[str]:
        return [f"{self.name}_{i}" for i in range(self.n_parts)]

    @property
    def _powers(self) -> list[int]:
        """The unit of each part is 2**-power."""
        return [self.width * (i + 1) - self.exponent for i in range(self.n_parts)]

    def parts(self, value: nw.Expr) -> list[nw.Expr]:
        """The parts of a value that is not too large."""
        left, made = value, []
        for name, power in zip(self.names[:-1], self._powers, strict=False):
            whole = (left * 2.0**power).floor()
            made.append(whole.cast(nw.Int64).alias(name))
            left = left - whole * 2.0**-power
        return [*made, (left * 2.0 ** self._powers[-1]).cast(nw.Int64).alias(self.names[-1])]

    def sums(self) -> list[nw.Expr]:
        """The sum of each part, under its own name."""
        return [nw.col(name).sum().alias(name) for name in self.names]

    def rounded(self) -> nw.Expr:
        """In the engine, the float next to the sum."""
        terms = zip(self.names, self._powers, strict=True)
        return reduce(add, [nw.col(name).cast(nw.Float64) * 2.0**-power for name, power in reversed(list(terms))])

    def total(self, row: Mapping[str, Any]) -> Fraction:
        """The sum itself."""
        terms = zip(self.names, self._powers, strict=True)
        return sum((int(row[name]) * Fraction(2) ** -power for name, power in terms), Fraction(0))


@dataclass(frozen=True)
class Bounds:
    """How many rows there are, and the smallest and largest finite value of each model.

    Parameters
    ----------
    wide : whether the engine sums 64-bit numbers in more than 64 bits.
    finite : whether the rows hold no other values, missing ones aside.
    """

    n: int
    low: tuple[float, ...]
    high: tuple[float, ...]
    wide: bool
    finite: bool

    @property
    def shifts(self) -> list[float]:
        """What to subtract from each model's values before they are squared: none of the differences is rounded.

        Values between some number and its double (or all equal) lie far from zero beside their spread.
        """
        return [_shift(low, high) for low, high in zip(self.low, self.high, strict=True)]

    @property
    def exponents(self) -> list[int] | None:
        """Powers of two that the shifted values do not exceed; None where their squares would overflow."""
        found = []
        for low, high, shift in zip(self.low, self.high, self.shifts, strict=True):
            reach = max(abs(low - shift), abs(high - shift))
            found.append(max(frexp(reach)[1], SMALLEST) if isfinite(reach) else LARGEST + 1)
        return None if max(found) > LARGEST else found

    @property
    def maybe_binary(self) -> list[int]:
        """Models whose values may all be 0 or 1."""
        ends = zip(self.low, self.high, strict=True)
        return [j for j, (low, high) in enumerate(ends) if {low, high} <= {0.0, 1.0}]

    def serves(self, other: Bounds) -> bool:
        """Whether sums made with these are the ones that `other` would have made."""
        same = (self.shifts, self.exponents) == (other.shifts, other.exponents) and (self.wide or self.n == other.n)
        return same and {*other.maybe_binary} <= {*self.maybe_binary}

    def grid(self, name: str, exponent: int, over: int = 0) -> Grid:
        """For n values of at most 2**exponent, which most of them stay below by some 2**over."""
        width = BITS if self.wide else BITS - self.n.bit_length()
        return Grid(name, exponent, width, ceil((BITS + over) / width))


def within(column: str, exponent: int) -> nw.Expr:
    """The column, null where it is infinite, NaN or too large."""
    value = nw.col(column)
    size = (value - value) + value.abs()  # NaN where the value is none that is `finite`: one look for both
    return nw.when(size <= 2.0**exponent).then(value).alias(column)


def _shift(low: float, high: float) -> float:
    if low == high or (low > 0 and high <= 2 * low):
        return low
    return high if high < 0 and low >= 2 * high else 0.0


def bounds(table: TableLayout) -> Bounds:
    """Of the rows as they stand."""
    found = _known(table, _wide_extremes if table.is_wide else _long_extremes)
    return _bounds(table, [found[0].get(name, (0, None, None)) for name in table.names], *found[1:])


def overall_bounds(table: TableLayout) -> Bounds:
    """Of all models of a long table together, left-out ones too: a file may have noted them down, which spares a look.

    One model's own may be narrower, and there may be fewer rows.
    """
    found, n, finite_ends = _known(table, _one_extreme)
    return _bounds(table, [found[None]] * len(table.names), n, finite_ends)


def sampled(table: TableLayout, seen: Bounds) -> bool:
    """Whether the first rows that come prove that units taken from all models together are each model's own.

    A model's extremes lie between those of some of its rows and those of all models. Where both call for the same
    shift, power of two and look for 0 and 1 (`serves`), so does what lies between.
    """
    if not seen.wide:
        return False
    found = _long_extremes(replace(table, rows=table.rows.head(SAMPLE)), True)
    rows = [found.get(name, (0, None, None)) for name in table.names]
    return all(row[1] is not None for row in rows) and seen.serves(_bounds(table, rows, seen.n, True))


Extremes = tuple[Any, ...]  # number of rows, smallest and largest value


def _bounds(table: TableLayout, rows: list[Extremes], n: int, finite_ends: bool) -> Bounds:
    wide = isinstance(table.rows.to_native(), duckdb.DuckDBPyRelation)
    low, high = (tuple(0.0 if row[i] is None else float(row[i]) for row in rows) for i in (1, 2))
    return Bounds(n, low, high, wide, finite_ends and wide)  # elsewhere extremes may overlook NaN


def _known(
    table: TableLayout, look: Callable[[TableLayout, bool], dict[str | None, Extremes]]
) -> tuple[dict[str | None, Extremes], int, bool]:
    """The extremes of finite values, the number of rows, and whether there are no other values."""
    found = look(table, False)
    finite_ends = all(isfinite(end) for _, *ends in found.values() for end in ends if end is not None)
    if not finite_ends:
        found = look(table, True)
    counts = [int(row[0]) for row in found.values()]
    return found, max(counts, default=0) if table.is_wide else sum(counts), finite_ends


def extremes(column: str, name: str = "", *, finite_only: bool = False) -> list[nw.Expr]:
    """Smallest and largest value of a column: `low` and `high`, with `name` behind it."""
    value = nw.when(finite(nw.col(column))).then(nw.col(column)) if finite_only else nw.col(column)
    return [value.min().alias(f"low{name}"), value.max().alias(f"high{name}")]


def _long_extremes(table: TableLayout, finite_only: bool) -> dict[str | None, Extremes]:
    """For each model."""
    counted = table.rows.group_by("model").agg(nw.len().alias("n"), *extremes("value", finite_only=finite_only))
    return {row[0]: row[1:] for row in fetch_rows(counted.select("model", "n", "low", "high"))}


def _one_extreme(table: TableLayout, finite_only: bool) -> dict[str | None, Extremes]:
    every = table.unfiltered.select(nw.len().alias("n"), *extremes("value", finite_only=finite_only))
    return {None: fetch_rows(every)[0]}


def _wide_extremes(table: TableLayout, finite_only: bool) -> dict[str | None, Extremes]:
    every = [end for j in range(len(table.names)) for end in extremes(f"x{j}", str(j), finite_only=finite_only)]
    n, *found = fetch_rows(table.rows.select(nw.len().alias("n"), *every))[0]
    return {name: (n, *found[2 * j : 2 * j + 2]) for j, name in enumerate(table.names)}
