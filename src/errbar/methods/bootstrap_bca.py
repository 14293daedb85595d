r"""Bias-corrected and accelerated bootstrap interval, the models held fixed.

.. math:: \alpha_1 = \Phi\Big(z_0 + \frac{z_0 + z_\alpha}{1 - a (z_0 + z_\alpha)}\Big)

The edge at level alpha is the alpha_1 quantile of the draws. z_0: how far the draws are off the estimate; a: one
sixth of the skewness of the leave-one-out estimates. Items are drawn with replacement; with groups, groups.

Parameters
----------
n_draws : bootstrap samples
seed : which samples: the same seed gives the same ones

Use it: Any metric of trained models that has no method of its own, with or without groups; skewed losses.
Not for: Test sets below some fifty items: it tends to be too narrow there. What happens with another training set.
Deviation: p-values by inversion, with one draw added so that none is 0; above 200 units of a metric the acceleration
    leaves out blocks of units. Where nine draws in ten or more are equal to the estimate, they say nothing: the limits
    are then those of losing (or gaining) all there is on a share of items too rare to be seen, 1 - alpha^(1/k) for k of
    them, infinite where the metric's range is not known.
References: efron1987, davison1997.

>>> import errbar as eb
>>> table = {"i": range(60), "loss": [(7 * i) % 11 / 10 for i in range(60)]}
>>> r = eb.infer(eb.Scores.from_table(table, item="i", loss="loss"), method="bootstrap_bca")
>>> r.low < r.estimate < r.high
True
"""

from collections.abc import Callable

import numpy as np

from errbar.bounds.limits import sums_only
from errbar.check import check_count
from errbar.core.arrays import Floats, Indices
from errbar.core.bootstrap import MOST_DRAWS, BCa, bca_of_kinds, bca_of_mean, bca_of_metric, bca_of_weights, n_calls
from errbar.core.unseen import Unseen
from errbar.errors import InputError, NeedsError
from errbar.methods.clustered_t import IN_GROUPS, PLANS, group_count, one_group
from errbar.show.progress import progress_bar
from errbar.types import Finding, Predictions, Scores, method
from errbar.types.ranges import ANY

FEW_KINDS = 10  # items of a kind on average: samples are then drawn kind by kind


def _refuses(scores: Scores) -> str | None:
    return sums_only(scores) or one_group(scores)


OF_ITEMS = IN_GROUPS | {"needs": "items", "refuses": _refuses}


@method("BCa bootstrap of items", PLANS, "asymptotic, second order", slow_from=20_000, **OF_ITEMS)
def bootstrap_bca(scores: Scores, *, n_draws: int = 5000, seed: int = 0) -> Finding:
    n_draws, seed = check_count("n_draws", n_draws, 200, MOST_DRAWS), check_count("seed", seed, at_least=0)
    law = _of_losses(scores, n_draws, seed) if scores.predictions is None else _of_metric(scores, n_draws, seed)
    details = {"n_draws": n_draws, "bias": law.bias, "acceleration": law.acceleration} | group_count(scores)
    few = n_draws < 2000 and f"Only {n_draws} draws: 2000 or more are advised."
    if not law.is_flat:
        return Finding(law, [few], details)
    unseen = _unseen(scores, law.estimate)
    units = f"{'groups' if 'n_groups' in details else 'items'}{'' if scores.predictions is None else ' of a class'}"
    flat = "Hardly any draw differs, which is not certainty: the limits are those of something too rare to be seen in"
    return Finding(unseen, [few, f"{flat} {unseen.k} {units}."], details)


def _unseen(scores: Scores, estimate: float) -> Unseen:
    """Of items that are all alike: how many they are, in the smallest class where there are classes."""
    groups, said = scores.item_groups, scores.predictions
    units = np.arange(int(scores.plan.n_test.sum())) if groups is None else groups
    k = np.unique(units).size
    if said is not None and np.unique(said.truth).size <= k // 2:
        k = min(np.unique(units[said.truth == label]).size for label in np.unique(said.truth))
    known = scores.loss_range is not None or scores.is_binary
    return Unseen(estimate, scores.limits if known else ANY, int(k))


def _of_losses(scores: Scores, n_draws: int, seed: int) -> BCa:
    losses, groups = scores.losses, scores.item_groups
    if groups is None:
        return bca_of_mean(losses, np.ones(losses.size), n_draws, seed)
    codes = np.unique(groups, return_inverse=True)[1]
    sums, sizes = (np.asarray(np.bincount(codes, weights), dtype=np.float64) for weights in (losses, None))
    return bca_of_mean(sums, sizes, n_draws, seed)


def _of_metric(scores: Scores, n_draws: int, seed: int) -> BCa:
    said, groups = scores.predictions, scores.item_groups
    assert said is not None
    sign = np.array([1.0, -1.0]) if scores.is_difference else np.ones(1)
    order = _fixed_order(said)
    unit = np.arange(order.size) if groups is None else _as_they_come(groups[order])
    said.values()  # undefined on all the items: its own words
    try:
        if said.takes_weights:
            ordered = said.among(order)
            kinds, sizes = ordered.kinds()
            if groups is None and sizes.size < order.size / FEW_KINDS:
                return bca_of_kinds(_weighing(kinds, None, sign), sizes, n_draws, seed)
            weighing = _weighing(ordered, None if groups is None else unit, sign)
            return bca_of_weights(weighing, int(unit.max()) + 1, n_draws, seed)
        by_unit = np.argsort(unit, kind="stable")
        units = np.split(order[by_unit], np.cumsum(np.bincount(unit))[:-1])
        with progress_bar(n_calls(len(units), n_draws), 0, None, what="drawing") as done:
            return bca_of_metric(lambda rows: float(sign @ said.among(rows).values()), units, n_draws, seed, done=done)
    except InputError as cause:
        raise NeedsError(
            f"bootstrap_bca drew items for which {scores.loss!r} is undefined: {cause} One class is too small for the "
            f"bootstrap{'; try method=' + repr('delong') if scores.loss == 'roc_auc' else ''}."
        ) from None


def _weighing(said: Predictions, unit: Indices | None, sign: Floats) -> Callable[[Floats], Floats]:
    """Rows of weights of units -> the metric, or the difference of two models'."""

    def metric(weights: Floats) -> Floats:
        each = said.weighted(weights if unit is None else weights[:, unit])
        if not np.isfinite(each).all():
            raise InputError("A sample without both classes, or without any spread.")
        values: Floats = sign @ each
        return values

    return metric


def _as_they_come(groups: Indices) -> Indices:
    """Groups numbered in the order of their first items."""
    _, first, codes = np.unique(groups, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes.reshape(-1)]


def _fixed_order(said: Predictions) -> Indices:
    """An order of the items that does not depend on the order of the rows, nor on which model comes first."""
    columns = sorted(map(np.asarray, said.outputs), key=lambda column: np.sort(column, axis=0).tobytes())
    flat = [column if column.ndim == 1 else column[:, i] for column in columns for i in range(column[:1].size or 1)]
    truth = said.truth if said.truth.ndim == 1 else np.unique(said.truth, axis=0, return_inverse=True)[1].reshape(-1)
    return np.lexsort((*flat, truth))
