"""What Nadeau and Bengio say about their procedures, asked of the numbers. No verdict is written down beforehand.

A claim is a list of gaps, each with its standard error: `weighed` says whether the runs were enough to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from errbar.lab.studies.judgement import JudgedRow, JudgedTable
from errbar.lab.studies.power_figures import significance_line
from errbar.lab.studies.resampling import N_SPLITS, SETUPS, USUAL_HALVINGS, USUAL_SPLITS
from errbar.lab.study import Claim, Lead, weighed

LEVEL = 0.10
NEAR = 0.05  # a size this close to 10 % is called near nominal, and a departure of less is not looked for
FAR = 0.20  # and one above this far too liberal
LARGER = ("thrown", "natural")  # training sets several times larger than test sets: what the papers mean rho0 for


@dataclass(frozen=True, slots=True)
class Paper:
    """What the papers say of one problem alone.

    Parameters
    ----------
    comparisons : the series that compare two algorithms.
    skewed : whether the estimate of a comparison is skewed (the footnote on the regression problem).
    above : series whose rho is said to exceed rho0 with 40 % thrown away and to be below it at (n/2, n/2).
    """

    comparisons: tuple[str, ...]
    skewed: bool = False
    above: tuple[str, ...] = ()


def claims(table: JudgedTable, paper: Paper) -> list[Claim]:
    """Every claim of the papers that this table can answer."""
    found = [check(table, paper) for check in CHECKS]
    return [claim for claim in found if claim is not None]


def usual(table: JudgedTable, method: str, setup: str, quantity: str = "size") -> list[JudgedRow]:
    """One row per world and series, at the papers' J and M."""
    return [
        row
        for row in table.where(method=method, setup=setup, quantity=quantity)
        if row.n_splits in (0, USUAL_SPLITS) and row.n_halvings in (0, USUAL_HALVINGS)
    ]


def error(row: JudgedRow) -> float:
    """The standard error of a share, no smaller than that of 5 %."""
    return sqrt(max(row.value * (1 - row.value), 0.0475) / row.n_sets)


def _naive_is_liberal(table: JudgedTable, _: Paper) -> Claim:
    methods = ("resampled_t", "pseudo_bootstrap")
    rows = [row for method in methods for setup in SETUPS for row in usual(table, method, setup)]
    return weighed(
        "The resampled t-test (and the pseudo-bootstrap) is far too liberal.",
        f"sizes at 10 %: {_range(rows)}",
        [Lead(row.value - FAR, error(row)) for row in rows],
        slack=NEAR,
    )


def _naive_is_worse_with_splits(table: JudgedTable, _: Paper) -> Claim:
    low, high = (table.where(method="resampled_t", quantity="size", n_splits=j) for j in (N_SPLITS[0], N_SPLITS[-1]))
    return weighed(
        "The resampled t-test gets worse with more splits.",
        f"mean size {_mean(low):.3f} at J = {N_SPLITS[0]}, {_mean(high):.3f} at J = {N_SPLITS[-1]}",
        [Lead(b.value - a.value, _joint(a, b)) for a, b in zip(low, high, strict=True)],
        slack=NEAR,
    )


def _naive_by_setup(table: JudgedTable, _: Paper) -> Claim:
    rows = {setup: usual(table, "resampled_t", setup) for setup in SETUPS}
    return weighed(
        "The resampled t-test is worse at (n/2, n/2) than with n/10 tested, and better still at 9n/10.",
        ", ".join(f"{setup} {_mean(mine):.3f}" for setup, mine in rows.items()),
        [_over(rows["halves"], rows["thrown"]), _over(rows["thrown"], rows["natural"])],
    )


def _bootstrap_is_the_same(table: JudgedTable, _: Paper) -> Claim | None:
    pairs = [
        (a, b)
        for setup in SETUPS
        for a, b in zip(usual(table, "resampled_t", setup), usual(table, "pseudo_bootstrap", setup), strict=False)
    ]
    if not pairs:
        return None
    worst, where = max((abs(a.value - b.value), f"{a.world}, {a.series}, {a.setup}") for a, b in pairs)
    drift = _mean([a for a, _ in pairs]) - _mean([b for _, b in pairs])
    return weighed(
        "The pseudo-bootstrap is indistinguishable from the resampled t-test.",
        f"mean difference of sizes {drift:+.3f}, largest {worst:.3f} ({where})",
        [Lead(NEAR - abs(a.value - b.value), _joint(a, b) / 2) for a, b in pairs],  # the same data sets
        slack=NEAR,
    )


def _conservative_z(table: JudgedTable, setup: str, words: str, lead: Callable[[float], float]) -> Claim:
    rows = usual(table, "conservative_z", setup)
    leads = [Lead(lead(row.value), error(row)) for row in rows]
    return weighed(f"Conservative Z is {words}.", f"sizes {_range(rows)}", leads, slack=NEAR)


def _z_at_halves(table: JudgedTable, _: Paper) -> Claim:
    return _conservative_z(table, "halves", "over-conservative at (n/2, n/2)", lambda size: LEVEL - size)


def _z_thrown(table: JudgedTable, _: Paper) -> Claim:
    words = "near nominal with 40 % thrown away, at times liberal, but barely so"
    return _conservative_z(table, "thrown", words, lambda size: NEAR - abs(size - LEVEL))


def _z_natural(table: JudgedTable, _: Paper) -> Claim:
    rows = usual(table, "conservative_z", "natural")
    above = sum(row.value > significance_line(row.n_sets) for row in rows)
    return weighed(
        "Conservative Z is conservative at natural sizes.",
        f"sizes {_range(rows)}; above the papers' 5 % line in {above} of {len(rows)}",
        [Lead(LEVEL - row.value, error(row)) for row in rows],
        slack=NEAR,
    )


def _one_split_and_ten(table: JudgedTable, _: Paper) -> Claim:
    rows = [row for method in ("holdout_t", "five_by_two_t") for row in usual(table, method, "halves")]
    most = max(rows, key=lambda row: row.value)
    middle = float(np.median([row.value for row in rows]))
    return weighed(
        "The t-test and 5x2cv are usually well behaved in size, but fairly liberal in some panels.",
        f"sizes {_range(rows)}, median {middle:.3f}; largest: {most.method}, {most.world}, {most.series}",
        [Lead(most.value - LEVEL, error(most)), Lead(2 * NEAR - abs(middle - LEVEL), error(most))],
    )


def _more_splits_gain_little(table: JudgedTable, _: Paper) -> Claim:
    rows = [
        table.where(method="corrected_t", setup="natural", quantity="width", n_splits=j)
        for j in (N_SPLITS[0], USUAL_SPLITS, N_SPLITS[-1])
    ]
    few, middle, many = map(_mean, rows)
    error_ = sqrt(sum(_mean_error(mine) ** 2 for mine in rows)) / middle
    return weighed(
        "Beyond 15 splits there is little to gain.",
        f"corrected t, natural sizes, mean width: {few / middle:.3f} at J = {N_SPLITS[0]} and {many / middle:.3f} at "
        f"J = {N_SPLITS[-1]}, in units of that at J = {USUAL_SPLITS}",
        [Lead(((few - middle) / 2 - (middle - many)) / middle, error_)],
    )


def _ten_splits_at_least(table: JudgedTable, _: Paper) -> Claim | None:
    cells = {j: _farther(table, "corrected_t", "natural", j) for j in N_SPLITS}
    if not all(cells.values()):
        return None
    five, ten, fifteen = (_over(cells[j], []) for j in (5, 10, 15))
    gains = (ten.value - five.value, fifteen.value - ten.value)
    error_ = _over(cells[5], cells[10]).se / 2  # the same data sets, and the splits of the shorter among the longer's
    return weighed(
        "J must be at least 10: 5 splits lack power, and from 10 to 15 less is gained than from 5 to 10.",
        "corrected t, natural sizes, power at equal size: "
        + ", ".join(f"{_mean(rows):.3f} at J = {j}" for j, rows in cells.items()),
        [Lead(gains[0], error_), Lead(gains[0] - gains[1], error_)],
    )


def _halvings(table: JudgedTable, _: Paper) -> Claim | None:
    cells = {
        m: table.where(method="conservative_z", setup="natural", quantity="size", n_splits=USUAL_SPLITS, n_halvings=m)
        for m in (5, 10, 20)
    }
    twenty = {(row.world, row.series): row for row in cells[20]}
    pairs = [(row, twenty[row.world, row.series]) for row in cells[10] if (row.world, row.series) in twenty]
    if not pairs:
        return None
    return weighed(
        "Conservative Z: 20 halvings change nothing visible against 10; with 5 it is a little less conservative.",
        ", ".join(f"M = {m}: mean size {_mean(rows):.3f}" for m, rows in cells.items()),
        [
            *(Lead(NEAR - abs(a.value - b.value), _joint(a, b) / 2) for a, b in pairs),
            _halved(_over(cells[5], cells[10])),
        ],
    )


def _power_of_one_split(table: JudgedTable, _: Paper) -> Claim:
    """At the distance of three steps, all methods made to have size 10 %."""
    cells = {
        "t-test": _farther(table, "holdout_t", "halves"),
        "corrected t": _farther(table, "corrected_t", "thrown"),
        "Z": _farther(table, "conservative_z", "thrown"),
        "5x2cv": _farther(table, "five_by_two_t", "halves"),
    }
    order = (("t-test", "corrected t"), ("t-test", "Z"), ("corrected t", "5x2cv"), ("Z", "5x2cv"))
    return weighed(
        "At equal size with training size n/2: t-test at least as powerful as corrected t and Z (40 % thrown), "
        "these at least as powerful as 5x2cv.",
        ", ".join(f"{name} {_mean(rows):.3f}" for name, rows in cells.items()),
        [_over(cells[a], cells[b]) for a, b in order],
        slack=NEAR,
    )


def _power_with_all_data(table: JudgedTable, _: Paper) -> Claim:
    best = {name: _farther(table, name, "natural") for name in ("corrected_t", "conservative_z")}
    rest = {name: _farther(table, name, "halves") for name in ("holdout_t", "five_by_two_t")}
    alike = _over(best["corrected_t"], best["conservative_z"])
    return weighed(
        "With all the data (9n/10), corrected t and conservative Z are clearly the most powerful, and alike.",
        ", ".join(f"{name} {_mean(rows):.3f}" for name, rows in (best | rest).items()),
        [*(_over(a, b) for a in best.values() for b in rest.values()), Lead(0.10 - abs(alike.value), alike.se)],
    )


def _correlation_of_algorithms(table: JudgedTable, paper: Paper) -> Claim:
    rows = [row for row in _rhos(table, LARGER) if row.series not in paper.comparisons]
    gaps = [_rho_gap(table, row) for row in rows]
    return weighed(
        "rho0 = n2/(n1 + n2) fits single algorithms, where training sets are several times larger than test sets.",
        f"rho - rho0 from {min(gaps):+.3f} to {max(gaps):+.3f}",
        [Lead(0.1 - abs(gap), row.se) for gap, row in zip(gaps, rows, strict=True)],
        slack=NEAR,
    )


def _correlation_of_differences(table: JudgedTable, paper: Paper) -> Claim:
    rows = [row for row in _rhos(table, SETUPS) if row.series in paper.comparisons]
    gaps = [_rho_gap(table, row) for row in rows]
    above = sum(gap > 2 * row.se for gap, row in zip(gaps, rows, strict=True))
    return weighed(
        "rho0 is not smaller than the correlation of a comparison.",
        f"rho - rho0 from {min(gaps):+.3f} to {max(gaps):+.3f}; above 0 by two errors in {above} of {len(rows)}",
        [Lead(-gap, row.se) for gap, row in zip(gaps, rows, strict=True)],
        slack=0.1,
    )


def _correlation_above(table: JudgedTable, paper: Paper) -> Claim | None:
    if not paper.above:
        return None
    rows = {
        setup: [row for row in _rhos(table, (setup,)) if row.series in paper.above] for setup in ("thrown", "halves")
    }
    gaps = {setup: [_rho_gap(table, row) for row in mine] for setup, mine in rows.items()}
    sides = (("thrown", 1.0), ("halves", -1.0))
    return weighed(
        f"{_few(paper.above)}: rho is above rho0 with 40 % thrown away, and below it at (n/2, n/2).",
        ", ".join(f"{setup}: rho - rho0 from {min(mine):+.3f} to {max(mine):+.3f}" for setup, mine in gaps.items()),
        [Lead(sign * float(np.mean(gaps[setup])), _mean_error(rows[setup])) for setup, sign in sides],
    )


def _corrected_above(table: JudgedTable, paper: Paper) -> Claim | None:
    if not paper.above:
        return None
    cells = {
        s: [row for row in usual(table, "corrected_t", s) if row.series in paper.above] for s in ("thrown", "halves")
    }
    lib, con = (Lead(_mean(rows) - LEVEL, _mean_error(rows)) for rows in cells.values())
    return weighed(
        f"{_few(paper.above)}: the corrected resampled t-test is liberal with 40 % thrown away, and conservative at "
        "(n/2, n/2).",
        ", ".join(f"{setup}: sizes {_range(rows)}" for setup, rows in cells.items()),
        [lib, Lead(-con.value, con.se)],
    )


def _corrected_near_nominal(table: JudgedTable, paper: Paper) -> Claim:
    rows = [
        row for setup in SETUPS for row in usual(table, "corrected_t", setup) if row.series not in paper.comparisons
    ]
    close = [row for row in rows if abs(_rho_gap(table, row)) < 0.04]
    return weighed(
        "The corrected resampled t-test is near nominal where rho is near rho0 (single algorithms).",
        f"sizes {_range(close)}" if close else "no case with rho within 0.04 of rho0",
        [Lead(NEAR - abs(row.value - LEVEL), error(row)) for row in close],
        slack=NEAR,
    )


def _corrected_ratio(table: JudgedTable, paper: Paper) -> Claim:
    """Variance overstated exactly where rho is below rho0: log(ratio) and rho - rho0 have one sign, or nearly none."""
    rows = [row for s in SETUPS for row in usual(table, "corrected_t", s, "ratio") if row.series in paper.comparisons]
    gaps = [Lead((row.value - 1) * (1 if _rho_gap(table, row) > 0 else -1), row.se) for row in rows]
    agree = sum(gap.value > 0 for gap in gaps)
    return weighed(
        "The corrected resampled t-test overstates the variance where rho is below rho0 and understates it above.",
        f"Var(estimate) / E(v) from {min(r.value for r in rows):.2f} to {max(r.value for r in rows):.2f}; "
        f"on the side of rho in {agree} of {len(rows)}",
        gaps,
        slack=0.5,
    )


def _corrected_conservative(table: JudgedTable, paper: Paper) -> Claim:
    """Not asked where the papers' own footnote says otherwise: skewed comparisons with 40 % thrown away."""
    setups = [setup for setup in SETUPS if not (paper.skewed and setup == "thrown")]
    rows = [row for setup in setups for row in usual(table, "corrected_t", setup) if row.series in paper.comparisons]
    below = [row for row in rows if _rho_gap(table, row) < -2 * _rho(table, row).se]
    liberal = [row for row in below if row.value > significance_line(row.n_sets)]
    named = "; ".join(f"{r.world}, {r.series}, {r.setup}: {r.value:.3f}" for r in liberal) or "none"
    return weighed(
        "The corrected resampled t-test is conservative where rho is significantly below rho0 (comparisons).",
        f"sizes {_range(below)}; above the papers' 5 % line: {named}" if below else "no such case",
        [Lead(LEVEL - row.value, error(row)) for row in below],
        slack=NEAR,
    )


def _corrected_is_skewed(table: JudgedTable, paper: Paper) -> Claim | None:
    if not paper.skewed:
        return None
    rows = [row for row in usual(table, "corrected_t", "thrown") if row.series in paper.comparisons]
    liberal = [row for row in rows if row.value > significance_line(row.n_sets)]
    two = sorted(rows, key=lambda row: -row.value)[:2]
    return weighed(
        "A footnote: comparing two algorithms in regression, the corrected resampled t-test with 40 % thrown away is "
        "liberal in two simulations though rho is not above rho0, because the estimate is skewed.",
        f"sizes {_range(rows)}; above the papers' 5 % line: "
        + ("; ".join(f"{r.world}: {r.value:.3f}, rho - rho0 {_rho_gap(table, r):+.3f}" for r in liberal) or "none"),
        [Lead(_mean(two) - LEVEL, _mean_error(two))]
        + [Lead(-_rho_gap(table, row), _rho(table, row).se + 1e-3) for row in two if _rho_gap(table, row) > 0],
    )


def _corrected_drifts(table: JudgedTable, _: Paper) -> Claim:
    """Of the series that are off at the usual J: does the size move away from 10 % between J = 5 and J = 25?"""
    off = [row for row in usual(table, "corrected_t", "natural") if abs(row.value - LEVEL) > 2 * error(row)]
    ends = []
    for row in off:
        place = {"world": row.world, "series": row.series, "setup": "natural", "method": "corrected_t"}
        few, many = (table.one(quantity="size", n_splits=j, **place) for j in (N_SPLITS[0], N_SPLITS[-1]))
        ends.append((1 if row.value > LEVEL else -1, few, many))
    drifts = [sign * (many.value - few.value) for sign, few, many in ends]
    error_ = _mean_error([many for _, _, many in ends]) if ends else 0.0
    return weighed(
        "Where the corrected resampled t-test is liberal or conservative, it gets worse with more splits.",
        f"off at J = {USUAL_SPLITS} in {len(off)} series"
        + (
            f"; from J = {N_SPLITS[0]} to {N_SPLITS[-1]} by {float(np.mean(drifts)):+.3f} further on average"
            if drifts
            else ""
        ),
        [Lead(float(np.mean(drifts)), error_)] if drifts else [],
    )


def _squares_hardly_correlate(table: JudgedTable, paper: Paper) -> Claim:
    apart = [row for row in table.where(quantity="r") if row.series not in paper.comparisons]
    together = [row for row in table.where(quantity="r") if row.series in paper.comparisons]
    asked = apart if paper.skewed else [*apart, *together]  # "except when we compare A and B in linear regression"
    return weighed(
        "r, the correlation of squared differences of two halvings, is small (but for comparisons in regression).",
        f"single algorithms: {_range(apart)}; comparisons: up to {max(r.value for r in together):.3f}",
        [Lead(0.15 - row.value, row.se) for row in asked],
    )


def real_power(table: JudgedTable, series: Sequence[str], tie: str, setup: str) -> Claim | None:
    """Rejections of one value over the real worlds against the pseudo-power curve of the one where it is true."""
    from errbar.lab.studies.power_figures import real_points

    gaps = []
    for method in ("corrected_t", "conservative_z", "resampled_t"):
        truth = table.one(series=tie, setup=setup, quantity="truth").value
        values, shares = table.power_curve(series=tie, setup=setup, method=method)
        if not values:
            return None
        for distance, real in real_points(table, series, tie, setup, method):
            pseudo = float(np.interp(truth - distance, values, shares))
            gaps.append((abs(real.value - pseudo), error(real)))
    return weighed(
        f"Real power curves agree relatively well with pseudo-power curves ({tie}, {setup}).",
        f"largest gap {max(gap for gap, _ in gaps):.3f} over {len(gaps)} points",
        [Lead(2 * NEAR - gap, se) for gap, se in gaps],
        slack=NEAR,
    )


def _rhos(table: JudgedTable, setups: Iterable[str]) -> list[JudgedRow]:
    return [row for row in table.where(quantity="rho") if row.setup in setups]


def _rho(table: JudgedTable, row: JudgedRow) -> JudgedRow:
    return table.one(quantity="rho", world=row.world, series=row.series, setup=row.setup)


def _rho_gap(table: JudgedTable, row: JudgedRow) -> float:
    rho0 = table.one(quantity="rho0", world=row.world, series=row.series, setup=row.setup)
    return _rho(table, row).value - rho0.value


def _farther(table: JudgedTable, method: str, setup: str, n_splits: int | None = None) -> list[JudgedRow]:
    """Power at equal size, one row per world and series, at the farther of the two distances."""
    rows = table.where(method=method, setup=setup, quantity="adjusted power")
    chosen = [row for row in rows if row.n_halvings in (0, USUAL_HALVINGS)]
    wanted = (0, USUAL_SPLITS) if n_splits is None else (n_splits,)
    return [row for row in chosen if row.n_splits in wanted][1::2]


def _over(high: Sequence[JudgedRow], low: Sequence[JudgedRow]) -> Lead:
    """Mean of the one less mean of the other."""
    if not low:
        return Lead(_mean(high), _mean_error(high))
    return Lead(_mean(high) - _mean(low), sqrt(_mean_error(high) ** 2 + _mean_error(low) ** 2))


def _halved(gap: Lead) -> Lead:
    """The same data sets on both sides: most of the noise is common."""
    return Lead(gap.value, gap.se / 2)


def _mean_error(rows: Sequence[JudgedRow]) -> float:
    """Of a mean over rows: worlds are independent, the series of one world share their data sets."""
    worlds: dict[str, list[float]] = {}
    for row in rows:
        worlds.setdefault(row.world, []).append(error(row) if row.quantity == "size" else row.se)
    return sqrt(sum(sum(errors) ** 2 for errors in worlds.values())) / len(rows)


def _joint(a: JudgedRow, b: JudgedRow) -> float:
    return sqrt(error(a) ** 2 + error(b) ** 2)


def _mean(rows: Sequence[JudgedRow]) -> float:
    return sum(row.value for row in rows) / len(rows)


def _range(rows: Sequence[JudgedRow]) -> str:
    return f"{min(row.value for row in rows):.3f} to {max(row.value for row in rows):.3f}"


def _few(names: Sequence[str]) -> str:
    return names[0].capitalize() if len(names) == 1 else f"{names[0].capitalize()} to {names[-1]}"


CHECKS: tuple[Callable[[JudgedTable, Paper], Claim | None], ...] = (
    _naive_is_liberal,
    _naive_is_worse_with_splits,
    _naive_by_setup,
    _bootstrap_is_the_same,
    _z_at_halves,
    _z_thrown,
    _z_natural,
    _one_split_and_ten,
    _more_splits_gain_little,
    _ten_splits_at_least,
    _halvings,
    _power_of_one_split,
    _power_with_all_data,
    _correlation_of_algorithms,
    _correlation_of_differences,
    _correlation_above,
    _corrected_near_nominal,
    _corrected_above,
    _corrected_ratio,
    _corrected_conservative,
    _corrected_is_skewed,
    _corrected_drifts,
    _squares_hardly_correlate,
)
