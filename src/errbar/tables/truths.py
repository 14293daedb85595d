"""Conditions, asked and counted in words that every engine understands."""

from __future__ import annotations

import narwhals as nw


def finite(value: nw.Expr) -> nw.Expr:
    """Whether a value is neither infinite nor NaN; null where there is none.

    Infinity and NaN less themselves are NaN. DuckDB answers `isnan` and comparisons with a constant from the smallest
    and largest value that a Parquet file notes down for a column, and those know nothing of NaN.
    """
    none: nw.Expr = (value - value) == 0.0
    return none


def as_number(condition: nw.Expr) -> nw.Expr:
    """1 where it holds, 0 where it does not, null where nobody knows: PostgreSQL casts no truth to a number."""
    return nw.when(condition).then(nw.lit(1)).otherwise(nw.when(~condition).then(nw.lit(0))).cast(nw.Float64)
