"""Where does the noise come from? Runs, items and answers of a table, or seeds and splits of a model: `eb.sources`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from errbar.answers.sources import Sources
from errbar.check import check_count, check_flag, check_level, refuse_given, unless
from errbar.core.crossed_in_splits import crossed_in_splits
from errbar.core.mean_squares import MeanSquares, nested, variance_df
from errbar.core.mean_squares import crossed as crossed_table
from errbar.errors import InputError, NeedsError
from errbar.plans import subsample
from errbar.plans.recipe import Recipe
from errbar.plans.seed import RandomState, seed_from
from errbar.run.seeded import LARGEST, ORDER, TUNING, tuned, with_every, with_orders, with_seeds, with_tunings
from errbar.show.call import recorded
from errbar.types import Scores
from errbar.types.setup import LossName, StoreFile
from errbar.verbs.collect import collect

OF_TABLE = (
    "The default interval for these scores (two_way_t) covers every source here; one over items alone leaves out what "
    "runs add."
)
OF_FITS = (
    "An interval from one fit per split covers training data, test items and all that every fit draws anew (seed, and "
    "order and tuning where they are); one from a single hold-out covers test items alone, and several seeds of one "
    "split leave training data out."
)
NORMAL = "The intervals take effects as normal; for 0/1 losses that of items is rough."
MOST_SEEDS = 10_000
OVERLAP = "Splits of one data set share examples: other data would differ more than 'training data' says."


ONE_AT_A_TIME = (
    "{} varied one at a time, all else as in the first seed: what they add together is not told; crossed=True tells it."
)


@recorded
def sources(
    scores: Scores | Any,
    X: Any = None,
    y: Any = None,
    *,
    model: str | None = None,
    n_seeds: int = 5,
    plan: Recipe | None = None,
    order: bool = False,
    tuning: Mapping[str, Sequence[Any]] | None = None,
    crossed: bool = False,
    loss: LossName = "auto",
    confidence_level: float = 0.95,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: StoreFile | None = None,
    progress: bool | None = None,
) -> Sources:
    """How much do training runs, items, answers, seeds and data add to the variance of a score?

    Parameters
    ----------
    scores : of a table read with `run=`: the sources are run, item, run x item and, with several answers, answer. Or a
        model with a `random_state`, which is fitted with every seed on every split: seed, test items, training data,
        and where they are asked for order of data and tuning.
    X, y : the data, for a model.
    model : which model of the scores; may be left out where there is no choice.
    n_seeds, plan : how often and on which splits a model is fitted; plan=None is `subsample(10, 0.2)`.
    order : True also shuffles the training rows of every split, `n_seeds` orders in all with the first seed.
    tuning : {parameter: values}: every fit chooses among them on three inner folds, and these are drawn `n_seeds` times
        with the first seed.
    crossed : True fits every seed with every order and every draw of the inner folds on every split, `n_seeds` of
        each: what they add together is then a source too. Three sources make n_seeds^3 fits of a split.
    loss, random_state, n_jobs, store, progress : of those fits, as in `evaluate`; with a store and the same
        `random_state`, a run that was stopped goes on.
    confidence_level : of each interval.

    References: [searle1992], [bouthillier2021].

    Examples
    --------
    Two runs whose means differ by 3, three items that differ by 1, and nothing else:

    >>> import errbar as eb
    >>> table = {"i": [0, 1, 2] * 2, "seed": [0] * 3 + [1] * 3, "loss": [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]}
    >>> found = eb.sources(eb.Scores.from_table(table, item="i", run="seed", loss="loss"))
    >>> {name: round(one.estimate, 6) for name, one in found.components.items()}
    {'run': 4.5, 'item': 1.0, 'run x item': 0.0}
    """
    level, order, crossed = check_level(confidence_level), check_flag("order", order), check_flag("crossed", crossed)
    if isinstance(scores, Scores):
        of_fits = {"X": X, "y": y, "plan": plan, "tuning": tuning, "store": store, "n_jobs": n_jobs}
        of_fits |= {"order": order or None, "crossed": crossed or None}
        of_fits |= {"n_seeds": unless(5, n_seeds), "loss": unless("auto", loss)}
        refuse_given("sources takes Scores alone, or a model with X and y; {}= is for a model.", **of_fits)
        return _of_table(scores, scores.chosen(model)[0], level)
    if X is None or y is None:
        raise InputError("sources takes Scores of a table with run=, or a model with X and y.")
    refuse_given("{}= is for Scores of several models; here is one to fit.", model=model)
    check_count("n_seeds", n_seeds, 2, MOST_SEEDS)
    others = [ORDER] * bool(order) + [TUNING] * (tuning is not None)
    if crossed and not others:
        raise InputError("crossed= is for several sources: ask for order= or tuning= as well.")
    seed = seed_from(random_state)
    rng = np.random.default_rng(seed)
    fitted = scores if tuning is None else tuned(scores, tuning, int(rng.integers(LARGEST)))
    splits = subsample(10, 0.2) if plan is None else plan
    how: dict[str, Any] = {"loss": loss, "random_state": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
    name = type(scores).__name__
    if crossed:
        every, levels = with_every(fitted, n_seeds, others, rng)
        return _of_crossed(name, collect(every, X, y, plan=splits, **how), levels, level)
    models = with_seeds(fitted, n_seeds, rng)
    drawn = _others(next(iter(models.values())), n_seeds - 1, others, rng)
    every = {name: model for group in (models, *drawn.values()) for name, model in group.items()}
    groups = {source: list(group) for source, group in drawn.items()}
    return _of_fits(name, collect(every, X, y, plan=splits, **how), groups, level)


def _others(first: Any, n: int, sources: Sequence[str], rng: np.random.Generator) -> dict[str, dict[str, Any]]:
    """Sources besides the seed, each with models in which it alone is drawn anew."""
    ways = {ORDER: with_orders, TUNING: with_tunings}
    return {source: ways[source](first, n, rng) for source in sources}


def _of_table(scores: Scores, name: str, level: float) -> Sources:
    runs = scores.only(name).runs
    if runs is None:
        raise NeedsError("sources needs training runs: read the table with run= (--run).")
    cells, answers = runs.cells[0], None if runs.answers is None else runs.answers[0]
    if min(cells.shape) < 2:
        raise NeedsError("One run says nothing of how training runs differ, nor one item of items: two are the least.")
    found, parts = crossed_table(cells, answers, 0.0 if runs.squares is None else runs.squares[0], runs.masks[0])
    counts: dict[str, float] = {"run": cells.shape[0], "item": cells.shape[1]}
    if answers is not None:
        counts["answer"] = float(1.0 / (1.0 / answers).mean())
    return _told(name, scores.loss, float(cells.mean()), (found, parts), (level, counts, OF_TABLE, (NORMAL,)))


def _of_fits(name: str, scores: Scores, groups: Mapping[str, list[str]], level: float) -> Sources:
    """`groups`: of each further source the models in which it was drawn anew; the others are seeds."""
    drawn = {other for names in groups.values() for other in names}
    seeds = [place for place, one in enumerate(scores.names) if one not in drawn]
    noise, df = _test_noise(scores, seeds)
    counts: dict[str, float] = {"seed": len(seeds), "split": len(scores.plan)}
    means = scores.values.T
    others = {}
    for source, names in groups.items():
        others[source] = means[:, [seeds[0], *(scores.names.index(one) for one in names)]]
        counts[source] = others[source].shape[1]
    found = nested(means[:, seeds], noise, df, others)
    notes = (OVERLAP, *([ONE_AT_A_TIME.format(" and ".join(groups))] if groups else []))
    return _told(name, scores.loss, float(means[:, seeds].mean()), found, (level, counts, OF_FITS, notes))


def _of_crossed(name: str, scores: Scores, levels: Mapping[str, list[str]], level: float) -> Sources:
    """`levels`: of every source, in the order of the names of the fits."""
    noise, df = _test_noise(scores, list(range(len(scores.names))))
    means = scores.values.T.reshape(len(scores.plan), *map(len, levels.values()))
    counts: dict[str, float] = {source: len(names) for source, names in levels.items()}
    counts["split"] = len(scores.plan)
    found = crossed_in_splits(means, tuple(levels), noise, df)
    return _told(name, scores.loss, float(means.mean()), found, (level, counts, OF_FITS, (OVERLAP,)))


def _test_noise(scores: Scores, places: list[int]) -> tuple[float, float]:
    """Variance of a split's mean over these fits that its finite test set explains, and its degrees of freedom."""
    if scores.items is None or len(scores.plan) < 2:
        raise NeedsError("sources needs a loss per example and at least two splits: give loss= and such a plan.")
    ends, items = scores.offsets, scores.items[places]
    of_items = [items[:, a:b].mean(axis=0) for a, b in pairwise(ends.tolist())]
    noise = float(np.mean([one.var(ddof=1) / one.size if one.size > 1 else 0.0 for one in of_items]))
    around = np.concatenate([one - one.mean() for one in of_items])
    return noise, variance_df(around, scores.plan.n_tested)


def _told(
    name: str,
    loss: str,
    mean: float,
    found: tuple[MeanSquares, dict[str, dict[str, float]]],
    about: tuple[float, dict[str, float], str, tuple[str, ...]],
) -> Sources:
    level, counts, covers, notes = about
    parts = {source: found[0].component(weights, level) for source, weights in found[1].items()}
    return Sources(name, loss, mean, parts, level, counts, covers, notes, found)
