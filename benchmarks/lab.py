"""The lab's batched studies against the bare scikit-learn loop over the same splits, one thread on both sides.

Regression: one data set of n = 200 under the full design (1760 splits, two algorithms) from the random numbers to all
split means. Letters: the neighbour half of one data set of 300 (385 splits, six metrics). The loop is timed on a
sample of the splits and extrapolated; splits and data are given to it.
"""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

from collections.abc import Callable, Iterator

import numpy as np
from sklearn.base import clone
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier

from errbar.lab.studies.nadeau_bengio import FULL, LEAN
from errbar.lab.studies.resampling import SETUPS, USUAL_SPLITS, Resampling, ResamplingDesign
from errbar.lab.worlds.letters import DISTORTIONS, LettersWorld, distorted
from errbar.lab.worlds.letters_data import load_letters
from errbar.lab.worlds.many_splits import Splits, folds, halves, subsamples
from errbar.lab.worlds.regression import SIMULATIONS

SAMPLE = 8  # the loop runs every eighth split


def all_splits(design: ResamplingDesign, n: int, rng: np.random.Generator) -> list[Splits]:
    """What one data set is resampled by."""
    found = [folds(rng, n, 2, 5)]
    for setup in SETUPS.values():
        parent = rng.permutation(n)[np.newaxis, : round(setup.kept * n)]
        found.append(subsamples(rng, parent, design.n_splits + USUAL_SPLITS * design.n_rounds, setup.sizes(n)[1]))
    n_test = SETUPS["natural"].sizes(n)[1]
    return [*found, subsamples(rng, halves(rng, n, design.n_halvings), design.half_splits, n_test)]


def loop(models, x, y, given: list[Splits]) -> Callable[[], object]:
    """Mean losses of the sampled splits, one by one."""
    pairs = [pair for splits in given for pair in zip(splits.train[::SAMPLE], splits.test[::SAMPLE], strict=True)]

    def run() -> list[float]:
        return [
            float(np.mean((clone(model).fit(x[train], y[train]).predict(x[test]) - y[test]) ** 2))
            for model in models
            for train, test in pairs
        ]

    return run


def faster(name: str, ours: Callable[[], object], baseline: Callable[[], object], goal: int) -> Ratio:
    one = ratio(name, baseline, ours, goal=f">= {goal}", repeats=5)
    return Ratio(name, one.median * SAMPLE, one.low * SAMPLE, one.high * SAMPLE, one.goal)


def regression() -> Ratio:
    world, rng = SIMULATIONS[0], np.random.default_rng(0)
    one = Resampling(world, FULL)
    x, y = world.sample(world.n, rng)
    bare = loop((DummyRegressor(), LinearRegression()), x, y, all_splits(FULL, world.n, rng))
    return faster("regression, n = 200, everything", lambda: one(rng), bare, 150)


def neighbours() -> Ratio:
    world, rng = LettersWorld(load_letters()), np.random.default_rng(0)
    x, y = world.sample(world.n, rng)
    given = all_splits(LEAN, world.n, rng)
    models = [
        KNeighborsClassifier(1, metric="minkowski", p=2, metric_params={"w": np.array(distorted(w).weights)})
        for w in DISTORTIONS
    ]

    def ours() -> None:
        for w in DISTORTIONS:
            for splits in given:
                distorted(w)(x, y, splits)

    return faster("letters, the 1-NN half", ours, loop(models, x, y, given), 12)


def ratios() -> Iterator[Ratio]:
    yield regression()
    yield neighbours()


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
