"""`eb.rank`: what the statistics add to the fits, and how they grow with the number of models."""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

import statistics
import time
from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import Ridge

import errbar as eb

rng = np.random.default_rng(0)
X = rng.normal(size=(2000, 16))
y = X @ rng.normal(size=16) + rng.normal(size=2000)
MODELS = {f"ridge {i}": Ridge(alpha=10 ** (i / 10 - 2)) for i in range(50)}


def beside_the_fits() -> Ratio:
    plan = eb.plans.subsample(25, 0.1)

    def ranked() -> object:
        return eb.rank(MODELS, X, y, plan=plan, random_state=0, progress=False)

    def collected() -> object:
        return eb.collect(MODELS, X, y, plan=plan, random_state=0, progress=False)

    return ratio("rank / collect, 50 Ridge x 25 splits x n = 2000", ranked, collected, goal="<= 1.2", repeats=15)


def table(n_models: int, n_datasets: int, digits: int | None = None) -> eb.Datasets:
    values = 0.2 + 0.02 * rng.normal(size=(n_datasets, n_models))
    return eb.Datasets(
        names=tuple(f"set {i}" for i in range(n_datasets)),
        models=tuple(f"model {i}" for i in range(n_models)),
        values=values if digits is None else np.round(values, digits),
    )


def seconds(data: eb.Datasets, repeats: int = 5) -> tuple[float, float, float]:
    """CPU seconds of ranking: median, lowest, highest."""
    eb.rank(data)
    times = []
    for _ in range(repeats):
        start = time.process_time()
        eb.rank(data)
        times.append(time.process_time() - start)
    return statistics.median(times), min(times), max(times)


def ratios() -> Iterator[Ratio]:
    yield beside_the_fits()
    fastest = {}
    for n_models in (250, 500, 1000):
        middle, low, high = seconds(table(n_models, 100))
        fastest[n_models] = low
        yield Ratio(f"rank {n_models} models x 100 data sets, seconds", middle, low, high, "< 2")
    yield Ratio("rank 1000 x 100, three digits (ties), seconds", *seconds(table(1000, 100, digits=3)), "< 2")
    growth = fastest[1000] / fastest[250]
    yield Ratio("rank 1000 / 250 models (16 is quadratic)", growth, growth, growth, "<= 16 x 1.2")


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
