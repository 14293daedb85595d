"""What splits cost: setting up conservative Z's 315, drawing them, drawing one alone, and memory for a million rows."""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable

import errbar as eb

RECIPE = eb.plans.halvings(15, 10)


def milliseconds(function: Callable[[], object], repeats: int = 50) -> str:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(1e3 * (time.perf_counter() - start))
    return f"{statistics.median(times):9.3f} ms  ({min(times):.3f} - {max(times):.3f})"


def peak_megabytes(n: int) -> float:
    tracemalloc.start()
    for _ in RECIPE.build(n, random_state=0):
        pass
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return peak


def main() -> None:
    for n in (300, 2000, 10_000):
        plan = RECIPE.build(n, random_state=0)
        print(f"n = {n}")
        print(f"  set up 315 splits (build)               {milliseconds(lambda n=n: RECIPE.build(n, random_state=0))}")
        print(f"  sizes and labels of all 315             {milliseconds(lambda p=plan: (p.n_train, p.labels()))}")
        print(f"  draw the indices of all 315             {milliseconds(lambda p=plan: sum(1 for _ in p))}")
        print(f"  draw split 200 alone                    {milliseconds(lambda p=plan: p[200])}")
    print(f"n = 1,000,000: peak memory of building and walking {peak_megabytes(10**6):.0f} MB   goal < 500")


if __name__ == "__main__":
    main()
