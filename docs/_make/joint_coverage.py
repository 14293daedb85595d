"""How often intervals of subgroups, and bands of curves, hold all at once: writes docs/results/{subgroups,bands}.csv.

    python docs/_make/joint_coverage.py [SETS] [subgroups] [bands]

The formulas are those of `eb.infer(by=)` and `eb.curve`, on many simulated data sets at a time.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from math import exp, gamma
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from errbar.audits.summary import share
from errbar.core.bands import Bins, Reached, precision_band, roc_band
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper
from errbar.core.gap import gap_ends, largest_gap
from errbar.core.log_mean import Skewed
from errbar.core.multiplicity import family_level
from errbar.plans.by_default import SMALLEST
from errbar.run.store.fingerprint import versions
from renew import RESULTS

SEED, LEVEL, SETS = 11, 0.95, 1000
SIZES = (10, 30, 100)  # of subgroups, in turn
DESIGNS = ((10, 10), (10, 30), (100, 100), *(tuple(np.resize(SIZES, groups).tolist()) for groups in (5, 10, 20, 50)))
FEWEST = 50  # data sets that must be answered, for a share of them to be told
Row = dict[str, Any]


WORLDS: dict[str, Any] = {  # unit losses, their mean
    "normal": (lambda rng, shape: rng.normal(1.0, 1.0, shape), 1.0),
    "normal, abs(x)": (lambda rng, shape: np.abs(rng.normal(size=shape)), (2.0 / np.pi) ** 0.5),
    "normal, x²": (lambda rng, shape: rng.normal(size=shape) ** 2, 1.0),
    "exponential": (lambda rng, shape: rng.exponential(1.0, shape), 1.0),
    "lognormal": (lambda rng, shape: rng.lognormal(0.0, 1.0, shape), np.exp(0.5)),
    "lognormal, sigma 1.5": (lambda rng, shape: rng.lognormal(0.0, 1.5, shape), np.exp(1.125)),
    "3 in 10 exponential": (lambda rng, shape: rng.exponential(1.0, shape) * (rng.random(shape) < 0.3), 0.3),
    "Weibull, 0.7": (lambda rng, shape: rng.weibull(0.7, shape), gamma(1.0 + 1.0 / 0.7)),
    "gamma, 0.3": (lambda rng, shape: rng.gamma(0.3, 1.0, shape), 0.3),
    "Pareto, 2.5": (lambda rng, shape: rng.pareto(2.5, shape) + 1.0, 5.0 / 3.0),
    "t with 5 df, x²": (lambda rng, shape: rng.standard_t(5, shape) ** 2, 5.0 / 3.0),
    "6 in 10 lognormal": (
        lambda rng, shape: rng.lognormal(0.0, 1.0, shape) * (rng.random(shape) < 0.6),
        0.6 * exp(0.5),
    ),
    # worlds below had no part in the choice of the rule
    "inverse normal": (lambda rng, shape: rng.wald(1.0, 0.5, shape), 1.0),
    "exponential, 1 in 20 ten times": (
        lambda rng, shape: rng.exponential(1.0, shape) * np.where(rng.random(shape) < 0.05, 10.0, 1.0),
        1.45,
    ),
    "beta, 0.5 and 5": (lambda rng, shape: rng.beta(0.5, 5.0, shape), 1.0 / 11.0),
    "signed, exponential - 0.5": (lambda rng, shape: rng.exponential(1.0, shape) - 0.5, 0.5),
    "signed, lognormal - 1": (lambda rng, shape: rng.lognormal(0.0, 1.0, shape) - 1.0, exp(0.5) - 1.0),
    "signed, difference of x²": (
        lambda rng, shape: 1.44 * rng.normal(size=shape) ** 2 - rng.normal(size=shape) ** 2,
        0.44,
    ),
    "signed, difference of t with 5 df, x²": (
        lambda rng, shape: rng.standard_t(5, shape) ** 2 - 0.5 * rng.standard_t(5, shape) ** 2,
        5.0 / 6.0,
    ),
}


def subgroup_rows(sets: int) -> Iterator[Row]:
    for design in DESIGNS:
        n, groups = np.array(design), len(design)
        for error in (0.01, 0.1, 0.3):
            rng = np.random.default_rng([SEED, *design[:2], groups, round(100 * error), 3])
            truth = error * _scales(groups)
            k = rng.binomial(n, truth, (sets, groups)).astype(float)
            ends = [_counted, (k, n), (k.sum(axis=1, keepdims=True) - k, n.sum() - n)]
            yield _held("0/1", truth, n, ends, np.ones(sets, dtype=bool))
        for at, losses in enumerate(WORLDS):
            rng = np.random.default_rng([SEED, *design[:2], groups, at, 7])
            yield _of_losses(rng, losses, n, sets)


def _scales(groups: int) -> Any:
    """Every other subgroup is twice as bad."""
    return np.where(np.arange(groups) % 2, 2.0, 1.0)


def _of_losses(rng: np.random.Generator, losses: str, n: Any, sets: int) -> Row:
    """By the law that `infer(by=)` takes, for each data set; those that it refuses are counted apart."""
    draw, mean = WORLDS[losses]
    codes, scales = np.repeat(np.arange(n.size), n), _scales(n.size)
    sums, squares = np.empty((sets, n.size)), np.empty((sets, n.size))
    answered, spread, skewness = np.ones(sets, dtype=bool), np.zeros((sets, 1)), np.zeros((sets, 1))
    logs = losses != "normal" and not losses.startswith("signed")
    for i in range(sets):
        x = draw(rng, codes.size) * scales[codes]
        shape = Skewed.of(x, codes, (0.0 if logs else -np.inf, np.inf))
        few = logs and np.bincount(codes, x != 0.0).min() < SMALLEST
        answered[i], spread[i], skewness[i] = not few, shape.spread, shape.skewness
        sums[i], squares[i] = np.bincount(codes, x), np.bincount(codes, x**2)

    def ends(sums: Any, squares: Any, n: Any, shape: Any, level: float) -> tuple[Any, Any, Any]:
        mean, (spread, skewness) = sums / n, shape
        deviation = np.sqrt((squares - n * mean**2) / (n - 1))
        t = -stdtrit(n - 1, (1 - level) / 2) / np.sqrt(n)
        if not logs:
            reach = t * np.maximum(deviation, spread) * (1 + skewness / np.sqrt(n))
            return mean, mean - reach, mean + reach
        reach = t * np.maximum(deviation / mean, spread)
        return mean, mean * np.exp(-reach), mean * np.exp(np.minimum(reach, 700.0))

    kept, shape = (sums[answered], squares[answered]), (spread[answered], skewness[answered])
    rest = [one.sum(axis=1, keepdims=True) - one for one in kept]
    own, others = (*kept, n, shape), (*rest, n.sum() - n, shape)
    return _held(losses, mean * scales, n, [ends, own, others], answered)


def _held(losses: str, truth: Any, n: Any, by: Any, answered: Any) -> Row:
    law, own, others = by
    groups = n.size
    level, pairs = family_level(LEVEL, groups), family_level(LEVEL, groups * (groups - 1) // 2)
    ends = law(*own, level)
    low, high = gap_ends(ends, law(*others, level))
    least, most = largest_gap(law(*own, pairs))
    rest = ((n * truth).sum() - n * truth) / (n.sum() - n)
    gap, widest = truth - rest, truth.max() - truth.min()
    sizes = ", ".join(str(size) for size in n[: len(SIZES)])
    cell = {"losses": losses, "mean": round(float(truth[0]), 4), "subgroups": groups, "sizes": sizes}
    found = {
        "subgroups_hold": ((ends[1] <= truth) & (truth <= ends[2])).all(axis=1),
        "gaps_hold": ((low <= gap) & (gap <= high)).all(axis=1),
        "largest_holds": (least <= widest) & (widest <= most),
    }
    few = int(answered.sum()) < FEWEST
    return _row(cell, answered.size, refused=float(1 - answered.mean()), **(dict.fromkeys(found) if few else found))


def _counted(k: Any, n: Any, level: float) -> tuple[Any, Any, Any]:
    """Estimate, low and high: right and wrong are counted exactly."""
    n = np.broadcast_to(n, k.shape)
    given = k.ravel(), n.ravel().astype(float), np.full(k.size, (1 - level) / 2)
    return k / n, clopper_pearson_lower(*given).reshape(n.shape), clopper_pearson_upper(*given).reshape(n.shape)


def band_rows(sets: int) -> Iterator[Row]:
    grid = np.linspace(0.0, 1.0, 101)
    inside = grid[1:-1]
    for n, positive, shift in ((40, 0.5, 1.0), (100, 0.2, 1.0), (100, 0.5, 2.0), (400, 0.1, 2.0), (400, 0.5, 1.0)):
        rng = np.random.default_rng([SEED, n, round(100 * positive), round(shift)])
        true_roc = ndtr(shift + ndtri(inside))
        false = ndtr(ndtri(inside) - shift)
        true_pr = positive * inside / (positive * inside + (1 - positive) * false)
        held: dict[str, list[Any]] = {name: [] for name in ("roc whole", "roc point", "pr whole", "pr point")}
        widths: dict[str, list[float]] = {name: [] for name in held}
        for _ in range(sets):
            y = rng.random(n) < positive
            if not 2 <= y.sum() <= n - 2:
                continue
            reached = Reached.of(y, rng.normal(size=n) + shift * y)
            for what, band, truth in (("roc", roc_band, true_roc), ("pr", precision_band, true_pr)):
                for which in ("whole", "point"):
                    low, high = band(reached, inside, LEVEL, whole=which == "whole")
                    held[f"{what} {which}"].append((low <= truth) & (truth <= high))
                    widths[f"{what} {which}"].append(float(np.mean(high - low)))
        for what, kind in (("roc", "roc"), ("pr", "precision_recall")):
            point = np.mean(held[f"{what} point"], axis=0)
            yield _row(
                {"kind": kind, "n": n, "positive": positive, "world": f"normal scores, {shift:g} apart"},
                len(held[f"{what} whole"]),
                whole_holds=np.all(held[f"{what} whole"], axis=1),
                point_mean=float(point.mean()), point_lowest=float(point.min()),
                width_whole=float(np.mean(widths[f"{what} whole"])),
                width_point=float(np.mean(widths[f"{what} point"])),
            )  # fmt: skip
    yield from fold_rows(sets, grid[1:-1])
    for n in (50, 200, 1000):
        for power, world in ((1.0, "calibrated"), (1.5, "overconfident")):
            rng = np.random.default_rng([SEED, n, round(10 * power)])
            all_hold, error_holds, point, widths2 = [], [], [], []
            for _ in range(sets):
                said = rng.random(n)
                real = said**power
                y = rng.random(n) < real
                bins, truth = Bins.of(y, said, 10), Bins.of(np.ones(n, dtype=bool), said, 10)
                expected = _bin_means(said, real)
                low, high = bins.limits((1 - LEVEL) / bins.n.size)
                all_hold.append(((low <= expected) & (expected <= high)).all())
                widths2.append(float(np.mean(high - low)))
                low, high = bins.limits(1 - LEVEL)
                point.append(np.mean((low <= expected) & (expected <= high)))
                error = float(truth.n @ np.abs(expected - truth.said) / n)
                least, most = bins.calibration_error_limits(LEVEL)
                error_holds.append(least <= error + 1e-12 and error <= most)
            yield _row(
                {"kind": "calibration", "n": n, "positive": 0.5 if power == 1.0 else 0.4, "world": world}, sets,
                whole_holds=np.array(all_hold), point_mean=float(np.mean(point)), point_lowest=None,
                width_whole=float(np.mean(widths2)), width_point=None, calibration_error_holds=np.array(error_holds),
            )  # fmt: skip


def fold_rows(sets: int, inside: Any) -> Iterator[Row]:
    """Nearest-centroid models of (repeated) folds, whose mixture has a curve that is known for every data set."""
    for n, times in ((60, 1), (60, 5), (200, 5)):
        rng = np.random.default_rng([SEED, n, times, 5])
        held: dict[str, list[Any]] = {"roc": [], "precision_recall": []}
        point, widths = {name: [] for name in held}, {name: [] for name in held}  # type: tuple[dict[str, list[Any]], ...]
        for _ in range(sets):
            y = np.arange(n) % 2 == 0
            X = rng.normal(size=(n, 3)) + 0.7 * y[:, None]
            said, models = _over_folds(rng, X, y, times)
            reached = Reached.of(np.tile(y, times), said, times)
            found, false = _mixture(models, 0.7)
            truths = {
                "roc": np.interp(inside, false, found),
                "precision_recall": inside / (inside + np.interp(inside, found, false)),
            }
            for kind, band in (("roc", roc_band), ("precision_recall", precision_band)):
                low, high = band(reached, inside, LEVEL, whole=True)
                held[kind].append(((low <= truths[kind] + 1e-9) & (truths[kind] <= high + 1e-9)).all())
                widths[kind].append(float(np.mean(high - low)))
                low, high = band(reached, inside, LEVEL, whole=False)
                point[kind].append((low <= truths[kind]) & (truths[kind] <= high))
        for kind, all_held in held.items():
            each = np.mean(point[kind], axis=0)
            yield _row(
                {"kind": kind, "n": n, "positive": 0.5, "world": f"nearest centroid, 5 folds, {times} times"}, sets,
                whole_holds=np.array(all_held), point_mean=float(each.mean()), point_lowest=float(each.min()),
                width_whole=float(np.mean(widths[kind])), width_point=None,
            )  # fmt: skip


def _over_folds(rng: np.random.Generator, X: Any, y: Any, times: int) -> tuple[Any, list[tuple[Any, float]]]:
    """What the models of each repeat's folds say of every item, and their directions and thresholds."""
    said, models = np.empty((times, y.size)), []
    for repeat in range(times):
        fold = rng.permutation(y.size) % 5
        for k in range(5):
            train = fold != k
            a, b = X[train & y].mean(axis=0), X[train & ~y].mean(axis=0)
            models.append((a - b, float((a - b) @ (a + b)) / 2.0))
            said[repeat, fold == k] = X[fold == k] @ models[-1][0] - models[-1][1]
    return said.ravel(), models


def _mixture(models: list[tuple[Any, float]], shift: float) -> tuple[Any, Any]:
    """Shares of positives and negatives above a grid of thresholds, over all models."""
    at = np.linspace(-12.0, 12.0, 2001)[::-1]
    shares = [
        np.mean([ndtr((c * w.sum() - b - at) / np.linalg.norm(w)) for w, b in models], axis=0) for c in (shift, 0.0)
    ]
    return shares[0], shares[1]


def _bin_means(said: Any, real: Any) -> Any:
    """The true share of each bin, which `Bins` makes of weights as it does of labels."""
    bins = Bins.of(real, said, 10)
    return bins.positives / bins.n


def _row(cell: Row, sets: int, **found: Any) -> Row:
    row: Row = {**cell, "sets": sets}
    for name, values in found.items():
        if isinstance(values, np.ndarray):
            held = share(values)
            row |= {name: round(held.value, 4), f"{name}_low": round(held.low, 4), f"{name}_high": round(held.high, 4)}
        else:
            row[name] = "" if values is None else round(values, 4)
    return row


def write(name: str, rows: list[Row], sets: int) -> None:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    with (RESULTS / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, restval="")
        writer.writeheader()
        writer.writerows(rows)
    about = {"command": f"python docs/_make/joint_coverage.py {sets} {name}", "seed": SEED, "versions": versions()}
    (RESULTS / f"{name}.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    which = sys.argv[2:] or ["subgroups", "bands"]
    for name, rows in (("subgroups", subgroup_rows), ("bands", band_rows)):
        if name in which:
            write(name, list(rows(sets)), sets)


if __name__ == "__main__":
    main()
