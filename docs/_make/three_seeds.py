"""Two small networks on digits, three seeds each, 300 test images: writes docs/howto/three-seeds.csv.

python docs/_make/three_seeds.py
"""

from __future__ import annotations

import csv

from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

from renew import DOCS

TRAIN, TEST, SEEDS = 300, 300, (0, 1, 2)
NETS = {"narrow net": (10,), "wide net": (20,)}


def main() -> None:
    X, y = load_digits(return_X_y=True)
    X = X / 16
    rows = []
    for name, layers in NETS.items():
        for seed in SEEDS:
            net = MLPClassifier(layers, learning_rate_init=0.01, max_iter=80, random_state=seed)
            right = net.fit(X[:TRAIN], y[:TRAIN]).predict(X[TRAIN : TRAIN + TEST]) == y[TRAIN : TRAIN + TEST]
            rows += [(name, seed, f"image {i:03}", int(one)) for i, one in enumerate(right)]
    with (DOCS / "howto" / "three-seeds.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("model", "seed", "image", "correct"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
