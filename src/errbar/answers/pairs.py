"""Comparisons of many pairs of models, kept as columns: half a million of them are a few arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_name
from errbar.core.arrays import Floats, Indices
from errbar.errors import InputError
from errbar.types.answer import plain

Ranks = tuple[Indices, Indices]


@dataclass(frozen=True, eq=False, kw_only=True)
class Pairs:
    """Pairs (a, b) of models, with one number per column and pair.

    Parameters
    ----------
    models : names, in the order they were given.
    first, second : places of a and b in `models`.
    pvalue, adjusted_pvalue : of "a and b are alike": each pair on its own, and with all pairs in mind.
    """

    models: tuple[str, ...]
    first: Indices
    second: Indices
    pvalue: Floats
    adjusted_pvalue: Floats

    def __len__(self) -> int:
        return self.first.size

    def __getitem__(self, i: int) -> dict[str, Any]:
        """One pair: its names and every column."""
        return {"a": self.models[self.first[i]], "b": self.models[self.second[i]]} | {
            name: column[i].item() for name, column in self.columns().items()
        }

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[i] for i in range(len(self)))

    def columns(self) -> dict[str, NDArray[Any]]:
        """Every column by name."""
        places = ("models", "first", "second")
        own = [f.name for f in fields(self) if f.name not in (*places, "pvalue", "adjusted_pvalue")]
        return {name: getattr(self, name) for name in [*own, "pvalue", "adjusted_pvalue"]}

    def between(self, a: str, b: str) -> dict[str, Any]:
        """The comparison of two models, as it was made: `["a"]` and `["b"]` say which was subtracted."""
        i, j = (self.models.index(check_name("model", name, self.models)) for name in (a, b))
        found = np.flatnonzero(((self.first == i) & (self.second == j)) | ((self.first == j) & (self.second == i)))
        if found.size == 0:
            raise InputError(f"{a!r} and {b!r} were not compared with each other.")
        return self[int(found[0])]

    def matrix(self, column: Floats, diagonal: float) -> Floats:
        """Models x models, NaN where a pair was not compared."""
        whole = np.full((len(self.models), len(self.models)), np.nan)
        whole[self.first, self.second] = whole[self.second, self.first] = column
        np.fill_diagonal(whole, diagonal)
        return whole

    def rank_limits(self, first_is_better: Floats, confidence_level: float, control: str | None) -> Ranks:
        """Of each model, one more than were shown to be better, and how many were not shown to be worse.

        Compared with a control alone, what is better than it is also better than what is worse than it.
        """
        k, differs = len(self.models), self.adjusted_pvalue < 1 - confidence_level
        above, below = np.zeros(k, dtype=np.intp), np.zeros(k, dtype=np.intp)
        for better, worse, shown in (
            (self.first, self.second, differs & (first_is_better > 0)),
            (self.second, self.first, differs & (first_is_better < 0)),
        ):
            np.add.at(above, worse[shown], 1)
            np.add.at(below, better[shown], 1)
        if control is not None:
            centre = self.models.index(control)
            others = np.arange(k) != centre
            above, below = (
                np.where(others & (above > 0), 1 + above[centre], above),
                np.where(others & (below > 0), 1 + below[centre], below),
            )
        return 1 + above, k - below

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per pair."""
        from errbar.types.frame import frame

        names = np.array(self.models, dtype=object)
        return frame({"a": names[self.first], "b": names[self.second], **self.columns()})

    def to_rows(self) -> list[dict[str, Any]]:
        """Every pair as JSON-safe values."""
        return [plain(row) for row in self]


@dataclass(frozen=True, eq=False, kw_only=True)
class ErrorPairs(Pairs):
    """Differences in error on one data set.

    Parameters
    ----------
    estimate, low, high : error(a) - error(b) and its own interval.
    simultaneous_low, simultaneous_high : wider, for the whole family: a pair is shown to differ (`adjusted_pvalue`)
        exactly where 0 is not inside. All hold at once (Bonferroni, or max-t), but for an end at exactly 0, which comes
        from the stepwise test; with "fdr_bh" they are those of Benjamini and Yekutieli, with "none" those of one pair.
    statistic, se, df : of the test; NaN where the method has none.
    """

    estimate: Floats
    low: Floats
    high: Floats
    simultaneous_low: Floats
    simultaneous_high: Floats
    statistic: Floats
    se: Floats
    df: Floats


@dataclass(frozen=True, eq=False, kw_only=True)
class RankPairs(Pairs):
    """Differences over many data sets.

    Parameters
    ----------
    rank_difference : average rank of a minus that of b; negative: a ranks better.
    mean_difference : of the scores, a - b.
    wins, ties, losses : data sets on which a is better than, equal to and worse than b.
    significant_wins, significant_losses : those that the method used inside each data set shows on its own; NaN where
        each data set gives a single number.
    statistic : Wilcoxon's smaller rank sum, or the rank difference over its standard error.
    p_a_better, p_equivalent, p_b_better : of the Bayesian signed rank, or of the hierarchical model; NaN where neither
        was asked for.
    """

    rank_difference: Floats
    mean_difference: Floats
    wins: Indices
    ties: Indices
    losses: Indices
    significant_wins: Floats
    significant_losses: Floats
    statistic: Floats
    p_a_better: Floats
    p_equivalent: Floats
    p_b_better: Floats
