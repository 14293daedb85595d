"""From what was resampled to one tidy table: a row is one quantity of one procedure, with its standard error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from math import floor, log10, sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.core.estimating_functions import exchangeable, political_ratio, split_moments, theoretical_ratios
from errbar.core.students import Students
from errbar.core.subsample_moments import naive_correlation
from errbar.lab.replicate import replicate, true_errors
from errbar.lab.studies.procedures import Outcomes, Procedure, differences, infer, procedures
from errbar.lab.studies.resampling import SETUPS, USUAL_HALVINGS, USUAL_SPLITS, Resampling, ResamplingDesign
from errbar.lab.study import AS_USUAL, How
from errbar.lab.worlds.world import World, series_names, series_values

SIZE_LEVEL = 0.90  # tests at 10 %, as in the papers
COVERAGE_LEVEL = 0.95
STEPS = np.arange(-6, 7)  # hypothesised values of a power curve, in steps of about one standard deviation


@dataclass(frozen=True, slots=True)
class Place:
    """A series in a world of data sets of n examples; in each set-up the true errors of all algorithms there."""

    world: str
    series: str
    n: int
    others: Mapping[str, Sequence[float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """One line of the table.

    Parameters
    ----------
    world, series : where, and of which algorithm or comparison.
    setup, method, n_splits, n_halvings : the procedure; empty and 0 for what belongs to none.
    quantity, at : what `value` is, and for a power curve the hypothesised value (for adjusted power: the distance).
    value, se : with its standard error over data sets.
    n_sets : data sets.
    """

    world: str
    series: str
    setup: str
    method: str
    n_splits: int
    n_halvings: int
    quantity: str
    at: float | None
    value: float
    se: float
    n_sets: int


@dataclass(frozen=True, eq=False)
class JudgedTable:
    """Rows, and the one that is looked for."""

    rows: Sequence[JudgedRow]

    @cached_property
    def _by_quantity(self) -> dict[object, list[JudgedRow]]:
        groups: dict[object, list[JudgedRow]] = {}
        for row in self.rows:
            groups.setdefault(row.quantity, []).append(row)
        return groups

    def where(self, **fields: object) -> list[JudgedRow]:
        rows = self._by_quantity.get(fields["quantity"], []) if "quantity" in fields else self.rows
        return [row for row in rows if all(getattr(row, name) == value for name, value in fields.items())]

    def one(self, **fields: object) -> JudgedRow:
        (row,) = self.where(**fields)
        return row

    def power_curve(self, **fields: object) -> tuple[list[float], list[float]]:
        """Hypothesised values and shares of rejections, at the usual J and M unless `fields` name others."""
        rows = self.where(quantity="rejection", **fields)
        for name, usual in (("n_splits", USUAL_SPLITS), ("n_halvings", USUAL_HALVINGS)):
            if name not in fields:
                rows = [row for row in rows if getattr(row, name) in (0, usual)]
        points = sorted((row.at, row.value) for row in rows if row.at is not None)
        return [at for at, _ in points], [value for _, value in points]

    def names(self, field: str) -> list[str]:
        """The different values of a field, in order."""
        return list(dict.fromkeys(getattr(row, field) for row in self.rows if getattr(row, field) != ""))

    def dicts(self) -> list[dict[str, object]]:
        return [asdict(row) for row in self.rows]


def study_world(world: World, design: ResamplingDesign, n_sets: int, how: How = AS_USUAL) -> list[JudgedRow]:
    """Simulate a world and judge every procedure there."""
    one = Resampling(world, design)
    outcomes = one.unpack(replicate(one, n_sets, how))
    sizes = {name: setup.sizes(world.n)[0] for name, setup in SETUPS.items()}
    known = {n: true_errors(world, n, how) for n in set(sizes.values())}
    truths = {name: series_values(world, known[n_train]) for name, n_train in sizes.items()}
    rows: list[JudgedRow] = []
    for number, series in enumerate(series_names(world)):
        mine = {name: values[:, number] for name, values in outcomes.items()}
        truth = {name: float(values[number]) for name, values in truths.items()}
        others = {name: values[: len(world.algorithms)].tolist() for name, values in truths.items()}
        place = Place(world.name, series, world.n, others if number < len(world.algorithms) else {})
        rows += judge(place, mine, design, truth)
    return rows


def judge(place: Place, outcomes: Outcomes, design: ResamplingDesign, truth: dict[str, float]) -> Iterator[JudgedRow]:
    """Every quantity of every procedure on one series."""
    n_sets = len(outcomes["ten"])
    step = _round(float(outcomes["halves"].mean(axis=1).std(ddof=1)))

    def row(quantity: str, estimate: tuple[float, float], by: Procedure | str, at: float | None = None) -> JudgedRow:
        setup, method, j, m = (
            (by, "", 0, 0) if isinstance(by, str) else (by.setup, by.method, by.n_splits, by.n_halvings)
        )
        return JudgedRow(place.world, place.series, setup, method, j, m, quantity, at, *estimate, n_sets)

    for setup, shares in SETUPS.items():
        n_train, n_test = shares.sizes(place.n)
        found = split_moments(outcomes[setup], outcomes[f"{setup} within"], n_test)
        yield row("truth", (truth[setup], 0.0), setup)
        for name in found.names:
            yield row(name, (found[name], found.se(name)), setup)
        implied = theoretical_ratios(found, n_splits=USUAL_SPLITS, n_train=n_train, n_test=n_test)
        for name in implied.names:
            by = Procedure(name, setup, USUAL_SPLITS * (name != "holdout_t"), 0, 0)
            yield row("implied ratio", (implied[name], implied.se(name)), by)
        yield row("rho0", (naive_correlation(n_test / n_train), 0.0), setup)
    squares = exchangeable(differences(outcomes, design, USUAL_SPLITS, design.n_halvings) ** 2)
    yield row("r", (squares["pi"], squares.se("pi")), "")

    for procedure in procedures(design):
        inferences, mu = infer(procedure, outcomes, design, place.n), truth[procedure.setup]
        width, ratio = 2 * inferences.half_widths(SIZE_LEVEL), political_ratio(inferences.estimate, inferences.variance)
        yield row("size", _share(inferences.rejected(mu, SIZE_LEVEL)), procedure)
        yield row("coverage", _share(~inferences.rejected(mu, COVERAGE_LEVEL)), procedure)
        yield row("width", (float(width.mean()), float(width.std(ddof=1)) / sqrt(n_sets)), procedure)
        yield row("ratio", (ratio["ratio"], ratio.se("ratio")), procedure)
        yield row("fits", (float(procedure.fits), 0.0), procedure)
        if procedure.has_curve:
            for distance in (2 * step, 3 * step):
                yield row("adjusted power", _adjusted_power(inferences, mu, distance), procedure, distance)
            for null in (mu + STEPS * step).tolist():
                yield row("rejection", _share(inferences.rejected(null, SIZE_LEVEL)), procedure, null)
        if procedure.is_usual:
            for null in place.others.get(procedure.setup, ()):
                yield row("rejection of another", _share(inferences.rejected(null, SIZE_LEVEL)), procedure, null)
            yield row("rejection of 0", _share(inferences.rejected(0.0, SIZE_LEVEL)), procedure, 0.0)


def _share(flags: NDArray[np.bool_]) -> tuple[float, float]:
    share = float(flags.mean())
    return share, sqrt(share * (1 - share) / flags.size)


def _adjusted_power(inferences: Students, truth: float, distance: float) -> tuple[float, float]:
    """The share of rejections at values `distance` away on either side, once the size is made 10 % exactly."""
    critical = np.quantile(np.abs(inferences.statistics(truth)), SIZE_LEVEL)
    both = [np.abs(inferences.statistics(truth + sign * distance)) > critical for sign in (-1, 1)]
    return _share(np.concatenate(both))


def _round(value: float) -> float:
    """To one figure, so that runs of different length have the same hypothesised values."""
    power = 10.0 ** floor(log10(value))
    return round(value / power) * power
