"""Size and power of comparisons of models that were trained several times: writes docs/results/runs.csv and .json.

    python docs/_make/runs.py [SETS]

Two models, R training runs of each, n items: the loss of a run on an item is the sum of what the item, the model on the
item, the run and the cell add. `run_share` is the part of the variance of the difference that is due to runs;
`cell_share` the part of the rest that single cells make, not items. Of normal losses the mean squares are drawn, whose
law is known; 0/1 losses are such sums cut at a threshold, a tenth of SETS of them. Power is told where the models
differ by three standard errors. `one_sided_runs`: the size where only one model's runs differ. `paired`: runs of the
two models belong together. `truncated` and `satterthwaite` are rules that were tried beside the one that is used: what
runs add cut off at zero (used before), and not cut off at all, with the textbook's degrees of freedom.
"""

from __future__ import annotations

import csv
import json
import sys
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri, stdtr
from scipy.stats import norm

from errbar.audits.summary import share
from errbar.core.corrected_share import difference_variance
from errbar.core.two_way import RunPart, TwoWay
from errbar.run.store.fingerprint import versions
from renew import RESULTS

TABLE = RESULTS / "runs.csv"
SEED, LEVEL, SETS, APART = 29, 0.05, 6000, 3.0
RUNS, SIZES, SHARES, CELLS = (2, 3, 5, 10), (50, 200, 1000), (0.0, 0.2, 0.5, 0.8), (0.2, 0.8)

Array = NDArray[np.float64]
World = tuple[str, int, int, float, float]  # losses, runs, items, share of runs, share of cells in the rest


def worlds() -> list[World]:
    normal = [("normal", r, n, part, cells) for r in RUNS for n in SIZES for part in SHARES for cells in CELLS]
    return normal + [("0/1", r, n, part, 0.5) for r in RUNS for n in SIZES for part in SHARES]


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


def binary_set(world: World, rng: np.random.Generator) -> tuple[float, TwoWay]:
    """Losses of 0 and 1, a quarter of them 1."""
    _, runs, n, part, cells = world
    rest = (1.0 - part) * n / 2.0  # of a mean over runs, on one item, of one model
    spreads = [rest * cells * runs, part / 2.0 * runs, rest * (1.0 - cells), rest]
    shapes = [(2, runs, n), (2, runs, 1), (2, 1, n), (1, 1, n)]
    found = sum(sqrt(spread) * rng.normal(size=shape) for spread, shape in zip(spreads, shapes, strict=True))
    losses: NDArray[np.float64] = np.where(found > sqrt(sum(spreads)) * norm.isf(0.25), 1.0, 0.0)
    return float(losses[0].mean() - losses[1].mean()), TwoWay.of([losses[0], losses[1]])


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
    rng, binary = np.random.default_rng([SEED, number]), losses == "0/1"
    if binary:
        single = [binary_set(world, rng) for _ in range(sets // 10)]
        rejected = np.array([_binary(mean, found) for mean, found in single]) < LEVEL
    else:
        mean, found = normal_sets(world, rng, sets)
        rejected = np.stack(pvalues(mean, found), axis=1) < LEVEL
    seen = share(rejected[:, 0])
    told: dict[str, Any] = {
        "losses": losses, "runs": runs, "items": n, "run_share": part, "cell_share": cells, "sets": len(rejected),
        "two_way_t": round(seen.value, 4), "low": round(seen.low, 4), "high": round(seen.high, 4),
        "items_only": _rate(rejected[:, 1]), "welch": _rate(rejected[:, 2]), "power_two_way_t": "", "power_welch": "",
        "one_sided_runs": "", "paired": "", "truncated": "", "satterthwaite": "",
        "power_truncated": "", "power_satterthwaite": "",
    }  # fmt: skip
    if not binary:
        won, more = pvalues(mean + APART, found), tried(mean + APART, found)
        other = tried(mean, found)
        told |= {"power_two_way_t": _rate(won[0] < LEVEL), "power_welch": _rate(won[2] < LEVEL)}
        told |= {"truncated": _rate(other[0] < LEVEL), "satterthwaite": _rate(other[1] < LEVEL)}
        told |= {"power_truncated": _rate(more[0] < LEVEL), "power_satterthwaite": _rate(more[1] < LEVEL)}
        for name, shares in (("one_sided_runs", (1.0, 0.0)), ("paired", (1.0,))):
            told[name] = _rate(pvalues(*normal_sets(world, rng, sets, shares))[0] < LEVEL)
    return told


def _binary(mean: float, found: TwoWay) -> tuple[float, ...]:
    """The same with the floor that `two_way_t` puts under the variance of a difference of shares."""
    p = [float(one) for one in pvalues(np.asarray(mean), found)]
    variance = max(found.variance, difference_variance(0.0, found.n_units))
    return float(_two_sided(np.asarray(mean), variance, found.df)), *p[1:]


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
