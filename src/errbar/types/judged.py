"""A judge's scores of all items, beside people's labels of some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.errors import InputError


@dataclass(frozen=True, eq=False)
class JudgedItems:
    """What a judge (a program, a model) said of every item; what people said of some of them stands in Scores.

    Parameters
    ----------
    labelled : models x labelled items, in the order of the scores' items.
    others : models x items without a label.
    places : of the labelled items among all of them, in the order of their names.
    names : of the items without a label.
    groups : the group number of each item without a label, in the numbering of the labelled ones; None without groups.
    at_random : whether the user says that the labelled items were drawn at random.
    """

    labelled: Floats
    others: Floats
    places: NDArray[np.intp]
    names: NDArray[np.object_]
    groups: NDArray[np.intp] | None = None
    at_random: bool = False

    def __post_init__(self) -> None:
        for array in (self.labelled, self.others):
            array.setflags(write=False)

    def only(self, row: int) -> JudgedItems:
        return replace(self, labelled=self.labelled[row : row + 1], others=self.others[row : row + 1])

    def difference(self, rows: Sequence[int]) -> JudgedItems:
        a, b = rows
        return replace(
            self,
            labelled=self.labelled[a : a + 1] - self.labelled[b : b + 1],
            others=self.others[a : a + 1] - self.others[b : b + 1],
        )


def check_enough_labels(n: int, total: int) -> None:
    """Whether there are labels, and items without one."""
    if n < 2:
        raise InputError(f"{n} of {total:,} items have a label from people: at least two are needed, 15 are advised.")
    if n > total - 2:
        raise InputError(f"{n:,} of {total:,} items have people's labels, so a judge adds nothing: leave judge= out.")


def other_groups(labels: NDArray[np.generic], labelled: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Group numbers of the items without a label; groups of labelled ones are numbered first, in their order.

    >>> other_groups(np.array(["b", "a", "c", "b"]), np.array([True, False, False, False])).tolist()
    [1, 2, 0]
    """
    first = np.unique(labels[labelled])
    rest = np.setdiff1d(labels[~labelled], first)
    numbers = {label: i for i, label in enumerate([*first.tolist(), *rest.tolist()])}
    return np.array([numbers[label] for label in labels[~labelled].tolist()], dtype=np.intp)
