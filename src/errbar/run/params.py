"""What `fit` and scorers get besides X and y, split by split; and weights of the losses -> weighted scores.

The weighted error of a test set is the ratio sum(w l) / sum(w). Each loss l of it becomes r + w (l - r) / mean(w), with
r that ratio: their mean is r, and their variance that of a ratio (linearisation), so that every method that reads
losses without counting or bounding them takes them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from errbar.check import check_finite
from errbar.core.arrays import Floats, Indices
from errbar.errors import InputError, NeedsError
from errbar.run.checked import Data
from errbar.run.held_back import held_back, is_held_back
from errbar.run.losses import Loss, Score
from errbar.run.routed import routed
from errbar.types import Scores
from errbar.types.scores import split_means

LOSS_WEIGHT = "loss_weight"
EVAL_SET = "eval_set"
HEAVIEST = 1e100
FEW = 20  # rows of equal weight in a test set: below, its weighted mean is off (docs/results/weights.csv)
FEW_WORDS = (
    "The test set that counts least has {:.0f} rows of equal weight: the weighted mean of so few leans towards the "
    "losses of light rows. Larger test sets lean less."
)


@dataclass(frozen=True, eq=False, slots=True)
class Params:
    """Checked, and divided among those who get them.

    Parameters
    ----------
    fit : by model, what its `fit` gets.
    score : by metric, what its scorer gets.
    weights : of the losses, one per row; None where all count the same.
    n : rows, by which it is told what is split with them.
    """

    fit: Mapping[str, Mapping[str, Any]]
    score: Mapping[str, Mapping[str, Any]]
    weights: Floats | None
    n: int

    def training(self, name: str, train: Indices, data: Data) -> tuple[Indices, dict[str, Any]]:
        """The rows to train on, and what `fit` gets with them; an `eval_set` is taken out of the training set."""
        given = dict(self.fit[name])
        if is_held_back(given.get(EVAL_SET)):
            train, given[EVAL_SET] = held_back(given[EVAL_SET], train, data)
        return train, self._split(given, train)

    def judging(self, metric: str, test: Indices) -> dict[str, Any]:
        """What a scorer gets with these rows."""
        return self._split(self.score.get(metric, {}), test)

    def _split(self, given: Mapping[str, Any], rows: Indices) -> dict[str, Any]:
        from sklearn.utils import _safe_indexing

        return {name: _safe_indexing(one, rows) if _per_row(one, self.n) else one for name, one in given.items()}

    def notes(self) -> tuple[str, ...]:
        if self.weights is not None:
            return (
                f"Losses are weighted: {self.n:,} rows count as {effective_size(self.weights):,.0f} of equal weight. "
                "Methods that count errors, or need a range, do not take them.",
            )
        if any("sample_weight" in name for given in self.fit.values() for name in given) and not any(
            "sample_weight" in given for given in self.score.values()
        ):
            return (
                "sample_weight went to fit alone, as in cross_validate: every row's loss counts the same. "
                "Give loss_weight in params too to weight losses.",
            )
        return ()

    def weighted(self, scores: Scores) -> Scores:
        """The scores with weighted losses; scorers got their weights themselves."""
        if self.weights is None:
            return scores
        details = {**scores.details, "weights": {"n_effective": effective_size(self.weights)}}
        if scores.items is None:
            return replace(scores, details=details)
        items, start, fewest = np.empty_like(scores.items), 0, float(self.n)
        for number, test in enumerate(scores.plan.tests()):
            weights, stop = self.weights[test], start + test.size
            total = weights.sum()
            if total == 0:
                raise InputError(f"Split {number} tests rows of weight 0 alone: use larger test sets.")
            fewest = min(fewest, effective_size(weights))
            losses = scores.items[:, start:stop]
            ratio = (losses @ weights / total)[:, None]
            items[:, start:stop] = ratio + weights / (total / test.size) * (losses - ratio)
            start = stop
        values = split_means(items, scores.plan)
        few = (FEW_WORDS.format(fewest),) if fewest < FEW else ()
        return replace(scores, values=values, items=items, loss_range=None, details=details).noted(*few)


def effective_size(weights: Floats) -> float:
    """Kish's: how many rows of equal weight have the same variance of a mean."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def check_params(
    params: Any, models: Mapping[str, Any], metrics: tuple[Loss | Score, ...], data: Data
) -> Params | None:
    """Refuse what no fit or scorer takes, before anything is fitted."""
    if params is None:
        return None
    if not isinstance(params, Mapping) or not all(isinstance(name, str) for name in params):
        raise InputError(f"params must be a mapping from names to values, as in cross_validate; got {params!r:.80}.")
    given = dict(params)
    weights = given.pop(LOSS_WEIGHT, None)
    if weights is not None:
        weights = _weights(LOSS_WEIGHT, weights, data.n)
    for name, value in given.items():
        if name.rpartition("__")[2] == "sample_weight" and value is not None:
            _weights(name, value, data.n)
    scorers = {metric.name: metric.scorer for metric in metrics if isinstance(metric, Score)}
    fit, score = routed(given, models, scorers)
    if weights is not None:
        score = {name: {**score.get(name, {}), "sample_weight": weights} for name in scorers}
        for name, scorer in scorers.items():
            _check_takes_weights(name, scorer)
    return Params(fit, score, weights, data.n)


def check_whole(params: Params | None, metric: Loss | Score) -> None:
    """Refuse weights for a scorer that is worked out again on draws of one test set."""
    if params is not None and params.score.get(metric.name):
        raise NeedsError(
            f"scoring={metric.name!r} of one test set as a whole takes no weights: take random splits, "
            "plan=subsample(), or a loss."
        )


def _per_row(value: Any, n: int) -> bool:
    """As in scikit-learn: anything with as many entries as there are rows."""
    if isinstance(value, str | bytes | Mapping) or not (hasattr(value, "__len__") or hasattr(value, "shape")):
        return False
    shape = getattr(value, "shape", None)
    return bool((shape[0] if shape else len(value)) == n) if shape != () else False


def _weights(name: str, values: Any, n: int) -> Floats:
    weights = check_finite(f"{name} in params", values)
    if weights.shape != (n,):
        raise InputError(f"{name} in params must have one value per row ({n}); got shape {weights.shape}.")
    if (weights < 0).any() or not weights.any():
        raise InputError(f"{name} in params must not be negative, nor 0 for every row.")
    if not 1 / HEAVIEST < weights.max() < HEAVIEST:
        raise InputError(f"{name} in params cannot be squared and summed; give weights around 1.")
    return weights


def _check_takes_weights(name: str, scorer: Any) -> None:
    import inspect

    function = getattr(scorer, "_score_func", None)
    if function is None or "sample_weight" not in inspect.signature(function).parameters:
        raise InputError(f"scoring={name!r} takes no sample_weight, so loss_weight cannot weight it: take a loss.")
