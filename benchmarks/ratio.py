"""Measure two functions side by side: interleaved, repeated, one BLAS/OpenMP thread, medians and ranges."""

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import argparse
import csv
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("what", "median", "low", "high", "goal")


@dataclass(frozen=True)
class Ratio:
    """Time of the first over time of the second: median, lowest and highest of the repeats."""

    name: str
    median: float
    low: float
    high: float
    goal: str

    def __str__(self) -> str:
        return f"{self.name:<58} {self.median:8.3f}  ({self.low:.3f} - {self.high:.3f})   goal {self.goal}"


def ratio(
    name: str,
    ours: Callable[[], object],
    baseline: Callable[[], object],
    *,
    goal: str,
    repeats: int = 7,
    clock: Callable[[], float] = time.process_time,
) -> Ratio:
    """ours / baseline; the two take turns so that a slow moment of the machine hits both."""
    ours(), baseline()
    ratios = []
    for _ in range(repeats):
        start = clock()
        ours()
        middle = clock()
        baseline()
        ratios.append((middle - start) / (clock() - middle))
    return Ratio(name, statistics.median(ratios), min(ratios), max(ratios), goal)


def report(found: Iterable[Ratio], path: Path | None = None) -> None:
    """Print each as it arrives; write them all as CSV where a path is given."""
    rows = []
    for one in found:
        print(one, flush=True)
        rows.append((one.name, f"{one.median:.4g}", f"{one.low:.4g}", f"{one.high:.4g}", one.goal))
    if path is not None:
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows((COLUMNS, *rows))


def parser(doc: str | None) -> argparse.ArgumentParser:
    """Of a benchmark script; all of them can write their table."""
    found = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--csv", type=Path, metavar="FILE", help="also write the table here")
    return found
