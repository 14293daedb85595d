"""What was measured for the kind of case a Result is: the cells of the committed tables that are like it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper
from errbar.types.answer import Answer
from errbar.types.measured_cells import MeasuredCell, measured_cells

if TYPE_CHECKING:
    from errbar.types.result import Result

NEAR = 2.5  # a cell is like another where neither has more than so many times the other's examples
COUNTED = ("zero_one", "error", "accuracy")

# the beginning of a class's name -> the learners of the cells that are like it
FAMILIES: Mapping[str, str] = {
    "LinearRegression": "linear",
    "Ridge": "linear",
    "LogisticRegression": "logistic",
    "LinearDiscriminant": "discriminant",
    "GaussianNB": "naive Bayes",
    "KNeighbors": "neighbours",
    "DecisionTree": "tree",
    "ExtraTrees": "forest",
    "ExtraTree": "tree",
    "RandomForest": "forest",
}


class Case(NamedTuple):
    """What cells are looked up by: the method, its plan and fits of each model, and what it was asked about.

    `learners` are the classes of the model, or of the two that are compared.
    """

    method: str
    plan: str
    fits: int
    loss: str
    n: int
    learners: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Evidence(Answer):
    """Coverage of nominal 95 % intervals in the cells like a result.

    Parameters
    ----------
    method, fits : of each model.
    learners : the kinds of learner the cells are of.
    sizes : the smallest and the largest n of the cells.
    cells, sets : how many cells, and data sets in all of them.
    coverage, lowest : over all data sets, and in the worst of the cells.
    """

    method: str
    fits: int
    learners: tuple[str, ...]
    sizes: tuple[int, int]
    cells: int
    sets: int
    coverage: float
    lowest: float

    @property
    def se(self) -> float:
        return sqrt(self.coverage * (1 - self.coverage) / self.sets)

    @property
    def low(self) -> float:
        """Of the exact binomial 95 % interval of the coverage, as `high`."""
        return float(clopper_pearson_lower(*self._counted)[0])

    @property
    def high(self) -> float:
        return float(clopper_pearson_upper(*self._counted)[0])

    @property
    def _counted(self) -> tuple[Floats, Floats, Floats]:
        return np.array([float(round(self.coverage * self.sets))]), np.array([float(self.sets)]), np.array([0.025])

    def to_dict(self) -> dict[str, Any]:
        return Answer.to_dict(self) | {"low": self.low, "high": self.high}

    def __str__(self) -> str:
        n = f"{self.sizes[0]:,}" if self.sizes[0] == self.sizes[1] else f"{self.sizes[0]:,} to {self.sizes[1]:,}"
        where = f"{self.cells} measured {'case' if self.cells == 1 else 'cases'} like this one"
        held = f"{100 * self.coverage:.1f} % (± {100 * self.se:.1f}) of {self.sets:,} data sets"
        worst = "" if self.cells == 1 else f", in the worst case in {100 * self.lowest:.1f} %"
        return (
            f"In {where} ({', '.join(self.learners)}; {n} examples; {self.fits} fits) nominal 95 % intervals of "
            f"{self.method} held in {held}{worst}."
        )


def family_of_class(name: str) -> str | None:
    """
    >>> family_of_class("RandomForestClassifier"), family_of_class("MLPClassifier")
    ('forest', None)
    >>> family_of_class("ExtraTreesClassifier"), family_of_class("ExtraTreeClassifier")
    ('forest', 'tree')
    """
    return next((family for start, family in FAMILIES.items() if name.startswith(start)), None)


def evidence_of(result: Result) -> Evidence | None:
    """The cells with the method, fits, kind of loss and learner of a result, and nearly its n; None where none are."""
    known, n = result.details.get("case"), result.n
    if known is None or known["groups"] or n is None:
        return None
    learners = known["learners"] if not result._names else {name: known["learners"][name] for name in result._names}
    fits = result.n_fits // len(learners)
    return evidence_like(Case(result.method, known["plan"], fits, result.loss, n, tuple(learners.values())))


@cache
def evidence_like(case: Case) -> Evidence | None:
    """Over the cells like a case."""
    families, comparing = {family_of_class(name) for name in case.learners}, len(case.learners) > 1
    alike = [
        cell
        for cell in measured_cells()
        if (cell.method, cell.plan, cell.fits, cell.comparing) == (case.method, case.plan, case.fits, comparing)
        and cell.counted == (case.loss in COUNTED)
        and (comparing or cell.family in families)
        and 1 / NEAR <= cell.n / case.n <= NEAR
    ]
    return _over(alike) if alike else None


def _over(cells: Sequence[MeasuredCell]) -> Evidence:
    sets = sum(cell.sets for cell in cells)
    return Evidence(
        method=cells[0].method,
        fits=cells[0].fits,
        learners=tuple(sorted({cell.family for cell in cells})),
        sizes=(min(cell.n for cell in cells), max(cell.n for cell in cells)),
        cells=len(cells),
        sets=sets,
        coverage=round(sum(cell.coverage * cell.sets for cell in cells)) / sets,
        lowest=min(cell.coverage for cell in cells),
    )
