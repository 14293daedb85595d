"""The 5x2cv tests where their assumptions hold: ten independent Gaussian scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtri

from errbar.core.arrays import Floats
from errbar.core.five_by_two import first_pair, first_score, first_score_apart, replication_variances
from errbar.core.student import Student
from errbar.core.variance import means_and_variances
from errbar.lab.replicate import replicate
from errbar.lab.study import Claim, Findings, How, Study, stated

LEVELS = (0.10, 0.05, 0.01)
EXPECTED = {0.10: 0.074, 0.05: 0.029, 0.01: 0.0035}  # Dietterich's test, known from 400 000 draws
DRAWS = 2000  # per replication
TITLES = {
    "five_by_two_t": "5x2cv t (Dietterich)",
    "five_by_two_t4": "first repair, 4 degrees of freedom",
    "five_by_two_t5": "second repair, 5 degrees of freedom",
    "all_ten_t9": "all ten scores, 9 degrees of freedom",
    "five_by_two_f": "5x2cv F (Alpaydin)",
}


@dataclass(frozen=True, slots=True)
class TenScores:
    """A batch of draws; the number of rejections of each test at each level."""

    name: str = "ten Gaussian scores"
    size: int = len(TITLES) * len(LEVELS)

    def __call__(self, rng: np.random.Generator) -> Floats:
        d = rng.normal(size=(DRAWS, 5, 2))
        return np.array([test(d, level).sum() for test in TESTS.values() for level in LEVELS], dtype=np.float64)


def _student(estimate: Floats, variance: Floats, df: float, level: float) -> NDArray[np.bool_]:
    rejected: NDArray[np.bool_] = np.abs(estimate) > -Student(0.0, 1.0, df).quantile(level / 2) * np.sqrt(variance)
    return rejected


def _t(d: Floats, level: float) -> NDArray[np.bool_]:
    return _student(*first_score(d), 5, level)


def _t4(d: Floats, level: float) -> NDArray[np.bool_]:
    return _student(*first_score_apart(d), 4, level)


def _t5(d: Floats, level: float) -> NDArray[np.bool_]:
    return _student(*first_pair(d), 5, level)


def _t9(d: Floats, level: float) -> NDArray[np.bool_]:
    mean, variance = means_and_variances(d.reshape(-1, 10))
    return _student(mean, variance / 10, 9, level)


def _f(d: Floats, level: float) -> NDArray[np.bool_]:
    noise = replication_variances(d).sum(axis=-1)
    rejected: NDArray[np.bool_] = (d**2).sum(axis=(-2, -1)) > 2 * fdtri(10, 5, 1 - level) * noise
    return rejected


TESTS: dict[str, Callable[[Floats, float], NDArray[np.bool_]]] = dict(zip(TITLES, (_t, _t4, _t5, _t9, _f), strict=True))


def run(how: How) -> Findings:
    """400 000 draws at full scale."""
    batches = how.share(200, 2)
    counts = replicate(TenScores(), batches, how).sum(axis=0)
    how.tell("ten Gaussian scores")
    draws = batches * DRAWS
    sizes = (counts / draws).reshape(len(TITLES), len(LEVELS))
    rows = [
        {"test": name, "level": level, "size": float(size), "se": sqrt(size * (1 - size) / draws), "draws": draws}
        for name, across in zip(TITLES, sizes, strict=True)
        for level, size in zip(LEVELS, across, strict=True)
    ]
    return Findings(rows, claims(rows), {"sizes": _figure(rows)})


def claims(rows: list[dict[str, Any]]) -> list[Claim]:
    found = []
    for level, expected in EXPECTED.items():
        row = next(r for r in rows if r["test"] == "five_by_two_t" and r["level"] == level)
        close = abs(row["size"] - expected) <= 4 * sqrt(2) * row["se"] + 0.0005
        found.append(
            stated(
                f"Even with ten independent Gaussian scores Dietterich's test is off: size {expected:g} at {level:g}.",
                f"{row['size']:.4f} (se {row['se']:.4f})",
                close and row["size"] < level - 4 * row["se"],
            )
        )
    for name in ("five_by_two_t4", "five_by_two_t5", "all_ten_t9"):
        mine = [r for r in rows if r["test"] == name]
        exact = all(abs(r["size"] - r["level"]) <= 4 * r["se"] for r in mine)
        found.append(
            stated(
                f"{TITLES[name]}: exact.",
                ", ".join(f"{r['size']:.4f} at {r['level']:g}" for r in mine),
                exact,
            )
        )
    return found


def _figure(rows: list[dict[str, Any]]) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 3.6), layout="constrained")
    ax = figure.subplots()
    places = np.arange(len(TITLES))
    for level, mark, colour in zip(LEVELS, "osD", ("#0072B2", "#D55E00", "#009E73"), strict=True):
        mine = [r for r in rows if r["level"] == level]
        ax.axvline(level, color=colour, linewidth=0.8, linestyle=":")
        bars = [2 * r["se"] for r in mine]
        ax.errorbar([r["size"] for r in mine], places, xerr=bars, fmt=mark, color=colour, label=f"nominal {level:g}")
    ax.set_yticks(places, list(TITLES.values()))
    ax.invert_yaxis()
    ax.set_xlim(0, None)
    ax.set_xlabel("size (share of true hypotheses rejected)")
    ax.set_title("Ten independent Gaussian scores", fontsize=10)
    figure.legend(*ax.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False, fontsize=8)
    return figure


STUDY = Study("The 5x2cv tests on ten independent Gaussian scores: sizes", ("dietterich1998", "nadeau2003"), run, 2.0)
