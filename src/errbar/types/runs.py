"""Losses of every training run on every item, model by model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.core.holes import Known, filled, linked
from errbar.errors import InputError


@dataclass(frozen=True, eq=False)
class Runs:
    """What each run of each model scored on each item; the items are the same for all.

    Parameters
    ----------
    names : for each model, what its runs are called.
    cells : for each model, runs x items: the loss, or the mean of several answers.
    answers : for each model, runs x items: how many answers; None where there is one.
    squares : for each model, the squares of answers around the mean of their cell, summed.
    known : for each model, runs x items: False where the cell is a hole that was filled; None where there is none.
    """

    names: tuple[tuple[str, ...], ...]
    cells: tuple[Floats, ...]
    answers: tuple[Floats, ...] | None = None
    squares: tuple[float, ...] | None = None
    known: tuple[Known, ...] | None = None

    def __post_init__(self) -> None:
        for array in (*self.cells, *(self.answers or ()), *(self.known or ())):
            array.setflags(write=False)

    def pick(self, places: Sequence[int]) -> Runs:
        """Of some models."""
        return Runs(
            tuple(self.names[i] for i in places),
            tuple(self.cells[i] for i in places),
            None if self.answers is None else tuple(self.answers[i] for i in places),
            None if self.squares is None else tuple(self.squares[i] for i in places),
            None if self.known is None else tuple(self.known[i] for i in places),
        )

    def among(self, items: Indices) -> Runs:
        """On some items; how answers scatter is then not known."""
        known = None if self.known is None else tuple(one[:, items] for one in self.known)
        return Runs(self.names, tuple(one[:, items] for one in self.cells), known=known)

    @property
    def masks(self) -> tuple[Known | None, ...]:
        """Of each model which cells are known; None: all of them."""
        return (None,) * len(self.cells) if self.known is None else self.known

    def paired(self) -> tuple[Floats, Known | None]:
        """The differences of two models, run by run, and which are known: runs of one name belong together."""
        first, second = self.names
        if sorted(first) != sorted(second):
            raise InputError(
                f"pair='runs' needs the same runs of both models; they have {_some(first)} and {_some(second)}."
            )
        order = [second.index(name) for name in first]
        apart = self.cells[0] - self.cells[1][order]
        if self.known is None:
            return apart, None
        both = self.known[0] & self.known[1][order]
        if not linked(both):
            raise InputError("pair='runs' needs runs that share items known of both models, every item in some run.")
        return filled(apart, both), both


def joined_runs(first: Runs | None, second: Runs | None) -> Runs:
    """The runs of some models and of further ones."""
    if first is None or second is None or (first.answers is None) != (second.answers is None):
        raise InputError("Scores with training runs join only scores with runs, and both with answers or without.")
    return Runs(
        first.names + second.names,
        first.cells + second.cells,
        None if first.answers is None or second.answers is None else first.answers + second.answers,
        None if first.squares is None or second.squares is None else first.squares + second.squares,
        None if first.known is None and second.known is None else _all_known(first) + _all_known(second),
    )


def _all_known(runs: Runs) -> tuple[Known, ...]:
    return tuple(np.ones(one.shape, dtype=bool) for one in runs.cells) if runs.known is None else runs.known


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
