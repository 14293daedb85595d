"""Size and coverage on losses in time order: writes docs/results/time-order.csv and .json.

    python docs/_make/time_order.py [SETS]

A series of losses with mean 0 and first-order autocorrelation phi, read by the methods for time order and, as if its
losses were independent, by `holdout_t`. Beyond first-order autoregressions stand three series that no method here is
made for: the sum of a slow and a fast part, squares of a normal series, and 0/1 losses. The bootstrap, which is slow,
answers the first SETS / 5 of them.
"""

from __future__ import annotations

import csv
import json
import sys
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import lfilter
from scipy.stats import norm

from errbar.audits.summary import share
from errbar.methods import METHODS
from errbar.methods.in_time import FEW
from errbar.plans.families import TestSet
from errbar.run.store.fingerprint import versions
from errbar.types import Plan, Scores
from renew import RESULTS

TABLE = RESULTS / "time-order.csv"
SEED, LEVEL, SETS, DRAWS = 7, 0.95, 5000, 399
SIZES = (50, 100, 200, 500)
WORLDS = ("0", "0.5", "0.9", "slow and fast", "squares, 0.9", "0/1, 0.5")
ASKED = ("holdout_t", "diebold_mariano", "block_bootstrap")


def autoregression(phi: float, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float64]:
    """Series of variance 1."""
    noise = rng.normal(size=shape)
    noise[:, 1:] *= sqrt(1 - phi**2)
    return np.asarray(lfilter([1.0], [1.0, -phi], noise, axis=1))


def losses(world: str, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float64]:
    """One series a row, of mean 0."""
    if world == "slow and fast":
        return 0.5 * autoregression(0.95, shape, rng) + sqrt(0.75) * rng.normal(size=shape)
    if world == "squares, 0.9":
        return autoregression(0.9, shape, rng) ** 2 - 1.0
    if world == "0/1, 0.5":
        return (autoregression(0.5, shape, rng) > norm.isf(0.2)).astype(float) - 0.2
    return autoregression(float(world), shape, rng)


def rows(world: str, n: int, sets: int) -> list[dict[str, Any]]:
    """One row per method."""
    rng = np.random.default_rng([SEED, WORLDS.index(world), n])
    series, plan, found = losses(world, (sets, n), rng), Plan("test_set", n, (TestSet(n),)), []
    for method in ASKED:
        slow = method == "block_bootstrap"
        how = {"n_draws": DRAWS} if slow else {}
        some = series[: sets // 5] if slow else series
        answers = np.array([_answer(method, plan, one, how) for one in some])
        held, warned, width = answers[:, 0] > 0, answers[:, 1] > 0, np.median(answers[:, 2])
        cover, calm = share(held), share(held[~warned]) if (~warned).any() else None
        found.append(
            {"world": world, "n": n, "method": method, "sets": len(some), "coverage": round(cover.value, 4),
             "low": round(cover.low, 4), "high": round(cover.high, 4), "size": round(1 - cover.value, 4),
             "warned": round(warned.mean(), 4), "size_unwarned": "" if calm is None else round(1 - calm.value, 4),
             "width": float(f"{width:.4g}")}
        )  # fmt: skip
    return found


def _answer(method: str, plan: Plan, one: NDArray[np.float64], how: dict[str, int]) -> tuple[bool, bool, float]:
    """Whether 0 was held, whether a note spoke of too few times, and the width."""
    scores = Scores(plan, ("a",), np.array([[one.mean()]]), one[np.newaxis].copy())
    finding = METHODS[method].fn(scores, **how)
    low, high = finding.law.interval(LEVEL, "two-sided")
    return low <= 0.0 <= high, finding.details.get("effective_n", FEW) < FEW, high - low


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found = [row for world in WORLDS for n in SIZES for row in rows(world, n, sets)]
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    settings = {"command": f"python docs/_make/time_order.py {sets}", "seed": SEED, "draws": DRAWS}
    TABLE.with_suffix(".json").write_text(json.dumps(settings | {"versions": versions()}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
