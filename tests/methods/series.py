"""Scores of two models for any kind of plan a method may read, and the same scores with the examples renumbered."""

import csv
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

import errbar as eb
from errbar.plans import families as draws
from errbar.types import Runs
from errbar.types.scores import split_means

RECIPES = {
    "holdout": eb.plans.holdout(0.4),
    "subsample": eb.plans.subsample(12, 0.2),
    "kfold": eb.plans.kfold(5),
    "five_by_two": eb.plans.five_by_two(),
    "halvings": eb.plans.halvings(6, 5, 0.2, half_splits=5),
    "pseudo_bootstrap": eb.plans.pseudo_bootstrap(4, 5, 0.2),
    "nested": eb.plans.nested(4, 2),
    "bootstrap": eb.plans.bootstrap(50),
    "replacements": eb.plans.replacements(3, 6),
}


def build(kind, n, seed):
    """A plan of `kind`: a recipe's, a test set, or splits given from outside (growing training sets)."""
    if kind == "test_set":
        return eb.Plan(kind, n, (draws.TestSet(n),))
    if kind in ("custom", "rolling"):
        windows = pairwise(np.linspace(n // 2, n, 7).astype(int))
        return eb.Plan(kind, n, (draws.Explicit(n, tuple((np.arange(a), np.arange(a, b)) for a, b in windows)),))
    return RECIPES[kind].build(n, random_state=seed)


def scored(plan, a, b, span=(0.0, 1.0)):
    """Scores of models a and b from losses that stand in the order of the plan's test sets."""
    items = np.array([a, b], dtype=float)
    return eb.Scores(plan, ("a", "b"), split_means(items, plan), items, "loss", span)


def random_losses(plan, seed, *, binary, drift=0.0):
    """Losses in [0, 1] with a part that belongs to the example; `drift` makes later splits worse than earlier ones."""
    rng = np.random.default_rng(seed)
    tests = np.concatenate([test for _, test in plan])
    late = np.repeat(np.linspace(0.0, 1.0, len(plan)), plan.n_test) if len(plan) > 1 else 0.0
    hard = rng.random(plan.n)[tests]
    pair = []
    for skill in (0.5, 0.35):
        risk = (1 - drift) * (0.6 * hard + 0.4 * rng.random(tests.size)) + drift * late
        pair.append(risk < skill if binary else risk**2 * skill)
    return scored(plan, *pair)


def trained_twice(scores):
    """The same losses in two runs of each model."""
    return replace(scores, runs=Runs((("0", "1"),) * 2, tuple(np.stack([row, row]) for row in scores.items)))


def random_runs(seed, n=60):
    """Losses of two models that were trained several times, the runs of each unlike; odd seeds: as many of both."""
    rng, n_runs = np.random.default_rng(seed), (3, 3 if seed % 2 else 4)
    hard, rows = rng.random(n), []
    for model, skill, count in zip("ab", (0.5, 0.35), n_runs, strict=True):
        for run in range(count):
            losses = skill * (0.4 * hard + 0.3 * rng.random(n) + 0.3 * rng.random())
            rows += [(model, run, i, loss) for i, loss in enumerate(losses)]
    table = dict(zip(("model", "run", "item", "loss"), zip(*rows, strict=True), strict=True))
    return eb.Scores.from_table(table, model="model", run="run", item="item", loss="loss", loss_range=(0.0, 1.0))


METRICS = {"delong": "roc_auc", "f1_delta": "f1", "cv_auc": "roc_auc"}  # what methods that read predictions are about


def random_predictions(name, n, seed):
    """Labels and what two models of different skill say about them, as the metric of method `name` reads it."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 3 == 0)
    scores = {model: np.round(y + spread * rng.normal(size=n), 1) for model, spread in (("a", 0.8), ("b", 1.6))}
    said = scores if METRICS[name] == "roc_auc" else {model: column > 0.5 for model, column in scores.items()}
    if name == "cv_auc":
        table = {"i": np.arange(n), "fold": np.arange(n) % 5, "y": y, **said}
        columns = {"item": "i", "split": "fold", "y_true": "y", "y_score": ["a", "b"], "metric": METRICS[name]}
        return eb.Scores.from_table(table, **columns)
    return eb.Scores.from_predictions(y, said, metric=METRICS[name], positive=True)


def random_judged(n, seed):
    """Labels in [0, 1] of n items out of 5 n, and a judge of all of them that is often right."""
    rng = np.random.default_rng(seed)
    truth = rng.random((2, 5 * n)) ** 2
    said = {f"judge {name}": 0.7 * truth[j] + 0.3 * rng.random(5 * n) for j, name in enumerate("ab")}
    has = np.isin(np.arange(5 * n), rng.choice(5 * n, n, replace=False))
    labels = {name: np.where(has, truth[j], np.nan) for j, name in enumerate("ab")}
    table = {"i": np.arange(5 * n), **labels, **said}
    return eb.Scores.from_table(table, item="i", loss=["a", "b"], judge=list(said), loss_range=(0, 1))


def judged_alike(n, a, b):
    """n labels that are all a (all b), with a judge of 5 n items that always agrees."""
    labels = {"a": [a] * n + [None] * 4 * n, "b": [b] * n + [None] * 4 * n}
    said = {"judge a": [a] * 5 * n, "judge b": [b] * 5 * n}
    table = {"i": range(5 * n), **labels, **said}
    columns = {"loss": ["a", "b"], "judge": list(said), "loss_range": (0, 1)}
    return eb.Scores.from_table(table, item="i", labelled="random", **columns)


def _mapped_judge(judged, scale, shift):
    if judged is None:
        return None
    return replace(judged, labelled=judged.labelled * scale + shift, others=judged.others * scale + shift)


def mapped(scores, scale, shift):
    """Every loss times `scale` plus `shift`, its range too."""
    low, high = scores.loss_range
    items = scores.items * scale + shift
    span = tuple(sorted((low * scale + shift, high * scale + shift)))
    values, judged, runs = split_means(items, scores.plan), _mapped_judge(scores.judged, scale, shift), scores.runs
    if runs is not None:
        runs = Runs(runs.names, tuple(cells * scale + shift for cells in runs.cells))
    return replace(scores, items=items, values=values, loss_range=span, judged=judged, runs=runs)


def renumbered(scores, seed):
    """The same data with its rows in another order: test sets, halves and folds follow."""
    plan = scores.plan
    order = np.random.default_rng(seed).permutation(plan.n)
    if scores.predictions is not None:
        ends = scores.offsets
        places = [start + np.argsort(order[:size]) for start, size in zip(ends[:-1], plan.n_test, strict=True)]
        return replace(scores, predictions=scores.predictions.among(np.concatenate(places)))
    if scores.judged is not None:
        return _shuffled_labels(scores, order)
    parts = tuple(_renumbered_part(part, order) for part in plan.parts)
    places = [np.argsort(order[test]) for _, test in plan]
    starts = scores.offsets[:-1]
    items = scores.items[:, np.concatenate([start + place for start, place in zip(starts, places, strict=True)])]
    moved = eb.Plan(plan.kind, plan.n, parts, plan.groups, plan.stratified)
    runs = None if scores.runs is None else scores.runs.among(np.argsort(order))
    return replace(scores, plan=moved, items=items, values=split_means(items, moved), runs=runs)


def _shuffled_labels(scores, order):
    """Labels and what the judge said of the same items in another order, their names with them."""
    said, part = scores.judged, scores.plan.parts[0]
    rest = np.arange(said.names.size)[::-1]
    judged = replace(said, labelled=said.labelled[:, order], others=said.others[:, rest], names=said.names[rest])
    judged = replace(judged, places=said.places[order])
    plan = replace(scores.plan, parts=(replace(part, names=part.names[order]),))
    return replace(scores, plan=plan, items=scores.items[:, order], judged=judged)


def _renumbered_part(part, order):
    def names(indices):
        return np.sort(order[indices])

    changed = {
        "draw": lambda self, i: tuple(map(names, part.draw(i))),
        "walk": lambda self: (tuple(map(names, split)) for split in part.walk()),
        "halves": lambda self, halving: tuple(map(names, part.halves(halving))),
        "folds": lambda self, repeat: list(map(names, part.folds(repeat))),
    }
    base = type(part)
    own = {name: function for name, function in changed.items() if hasattr(base, name)}
    return type(base.__name__, (base,), own)(**{f.name: getattr(part, f.name) for f in fields(part) if f.init})


def paired(b, c, n):
    """0/1 losses of two trained models that differ on b + c of n test examples."""
    first, second = np.zeros(n), np.zeros(n)
    first[:b], second[b : b + c] = 1.0, 1.0
    return eb.Scores.from_losses({"a": first, "b": second}, plan=build("test_set", n, 0), loss="zero_one")


def golden(name):
    """The rows of a stored table, as numbers."""
    lines = (Path(__file__).parents[1] / "golden" / f"{name}.csv").read_text().splitlines()
    rows = csv.DictReader(line for line in lines if line[0] != "#")
    return [{key: float(value) for key, value in row.items()} for row in rows]


TEN = [0.02, 0.04, 0.03, 0.01, 0.05, 0.02, 0, 0.03, 0.04, 0.02]


def from_ten(d, method, **how):
    """What a 5x2cv method says about ten differences."""
    plan = eb.plans.five_by_two().build(200, random_state=0)
    scores = eb.Scores.from_splits({"a - b": d}, plan=plan, greater_is_better=False)
    return eb.infer(scores, method=method, **{"null": 0.0} | how)
