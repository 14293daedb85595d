"""Coverage of weighted errors in worlds of informative weights: writes docs/results/weights.csv and .json.

    python docs/_make/weights.py [SETS]

Weights are informative where rows that count more are also judged worse: an interval that leaves them out then holds
another number. The truth is E[w l] / E[w]. Every method is asked with weights first, and those that cannot take them
keep their sentence in the table.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from scipy.special import ndtr
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier, DummyRegressor

import errbar as eb
from errbar.audits.summary import share
from errbar.methods import METHODS
from errbar.run.store.fingerprint import versions
from renew import RESULTS

TABLE = RESULTS / "weights.csv"
SEED, SETS = 23, 300
SIZES = (60, 200)
RARE, HEAVY, LIGHT, APART = 0.3, 2.0, 0.5, 1.0
PLANS = {
    "holdout_t": eb.plans.holdout(0.5),
    "bootstrap_bca": eb.plans.holdout(0.5),
    "corrected_t": eb.plans.subsample(15, 0.2),
    "resampled_t": eb.plans.subsample(15, 0.2),
    "kfold_t": eb.plans.kfold(10),
    "cv_wald": eb.plans.kfold(10),
}
Row = dict[str, Any]


class Centroids(ClassifierMixin, BaseEstimator):
    """The nearer of two class means."""

    def fit(self, X: Any, y: Any) -> Centroids:
        self.classes_ = np.array([0, 1])
        a, b = (X[y == label].mean(axis=0) if (y == label).any() else np.zeros(X.shape[1]) for label in (1, 0))
        self.direction_, self.at_ = a - b, float((a - b) @ (a + b)) / 2.0
        return self

    def predict(self, X: Any) -> Any:
        return (X @ self.direction_ > self.at_).astype(int)

    def error(self) -> float:
        """The weighted one, known for Gaussians."""
        size = float(np.linalg.norm(self.direction_)) or 1.0
        far = [(APART * label * self.direction_.sum() - self.at_) / size for label in (0, 1)]
        heavy, light = RARE * HEAVY, (1.0 - RARE) * LIGHT
        return float((heavy * ndtr(-far[1]) + light * ndtr(far[0])) / (heavy + light))


def rare_label(rng: np.random.Generator, n: int) -> tuple[Any, Any, Any]:
    y = (rng.random(n) < RARE).astype(int)
    weights = np.where(y == 1, HEAVY, LIGHT) * rng.gamma(4.0, 0.25, n)
    return np.zeros((n, 1)), y, weights


def two_gaussians(rng: np.random.Generator, n: int) -> tuple[Any, Any, Any]:
    _, y, weights = rare_label(rng, n)
    return rng.normal(size=(n, 3)) + APART * y[:, None], y, weights


def hard_rows(rng: np.random.Generator, n: int) -> tuple[Any, Any, Any]:
    """Absolute losses that are exponential, and weights of mean 1 that grow with them."""
    losses = rng.exponential(1.0, n)
    return np.zeros((n, 1)), losses, 0.5 * (losses + rng.exponential(1.0, n))


WORLDS: dict[str, tuple[Any, Any, str]] = {
    "a rule, the rare label heavy": (rare_label, DummyClassifier(strategy="constant", constant=0), "zero_one"),
    "a rule, hard rows heavy": (hard_rows, DummyRegressor(strategy="constant", constant=0.0), "absolute"),
    "nearest centroid, the rare label heavy": (two_gaussians, Centroids(), "zero_one"),
}


def truth(world: str, n_train: int) -> float:
    """E[w l] / E[w]; of a learner over training sets of this size."""
    if world == "a rule, hard rows heavy":
        return 1.5  # E[l (l + e) / 2] with E[l^2] = 2, E[l e] = 1
    if world == "a rule, the rare label heavy":
        return RARE * HEAVY / (RARE * HEAVY + (1.0 - RARE) * LIGHT)
    rng = np.random.default_rng([SEED, n_train])
    return float(np.mean([Centroids().fit(*two_gaussians(rng, n_train)[:2]).error() for _ in range(4000)]))


def rows(world: str, n: int, sets: int) -> Iterator[Row]:
    draw, model, loss = WORLDS[world]
    for at, (method, plan) in enumerate(PLANS.items()):
        rng = np.random.default_rng([SEED, n, at])
        known = truth(world, int(plan.plan(n, 0).n_train[0]))
        found = []
        for i in range(sets):
            X, y, weights = draw(rng, n)
            how = {"plan": plan, "random_state": i, "loss": loss, "method": method, "progress": False}
            if method == "bootstrap_bca":
                how["options"] = {"n_draws": 1000}
            own = eb.evaluate(model, X, y, params={"loss_weight": weights}, **how)
            plain = eb.evaluate(model, X, y, **how)
            found.append(
                (own.low <= known <= own.high, plain.low <= known <= plain.high, own.estimate, own.high - own.low)
            )
        table = np.array(found)
        held = share(table[:, 0] > 0)
        yield {
            "world": world, "n": n, "method": method, "sets": sets, "truth": round(known, 4),
            "coverage": round(held.value, 4), "low": round(held.low, 4), "high": round(held.high, 4),
            "unweighted": round(float(table[:, 1].mean()), 4), "bias": round(float(table[:, 2].mean()) - known, 4),
            "width": round(float(np.median(table[:, 3])), 4),
        }  # fmt: skip


def refusals() -> Iterator[Row]:
    """One row per method, asked in the first world; a reason where it refuses."""
    X, y, weights = rare_label(np.random.default_rng(SEED), 120)
    rule = DummyClassifier(strategy="constant", constant=0)
    for method in METHODS:
        try:
            models = (rule, rule) if METHODS[method].compares == "two" else (rule,)
            ask = eb.evaluate if len(models) == 1 else eb.compare
            how = {"params": {"loss_weight": weights}, "loss": "zero_one", "method": method, "random_state": 0}
            ask(*models, X, y, progress=False, **how)
            refusal = ""
        except eb.ErrbarError as cause:
            refusal = str(cause)
        yield {"world": "takes weights", "method": method, "refusal": refusal}


PAGE = """# Weighted losses

How often nominal 95 % intervals of `eb.evaluate(..., params={{"loss_weight": w}})` held E[w l] / E[w] where rows that
count more are judged worse: a rare label of four times the weight, absolute losses with weights that grow with them,
and a learner (nearest centroid). *Without* is the same method asked without weights: where weights are informative it
holds another number. *Bias* is the mean estimate less the truth: the weighted mean of a test set is a ratio, and that
of a few rows leans towards the losses of light ones (10 folds of 60 rows most); results of test sets that count as
fewer than 20 rows say so. `holdout_t` and `bootstrap_bca` speak of one trained model, and are asked here for the
learner, which widens nothing. `resampled_t` is the naive one, weighted or not. {sets} data sets a cell. Made by
`{command}`. The table: {{download}}`weights.csv`.
"""


def page(about: Mapping[str, str], kept: list[dict[str, str]]) -> str:
    """The cells, and what each method says to weights."""
    cells = [row for row in kept if row["coverage"]]
    lines = [
        PAGE.format(command=about["command"], sets=cells[0]["sets"]),
        "| world | n | method | truth | coverage | without | bias | width |",
        "|" + "---|" * 8,
    ]
    for row in cells:
        held = f"{float(row['coverage']):.3f} ({row['low']} to {row['high']})"
        name = f"[`{row['method']}`](../methods/{row['method']}.md)"
        shown = (row["world"], row["n"], name, row["truth"], held, row["unweighted"], row["bias"], row["width"])
        lines.append("| " + " | ".join(shown) + " |")
    asked = [row for row in kept if not row["coverage"]]
    takers = ", ".join(f"`{row['method']}`" for row in asked if not row["refusal"])
    lines += ["", "## Who takes weights", "", f"{takers}.", "", "Others refuse before anything is fitted:", ""]
    lines += [f"- {row['refusal']}" for row in asked if row["refusal"] and "weighted" in row["refusal"]]
    lines += ["", "These answer other questions, with or without weights:", ""]
    lines += [f"- {row['refusal']}" for row in asked if row["refusal"] and "weighted" not in row["refusal"]]
    return "\n".join([*lines, ""])


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found = [row for world in WORLDS for n in SIZES for row in rows(world, n, sets)]
    found += list(refusals())
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*found[0], "refusal"], restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    settings = {"command": f"python docs/_make/weights.py {sets}", "seed": SEED, "versions": versions()}
    TABLE.with_suffix(".json").write_text(json.dumps(settings, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
