"""How often the bootstrap's intervals for an error hold: writes docs/results/bootstrap-error.{csv,json,md}.

    python docs/_make/bootstrap_error.py [SETS]

Small cells: a linear rule by least squares, for a number (squared loss) and for two classes (0/1 loss), and the nearest
neighbour, which learns its training set by heart. The formulas are those of the methods
(tests/methods/test_bagged.py compares them with plain loops); the truth is the mean error over training sets of n.
"""

from __future__ import annotations

import csv
import json
import sys
from typing import Any

import numpy as np
from scipy.special import ndtri

from errbar.audits.summary import share
from errbar.core.bagged import SHARE, Bagged, weight_632plus
from errbar.run.store.fingerprint import versions
from renew import RESULTS, write

SEED, SETS, SAMPLES, FRESH, FEATURES = 53, 300, 500, 1000, 5
WORLDS = ("line, squared loss", "line, two classes", "nearest neighbour, two classes")
METHODS = ("oob", "bootstrap_632", "bootstrap_632plus", "optimism")
Row = dict[str, Any]


def data(world: str, n: int, rng: np.random.Generator) -> tuple[Any, Any]:
    X = rng.normal(size=(n, FEATURES))
    if world.endswith("squared loss"):
        return X, X @ np.ones(FEATURES) + rng.normal(size=n)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    return X + 0.5 * y[:, None], y


def said(world: str, X: Any, y: Any, counts: Any, new: Any) -> Any:
    """What models trained on samples (counts x examples) say of new examples."""
    if world.startswith("nearest"):
        far = ((new[:, None] - X[None]) ** 2).sum(axis=2)
        order = np.argsort(far, axis=1)
        first = (counts[:, order] > 0).argmax(axis=2)
        return y[order[np.arange(len(new))[None], first]]
    Z, new = (np.concatenate([np.ones((len(one), 1)), one], axis=1) for one in (X, new))
    gram = np.einsum("bi,ij,ik->bjk", counts, Z, Z, optimize=True)
    weights = np.linalg.solve(gram, ((counts * y) @ Z)[..., None])
    return (new @ weights)[..., 0]


def losses(world: str, y: Any, out: Any) -> Any:
    return (y - out) ** 2 if world.endswith("squared loss") else (np.sign(out) != y).astype(float)


def one_set(world: str, n: int, rng: np.random.Generator) -> tuple[dict[str, tuple[float, float]], float]:
    """Estimates and standard errors, and the error of the model trained on all on fresh examples."""
    X, y = data(world, n, rng)
    counts = rng.multinomial(n, np.full(n, 1 / n), SAMPLES).astype(float)
    bagged = Bagged(losses(world, y, said(world, X, y, counts, X)), counts)
    whole = np.ones((1, n))
    out = said(world, X, y, whole, X)
    apparent = float(losses(world, y, out).mean())
    guessing = float(np.mean([losses(world, np.full(n, one), out).mean() for one in y]))
    left_out, se = bagged.out_of_bag_error, bagged.standard_error
    weight, _ = weight_632plus(apparent, left_out, guessing)
    plain, plus = (1 - SHARE) * apparent + SHARE * left_out, (1 - weight) * apparent + weight * min(left_out, guessing)
    spread = float(bagged.in_bag.std(ddof=1)) if np.ptp(bagged.in_bag) else se
    found = {"oob": (left_out, se), "bootstrap_632": (plain, se * plain / left_out)}
    found |= {"bootstrap_632plus": (plus, se * plus / left_out), "optimism": (apparent + bagged.optimism, spread)}
    fresh, label = data(world, FRESH, rng)
    return found, float(losses(world, label, said(world, X, y, whole, fresh)).mean())


def rows(sets: int) -> list[Row]:
    found = []
    for place, world in enumerate(WORLDS):
        for n in (50, 100):
            rng = np.random.default_rng([SEED, place, n])
            answers = [one_set(world, n, rng) for _ in range(sets)]
            truth = float(np.mean([error for _, error in answers]))
            for method in METHODS:
                estimate, se = np.array([one[method] for one, _ in answers]).T
                reach = ndtri(0.975) * se
                held = share(np.abs(estimate - truth) <= reach)
                row: Row = {"world": world, "n": n, "method": method, "sets": sets, "truth": truth}
                row |= {"bias": float(estimate.mean()) - truth, "bias_se": float(estimate.std() / sets**0.5)}
                row |= {"coverage": held.value, "low": held.low, "high": held.high}
                found.append(row | {"half_width": float(reach.mean()), "se_ratio": float(se.mean() / estimate.std())})
    return [{k: round(v, 5) if isinstance(v, float) else v for k, v in row.items()} for row in found]


WORDS = """# Intervals from the bootstrap

How often nominal 95 % intervals of the bootstrap's estimates held the true error of the algorithm trained on n
examples, with {samples} samples of each data set; *bias* of the estimate in units of the error, *se ratio*: the mean
standard error over the spread of the estimates.

- *line*: least squares on {features} inputs, for a number with squared loss, or the sign of it for two classes;
- *nearest neighbour*: what learns its training set by heart: its apparent error is 0.

{sets} data sets a cell; the truth is the mean error on {fresh:,} fresh examples of the models trained on all. Made by
`python docs/_make/bootstrap_error.py {sets}`. With exact binomial intervals: {{download}}`bootstrap-error.csv`.

| learner | n | method | true error | bias | coverage | half-width | se ratio |
|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    found = rows(sets)
    with (RESULTS / "bootstrap-error.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)
    about = {"command": f"python docs/_make/bootstrap_error.py {sets}", "seed": SEED, "versions": versions()}
    write(RESULTS / "bootstrap-error.json", json.dumps(about, indent=1) + "\n")
    lines = [
        f"| {row['world']} | {row['n']} | `{row['method']}` | {row['truth']:.3f} | {row['bias']:+.4f} | "
        f"{row['coverage']:.3f} | {row['half_width']:.3f} | {row['se_ratio']:.2f} |"
        for row in found
    ]
    head = WORDS.format(samples=SAMPLES, features=FEATURES, sets=sets, fresh=FRESH)
    write(RESULTS / "bootstrap-error.md", head + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
