"""The cells of the calibration suite: problems x learners x n, and where each problem's data come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.audits.population import Bootstrap, Endless, Population, Rows, population_of
from errbar.lab.worlds.gaussians import GaussiansWorld
from errbar.lab.worlds.inputs_with_outliers import InputsWorld
from errbar.lab.worlds.regression import RegressionWorld
from errbar.lab.worlds.votes import VotesWorld
from errbar.run.checked import Data

Table = tuple[NDArray[np.float64], NDArray[Any]]

SIZES = (100, 300, 1000)
NEARBY = Path(__file__).parents[4] / "shared" / "data"
SETS = {"shared": 1000, "forest": 200, "shallow": 300, "fresh": 500}  # data sets of a cell at full scale, by cost
FITTED_SETS = {100: 1000, 300: 500, 1000: 100}  # by n, where 737 models a data set are fitted one at a time


@dataclass(frozen=True, slots=True)
class CellBlock:
    """Cells that share data sets: some learners on one problem at one n, and the difference of the first two.

    Parameters
    ----------
    problem, n : where data sets come from, and how large they are.
    learners : names in LEARNERS.
    cost : a key of SETS, or "fitted"; "forest" means methods up to 25 fits only.

    >>> CellBlock("phoneme", 1000, ("logistic", "tree"), "fitted").sets
    100
    """

    problem: str
    n: int
    learners: tuple[str, ...]
    cost: str

    @property
    def sets(self) -> int:
        """Data sets at full scale."""
        return FITTED_SETS[self.n] if self.cost == "fitted" else SETS[self.cost]

    @property
    def series(self) -> tuple[tuple[str, str | None], ...]:
        single: tuple[tuple[str, str | None], ...] = tuple((name, None) for name in self.learners)
        return single if len(self.learners) == 1 else (*single, (self.learners[0], self.learners[1]))


def blocks() -> tuple[CellBlock, ...]:
    """Every block; without the data folder, tables bundled with scikit-learn stand in for those it holds."""
    shared: dict[str, tuple[str, ...]] = {
        "regression": ("least squares", "5 neighbours (regression)"),
        "inputs": ("least squares", "ridge"),
        "outliers": ("least squares", "ridge"),
        "gaussians": ("linear discriminant", "5 neighbours"),
    }
    fitted: dict[str, tuple[str, ...]] = {"gaussians": ("logistic", "tree")}
    if NEARBY.is_dir():
        shared |= {
            "letter": ("linear discriminant", "naive Bayes"),
            "phoneme": ("linear discriminant", "5 neighbours"),
        }
        fitted |= {"letter": ("tree",), "spambase": ("logistic",), "phoneme": ("logistic", "tree")}
        forest: tuple[str, ...] = ("letter", "spambase", "phoneme")
    else:
        shared |= {"digits": ("linear discriminant", "5 neighbours"), "cancer": ("linear discriminant", "naive Bayes")}
        fitted |= {"digits": ("tree",), "cancer": ("logistic",)}
        forest = ("digits", "cancer")
    return (
        *(CellBlock(problem, n, learners, "shared") for n in SIZES for problem, learners in shared.items()),
        *(CellBlock(problem, n, learners, "fitted") for n in SIZES for problem, learners in fitted.items()),
        *(CellBlock(problem, n, ("forest",), "forest") for n in SIZES[:2] for problem in forest),
    )


def learner(name: str) -> Any:
    """A fresh model."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.linear_model import LinearRegression, Ridge
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

    from errbar.lab.worlds.lean import LeanForest, LeanLogistic, LeanTree

    known: Mapping[str, Callable[[], Any]] = {
        "least squares": LinearRegression,
        "ridge": lambda: Ridge(10.0),
        "5 neighbours (regression)": lambda: KNeighborsRegressor(5),
        "linear discriminant": LinearDiscriminantAnalysis,
        "naive Bayes": GaussianNB,
        "5 neighbours": lambda: KNeighborsClassifier(5),
        "logistic": lambda: LeanLogistic(C=0.1),
        "tree": lambda: LeanTree(min_samples_leaf=5),
        "stump": lambda: LeanTree(max_depth=1),
        "tree of 2 levels": lambda: LeanTree(max_depth=2),
        "tree of 3 levels": lambda: LeanTree(max_depth=3),
        "tree of 4 levels": lambda: LeanTree(max_depth=4),
        "forest": lambda: LeanForest(50),
    }
    return known[name]()


def population(problem: str, n: int) -> Population:
    """Where the data sets of a problem come from."""
    worlds: dict[str, RegressionWorld | GaussiansWorld | InputsWorld | VotesWorld] = {
        "regression": RegressionWorld("regression 2", 200, 2.0, 2.0, 64.0),
        "gaussians": GaussiansWorld("gaussians 1", 200, 1 / 2),
        "inputs": InputsWorld("no outliers", 200),
        "outliers": InputsWorld("outliers", 200, outliers=0.05),
        "sum of votes": VotesWorld("sum", 8, 1, 0.25),
        "product of votes": VotesWorld("product", 4, 2, 0.1),
    }
    if problem in worlds:
        return Endless(repr(worlds[problem]), worlds[problem].sample)
    if problem in MADE:
        return Endless(f"{problem} {MADE[problem]}", partial(_from_pool, problem), n_outside=200)
    X, y = _table(problem)
    found: Rows | Bootstrap = population_of(Data(X, y, None, len(y)), n, "auto")
    return found


# rows of scikit-learn's make_classification and make_moons that stand for a population: 40,000 of each
MADE: dict[str, dict[str, Any]] = {
    "apart": {"n_features": 10, "n_informative": 5, "class_sep": 2.5, "flip_y": 0.01, "random_state": 1},
    "mixed": {"n_features": 20, "n_informative": 8, "n_clusters_per_class": 3, "flip_y": 0.1, "random_state": 2},
    "rarer class": {"n_features": 8, "n_informative": 4, "weights": [0.85], "class_sep": 1.5, "random_state": 3},
    "moons": {"noise": 0.2, "random_state": 4},
}


def _from_pool(problem: str, n: int, rng: np.random.Generator) -> Table:
    X, y = _made(problem)
    rows = rng.choice(len(y), n, replace=False)
    return X[rows], y[rows]


@lru_cache(maxsize=8)
def _made(problem: str) -> Table:
    from sklearn.datasets import make_classification, make_moons

    X, y = (make_moons if problem == "moons" else make_classification)(40_000, **MADE[problem])
    return np.asarray(X, dtype=np.float64), np.asarray(y)


@lru_cache(maxsize=8)
def _table(problem: str) -> Table:
    if problem in ("digits", "cancer"):
        from sklearn.datasets import load_breast_cancer, load_digits

        X, y = (load_digits if problem == "digits" else load_breast_cancer)(return_X_y=True)
        return np.asarray(X, dtype=np.float64), np.asarray(y % 2 if problem == "digits" else y)
    rows = np.loadtxt(NEARBY / f"{problem}.csv.gz", delimiter=",", skiprows=1, dtype=str)
    labels = (rows[:, -1] > "M").astype(int) if problem == "letter" else rows[:, -1].astype(float).astype(int)
    return rows[:, :-1].astype(np.float64), labels
