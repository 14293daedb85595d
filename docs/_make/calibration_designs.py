"""Designs of an interval for 60 to 75 fits, tried on cells kept apart for it: every outcome, kept or not.

    python docs/_make/calibration_designs.py fit FOLDER      # losses of every split of every data set, once: 25 minutes
    python docs/_make/calibration_designs.py table FOLDER    # every design on the same losses -> docs/results

Nothing that is judged later is looked at here: sizes of 300 and the older suite's worlds only.

The rule by which one design was chosen, before any fresh cell was looked at: of the designs of at most 75 fits,
asked of single algorithms, those that cover less than .93 in at most 5 % of the cells at a median width of at most
.80 of corrected t over 10 splits; of these the one whose mean distance from .95 is smallest, to a thousandth; of
equals the narrowest, then the one of fewest fits, then the first of the table.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from design_formulas import (
    ALLOTMENTS,
    EVERYWHERE,
    FORMULAS,
    FULL,
    HALF_FORMULAS,
    SPLITS_ALONE,
    WHOLE_FORMULAS,
    Ends,
    Losses,
    corrected,
    fast_bootstrap,
    parts_of,
)  # fmt: skip
from errbar.audits.population import Endless, Population
from errbar.lab.studies.calibration_cells import learner as suite_learner
from errbar.lab.studies.calibration_cells import population
from errbar.lab.studies.schulz_kuempel import learner
from errbar.lab.worlds.benchmark_2024 import WORLDS
from errbar.plans import halvings
from errbar.plans.by_default import tested_share
from errbar.run.losses import choose_one
from errbar.run.outside import judge_set
from errbar.types.setup import Setup

SEED = 2417
STREAM = 7


class DesignCell(NamedTuple):
    """Data sets of one world at one n, one or two learners; M and J' as large as any design asks for."""

    world: str
    n: int
    learners: tuple[str, ...]
    sets: int
    n_splits: int = 50
    n_halvings: int = 10
    half_splits: int = 10
    share: float | None = None

    @property
    def name(self) -> str:
        share = "" if self.share is None else f" {self.share}"
        return f"{self.world} {self.n} {' '.join(self.learners)}{share}".replace(",", "").replace("'", "")


CELLS = (
    DesignCell("linear, 20 inputs", 300, ("linear", "ridge"), 300),
    DesignCell("Friedman's function", 300, ("linear", "ridge"), 300),
    DesignCell("blurred copies", 300, ("linear", "ridge"), 200),
    DesignCell("linear, 100 inputs", 300, ("linear", "ridge"), 150, 25),
    DesignCell("logistic, 20 inputs", 300, ("discriminant", "naive Bayes"), 300),
    DesignCell("logistic, 100 inputs", 300, ("discriminant", "naive Bayes"), 150, 25),
    DesignCell("correlated inputs", 300, ("discriminant", "naive Bayes"), 300),
    DesignCell("regression", 100, ("least squares", "5 neighbours (regression)"), 300),
    DesignCell("gaussians", 100, ("linear discriminant", "5 neighbours"), 300),
    DesignCell("gaussians", 300, ("linear discriminant", "5 neighbours"), 300),
    DesignCell("outliers", 300, ("least squares", "ridge"), 300),
    DesignCell("moons", 300, ("linear discriminant", "5 neighbours"), 300),
    DesignCell("apart", 100, ("linear discriminant", "naive Bayes"), 300),
    DesignCell("Friedman's function", 300, ("linear", "ridge"), 300, 25, 5, 5, 0.2),
    DesignCell("gaussians", 300, ("linear discriminant", "5 neighbours"), 300, 25, 5, 5, 0.2),
    DesignCell("logistic, 20 inputs", 300, ("discriminant", "naive Bayes"), 300, 25, 5, 5, 0.2),
    DesignCell("sum of votes", 300, ("tree of 2 levels", "tree of 4 levels"), 150, 25, 10, 5),
    DesignCell("logistic, 20 inputs", 300, ("logistic", "tree of classes"), 150, 25, 5, 5),
    DesignCell("Friedman's function", 300, ("tree",), 150, 25, 10, 5),
    DesignCell("product of votes", 100, ("tree of 2 levels", "tree of 4 levels"), 150, 25, 10, 5),
    DesignCell("Friedman's function", 300, ("tree",), 150, 25, 5, 5, 0.2),
)


def world_of(cell: DesignCell) -> Population:
    if cell.world in WORLDS:
        return Endless(cell.world, WORLDS[cell.world], 400)
    found = population(cell.world, cell.n)
    return Endless(found.name, found.sample, 200) if isinstance(found, Endless) else found


def model_of(name: str) -> Any:
    try:
        return learner(name)
    except KeyError:
        return suite_learner(name)


def fit(cell: DesignCell) -> dict[str, Any]:
    """Tests, losses and true errors of all data sets of a cell."""
    models = {name: model_of(name) for name in cell.learners}
    where = world_of(cell)
    share = cell.share or tested_share(cell.n)
    found: dict[str, list[Any]] = {
        name: [] for name in ("tests", "losses", "half_tests", "half_losses", "members", "risk")
    }
    for number in range(cell.sets):
        rng = np.random.default_rng(np.random.SeedSequence(SEED, spawn_key=(STREAM, number)))
        data = where.draw(cell.n, rng)
        plan = halvings(cell.n_splits, cell.n_halvings, share, cell.half_splits).build(
            cell.n, random_state=int(rng.integers(2**63)), y=data.y[: cell.n]
        )
        if number == 0:
            metric = choose_one(Setup(), models, data.y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            judged = judge_set(
                models, data, cell.n, metric, parts=plan.parts, outside=(True, False), seed=number, shared=True
            )
        n_test = int(plan.n_test[0])
        tests = np.stack(list(plan.tests()))
        losses = judged.scores.items.reshape(len(models), len(tests), n_test)
        inside = (cell.n_halvings, 2, cell.half_splits, n_test)
        found["tests"].append(tests[: cell.n_splits].astype(np.int16))
        found["losses"].append(losses[:, : cell.n_splits])
        found["half_tests"].append(tests[cell.n_splits :].reshape(inside).astype(np.int16))
        found["half_losses"].append(losses[:, cell.n_splits :].reshape(len(models), *inside))
        halves = plan.parts[1]
        members = [np.stack(halves.halves(m)) for m in range(cell.n_halvings)]
        found["members"].append(np.stack(members).astype(np.int16))
        found["risk"].append(judged.risks[:, : cell.n_splits].mean(axis=1))
    return {
        name: np.stack(values).astype(np.float32 if "losses" in name else values[0].dtype)
        for name, values in found.items()
    }


def fit_all(folder: Path, cells: Sequence[DesignCell] = CELLS) -> None:
    from time import process_time

    from sklearn import config_context

    folder.mkdir(parents=True, exist_ok=True)
    for cell in cells:
        file = folder / f"{cell.name}.npz"
        if file.exists():
            continue
        began = process_time()
        with config_context(assume_finite=True, skip_parameter_validation=True):
            np.savez(file, **fit(cell))
        sys.stderr.write(f"{cell.name}: {process_time() - began:.0f} s\n")


def fit_all_bootstraps(folder: Path) -> None:
    from sklearn import config_context

    for cell in CELLS:
        sets = next((sets for *asked, sets in BOOTSTRAPPED if asked == [*cell[:3]] and cell.share is None), None)
        file = folder / f"{cell.name} bootstraps.npy"
        if sets is not None and not file.exists():
            with config_context(assume_finite=True, skip_parameter_validation=True):
                np.save(file, fit_bootstraps(cell, sets))


BOOTSTRAPS, OF_BOOTSTRAP = 15, 4  # bootstrap samples and splits of each: 60 fits, beside 15 splits of all data
BOOTSTRAPPED = (
    ("Friedman's function", 300, ("linear", "ridge"), 200),
    ("gaussians", 300, ("linear discriminant", "5 neighbours"), 150),
    ("Friedman's function", 300, ("tree",), 100),
)


def fit_bootstraps(cell: DesignCell, sets: int) -> Any:
    """Sets x models x bootstrap samples x splits: mean losses. An example is trained on or tested, never both."""
    from sklearn.base import is_regressor

    where, share = world_of(cell), cell.share or tested_share(cell.n)
    found = np.empty((sets, len(cell.learners), BOOTSTRAPS, OF_BOOTSTRAP))
    for number in range(sets):
        data = where.draw(cell.n, np.random.default_rng(np.random.SeedSequence(SEED, spawn_key=(STREAM, number))))
        rng = np.random.default_rng([SEED, number])
        for b in range(BOOTSTRAPS):
            rows = rng.integers(cell.n, size=cell.n)
            different = np.unique(rows)
            for j in range(OF_BOOTSTRAP):
                tested = np.isin(rows, rng.permutation(different)[: round(share * different.size)])
                for i, name in enumerate(cell.learners):
                    model = model_of(name).fit(data.X[rows[~tested]], data.y[rows[~tested]])
                    told, true = model.predict(data.X[rows[tested]]), data.y[rows[tested]]
                    found[number, i, b, j] = np.mean((told - true) ** 2 if is_regressor(model) else told != true)
    return found


YARDSTICK = 10  # splits of corrected t


def series_of(cell: DesignCell, folder: Path) -> dict[str, Losses]:
    """Each learner, and the difference of two."""
    with np.load(folder / f"{cell.name}.npz") as kept:
        got = {name: kept[name] for name in kept.files}
    binary = bool(np.isin(got["losses"], (0, 1)).all())
    risk = got["risk"].mean(axis=0)
    whole, half = got["losses"].astype(np.float64), got["half_losses"].astype(np.float64)
    places = (got["tests"], got["half_tests"], got["members"])

    def one(losses: Any, halves: Any, truth: float, alike: Any = None) -> Losses:
        return Losses(
            cell.n, places[0], losses, places[1], halves, places[2], float(truth), alike is not None, binary, alike
        )

    found = {name: one(whole[:, i], half[:, i], risk[i]) for i, name in enumerate(cell.learners)}
    if len(cell.learners) == 2:
        first, second = (whole[:, i].reshape(len(whole), -1) for i in (0, 1))
        spreads = first.std(axis=1) * second.std(axis=1)
        cov = ((first - first.mean(axis=1)[:, None]) * (second - second.mean(axis=1)[:, None])).mean(axis=1)
        alike = np.clip(cov / np.where(spreads > 0, spreads, 1), 0, 1)
        name = " - ".join(cell.learners)
        found[name] = one(whole[:, 0] - whole[:, 1], half[:, 0] - half[:, 1], risk[0] - risk[1], alike)
    return found


def outcomes(folder: Path, cells: Sequence[DesignCell] = CELLS) -> list[dict[str, Any]]:
    """A row for each cell, series, design and allotment."""
    return [
        row
        for cell in cells
        for series, losses in series_of(cell, folder).items()
        for row in series_rows(cell, series, losses, folder)
    ]


def series_rows(cell: DesignCell, series: str, losses: Losses, folder: Path) -> Iterator[dict[str, Any]]:
    yard = float(np.median(np.diff(corrected(parts_of(losses, YARDSTICK, 2, 2)), axis=0)))
    where = {"world": cell.world, "n": cell.n, "tested": cell.share or tested_share(cell.n), "learner": series}

    def row(design: str, splits: str, fits: int, ends: Ends) -> dict[str, Any]:
        held = (ends[0] <= losses.truth) & (losses.truth <= ends[1])
        width = float(f"{np.median(ends[1] - ends[0]) / yard:.4g}")
        found = {"design": design, "splits": splits, "fits": fits, "sets": len(held)}
        return where | found | {"coverage": round(float(held.mean()), 4), "relative_width": width}

    for allotment in ALLOTMENTS:
        if not losses.has(*allotment):
            continue
        parts, (j, m, jh) = parts_of(losses, *allotment), allotment
        asked = FORMULAS if allotment in FULL else {name: FORMULAS[name] for name in EVERYWHERE}
        for design, formula in (asked | (HALF_FORMULAS if allotment == FULL[0] else {})).items():
            yield row(design, f"{j}-{m}-{jh}", j + 2 * m * jh, formula(parts))
    for j in SPLITS_ALONE:
        if losses.has(j, 2, 2):
            parts = parts_of(losses, j, 2, 2)
            for design, formula in WHOLE_FORMULAS.items():
                yield row(design, str(j), j, formula(parts))
    file = folder / f"{cell.name} bootstraps.npy"
    if file.exists() and series in cell.learners:
        means = np.load(file)[:, cell.learners.index(series)]
        parts = parts_of(losses.sets(len(means)), 15, 2, 2)
        yield row("fast bootstrap, random effects", "15 + 15 x 4", 75, fast_bootstrap(parts, means))


def write_table(folder: Path) -> None:
    """All outcomes, and how they were made."""
    import csv
    import json
    from importlib.metadata import version

    from renew import RESULTS

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = outcomes(folder)
    with (RESULTS / "calibration-designs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    about = {
        "command": "python docs/_make/calibration_designs.py fit FOLDER && "
        "python docs/_make/calibration_designs.py table FOLDER",
        "seed": SEED,
        "versions": {name: version(name) for name in ("errbar", "numpy", "scipy", "scikit-learn")},
    }
    (RESULTS / "calibration-designs.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "fit":
        fit_all(Path(sys.argv[2]))
        fit_all_bootstraps(Path(sys.argv[2]))
    else:
        write_table(Path(sys.argv[2]))
