"""Bengio and Grandvalet's three experiments: which variance estimators hold, what K-fold's variance is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.estimating_functions import political_ratio
from errbar.core.naive_variance import replicated_holdout, th1
from errbar.lab.replicate import replicate
from errbar.lab.studies.kfold_shares import KFoldRun, with_errors
from errbar.lab.studies.share_figures import ratio_lines, share_bars, variance_lines, variance_panels
from errbar.lab.study import Claim, Findings, How, Study, stated
from errbar.lab.worlds.inputs_with_outliers import InputsWorld
from errbar.lab.worlds.letters_data import Letters, load_letters
from errbar.lab.worlds.linear_splits import plane
from errbar.lab.worlds.many_splits import Splits
from errbar.lab.worlds.trees import DevianceTree
from errbar.lab.worlds.world import Data, Learner, World

HOLDOUTS = 10  # K of the first experiment
FEWEST = 100  # runs: groups of five
FIRST_SIZES = (40, 50, 60, 80, 100, 120, 160)
SIZES = (40, 60, 80, 120, 240, 600)
FOLDS = (2, 3, 5, 10, 20, 120)
LETTER_FOLDS = (2, 5, 10, 20)
OUTLIERS = {"no outliers": 0.0, "outliers": 0.05}


# -- 1: ideal hold-outs ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HoldOuts:
    """K independent training sets and test sets of one size: the mean error, th1 over all errors, th2 over the sets."""

    world: InputsWorld
    size: ClassVar = 3

    @property
    def name(self) -> str:
        return f"{HOLDOUTS} hold-outs of {self.world.n}"

    def __call__(self, rng: np.random.Generator) -> Floats:
        n = self.world.n
        x, y = self.world.sample(2 * HOLDOUTS * n, rng)
        sets = np.arange(2 * HOLDOUTS * n).reshape(HOLDOUTS, 2 * n)
        losses = plane(x, y, Splits(sets, sets[:, n:], sets[:, :n]))
        return np.array([losses.mean(), th1(losses.ravel()), replicated_holdout(losses)])


def first(how: How) -> Findings:
    """2000 runs for each n."""
    rows = []
    for n in FIRST_SIZES:
        world = InputsWorld("no outliers", n)
        values = replicate(HoldOuts(world), how.share(2000, FEWEST), how)
        estimates, one, two = values.T
        naive, by_set = political_ratio(estimates, one), political_ratio(estimates, two)
        rows.append(
            {
                "n": n,
                "runs": len(values),
                "error": float(estimates.mean()),
                "error_se": float(estimates.std(ddof=1)) / len(values) ** 0.5,
                "true_error": world.true_error("least squares", n),
                "variance": float(estimates.var(ddof=1)),
                "th1_over_variance": 1 / naive["ratio"],
                "th1_se": naive.se("ratio") / naive["ratio"] ** 2,
                "th2_over_variance": 1 / by_set["ratio"],
                "th2_se": by_set.se("ratio") / by_set["ratio"] ** 2,
            }
        )
        how.tell(f"n = {n}")
    title = "Independent training and test sets: estimates of the variance"
    figures = {"estimators": ratio_lines(rows, title), "variances": variance_lines(rows, title)}
    return Findings(rows, first_claims(rows), figures)


def first_claims(rows: Sequence[Mapping[str, Any]]) -> list[Claim]:
    """What the paper says of ideal hold-outs, asked of the table."""
    ones = [row["th1_over_variance"] for row in rows]
    off = max(abs(row["th2_over_variance"] - 1) / row["th2_se"] for row in rows)
    gap = max(abs(row["error"] - row["true_error"]) / row["error_se"] for row in rows)
    return [
        stated(
            "All losses as if independent (th1) is far too small, most of all for small n.",
            f"E th1 / variance from {ones[0]:.2f} (n = {rows[0]['n']}) to {ones[-1]:.2f} (n = {rows[-1]['n']})",
            ones[0] < 0.5 and max(ones) < 1 and all(b > a - 0.05 for a, b in pairwise(ones)),
        ),
        stated(
            "With independent training sets the variance of the set means (th2) is unbiased.",
            f"E th2 / variance at most {off:.1f} standard errors from 1",
            off < 4,
        ),
        stated("The mean error is the closed form's.", f"at most {gap:.1f} standard errors away", gap < 4),
    ]


# -- 2: K-fold, with and without outliers ------------------------------------------------------------------------


def second(how: How) -> Findings:
    """10 000 runs for each n at ten folds, 4000 for each K at n = 120."""
    rows = []
    for name, share in OUTLIERS.items():
        cells = [("n", n, 10, 10_000) for n in SIZES] + [("K", 120, k, 4000) for k in FOLDS]
        for varied, n, n_folds, full in cells:
            one = KFoldRun(InputsWorld(name, n, share), n_folds)
            values = replicate(one, how.share(full, FEWEST), how)
            rows.append({"world": name, "varied": varied, "n": n, **_row(values, n_folds)})
            how.tell(f"{one.name}, {n_folds} folds")
    by_n = {name: [r for r in rows if r["world"] == name and r["varied"] == "n"] for name in OUTLIERS}
    by_k = {name: [r for r in rows if r["world"] == name and r["varied"] == "K"] for name in OUTLIERS}
    figures = {
        "shares-by-n": share_bars(by_n, "n", "n, examples (10 folds)", "What the variance of 10-fold is made of"),
        "shares-by-folds": share_bars(by_k, "n_folds", "K, folds (n = 120)", "What the variance of K-fold is made of"),
        "variances-by-n": variance_panels(by_n, "n", "n, examples (10 folds)", "The variance of 10-fold and its parts"),
        "variances-by-folds": variance_panels(
            by_k, "n_folds", "K, folds (n = 120)", "The variance of K-fold and its parts"
        ),
    }
    return Findings(rows, second_claims(by_n, by_k), figures)


def second_claims(by_n: Mapping[str, Sequence[Any]], by_k: Mapping[str, Sequence[Any]]) -> list[Claim]:
    """What the paper says of K-fold, asked of the tables over n and over K."""
    clean, dirty = by_n["no outliers"], by_n["outliers"]
    every = [row for rows in (*by_n.values(), *by_k.values()) for row in rows]
    thetas = {name: {row["n_folds"]: row["theta"] for row in rows} for name, rows in by_k.items()}
    best = {name: min(cells, key=cells.__getitem__) for name, cells in thetas.items()}
    omega = [row["omega"] for row in by_k["no outliers"] if row["n_folds"] >= 5]
    return [
        stated(
            "Without outliers gamma matters for small n and fades as n grows.",
            ", ".join(f"share of gamma {row['gamma']:.2f} at n = {row['n']}" for row in (clean[0], clean[-1])),
            clean[0]["gamma"] > 0.3 and clean[-1]["gamma"] < 0.15,
        ),
        stated(
            "With outliers gamma is of the order of sigma2 even for large n.",
            f"at n = {dirty[-1]['n']}: gamma {dirty[-1]['gamma']:.2f}, sigma2 {dirty[-1]['sigma2']:.2f} of theta",
            dirty[-1]["gamma"] > 0.5 * dirty[-1]["sigma2"],
        ),
        stated(
            "The variance of the losses as if independent (th1) is too small everywhere.",
            f"E th1 / theta from {min(r['th1_over_theta'] for r in every):.2f} to "
            f"{max(r['th1_over_theta'] for r in every):.2f}",
            all(row["th1_over_theta"] < 1 + 2 * row["th1_over_theta_se"] for row in every),
        ),
        stated(
            "Without outliers theta falls with K and is least at leave-one-out.",
            ", ".join(f"K = {k}: {theta:.3g}" for k, theta in thetas["no outliers"].items()),
            best["no outliers"] == max(FOLDS),
        ),
        stated(
            "With outliers theta has a flat minimum at intermediate K: no general trend in K.",
            ", ".join(f"K = {k}: {theta:.3g}" for k, theta in thetas["outliers"].items()),
            best["outliers"] not in (min(FOLDS), max(FOLDS)),
        ),
        stated(
            "omega matters at K = 2 only.",
            f"no outliers: share {by_k['no outliers'][0]['omega']:.2f} at K = 2, at most {max(omega):.2f} from K = 5",
            by_k["no outliers"][0]["omega"] > 0.25 and max(omega) < 0.1,
        ),
        Claim("The values in the paper's figures.", "only recovered in words", "not comparable"),
    ]


# -- 3: letters and trees ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HalfAlphabet:
    """A-M against N-Z, letters drawn with replacement, one kind of tree."""

    name: str
    letters: Letters
    tree: DevianceTree
    n: int = 200
    pairs: ClassVar = ()

    @property
    def algorithms(self) -> Mapping[str, Learner]:
        return MappingProxyType({"tree": self.tree})

    def sample(self, n: int, rng: np.random.Generator) -> Data:
        chosen = rng.integers(len(self.letters.y), size=n)
        return self.letters.x[chosen], (self.letters.y[chosen] > 12).astype(np.float64)

    def true_error(self, algorithm: str, n_train: int) -> float:
        raise NotImplementedError(f"the study of {algorithm} at {n_train} needs no true error")


def third(how: How) -> Findings:
    """1500 runs for each K and tree."""
    letters, rows = load_letters(how.data), []
    worlds: tuple[World, ...] = (
        HalfAlphabet("unpruned tree", letters, DevianceTree("classification")),
        HalfAlphabet("one-split tree", letters, DevianceTree("classification", depth=1)),
    )
    for world in worlds:
        for n_folds in LETTER_FOLDS:
            one = KFoldRun(world, n_folds)
            values = replicate(one, how.share(1500, FEWEST), how)
            rows.append({"world": world.name, "varied": "K", "n": world.n, **_row(values, n_folds)})
            how.tell(f"{one.name}, {n_folds} folds")
    panels = {world.name: [row for row in rows if row["world"] == world.name] for world in worlds}
    title = "Letters A-M against N-Z, n = 200: what the variance of K-fold is made of"
    return Findings(rows, third_claims(panels), {"shares-by-folds": share_bars(panels, "n_folds", "K, folds", title)})


def third_claims(panels: Mapping[str, Sequence[Any]]) -> list[Claim]:
    """What is known of the journal version, asked of the table."""
    tree, stump = panels["unpruned tree"], panels["one-split tree"]
    sigma, naive = [row["sigma2"] for row in tree], [row["th1_over_theta"] for row in tree]
    return [
        stated(
            "On letters sigma2 explains 50 to 70 % of the variance (public summary of the paper).",
            f"unpruned tree: {min(sigma):.2f} to {max(sigma):.2f}",
            min(sigma) > 0.5 - 0.05 and max(sigma) < 0.7 + 0.1,
        ),
        stated(
            "The naive variance (th1) is too small.",
            f"E th1 / theta {min(naive):.2f} to {max(naive):.2f}, one-split tree down to "
            f"{min(row['th1_over_theta'] for row in stump):.2f}",
            all(row["th1_over_theta"] + 2 * row["th1_over_theta_se"] < 1 for row in (*tree, *stump)),
        ),
        Claim("The values in the paper's figures.", "only recovered in words", "not comparable"),
    ]


def _row(values: Floats, n_folds: int) -> dict[str, Any]:
    found, errors = (asdict(one) for one in with_errors(values, n_folds))
    names = {"naive": "th1_over_theta", "folds_apart": "th2_over_theta"}
    row: dict[str, Any] = {"n_folds": n_folds, "runs": len(values)}
    for name, value in found.items():
        row |= {names.get(name, name): value, f"{names.get(name, name)}_se": errors[name]}
    return row


FIRST = Study("Bengio and Grandvalet 1: variance estimators under ideal hold-outs", ("bengio2004",), first, 30.0)
SECOND = Study("Bengio and Grandvalet 2: what the variance of K-fold is made of", ("bengio2004",), second, 250.0)
THIRD = Study("Bengio and Grandvalet 3: the same for trees on letters", ("bengio2004",), third, 120.0, takes_data=True)
