"""Coverage at the edges, for trained models: few items of a class, a perfect score, several answers near the ceiling.

Every world has a model that does not change and a truth in closed form; what is asked are the methods themselves, on
fresh test items each time.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper
from errbar.core.metrics import f1, roc_auc
from errbar.lab.study import How, Row
from errbar.methods import METHODS
from errbar.methods.defaults import default_for
from errbar.plans.families import Explicit, TestSet
from errbar.types import Plan, Predictions, Question, Scores
from errbar.types.scores import split_means

Draw = Callable[[np.random.Generator], Scores]

SETS, FEWEST, LEVEL = 1000, 20, 0.95
SPREADS = {"normal": 1.0, "wide": 3.0}  # standard deviation of the positives' scores; the negatives' is 1


@dataclass(frozen=True, slots=True)
class ItemCell:
    """One world: how to draw what a test gives, the truth, and the ways to answer besides the default."""

    part: str
    name: str
    n: int
    truth: float
    draw: Draw
    others: tuple[tuple[str, dict[str, Any]], ...] = ()
    method: str | None = None


def rows(how: How) -> list[Row]:
    """Coverage, its 95 % Clopper-Pearson interval and the mean width, for the default and what it replaced."""
    from joblib import Parallel, delayed

    n_sets, places = how.share(SETS, FEWEST), range(len(list(cells())))
    found = Parallel(n_jobs=how.n_jobs)(delayed(cell_rows)(place, n_sets, how.seed) for place in places)
    return [row for some in found for row in some]


def cells() -> Iterator[ItemCell]:
    """All of them."""
    yield from _areas()
    yield from _area_differences()
    yield from _areas_of_folds()
    yield from _f1s()
    yield from _answers()
    yield from _grouped()


@dataclass(slots=True)
class Tally:
    """How one way to answer did."""

    note: str
    methods: set[str] = field(default_factory=set)
    hits: int = 0
    width: float = 0.0

    def add(self, cell: ItemCell, scores: Scores, name: str, options: dict[str, Any]) -> None:
        answer = METHODS[name](scores, Question(name, LEVEL, options=options))
        self.methods.add(name)
        self.hits += answer.low <= cell.truth <= answer.high
        self.width += answer.high - answer.low


def cell_rows(place: int, n_sets: int, seed: int) -> list[Row]:
    """Of the cell with this number: the default, then the others."""
    cell = list(cells())[place]
    rng = np.random.default_rng([seed, zlib.crc32(f"{cell.part}/{cell.name}".encode())])
    default = Tally("default")
    others = [Tally(", ".join(f"{key}={value}" for key, value in options.items())) for _, options in cell.others]
    for _ in range(n_sets):
        scores = cell.draw(rng)
        default.add(cell, scores, cell.method or default_for(scores, False), {})
        for tally, (name, options) in zip(others, cell.others, strict=True):
            tally.add(cell, scores, name, options)
    return [_row(cell, tally, n_sets, seed) for tally in (default, *others)]


def _row(cell: ItemCell, tally: Tally, n_sets: int, seed: int) -> Row:
    k, n, half = (np.array([float(value)]) for value in (tally.hits, n_sets, 0.025))
    return {
        "part": cell.part,
        "cell": cell.name,
        "n": cell.n,
        "method": "default" if tally.note == "default" else " or ".join(sorted(tally.methods)),
        "sets": n_sets,
        "coverage": round(tally.hits / n_sets, 4),
        "low": round(float(clopper_pearson_lower(k, n, half)[0]), 4),
        "high": round(float(clopper_pearson_upper(k, n, half)[0]), 4),
        "width": float(f"{tally.width / n_sets:.4g}"),
        "truth": float(f"{cell.truth:.4g}"),
        "note": " or ".join(sorted(tally.methods)) if tally.note == "default" else tally.note,
        "seed": seed,
    }


# -- the worlds -----------------------------------------------------------------------------------------------


def _areas() -> Iterator[ItemCell]:
    for world, spread in SPREADS.items():
        for negatives in (50, 200) if world == "normal" else (200,):
            for positives in (5, 10, 20):
                for area in (0.7, 0.85, 0.95, 0.99):
                    name = f"{world}, {positives} of {positives + negatives} positive, area {area:g}"
                    draw = _ranking(positives, negatives, (area,), spread=spread)
                    yield ItemCell(
                        "area under the curve",
                        name,
                        positives + negatives,
                        area,
                        draw,
                        (("delong", {"interval": "wald"}),),
                    )


def _area_differences() -> Iterator[ItemCell]:
    for positives, negatives in ((20, 200), (50, 50)):
        for a, b in ((0.8, 0.8), (0.95, 0.9), (0.99, 0.95), (0.99, 0.99)):
            for alike in (0.5, 0.95):
                n = positives + negatives
                name = f"{positives} of {n} positive, areas {a:g} and {b:g}, correlation {alike:g}"
                draw = _ranking(positives, negatives, (a, b), alike=alike)
                yield ItemCell("difference of areas", name, n, a - b, draw, (("delong", {"interval": "wald"}),))


def _areas_of_folds() -> Iterator[ItemCell]:
    for n_folds in (5, 10):
        for positives in (10, 20, 50):
            for area in (0.7, 0.85, 0.95):
                name = f"{n_folds} folds, {positives} of 200 positive, area {area:g}"
                draw = _ranking(positives, 200 - positives, (area,), n_folds=n_folds)
                yield ItemCell("area over folds", name, 200, area, draw, (("cv_auc", {"interval": "wald"}),), "cv_auc")


def _f1s() -> Iterator[ItemCell]:
    wald = (("f1_delta", {"interval": "wald"}),)
    for positives in (5, 10, 20, 50):
        for f in (0.9, 0.95, 0.98, 0.995):
            yield ItemCell("F1", f"{positives} positive, F1 {f:g}", 11 * positives, f, _labelled(positives, (f,)), wald)
    for positives in (10, 50):
        for a, b in ((0.9, 0.9), (0.98, 0.95), (0.98, 0.98)):
            name = f"{positives} positive, F1 {a:g} and {b:g}"
            yield ItemCell("difference of F1", name, 11 * positives, a - b, _labelled(positives, (a, b)), wald)


def _answers() -> Iterator[ItemCell]:
    for n in (50, 200):
        for error in (0.005, 0.01, 0.02, 0.05, 0.1):
            for alike in (0.0, 0.5, 0.9):
                name = f"{n} items x 4 answers, error {error:g}, correlation {alike:g}"
                yield ItemCell("several answers", name, n, error, _repeated(n, 4, error, alike), (("holdout_t", {}),))


def _grouped() -> Iterator[ItemCell]:
    for n_groups in (10, 20, 50):
        for size in (5, 20):
            for error in (0.02, 0.1):
                for alike in (0.1, 0.5):
                    name = f"{n_groups} groups of {size}, error {error:g}, correlation {alike:g}"
                    draw = _repeated(n_groups, size, error, alike, grouped=True)
                    yield ItemCell("items in groups", name, n_groups * size, error, draw, (("clustered_t", {}),))


def _ranking(
    m: int, n: int, areas: tuple[float, ...], *, spread: float = 1.0, alike: float = 0.0, n_folds: int = 1
) -> Draw:
    """Normal scores of one model or two, whose areas are known; over folds, the same number of a class in each."""
    place = np.arange(m + n)
    truth = (place % ((m + n) // n_folds)) < m // n_folds
    shifts = ndtri(np.array(areas)) * np.sqrt(1.0 + spread**2)
    plan, names = _folds(m + n, n_folds), ("a", "b")[: len(areas)]

    def draw(rng: np.random.Generator) -> Scores:
        common, own = rng.normal(size=m + n), rng.normal(size=(len(areas), m + n))
        noise = np.where(truth, spread, 1.0) * (np.sqrt(alike) * common + np.sqrt(1.0 - alike) * own)
        said = Predictions(truth, tuple(np.where(truth, shifts[:, None], 0.0) + noise), (roc_auc,) * len(areas))
        return _whole(plan, names, said, "roc_auc")

    return draw


def _labelled(positives: int, scores: tuple[float, ...]) -> Draw:
    """As many misses as false alarms on average, one model's independent of the other's: F1 is one less their rate."""
    truth = np.arange(11 * positives) < positives
    plan, names = _folds(truth.size, 1), ("a", "b")[: len(scores)]

    def draw(rng: np.random.Generator) -> Scores:
        wrong = rng.random((len(scores), truth.size)) < (1.0 - np.array(scores))[:, None] / np.where(truth, 1.0, 10.0)
        return _whole(plan, names, Predictions(truth, tuple(truth ^ wrong), (f1,) * len(scores)), "f1")

    return draw


def _repeated(n: int, size: int, error: float, alike: float, grouped: bool = False) -> Draw:
    """Right or wrong answers to n items (or in n groups), with this correlation between those to one."""

    def draw(rng: np.random.Generator) -> Scores:
        strength = (1.0 - alike) / alike if alike else 0.0
        rate = rng.beta(error * strength, (1.0 - error) * strength, size=(n, 1)) if alike else np.full((n, 1), error)
        wrong = (rng.random((n, size)) < rate).astype(np.float64)
        if not grouped:
            return _losses(wrong.mean(axis=1), None, {"answers": size})
        return _losses(wrong.ravel(), np.repeat(np.arange(n), size), {})

    return draw


def _whole(plan: Plan, names: tuple[str, ...], said: Predictions, loss: str) -> Scores:
    values = np.zeros((len(names), len(plan)))  # no method asked here reads them
    scores = Scores(plan, names, values, None, loss, (0.0, 1.0), True, predictions=said)
    return scores.difference("a", "b") if len(names) == 2 else scores


def _losses(losses: NDArray[np.float64], groups: NDArray[np.intp] | None, details: dict[str, Any]) -> Scores:
    plan = Plan("test_set", losses.size, (TestSet(losses.size),), groups)
    items = losses[None, :]
    scores = Scores(plan, ("m",), split_means(items, plan), items, "error", (0.0, 1.0))
    return replace(scores, details=details)


def _folds(n: int, n_folds: int) -> Plan:
    if n_folds == 1:
        return Plan("test_set", n, (TestSet(n),))
    tests = np.array_split(np.arange(n), n_folds)
    splits = tuple((np.setdiff1d(np.arange(n), test), test) for test in tests)
    return Plan("kfold", n, (Explicit(n, splits, "kfold", n_folds),))
