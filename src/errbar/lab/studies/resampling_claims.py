"""What Nadeau and Bengio say about their procedures, asked of the numbers. No verdict is written down beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt

import numpy as np

from errbar.lab.studies.judgement import JudgedRow, JudgedTable
from errbar.lab.studies.power_figures import significance_line
from errbar.lab.studies.resampling import N_SPLITS, SETUPS, USUAL_HALVINGS, USUAL_SPLITS
from errbar.lab.study import Claim, stated

NEAR = 0.05  # a size this close to 10 % is called near nominal
FAR = 0.20  # and one above this far too liberal


def claims(table: JudgedTable, comparisons: Sequence[str]) -> list[Claim]:
    """Every claim of the paper that this table can answer; `comparisons` are the series that compare two algorithms."""
    found = [check(table) for check in CHECKS]
    found += [check(table, set(comparisons)) for check in CHECKS_BY_KIND]
    return [claim for claim in found if claim is not None]


def usual(table: JudgedTable, method: str, setup: str, quantity: str = "size") -> list[JudgedRow]:
    """One row per world and series, at the papers' J and M."""
    return [
        row
        for row in table.where(method=method, setup=setup, quantity=quantity)
        if row.n_splits in (0, USUAL_SPLITS) and row.n_halvings in (0, USUAL_HALVINGS)
    ]


def noise(row: JudgedRow) -> float:
    """Three standard errors of a share, no smaller than those of 5 %."""
    return 3 * sqrt(max(row.value * (1 - row.value), 0.0475) / row.n_sets)


def _naive_is_liberal(table: JudgedTable) -> Claim:
    rows = [row for setup in SETUPS for row in usual(table, "resampled_t", setup)]
    rows += [row for setup in SETUPS for row in usual(table, "pseudo_bootstrap", setup)]
    return stated(
        "The resampled t-test (and the pseudo-bootstrap) is far too liberal.",
        f"sizes at 10 %: {_range(rows)}",
        all(row.value + noise(row) > FAR for row in rows),
    )


def _naive_is_worse_with_splits(table: JudgedTable) -> Claim:
    rises = []
    for row in table.where(method="resampled_t", quantity="size", n_splits=N_SPLITS[0]):
        sizes = _along_splits(table, row)
        rises.append(all(b.value > a.value - _joint(a, b) for a, b in pairwise(sizes)))
    low = table.where(method="resampled_t", quantity="size", n_splits=N_SPLITS[0])
    high = table.where(method="resampled_t", quantity="size", n_splits=N_SPLITS[-1])
    return stated(
        "The resampled t-test gets worse with more splits.",
        f"mean size {_mean(low):.3f} at J = {N_SPLITS[0]}, {_mean(high):.3f} at J = {N_SPLITS[-1]}; "
        f"never falls in {sum(rises)} of {len(rises)} cases",
        all(rises) and _mean(high) > _mean(low),
    )


def _naive_by_setup(table: JudgedTable) -> Claim:
    sizes = {setup: _mean(usual(table, "resampled_t", setup)) for setup in SETUPS}
    return stated(
        "The resampled t-test is worse at (n/2, n/2) than with n/10 tested, and better still at 9n/10.",
        ", ".join(f"{setup} {size:.3f}" for setup, size in sizes.items()),
        sizes["halves"] > sizes["thrown"] > sizes["natural"],
    )


def _bootstrap_is_the_same(table: JudgedTable) -> Claim | None:
    pairs = [
        (a, b)
        for setup in SETUPS
        for a, b in zip(usual(table, "resampled_t", setup), usual(table, "pseudo_bootstrap", setup), strict=False)
    ]
    if not pairs:
        return None
    worst, where = max((abs(a.value - b.value), f"{a.world}, {a.series}, {a.setup}") for a, b in pairs)
    alike = all(abs(a.value - b.value) <= max(NEAR, _joint(a, b, 3)) for a, b in pairs)
    drift = _mean([a for a, _ in pairs]) - _mean([b for _, b in pairs])
    return stated(
        "The pseudo-bootstrap is indistinguishable from the resampled t-test.",
        f"mean difference of sizes {drift:+.3f}, largest {worst:.3f} ({where})",
        alike,
    )


def _z_at_halves(table: JudgedTable) -> Claim:
    rows = usual(table, "conservative_z", "halves")
    return stated(
        "Conservative Z is over-conservative at (n/2, n/2).",
        f"sizes {_range(rows)}",
        all(r.value - noise(r) < 0.10 for r in rows),
    )


def _z_thrown(table: JudgedTable) -> Claim:
    rows = usual(table, "conservative_z", "thrown")
    return stated(
        "Conservative Z is near nominal with 40 % thrown away.",
        f"sizes {_range(rows)}",
        all(abs(row.value - 0.10) <= NEAR + noise(row) for row in rows),
    )


def _z_natural(table: JudgedTable) -> Claim:
    rows = usual(table, "conservative_z", "natural")
    above = sum(row.value > significance_line(row.n_sets) for row in rows)
    return stated(
        "Conservative Z is conservative at natural sizes.",
        f"sizes {_range(rows)}; significantly above 10 % in {above} of {len(rows)}",
        above == 0,
    )


def _more_splits_gain_little(table: JudgedTable) -> Claim:
    few, middle, many = (
        _mean(table.where(method="corrected_t", setup="natural", quantity="width", n_splits=j))
        for j in (N_SPLITS[0], USUAL_SPLITS, N_SPLITS[-1])
    )
    return stated(
        "Beyond 15 splits there is little to gain.",
        f"corrected t, natural sizes, mean width: {few / middle:.3f} at J = {N_SPLITS[0]} and {many / middle:.3f} at "
        f"J = {N_SPLITS[-1]}, in units of that at J = {USUAL_SPLITS}",
        middle - many < (few - middle) / 2,
    )


def _halvings(table: JudgedTable) -> Claim | None:
    cells = {
        m: table.where(method="conservative_z", setup="natural", quantity="size", n_splits=USUAL_SPLITS, n_halvings=m)
        for m in (5, 10, 20)
    }
    if not cells[20]:
        return None
    sizes = {m: _mean(rows) for m, rows in cells.items()}
    unseen = all(
        abs(a.value - b.value) <= max(NEAR, _joint(a, b, 3)) for a, b in zip(cells[10], cells[20], strict=True)
    )
    return stated(
        "Conservative Z: 20 halvings change nothing visible against 10; with 5 it is a little less conservative.",
        ", ".join(f"M = {m}: mean size {size:.3f}" for m, size in sizes.items()),
        unseen and sizes[5] > sizes[10],
    )


def _power_of_one_split(table: JudgedTable) -> Claim:
    """At the distance of three steps, all methods made to have size 10 %."""
    cells = {
        "t-test": _power(table, "holdout_t", "halves"),
        "corrected t": _power(table, "corrected_t", "thrown"),
        "Z": _power(table, "conservative_z", "thrown"),
        "5x2cv": _power(table, "five_by_two_t", "halves"),
    }
    least = min(cells["corrected t"], cells["Z"])
    return stated(
        "At equal size with training size n/2: t-test at least as powerful as corrected t and Z (40 % thrown), "
        "these at least as powerful as 5x2cv.",
        ", ".join(f"{name} {power:.3f}" for name, power in cells.items()),
        cells["t-test"] >= max(cells["corrected t"], cells["Z"]) - 0.02 and least >= cells["5x2cv"] - 0.02,
    )


def _power_with_all_data(table: JudgedTable) -> Claim:
    best = {name: _power(table, name, "natural") for name in ("corrected_t", "conservative_z")}
    rest = {name: _power(table, name, "halves") for name in ("holdout_t", "five_by_two_t")}
    return stated(
        "With all the data (9n/10), corrected t and conservative Z are clearly the most powerful, and alike.",
        ", ".join(f"{name} {power:.3f}" for name, power in (best | rest).items()),
        min(best.values()) > max(rest.values()) and abs(best["corrected_t"] - best["conservative_z"]) < 0.10,
    )


def _correlation_of_algorithms(table: JudgedTable, comparisons: set[str]) -> Claim:
    gaps = [_rho_gap(table, row) for row in table.where(quantity="rho") if row.series not in comparisons]
    return stated(
        "rho0 = n2/(n1 + n2) fits single algorithms.",
        f"rho - rho0 from {min(gaps):+.3f} to {max(gaps):+.3f}",
        max(map(abs, gaps)) < 0.1,
    )


def _correlation_of_differences(table: JudgedTable, comparisons: set[str]) -> Claim:
    rows = [row for row in table.where(quantity="rho") if row.series in comparisons]
    gaps = [_rho_gap(table, row) for row in rows]
    below = sum(gap < 2 * row.se for gap, row in zip(gaps, rows, strict=True))
    return stated(
        "rho0 overstates the correlation of a comparison.",
        f"rho - rho0 from {min(gaps):+.3f} to {max(gaps):+.3f}; not above 0 in {below} of {len(rows)}",
        below == len(rows) and sum(gaps) < 0,
    )


def _corrected_near_nominal(table: JudgedTable, comparisons: set[str]) -> Claim:
    rows = [row for setup in SETUPS for row in usual(table, "corrected_t", setup) if row.series not in comparisons]
    close = [row for row in rows if abs(_rho_gap(table, row)) < 0.04]
    return stated(
        "The corrected resampled t-test is near nominal where rho is near rho0 (single algorithms).",
        f"sizes {_range(close)}" if close else "no case with rho within 0.04 of rho0",
        bool(close) and all(abs(row.value - 0.10) <= NEAR + noise(row) for row in close),
    )


def _corrected_ratio(table: JudgedTable, comparisons: set[str]) -> Claim:
    """Variance overstated exactly where rho is below rho0."""
    rows = [row for setup in SETUPS for row in usual(table, "corrected_t", setup, "ratio") if row.series in comparisons]
    agree = sum((row.value - 1) * _rho_gap(table, row) > 0 or abs(row.value - 1) < 2 * row.se for row in rows)
    return stated(
        "The corrected resampled t-test overstates the variance where rho is below rho0 and understates it above.",
        f"Var(estimate) / E(v) from {min(r.value for r in rows):.2f} to {max(r.value for r in rows):.2f}; "
        f"on the side of rho in {agree} of {len(rows)}",
        agree == len(rows),
    )


def _corrected_conservative(table: JudgedTable, comparisons: set[str]) -> Claim:
    rows = [row for setup in SETUPS for row in usual(table, "corrected_t", setup) if row.series in comparisons]
    below = [row for row in rows if _rho_gap(table, row) < 0]
    liberal = [row for row in below if row.value > significance_line(row.n_sets)]
    named = "; ".join(f"{r.world}, {r.setup}: {r.value:.3f}" for r in liberal) or "none"
    return stated(
        "The corrected resampled t-test is conservative where rho is below rho0 (comparisons).",
        f"sizes {_range(below)}; significantly liberal: {named}" if below else "no such case",
        bool(below) and not liberal,
    )


def _squares_hardly_correlate(table: JudgedTable, comparisons: set[str]) -> Claim:
    rows = [row for row in table.where(quantity="r") if row.series not in comparisons]
    return stated(
        "r, the correlation of squared differences of two halvings, is small.",
        f"single algorithms: {min(r.value for r in rows):.3f} to {max(r.value for r in rows):.3f}; comparisons: up to "
        f"{max(r.value for r in table.where(quantity='r') if r.series in comparisons):.3f}",
        max(row.value for row in rows) < 0.1,
    )


def real_power(table: JudgedTable, pairs: Sequence[str], tie: str, setup: str) -> Claim:
    """Rejections of 0 in the real worlds against the pseudo-power curve of the one without a difference."""
    gaps = []
    for method in ("corrected_t", "conservative_z", "resampled_t"):
        truth = table.one(series=tie, setup=setup, quantity="truth").value
        values, shares = table.power_curve(series=tie, setup=setup, method=method)
        for series in pairs:
            distance = table.one(series=series, setup=setup, quantity="truth").value
            (real,) = (row for row in usual(table, method, setup, "rejection of 0") if row.series == series)
            pseudo = np.interp(truth - distance, values, shares)
            gaps.append((abs(real.value - pseudo), noise(real)))
    return stated(
        f"Real power curves agree with pseudo-power curves ({setup}).",
        f"largest gap {max(gap for gap, _ in gaps):.3f} over {len(gaps)} points",
        all(gap <= NEAR + allowed for gap, allowed in gaps),
    )


def _along_splits(table: JudgedTable, row: JudgedRow) -> list[JudgedRow]:
    return [
        found
        for j in N_SPLITS
        for found in table.where(
            world=row.world, series=row.series, setup=row.setup, method=row.method, quantity=row.quantity, n_splits=j
        )
    ]


def _rho_gap(table: JudgedTable, row: JudgedRow) -> float:
    place = {"world": row.world, "series": row.series, "setup": row.setup}
    return table.one(quantity="rho", **place).value - table.one(quantity="rho0", **place).value


def _power(table: JudgedTable, method: str, setup: str) -> float:
    """Mean over worlds and series, at the farther of the two distances."""
    rows = usual(table, method, setup, "adjusted power")
    return _mean(rows[1::2])


def _joint(a: JudgedRow, b: JudgedRow, times: float = 2) -> float:
    return times * max(sqrt(a.se**2 + b.se**2), 1e-9)


def _mean(rows: Sequence[JudgedRow]) -> float:
    return sum(row.value for row in rows) / len(rows)


def _range(rows: Sequence[JudgedRow]) -> str:
    return f"{min(row.value for row in rows):.3f} to {max(row.value for row in rows):.3f}"


CHECKS: tuple[Callable[[JudgedTable], Claim | None], ...] = (
    _naive_is_liberal,
    _naive_is_worse_with_splits,
    _naive_by_setup,
    _bootstrap_is_the_same,
    _z_at_halves,
    _z_thrown,
    _z_natural,
    _more_splits_gain_little,
    _halvings,
    _power_of_one_split,
    _power_with_all_data,
)
CHECKS_BY_KIND: tuple[Callable[[JudgedTable, set[str]], Claim], ...] = (
    _correlation_of_algorithms,
    _correlation_of_differences,
    _corrected_near_nominal,
    _corrected_ratio,
    _corrected_conservative,
    _squares_hardly_correlate,
)
