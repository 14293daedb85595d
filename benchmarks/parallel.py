"""What running many fits costs beyond the fits: one process, two workers, the store, clusters.

Serial ratios are CPU time, parallel ones wall time with the workers already started. "ideal" is half the bare loop
of clone, fit, predict, loss; on a machine that is busy with other things compare with "side by side" instead. Fits of
5 and 20 ms are a counting loop of fixed length that holds the interpreter lock.

    python benchmarks/parallel.py [--csv FILE] [--dask] [--ray]
"""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

import joblib
import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.datasets import make_classification
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from threadpoolctl import threadpool_limits

import errbar as eb
from errbar.plans.from_sklearn import from_sklearn

RNG = np.random.default_rng(0)
X = RNG.normal(size=(200, 4))
Y = RNG.normal(size=200)
PLAN = eb.plans.subsample(315, 0.1).build(200, random_state=0)
SHORT = eb.plans.subsample(50, 0.1).build(200, random_state=0)


class Busy(RegressorMixin, BaseEstimator):
    """Counts to `steps`, then predicts the mean."""

    def __init__(self, steps: int = 0) -> None:
        self.steps = steps

    def fit(self, X, y):  # noqa: ARG002
        for _ in range(self.steps):
            pass
        self.mean_ = y.mean()
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


def steps_per_second() -> float:
    times = []
    for _ in range(7):
        start = time.process_time()
        Busy(2_000_000).fit(X, Y)
        times.append(time.process_time() - start)
    return 2_000_000 / min(times)


def bare(model, X, y, splits):
    with threadpool_limits(1):
        return [(clone(model).fit(X[a], y[a]).predict(X[b]) - y[b]) ** 2 for a, b in splits]


def collect(model, X, y, plan, **more):
    return eb.collect({"m": model}, X, y, plan=plan, random_state=0, shared=False, **more)


def halved(found: Ratio, name: str) -> Ratio:
    """Against the ideal of two workers rather than one."""
    return replace(found, name=name, median=2 * found.median, low=2 * found.low, high=2 * found.high)


def serial(speed: float) -> Iterator[Ratio]:
    model = Busy(int(0.020 * speed))
    loop = partial(bare, model, X, Y, list(SHORT))
    yield ratio("20 ms fits, one process / bare loop", partial(collect, model, X, Y, SHORT), loop, goal="<= 1.05")
    with tempfile.TemporaryDirectory() as folder:
        names = iter(range(1000))

        def stored():
            return collect(model, X, Y, SHORT, store=Path(folder, f"{next(names)}.db"))

        yield ratio("20 ms fits, with a store / bare loop", stored, loop, goal="<= 1.05")
        kept = Path(folder, "kept.db")
        collect(model, X, Y, SHORT, store=kept)
        again = partial(collect, model, X, Y, SHORT, store=kept)
        yield ratio("20 ms fits, all found in the store / bare loop", again, loop, goal="<= 0.10")


def two_workers(speed: float) -> Iterator[Ratio]:
    wall = {"clock": time.perf_counter, "repeats": 5}
    model = Busy(int(0.005 * speed))
    ours = partial(collect, model, X, Y, PLAN, n_jobs=2)
    found = ratio("", ours, partial(bare, model, X, Y, list(PLAN)), goal="<= 1.10", **wall)
    yield halved(found, "5 ms fits x 315, two processes, wall / ideal")
    fair = partial(side_by_side, model, X, Y, list(PLAN))
    yield ratio("the same / two bare loops side by side, wall", ours, fair, goal="<= 1.10", **wall)
    data = make_classification(2000, 16, n_informative=8, random_state=0)
    plan = eb.plans.subsample(24, 0.1).build(2000, random_state=0)
    for name, forest in (
        ("random forest (20 trees)", RandomForestClassifier(20, random_state=0)),
        ("gradient boosting (20 rounds)", HistGradientBoostingClassifier(max_iter=20, random_state=0)),
    ):
        ours = partial(collect, forest, *data, plan, n_jobs=2)
        one = partial(collect, forest, *data, plan, n_jobs=1)
        yield ratio(f"{name}, n_jobs=2 / n_jobs=1, wall", ours, one, goal="<= 0.60", **wall)
        fair = partial(side_by_side, forest, *data, list(plan))
        yield ratio(f"{name}, n_jobs=2 / side by side, wall", ours, fair, goal="<= 1.20", **wall)


def side_by_side(model, X, y, splits):
    """What the machine allows at this moment: two processes, each with half of the splits from the start."""
    half = joblib.delayed(bare)
    return joblib.Parallel(n_jobs=2, batch_size=1)(half(model, X, y, splits[i::2]) for i in range(2))


def large_data() -> Iterator[Ratio]:
    """200 MB and fits that take no time, on ten rows each: what is left is getting the data to the workers."""
    large, y = RNG.normal(size=(250_000, 100)), RNG.normal(size=250_000)
    rows = [(np.arange(10 * i, 10 * i + 10), np.arange(10 * i + 10, 10 * i + 20)) for i in range(20)]
    plan = from_sklearn(rows, large, y, n=len(y), seed=0)

    def pickled():
        fit = joblib.delayed(_fit_and_predict)
        return joblib.Parallel(n_jobs=2, max_nbytes=None, batch_size=1)(fit(large, y, *split) for split in rows[:2])

    ours = partial(collect, Busy(), large, y, plan, n_jobs=2)
    name = "200 MB X, 20 empty fits / X pickled for 2 of them, wall"
    yield ratio(name, ours, pickled, goal="<= 1", clock=time.perf_counter, repeats=3)


def _fit_and_predict(X, y, train, test):
    return Busy().fit(X[train], y[train]).predict(X[test])


@contextmanager
def dask_workers() -> Iterator[str]:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        yield "dask"


@contextmanager
def ray_workers() -> Iterator[str]:
    import ray
    from ray.util.joblib import register_ray

    register_ray()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield "ray"
    ray.shutdown()


def cluster(speed: float, workers) -> Iterator[Ratio]:
    """Ours, and joblib's own backend with batches of 16, both against the ideal."""
    model = Busy(int(0.005 * speed))
    loop, splits = partial(bare, model, X, Y, list(PLAN)), list(PLAN)
    wall = {"clock": time.perf_counter, "repeats": 5}

    def through_joblib():
        batch = joblib.delayed(bare)
        return joblib.Parallel(batch_size=1)(batch(model, X, Y, splits[i : i + 16]) for i in range(0, len(splits), 16))

    with workers() as name, joblib.parallel_config(backend=name):
        yield halved(
            ratio("", partial(collect, model, X, Y, PLAN), loop, goal="<= 1.25", **wall),
            f"5 ms fits x 315, {name}, wall / ideal",
        )
        yield halved(
            ratio("", through_joblib, loop, goal="-", **wall),
            f"the same through joblib's {name} backend, batches of 16",
        )


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--dask", action="store_true", help="also on two Dask workers")
    options.add_argument("--ray", action="store_true", help="also on two Ray workers")
    asked = options.parse_args()
    speed = steps_per_second()
    parts = [serial(speed), two_workers(speed), large_data()]
    parts += [
        cluster(speed, workers) for wanted, workers in ((asked.dask, dask_workers), (asked.ray, ray_workers)) if wanted
    ]
    report(chain.from_iterable(parts), asked.csv)


if __name__ == "__main__":
    main()
