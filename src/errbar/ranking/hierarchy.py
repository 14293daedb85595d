"""The hierarchical model of every pair, from the scores inside many data sets: `method="hierarchical_bayes"`."""

from __future__ import annotations

from typing import Any

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.core.hierarchical import KEPT, WARM, HierarchicalPosterior, SetMeans, hierarchical_posterior
from errbar.core.two_way import TwoWay
from errbar.errors import NeedsError
from errbar.methods.corrected_t import SPLITS
from errbar.types import Scores
from errbar.types.datasets import Datasets

SUMS = 1e-12  # of a mean: what rounding may leave of no spread
LEAST = 3  # scores of a data set: its spread takes two degrees of freedom
RHAT, ENOUGH = 1.01, 400.0  # split R-hat and effective size of draws that are worth showing
NEEDED = (
    "hierarchical_bayes needs the scores inside each data set: {data set: Scores} over folds or other splits, or a "
    "table of training runs (run=)."
)


def check_inside(data: Datasets) -> None:
    """Refuse what has no scores inside its data sets, before anything is drawn."""
    if not data.scores and not data.runs:
        raise NeedsError(NEEDED)
    for name, scores in data.scores.items():
        if scores.runs is None and (len(scores.plan) < LEAST or scores.plan.kind not in SPLITS):
            raise NeedsError(
                f"hierarchical_bayes needs at least {LEAST} folds or splits of every data set, or training runs; "
                f"{name!r} has {len(scores.plan)} of kind {scores.plan.kind!r}."
            )
        if scores.runs is not None and min(map(len, scores.runs.names)) < 2:
            raise NeedsError(f"hierarchical_bayes needs two training runs of every model; {name!r} has one of some.")
    for name, runs in data.runs.items():
        if min(map(len, runs)) < LEAST:
            raise NeedsError(
                f"hierarchical_bayes needs at least {LEAST} training runs of every model on every data set; {name!r} "
                f"has {min(map(len, runs))} of some."
            )


def posterior(data: Datasets, pairs: tuple[Indices, Indices], seed: int, *, rope: float = 0.0) -> HierarchicalPosterior:
    """The posterior of every pair, a - b in the units of the scores."""
    said = [_of_set(data, name, pairs) for name in data.names]
    mean, se, df = (np.stack(part, axis=1) for part in zip(*said, strict=True))
    sets = SetMeans(mean, _spread(se, mean, rope), df)
    return hierarchical_posterior(sets, rope, seed=seed, warm=WARM, kept=KEPT)


def told(found: HierarchicalPosterior, data: Datasets, level: float) -> tuple[dict[str, Any], list[str]]:
    """Details and notes: how well the sampler mixed, and the difference over data sets of every pair."""
    outside = (1.0 - level) / 2.0
    flat = found.centre.reshape(-1, found.centre.shape[-1])
    low, middle, high = np.quantile(flat, [outside, 0.5, 1.0 - outside], axis=0)
    details = {
        "rhat": found.rhat.tolist(),
        "effective_size": found.effective.tolist(),
        "n_draws": flat.shape[0],
        "difference": middle.tolist(),
        "difference_low": low.tolist(),
        "difference_high": high.tolist(),
        "next_a_better": (found.next_above if data.greater_is_better else found.next_below).tolist(),
        "next_equivalent": found.next_inside.tolist(),
        "next_b_better": (found.next_below if data.greater_is_better else found.next_above).tolist(),
    }
    worst, least = float(found.rhat.max()), float(found.effective.min())
    notes = [
        "The probabilities are those of the hierarchical model: that differences on further data sets fall into this "
        f"region more often than into another. Split R-hat at most {worst:.3f}, at least {least:,.0f} effective draws."
    ]
    if not (worst <= RHAT and least >= ENOUGH):
        notes.append("The sampler did not mix well here: take the probabilities as rough.")
    return details, notes


def _of_set(data: Datasets, name: str, pairs: tuple[Indices, Indices]) -> tuple[Floats, Floats, Floats]:
    """Of every pair the mean difference on a data set, its standard error and degrees of freedom."""
    if data.runs:
        return _of_runs(data.runs[name], pairs)
    scores = data.scores[name]
    rows = np.array([scores.names.index(model) for model in data.models])
    first, second = (rows[one] for one in pairs)
    if scores.runs is not None:
        return _of_items(scores, first, second)
    ratio = scores.plan.ratio
    found = SetMeans.of((scores.values[first] - scores.values[second]).T, ratio / (1.0 + ratio))
    return found.mean, found.se, found.df


def _of_runs(runs: tuple[Floats, ...], pairs: tuple[Indices, Indices]) -> tuple[Floats, Floats, Floats]:
    """Runs of two models have nothing to do with each other: Welch's standard error and degrees of freedom."""
    mean = np.array([one.mean() for one in runs])
    part = np.array([one.var(ddof=1) / one.size for one in runs])
    weight = part**2 / np.array([one.size - 1.0 for one in runs])
    first, second = pairs
    both, of_both = part[first] + part[second], weight[first] + weight[second]
    fewest = float(min(one.size for one in runs) - 1)
    df = np.divide(both**2, of_both, out=np.full(both.shape, fewest), where=of_both > 0)
    return mean[first] - mean[second], np.sqrt(both), df


def _of_items(scores: Scores, first: Indices, second: Indices) -> tuple[Floats, Floats, Floats]:
    """Runs x items inside a data set: the two-way variance."""
    assert scores.runs is not None
    groups, cells, known = scores.item_groups, scores.runs.cells, scores.runs.masks
    laws = [TwoWay.of([cells[a], cells[b]], groups, [known[a], known[b]]) for a, b in zip(first, second, strict=True)]
    mean = scores.values[first, 0] - scores.values[second, 0]
    return mean, np.sqrt([law.variance for law in laws]), np.array([law.df for law in laws])


def _spread(se: Floats, mean: Floats, rope: float) -> Floats:
    """Standard errors, where no spread was seen as if scores were spread over the region of equivalence.

    Without a region the smallest that was seen elsewhere stands in: no spread is no certainty.
    """
    some = se > SUMS * np.abs(mean)
    if some.all():
        return se
    if rope > 0:
        return np.where(some, se, rope / 3.0**0.5)
    seen = np.where(some, se, np.inf).min(axis=1, keepdims=True)
    if np.isinf(seen).any():
        raise NeedsError(
            "No data set shows any spread of a difference: give rope=, the difference that does not count."
        )
    return np.where(some, se, np.broadcast_to(seen, mean.shape))
