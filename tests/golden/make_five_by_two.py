"""5x2cv t and F statistics from mlxtend, fed given score differences -> five_by_two.csv.

Run: python tests/golden/make_five_by_two.py
"""

import csv
from pathlib import Path

import mlxtend
import numpy as np
from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv
from sklearn.dummy import DummyClassifier

X, Y = np.zeros((4, 1)), np.array([0, 1, 0, 1])


class Replay:
    """A scorer that hands out the given differences in the order in which mlxtend asks: model 1, then 0 for model 2."""

    def __init__(self, differences: np.ndarray) -> None:
        self.scores = iter(np.column_stack([differences, np.zeros(10)]).ravel().tolist())

    def __call__(self, *_: object) -> float:
        return next(self.scores)


def main() -> None:
    rng = np.random.default_rng(0)
    cases = [np.array([0.02, 0.04, 0.03, 0.01, 0.05, 0.02, 0, 0.03, 0.04, 0.02])]
    cases += [rng.normal(mean, 0.02, 10).round(6) for mean in (0.0, 0.01, -0.03, 0.1, 0.0)]
    with Path(__file__).with_name("five_by_two.csv").open("w", newline="") as file:
        file.write(f"# mlxtend {mlxtend.__version__}\n")
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow([*(f"d{i}" for i in range(10)), "t", "t_pvalue", "f", "f_pvalue"])
        for d in cases:
            found: list[float] = []
            for test in (paired_ttest_5x2cv, combined_ftest_5x2cv):
                found += test(DummyClassifier(), DummyClassifier(), X, Y, scoring=Replay(d), random_seed=0)
            rows.writerow([*map(repr, d.tolist()), *map(repr, found)])


if __name__ == "__main__":
    main()
