"""Size and power of comparisons of models that were trained several times: writes docs/results/runs.csv and .json.

    python docs/_make/runs.py [SETS]

Two models, R training runs of each, n items: the loss of a run on an item is the sum of what the item, the model on the
item, the run and the cell add. `run_share` is the part of the variance of the difference that is due to runs;
`cell_share` the part of the rest that single cells make, not items. Of normal losses the mean squares are drawn, whose
law is known; 0/1 losses are such sums cut at a threshold, a quarter of them 1. Power is told where the models differ by
three standard errors. `one_sided_runs`: the size where only one model's runs differ. `paired`: runs of the two models
belong together; of normal losses that is the size of one model's interval too. `one_model`: how often that of 0/1
losses misses the quarter, `one_model_rare` the same where one in twenty is 1. `truncated` and `satterthwaite` are rules
that were tried beside the one that is used: what runs add cut off at zero (used before), and not cut off at all, with
the textbook's degrees of freedom; `paired_before`: the rule for one series of runs that was used before.
"""

from __future__ import annotations

import csv
import json
import sys
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri, stdtr
from scipy.stats import norm

from errbar.audits.summary import share
from errbar.core.corrected_share import difference_variance, effective_size
from errbar.core.two_way import RunPart, TwoWay
from errbar.run.store.fingerprint import versions
from renew import RESULTS

TABLE = RESULTS / "runs.csv"
SEED, LEVEL, SETS, APART = 29, 0.05, 6000, 3.0
RUNS, SIZES, SHARES, CELLS = (2, 3, 5, 10), (50, 200, 1000), (0.0, 0.2, 0.5, 0.8), (0.2, 0.8)
FURTHER = (2, 3, 4, 7), (100, 400), (0.1, 0.35, 0.65, 0.95), (0.5, 1.0)  # none of them was looked at for the rule
RATE, RARE = 0.25, 0.05  # of 0/1 losses that are 1
AT_ONCE = 2_000_000  # losses drawn at a time

Array = NDArray[np.float64]
World = tuple[str, int, int, float, float]  # losses, runs, items, share of runs, share of cells in the rest


def worlds() -> list[World]:
    normal = [("normal", r, n, part, cells) for r in RUNS for n in SIZES for part in SHARES for cells in CELLS]
    binary = [("0/1", r, n, part, 0.5) for r in RUNS for n in SIZES for part in SHARES]
    return normal + binary + [("normal", *one) for one in product(*FURTHER)]


def normal_sets(
    world: World, rng: np.random.Generator, sets: int, shares: tuple[float, ...] = (0.5, 0.5)
) -> tuple[Array, TwoWay]:
    """Differences of variance 1, and their mean squares; `shares`: of the runs' variance, for each series of runs."""
    _, runs, n, part, cells = world
    noise, df = (1.0 - part) * cells / len(shares), (runs - 1) * (n - 1)

    def squares(mean: float, f: int) -> Any:
        return mean * rng.chisquare(f, sets) / f

    parts = [RunPart(squares(part * own + noise, runs - 1), squares(noise, df), runs - 1) for own in shares]
    return rng.normal(size=sets), TwoWay(tuple(parts), squares(1.0 - part, n - 1), n)


def binary_sets(
    world: World,
    rng: np.random.Generator,
    sets: int,
    shares: tuple[float, ...] = (0.5, 0.5),
    apart: float = 0.0,
    *,
    rate: float = RATE,
) -> tuple[Array, TwoWay, TwoWay, tuple[Array, TwoWay]]:
    """Differences of losses of 0 and 1, their mean squares, those of pairs of runs, and the first model's.

    `apart`: by how much the rate of the second model is above that of the first.
    """
    _, runs, n, part, cells = world
    rest = (1.0 - part) * n / 2.0  # of a mean over runs, on one item, of one model
    spreads = [rest * cells * runs, rest * (1.0 - cells), rest]
    cuts = norm.isf([rate, rate + apart])
    kept: list[list[Array]] = []
    for start in range(0, sets, step := max(1, AT_ONCE // (2 * runs * n))):
        size = min(step, sets - start)
        shapes = [(size, 2, runs, n), (size, 2, 1, n), (size, 1, 1, n)]
        found: Any = sum(
            np.float32(sqrt(spread)) * rng.standard_normal(shape, dtype=np.float32)
            for spread, shape in zip(spreads, shapes, strict=True)
        )
        of_runs = np.sqrt(np.array(shares) * part * runs)
        found += (of_runs[:, None, None] * rng.normal(size=(size, 2, runs, 1))).astype(np.float32)
        limits = cuts * np.sqrt(sum(spreads) + of_runs**2)
        losses = (found > limits[:, None, None]).astype(np.float32)
        kept.append([*_squares(losses), *_squares(losses[:, :1] - losses[:, 1:])])
        if not start:
            _check(losses[0], kept[0])
    means, seen, noise, items, _, of_pairs, noise_of_pairs, items_of_pairs = (
        np.concatenate(one) for one in zip(*kept, strict=True)
    )
    parts = [RunPart(seen[:, i], noise[:, i], runs - 1) for i in (0, 1)]  # type: ignore[arg-type]
    pairs = RunPart(of_pairs[:, 0], noise_of_pairs[:, 0], runs - 1)  # type: ignore[arg-type]
    both: Any = items_of_pairs[:, 0]
    first: Any = items[:, 0]
    return (
        means[:, 0] - means[:, 1],
        TwoWay(tuple(parts), both, n),
        TwoWay((pairs,), both, n),
        (means[:, 0], TwoWay(parts[:1], first, n)),  # type: ignore[arg-type]
    )


def _squares(cells: NDArray[np.float32]) -> tuple[Array, Array, Array, Array]:
    """Of sets x models x runs x items: means, and what `RunPart` and `TwoWay` are made of."""
    runs, n = cells.shape[2:]
    by_run, by_item = cells.mean(axis=3, dtype=np.float64), cells.mean(axis=2, dtype=np.float64)
    mean = by_run.mean(axis=2)
    of_runs = ((by_run - mean[..., None]) ** 2).sum(axis=2)
    of_items = ((by_item - mean[..., None]) ** 2).sum(axis=2)
    total = np.einsum("smri,smri->sm", cells, cells, dtype=np.float64) - runs * n * mean**2
    left = np.maximum(total - n * of_runs - runs * of_items, 0.0)
    noise = left / ((runs - 1) * (n - 1) * runs * n)
    return mean, of_runs / (runs - 1) / runs, noise, of_items / (n - 1) / n


def _check(losses: NDArray[np.float32], found: list[Array]) -> None:
    """The sums of many sets at once are those of the package."""
    first, second = losses.astype(np.float64)
    law, paired = TwoWay.of([first, second]), TwoWay.of([first - second])
    told = [law.runs[0].seen, law.runs[1].noise, paired.runs[0].seen, paired.runs[0].noise, paired.items]
    mine = [found[1][0, 0], found[2][0, 1], found[5][0, 0], found[6][0, 0], found[7][0, 0]]
    np.testing.assert_allclose(mine, told, rtol=1e-6, atol=1e-12)


def pvalues(mean: Array, found: TwoWay) -> tuple[Array, Array, Array]:
    """Of `two_way_t`, of a t test over items, and of Welch's over the means of runs."""
    over_runs: Any = sum(part.seen for part in found.runs)
    squares: Any = sum(part.seen**2 / part.df for part in found.runs)
    welch = np.where(squares > 0, over_runs**2 / np.where(squares > 0, squares, 1.0), 1.0)
    return (
        _two_sided(mean, found.variance, found.df),
        _two_sided(mean, found.items, found.n_units - 1.0),
        _two_sided(mean, over_runs, welch),
    )


def tried(mean: Array, found: TwoWay) -> tuple[Array, Array]:
    """p-values of the rules that were tried and not taken: cut off at zero, and not cut off."""
    few = sum(part.df for part in found.runs)
    larger = few / float(chdtri(few, 0.7))
    cut: Any = [(part.own, part.df) for part in found.runs]
    rest: Any = np.maximum(found.items - sum(part.noise for part in found.runs), 0.0)
    plain: Any = [(part.seen, part.df) for part in found.runs]
    return _by_rule(mean, cut, (found.items, larger), found.n_units), _by_rule(mean, plain, (rest, 1.0), found.n_units)


def before(mean: Array, found: TwoWay) -> Array:
    """p-values of the rule for one series that was used before: a quarter let through, wider degrees of freedom."""
    part, n = found.runs[0], found.n_units
    larger = part.df / float(chdtri(part.df, 0.8)) * part.seen
    variance = np.maximum(part.seen - 0.75 * part.noise, 0.0) + np.maximum(found.items - 0.25 * part.noise, 0.0)
    weight = larger**2 / part.df + found.items**2 / (n - 1)
    return _two_sided(mean, variance, (larger + found.items) ** 2 / np.where(weight > 0, weight, 1.0))


def _by_rule(mean: Array, parts: list[tuple[Any, int]], rule: tuple[Any, float], n: int) -> Array:
    rest, larger = rule
    values = [(larger * value, df) for value, df in parts] + [(rest, n - 1)]
    weight = sum(value**2 / df for value, df in values)
    df = sum(value for value, _ in values) ** 2 / weight
    return _two_sided(mean, sum(value for value, _ in parts) + rest, df)


def _two_sided(mean: Array, variance: Any, df: Any) -> Array:
    safe = np.where(variance > 0, variance, 1.0)
    return np.where(variance > 0, 2.0 * stdtr(df, -np.abs(mean) / np.sqrt(safe)), 1.0)


def row(world: World, number: int, sets: int) -> dict[str, Any]:
    losses, runs, n, part, cells = world
    rng = np.random.default_rng([SEED, number])
    found = (_of_binary if losses == "0/1" else _of_normal)(world, rng, sets)
    seen = share(found.pop("rejected"))
    told: dict[str, Any] = {
        "losses": losses, "runs": runs, "items": n, "run_share": part, "cell_share": cells, "sets": sets,
        "two_way_t": round(seen.value, 4), "low": round(seen.low, 4), "high": round(seen.high, 4),
    }  # fmt: skip
    return told | {name: _rate(found[name] < LEVEL) if name in found else "" for name in COLUMNS}


COLUMNS = (
    "items_only", "welch", "power_two_way_t", "power_welch", "one_sided_runs", "paired", "one_model", "one_model_rare",
    "truncated", "satterthwaite", "power_truncated", "power_satterthwaite", "paired_before", "power_paired",
    "power_paired_before",
)  # fmt: skip


def _of_normal(world: World, rng: np.random.Generator, sets: int) -> dict[str, Array]:
    mean, found = normal_sets(world, rng, sets)
    ours, items, welch = pvalues(mean, found)
    won, more, other = pvalues(mean + APART, found), tried(mean + APART, found), tried(mean, found)
    told = {"rejected": ours < LEVEL, "items_only": items, "welch": welch}
    told |= {"power_two_way_t": won[0], "power_welch": won[2], "truncated": other[0], "satterthwaite": other[1]}
    told |= {"power_truncated": more[0], "power_satterthwaite": more[1]}
    told["one_sided_runs"] = pvalues(*normal_sets(world, rng, sets, (1.0, 0.0)))[0]
    mean, found = normal_sets(world, rng, sets, (1.0,))
    told |= {"paired": pvalues(mean, found)[0], "paired_before": before(mean, found)}
    return told | {"power_paired": pvalues(mean + APART, found)[0], "power_paired_before": before(mean + APART, found)}


def _of_binary(world: World, rng: np.random.Generator, sets: int) -> dict[str, Array]:
    """The floor that `two_way_t` puts under the variance of a difference of shares is there, and Wilson's interval."""
    mean, found, pairs, (rate, one) = binary_sets(world, rng, sets)
    ours = _floored(mean, found)
    told = {"rejected": ours < LEVEL} | dict(zip(("items_only", "welch"), pvalues(mean, found)[1:], strict=True))
    told |= {"paired": _floored(mean, pairs), "one_model": _wilson(rate, one, RATE)}
    told["one_model_rare"] = _wilson(*binary_sets(world, rng, sets, rate=RARE)[3], RARE)
    mean_of_one, of_one = binary_sets(world, rng, sets, (1.0, 0.0))[:2]
    told["one_sided_runs"] = _floored(mean_of_one, of_one)
    apart, other = binary_sets(world, rng, sets, apart=APART * float(mean.std()))[:2]
    return told | {"power_two_way_t": _floored(apart, other), "power_welch": pvalues(apart, other)[2]}


def _floored(mean: Array, found: TwoWay) -> Array:
    variance = np.maximum(found.variance, difference_variance(0.0, found.n_units))
    return _two_sided(mean, variance, found.df)


def _wilson(mean: Array, found: TwoWay, rate: float) -> Array:
    """p-values of one model's interval at the true rate."""
    variances: Any = found.variance
    n, most = found.n_units, found.n_units * (found.runs[0].df + 1)
    sizes = np.array([effective_size(*one, most) for one in zip(mean, variances, strict=True)])
    flat = (mean == 0.0) | (mean == 1.0)  # two_way_t then counts items, not losses
    return _two_sided(mean - rate, rate * (1.0 - rate) / np.where(flat, float(n), sizes), found.df)


def _rate(rejected: NDArray[np.bool_]) -> float:
    return round(float(rejected.mean()), 4)


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found = [row(world, number, sets) for number, world in enumerate(worlds())]
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    settings = {"command": f"python docs/_make/runs.py {sets}", "seed": SEED}
    TABLE.with_suffix(".json").write_text(json.dumps(settings | {"versions": versions()}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
