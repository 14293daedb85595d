"""What the 2024 benchmark left out: examples in groups that are alike within. Whole groups are split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np

from errbar.answers.ask import ask
from errbar.audits.pool import method_of
from errbar.audits.summary import share
from errbar.core.arrays import Floats, Indices
from errbar.core.group_values import effective_groups
from errbar.lab.study import How, Row
from errbar.lab.worlds.edge_worlds import EdgeWorld, GroupRates, Line
from errbar.lab.worlds.group_worlds import GroupTree, LineLessMean
from errbar.methods import METHODS
from errbar.methods.calibrated_t import FEWEST_GROUPS
from errbar.methods.suits import why_not_scores
from errbar.plans import Recipe, halvings, kfold, subsample
from errbar.run.many import ask_sets
from errbar.types import Plan, Question, Scores
from errbar.types.scores import limits_of, split_means

LEVEL = 0.95
SETS = 200
IN_GROUP = 10  # examples, on average
UNEVEN = (2, 6, 10, 22)  # examples of groups of different sizes, in turn
COUNTS = (15, 30, 60)  # with these it was settled how many groups calibrated_t and pooled_t should need,
AGAIN = (35, 50, 100)  # and these told whether that was well done
DIFFERENT_PLANS = 20  # of each form: drawing a plan costs more than a data set


@dataclass(frozen=True, slots=True)
class GroupCells:
    """A world in groups, the learner in it, whether groups differ in size, and how many groups there are."""

    world: EdgeWorld
    learner: str
    uneven: bool = False
    counts: tuple[int, ...] = (*COUNTS, *AGAIN)


# groups of equal size that those of a cell must be worth, settled with COUNTS; AGAIN kept the first, not the second
FEWEST = {"calibrated_t": FEWEST_GROUPS, "pooled_t": 40}

CELLS: Mapping[str, GroupCells] = {
    "line in groups": GroupCells(Line(), "linear"),
    "rule in groups": GroupCells(GroupRates(0.2, alike=0.1), "fixed rule"),
    "line in uneven groups": GroupCells(Line(), "linear", uneven=True),
    "rule in uneven groups": GroupCells(GroupRates(0.2, alike=0.3), "fixed rule", uneven=True),
    "few errors in groups": GroupCells(GroupRates(0.04, alike=0.1), "fixed rule"),
    "two models in groups": GroupCells(LineLessMean(), "linear - mean"),
    "tree in groups": GroupCells(GroupTree(), "tree", counts=(30, 35)),
}


def forms(n_groups: int, yardstick: str, counted: bool) -> dict[str, Recipe]:
    """Parts of whole groups, as errbar does by default, and what could be asked instead."""
    found: dict[str, Recipe] = {
        yardstick: subsample(10, 0.2),
        "corrected_t/25 splits": subsample(25, 0.2),
        "corrected_t/10 folds": kfold(10),
        "corrected_t/25 parts": kfold(min(25, n_groups)),
        "conservative_z/25-5-5": halvings(25, 5, 0.2, 5),
        "calibrated_t/25-5-5": halvings(25, 5, 0.2, 5),
        "calibrated_t/15-10-15": halvings(15, 10, 0.2, 15),
        "pooled_t/25 splits": subsample(25, 0.2),
        "pooled_t/75 splits": subsample(75, 0.2),
    }
    return found | ({"corrected_wilson/25 parts": kfold(min(25, n_groups))} if counted else {})


def codes(n_groups: int, uneven: bool) -> Indices:
    """For each example the number of its group."""
    if not uneven:
        return np.arange(IN_GROUP * n_groups) % n_groups
    return np.repeat(np.arange(n_groups), np.resize(UNEVEN, n_groups))


def judged(row: Row) -> bool:
    """Whether a method was to answer in the cell of a row: from groups that are worth enough of equal size."""
    name, _, counted = row["world"].rpartition(", ")
    worth = effective_groups(codes(int(counted.removesuffix(" groups")), CELLS[name].uneven))
    return worth >= FEWEST.get(method_of(row["form"]), 0)


@dataclass(frozen=True, slots=True)
class GroupSet:
    """Called with the number of a data set: for every form both ends, and the true risk behind.

    A number gives the same data whatever the plan.
    """

    name: str
    n_groups: int
    forms: tuple[tuple[str, Recipe], ...]
    seed: int

    def __call__(self, number: int) -> Floats:
        cells, found, made = CELLS[self.name], np.empty((len(self.forms), 3)), {}
        stream = (self.seed, crc32(f"{self.name}/{self.n_groups}".encode()), number)
        for place, (form, recipe) in enumerate(self.forms):
            if recipe not in made:
                plan = drawn_plan(recipe, self.n_groups, cells.uneven, 10_000 * self.seed + number % DIFFERENT_PLANS)
                items, risk = cells.world.losses(plan, np.random.default_rng(stream))
                names, means = ("m", "other")[: len(items)], split_means(items, plan)
                scores = Scores(plan, names, means, items, cells.world.loss, cells.world.loss_range)
                made[recipe] = scores, risk
            scores, risk = made[recipe]
            found[place] = (*_interval(scores, method_of(form)), risk)
        return found.ravel()


@lru_cache(maxsize=8 * DIFFERENT_PLANS)
def drawn_plan(recipe: Recipe, n_groups: int, uneven: bool, seed: int) -> Plan:
    groups = codes(n_groups, uneven)
    return recipe.build(groups.size, random_state=seed, groups=groups)


def _interval(scores: Scores, method: str) -> tuple[float, float]:
    """Of the model, or of the difference; also from too few groups, where users would be refused."""
    record, series = METHODS[method], scores if len(scores.names) == 1 else scores.difference(*scores.names)
    question = Question(method, LEVEL)
    if why_not_scores(record, series) is None:
        found = ask(scores, scores.names, question)
    else:
        found = record.answer(series, record.fn(series), question, limits_of(scores, series))
    return found.low, found.high


def group_rows(how: How, yardstick: str, fewest: int) -> list[Row]:
    """A row for each world, number of groups and form; `how.store` keeps finished data sets."""
    n_sets = how.share(SETS, fewest)
    return [
        row
        for name, cells in CELLS.items()
        for count in cells.counts
        for row in cell_rows(name, count, yardstick, n_sets, how)
    ]


def cell_rows(name: str, n_groups: int, yardstick: str, n_sets: int, how: How) -> list[Row]:
    """A row for each form."""
    cells = CELLS[name]
    n = codes(n_groups, cells.uneven).size
    asked = forms(n_groups, yardstick, cells.world.loss == "zero_one")
    one = GroupSet(name, n_groups, tuple(asked.items()), how.seed)
    world = f"{name}, {n_groups} groups"
    about = {
        "model": cells.learner,
        "computed": "lab",
        "loss": cells.world.loss,
        "n": n,
        "n_features": 0,
        "data": world,
    }
    answers = ask_sets(
        one,
        n_sets,
        size=3 * len(asked),
        key=("groups", cells.world, cells.uneven, one),
        about=about,
        n_jobs=how.n_jobs,
        store=how.store,
        progress=False,
    ).reshape(n_sets, len(asked), 3)
    widths = np.median(answers[..., 1] - answers[..., 0], axis=0)
    found: list[Row] = []
    for place, (form, recipe) in enumerate(asked.items()):
        low, high, risks = answers[:, place].T
        truth, width = float(risks.mean()), float(widths[place])
        held = share((low <= truth) & (truth <= high))
        found.append(
            {
                "world": world,
                "learner": cells.learner,
                "n": n,
                "metric": cells.world.loss,
                "form": form,
                "used for design": n_groups in COUNTS and method_of(form) in FEWEST,
                "fits": len(drawn_plan(recipe, n_groups, cells.uneven, 10_000 * how.seed))
                * (2 if " - " in cells.learner else 1),
                "sets": n_sets,
                "seed": how.seed,
                "ER": round(held.value, 4),
                "ER_low": round(held.low, 4),
                "ER_high": round(held.high, 4),
                "R": None,
                "width": float(f"{width:.4g}"),
                "relative_width": float(f"{width / float(widths[0]):.4g}"),
                "truth": float(f"{truth:.4g}"),
            }
        )
    return found
