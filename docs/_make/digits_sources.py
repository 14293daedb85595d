"""Where the noise of a small network on digits comes from: writes docs/results/digits-sources.csv.

    python docs/_make/digits_sources.py

Ten hidden units, 400 images, six splits of 300 to 100, four seeds; four orders of the training rows and four draws of
the inner folds on which alpha is chosen, each with the first seed.
"""

from __future__ import annotations

import csv
import json
import warnings

from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

import errbar as eb
from errbar.run.store.fingerprint import versions
from renew import RESULTS

N, SEEDS, SPLITS, TEST = 400, 4, 6, 100
GRID = {"alpha": [1e-4, 1.0]}


def main() -> None:
    X, y = load_digits(return_X_y=True)
    net = MLPClassifier((10,), learning_rate_init=0.02, max_iter=30)
    warnings.simplefilter("ignore", ConvergenceWarning)
    plan = eb.plans.subsample(SPLITS, TEST)
    how = {"n_seeds": SEEDS, "plan": plan, "random_state": 0, "progress": False}
    found = eb.sources(net, X[:N] / 16, y[:N], order=True, tuning=GRID, **how)
    with (RESULTS / "digits-sources.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("source", "variance", "low", "high"))
        writer.writerows((name, *(f"{value:.3g}" for value in one)) for name, one in found.components.items())
    about = {"command": "python docs/_make/digits_sources.py", "seed": 0, "versions": versions()}
    (RESULTS / "digits-sources.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
