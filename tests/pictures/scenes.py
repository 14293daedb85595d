"""Every picture errbar draws, from small made-up numbers: name -> function of the axes (or None), giving the axes."""

from functools import cache
from types import SimpleNamespace

import numpy as np

import errbar as eb
from errbar.answers.audit import Audit, AuditRow, Share
from errbar.bounds import plot_coverage
from errbar.core.error_law import ErrorLaw
from errbar.lab.studies import calibration, dietterich_gaussian
from errbar.lab.studies.bounds_figures import draw, plot_bounds
from errbar.lab.studies.judgement import JudgedRow, JudgedTable
from errbar.lab.studies.larsen_hansen import PRINTED
from errbar.lab.studies.larsen_hansen_figures import draw_comparison, draw_figure_one, draw_split, draw_table
from errbar.lab.studies.power_figures import halvings_figure, plot_power, power_panels, real_power, splits_figure
from errbar.lab.studies.resampling import SETUPS
from errbar.lab.studies.share_figures import plot_shares, ratio_lines, share_bars, variance_lines, variance_panels


@cache
def scores(a="forest", b="a linear model"):
    """Two models on 25 splits: each split is easy or hard for both."""
    rng = np.random.default_rng(3)
    hard = 0.03 * rng.normal(size=25)
    values = {a: 0.20 + hard + 0.012 * rng.normal(size=25), b: 0.21 + hard + 0.012 * rng.normal(size=25)}
    values[b][4] = values[a][4]
    return eb.Scores.from_splits(values, n_train=180, n_test=20, loss="zero_one")


@cache
def losses():
    """One model over 5 folds of 40 examples."""
    rng = np.random.default_rng(5)
    plan = eb.plans.kfold(5).build(40, random_state=0)
    return eb.Scores.from_losses({"m": list(rng.normal(1.0, 0.4, (5, 8)) + rng.normal(0, 0.3, (5, 1)))}, plan=plan)


@cache
def spread(level):
    rng = np.random.default_rng(7)
    plan = eb.plans.subsample(80, 10, distinct=True).build(60, random_state=0)
    hard = rng.gamma(4.0, 0.1, (80, 1))
    model = list(level + hard + 0.2 * rng.normal(size=(80, 10)))
    return eb.ErrorDistribution(eb.Scores.from_losses({"m": model}, plan=plan, loss="squared"))


@cache
def many():
    """More splits than help."""
    values = 0.2 + 0.03 * np.random.default_rng(4).normal(size=60)
    return eb.Scores.from_splits({"m": values}, n_train=80, n_test=20, loss="zero_one")


def methods():
    names = ("resampled_t", "corrected_t", "bayes_t", "kfold_t")
    return eb.Results([eb.infer(scores(), model="forest", versus="a linear model", method=name) for name in names])


def models(a="forest", b="a linear model"):
    found = [eb.infer(scores(a, b), model=name, null=None) for name in (a, b)]
    return eb.Results(found), (a, b)


def one_sided():
    ways = ("less", "greater", "two-sided")
    return eb.Results([eb.infer(scores(), model="forest", null=0.2, alternative=way) for way in ways])


def targets():
    """Intervals that are not for the same thing."""
    fixed = eb.bound(18, 100)
    return eb.Results([eb.infer(scores(), model="forest", null=None), fixed, eb.bound(18, 100, method="normal")])


@cache
def ranking():
    rng = np.random.default_rng(1)
    base = 0.02 * rng.normal(size=25)
    rows = {f"model {i}": 0.2 + 0.01 * i + base + 0.006 * rng.normal(size=25) for i in range(5)}
    return eb.rank(eb.Scores.from_splits(rows, n_train=180, n_test=20, loss="zero_one"), random_state=0)


@cache
def rankings():
    rng = np.random.default_rng(2)
    table = 0.2 + 0.01 * np.arange(5) + 0.02 * rng.normal(size=(20, 5))
    return eb.rank(
        {f"set {i}": {f"model {j}": x for j, x in enumerate(row)} for i, row in enumerate(table)},
        greater_is_better=False,
    )


@cache
def aggregates():
    rng = np.random.default_rng(6)
    rows = [(t, name, run, level + 0.1 * rng.normal()) for name, level in (("a", 0.5), ("a linear model", 0.4))
            for t in "xyz" for run in range(4)]  # fmt: skip
    table = dict(zip(("task", "model", "run", "score"), zip(*rows, strict=True), strict=True))
    runs = eb.Datasets.from_table(
        table, dataset="task", model="model", run="run", value="score", greater_is_better=True
    )
    return eb.aggregate(runs, n_draws=200)


@cache
def audit():
    covered = {"resampled_t": (0.70, 30, "too narrow"), "corrected_t": (0.94, 30, "as stated"),
               "five_by_two_t": (0.95, 10, "as stated"), "conservative_z": (0.995, 300, "wider than needed")}  # fmt: skip
    rows = tuple(
        AuditRow("forest", method, "algorithm", 90.0, fits, 0.2, 0.001, *[Share(x, x - 0.03, min(1, x + 0.02))] * 4,
                 Share(1 - x, 0.0, 1.0), None, Share(0.1, 0.1, 0.1), Share(1.0, 1.0, 1.0), verdict)
        for method, (x, fits, verdict) in covered.items()
    )  # fmt: skip
    return Audit(rows, 0.95, 100, 200, 2000, "rows", "zero_one", None, 14_000, 0, ())


@cache
def power_table():
    """Curves, sizes and widths as a study writes them."""
    at = np.linspace(-3, 3, 13)
    means = {"resampled_t": (0.32, 1.0, 0), "corrected_t": (0.11, 0.8, 0), "conservative_z": (0.06, 0.6, 10)}
    rows = []
    for setup in SETUPS:
        rows += [JudgedRow("world", "a - b", setup, "", 0, 0, name, None, 0.1, 0.1, 1000) for name in ("mu", "truth")]
        for method, (size, steep, n_halvings) in means.items():
            shares = 1 - (1 - size) * np.exp(-0.5 * steep * (at - 0.1) ** 2)
            rows += [
                JudgedRow("world", "a - b", setup, method, 15, n_halvings, "rejection", x, y, 0.01, 1000)
                for x, y in zip(at, shares, strict=True)
            ]
            rows.append(
                JudgedRow("world", "a - b", setup, method, 15, n_halvings, "rejection of 0", None, size, 0.01, 1000)
            )
            grid = [(5, n_halvings), *((15, m) for m in ((5, 10, 20) if n_halvings else (0,))), (40, n_halvings)]
            for j, m in grid:
                cell = ("world", "a - b", setup, method, j, m)
                rows.append(JudgedRow(*cell, "size", None, size, 0.01, 1000))
                rows.append(JudgedRow(*cell, "width", None, 1 + 2 / j, 0.01, 1000))
    return JudgedTable(rows)


def share_rows():
    parts = [(40, 27.0, 0.31, 0.15, 0.54), (120, 0.3, 0.55, 0.05, 0.40), (600, 0.01, 0.86, 0.02, 0.12)]
    return [
        {"n": n, "theta": theta, "sigma2": s, "omega": o, "gamma": g, "th1_over_theta": 0.95 * s, "th2_over_theta": s}
        for n, theta, s, o, g in parts
    ]


SCENES = {
    "result": lambda ax=None: methods()[1].plot(ax),
    "results-of-methods": lambda ax=None: methods().plot(ax),
    "results-of-models": lambda ax=None: models()[0].plot(ax, labels=models()[1]),
    "results-one-sided": lambda ax=None: one_sided().plot(ax, labels=["less", "greater", "two-sided"]),
    "results-of-targets": lambda ax=None: targets().plot(ax),
    "splits-of-one": lambda ax=None: scores().plot(ax, model="forest"),
    "splits-of-two": lambda ax=None: scores().plot(ax, model="forest", versus="a linear model"),
    "growth": lambda ax=None: eb.growth(scores(), model="forest").plot(ax),
    "growth-naive": lambda ax=None: eb.growth(scores(), model="forest", method="resampled_t").plot(ax),
    "growth-of-many": lambda ax=None: eb.growth(many()).plot(ax),
    "distribution": lambda ax=None: spread(1.0).plot(ax),
    "distributions": lambda ax=None: spread(1.1).compare(spread(1.0)).plot(ax),
    "region": lambda ax=None: eb.components(losses()).plot(ax),
    "coverage": lambda ax=None: plot_coverage(["normal", "wilson", "clopper_pearson", "hoeffding"], 20, 0.05, ax),
    "coverage-two-sided": lambda ax=None: plot_coverage("blaker", 20, 0.05, ax),
    "bounds": lambda ax=None: plot_bounds(11, ax, ours=True),
    "power": lambda ax=None: plot_power(power_table(), "world", "a - b", "natural", ax),
    "shares": lambda ax=None: plot_shares(share_rows(), "n", "n, examples", ax),
    "audit": lambda ax=None: audit().plot(ax),
    "ranking": lambda ax=None: ranking().plot(ax),
    "rankings": lambda ax=None: rankings().plot(ax),
    "aggregates": lambda ax=None: aggregates().plot(ax),
}


def calibration_rows():
    spots = {"resampled_t": (0.55, 0.7, 0.8), "corrected_t": (0.91, 0.94, 0.96), "conservative_z": (0.99, 0.995, 1.0)}
    return [
        {"problem": "p", "learner": learner, "n": 100, "method": method, "target": "algorithm", "fits": 25,
         "sets": 1000, "seed": 0, "coverage": share, "low": share, "high": share, "in_band": True, "width": 1.0,
         "truth": 0.2}
        for method, shares in spots.items() for learner, share in zip(("m", "k", "m - k"), shares, strict=True)
    ]  # fmt: skip


def ratio_rows():
    return [
        {
            "n": n,
            "variance": 4.0 / n,
            "th1_over_variance": 0.3 + n / 400,
            "th1_se": 0.02,
            "th2_over_variance": 1.0,
            "th2_se": 0.03,
        }
        for n in (40, 80, 160)
    ]


def compared():
    return [
        SimpleNamespace(
            delta=x,
            probability=0.5 + x / 2,
            estimate=0.5 + x / 3,
            rejected=0.4 - 0.4 * x,
            rejected_corrected=0.05 - x / 20,
        )
        for x in (0, 0.5, 1)
    ]


def errors_of_sets():
    rng = np.random.default_rng(0)
    return SimpleNamespace(true=32.45 + 8 * rng.chisquare(8, 2000), splits=rng.gamma(2.0, 45.0, (20, 100)))


def dietterich_rows():
    return [
        {"level": level, "size": level * (0.7 + 0.1 * i), "se": 0.1 * level}
        for level in dietterich_gaussian.LEVELS
        for i, _ in enumerate(dietterich_gaussian.TITLES)
    ]


PANEL = [("world", "a - b")]
# whole figures of the lab, of several panels or with legends of their own
FIGURES = {
    "lab-bounds": lambda: draw(5),
    "lab-shares": lambda: share_bars(
        {"one": share_rows(), "two": share_rows()}, "n", "n, examples", "What it is made of"
    ),
    "lab-variances": lambda: variance_panels(
        {"one": share_rows(), "two": share_rows()}, "n", "n, examples", "The variance and its parts"
    ),
    "lab-variance-lines": lambda: variance_lines(ratio_rows(), "Estimates of the variance"),
    "lab-ratios": lambda: ratio_lines(ratio_rows(), "Estimates of the variance"),
    "lab-power": lambda: power_panels(power_table(), PANEL, "Power of tests at 10 %"),
    "lab-splits": lambda: splits_figure(power_table(), PANEL),
    "lab-halvings": lambda: halvings_figure(power_table(), PANEL),
    "lab-real-power": lambda: real_power(power_table(), ["a - b"], "a - b", "natural"),
    "lab-calibration": lambda: calibration.draw(calibration_rows()),
    "lab-dietterich": lambda: dietterich_gaussian._figure(dietterich_rows()),
    "lab-larsen-table": lambda: draw_table(PRINTED, PRINTED),
    "lab-larsen-comparison": lambda: draw_comparison(compared(), 0.05),
    "lab-larsen-figure-1": lambda: draw_figure_one(errors_of_sets(), ErrorLaw(32.45, 10, 20), 64.0),
    "lab-larsen-split": draw_split,
}
