"""What was measured for the kind of case a Result is: the cells of the committed tables that are like it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

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


@dataclass(frozen=True, slots=True, repr=False)
class Evidence(Answer):
    """Coverage of nominal 95 % intervals in the cells like a result.

    Parameters
    ----------
    method, fits : of each model.
    learners : the kinds of learner the cells are of.
    sizes : the smallest and the largest n of the cells.
    cells, sets : how many cells, and data sets in all of them.
    coverage, low, high : over all data sets, with its exact binomial 95 % interval.
    lowest : the worst of the cells.
    """

    method: str
    fits: int
    learners: tuple[str, ...]
    sizes: tuple[int, int]
    cells: int
    sets: int
    coverage: float
    low: float
    high: float
    lowest: float

    def __str__(self) -> str:
        n = f"{self.sizes[0]:,}" if self.sizes[0] == self.sizes[1] else f"{self.sizes[0]:,} to {self.sizes[1]:,}"
        where = f"{self.cells} measured {'case' if self.cells == 1 else 'cases'} like this one"
        return (
            f"In {where} ({', '.join(self.learners)}; {n} examples; {self.fits} fits) nominal 95 % intervals of "
            f"{self.method} held in {100 * self.coverage:.1f} % of {self.sets:,} data sets, in the worst case in "
            f"{100 * self.lowest:.1f} %."
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
    case, n = result.details.get("case"), result.n
    if case is None or case["groups"] or n is None:
        return None
    learners = case["learners"] if not result._names else {name: case["learners"][name] for name in result._names}
    families = {family_of_class(name) for name in learners.values()}
    comparing, fits = len(learners) > 1, result.n_fits // len(learners)
    alike = [
        cell
        for cell in measured_cells()
        if (cell.method, cell.plan, cell.fits, cell.comparing) == (result.method, case["plan"], fits, comparing)
        and cell.counted == (result.loss in COUNTED)
        and (comparing or cell.family in families)
        and 1 / NEAR <= cell.n / n <= NEAR
    ]
    return _over(alike) if alike else None


def _over(cells: Sequence[MeasuredCell]) -> Evidence:
    sets = sum(cell.sets for cell in cells)
    held = round(sum(cell.coverage * cell.sets for cell in cells))
    k, n, delta = np.array([float(held)]), np.array([float(sets)]), np.array([0.025])
    return Evidence(
        method=cells[0].method,
        fits=cells[0].fits,
        learners=tuple(sorted({cell.family for cell in cells})),
        sizes=(min(cell.n for cell in cells), max(cell.n for cell in cells)),
        cells=len(cells),
        sets=sets,
        coverage=held / sets,
        low=float(clopper_pearson_lower(k, n, delta)[0]),
        high=float(clopper_pearson_upper(k, n, delta)[0]),
        lowest=min(cell.coverage for cell in cells),
    )
