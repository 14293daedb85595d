"""Where the noise of a small network on digits comes from: writes docs/results/digits-sources.csv and -crossed.csv.

    python docs/_make/digits_sources.py [crossed]

Ten hidden units, 400 images. First six splits of 300 to 100, four seeds; four orders of the training rows and four
draws of the inner folds on which alpha is chosen, each with the first seed. `crossed`, instead: thirty splits, every
one of four seeds with every one of four orders, nothing tuned.
"""

from __future__ import annotations

import csv
import json
import sys
import warnings

from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

import errbar as eb
from errbar.run.store.fingerprint import versions
from renew import RESULTS

N, SEEDS, SPLITS, MANY, TEST = 400, 4, 6, 30, 100
GRID = {"alpha": [1e-4, 1.0]}


def main() -> None:
    crossed = sys.argv[1:] == ["crossed"]
    X, y = load_digits(return_X_y=True)
    net = MLPClassifier((10,), learning_rate_init=0.02, max_iter=30)
    warnings.simplefilter("ignore", ConvergenceWarning)
    plan = eb.plans.subsample(MANY if crossed else SPLITS, TEST)
    how = {"n_seeds": SEEDS, "plan": plan, "random_state": 0, "progress": False}
    found = eb.sources(net, X[:N] / 16, y[:N], order=True, tuning=None if crossed else GRID, crossed=crossed, **how)
    table = RESULTS / f"digits-sources{'-crossed' if crossed else ''}.csv"
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("source", "variance", "low", "high"))
        writer.writerows((name, *(f"{value:.3g}" for value in one)) for name, one in found.components.items())
    command = f"python docs/_make/digits_sources.py{' crossed' if crossed else ''}"
    about = {"command": command, "seed": 0, "versions": versions()}
    table.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
