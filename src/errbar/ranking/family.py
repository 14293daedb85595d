"""Comparisons as one family: their adjusted p-values, and the level of intervals that go with them."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from errbar.answers.candidates import Candidates
from errbar.core.arrays import Floats, Indices
from errbar.core.max_t import Alike
from errbar.core.multiplicity import CORRECTIONS, adjusted, family_level, interval_level
from errbar.methods.defaults import FIXED
from errbar.types import Scores
from errbar.types.scale import check_scale

MAX_T = "max_t"
CORRECTIONS_OF_RANKS = (*CORRECTIONS, MAX_T)
FEWEST = 20  # splits, items or groups that can tell how alike models are
MANY = 100  # from so many on their variances count as known


@dataclass(frozen=True, slots=True)
class PairFamily:
    """How many comparisons are judged at once; where it is made use of, how the models and their pairs go together."""

    correction: str
    confidence_level: float
    of_pairs: Alike | None = None
    of_models: Alike | None = None

    def judged(self, pvalues: Floats, first: Indices, second: Indices) -> tuple[Floats, float]:
        """Adjusted p-values, and the level of each pair's interval."""
        if self.of_pairs is None:
            level = interval_level(pvalues, self.correction, self.confidence_level)
            return adjusted(pvalues, self.correction), level
        found, largest = self.of_pairs.step_down(pvalues, first, second)
        return found, self.of_pairs.level_of_each(largest, pvalues.size, self.confidence_level)

    def level_of_models(self, k: int) -> float:
        """Of each model's interval, so that those of all hold at once."""
        if self.of_models is None:
            return family_level(self.confidence_level, k)
        return self.of_models.level_of_each(self.of_models.largest(), k, self.confidence_level)


def family_of(scores: Scores, correction: str, confidence_level: float, seed: int) -> tuple[PairFamily, list[str]]:
    """And in a sentence where Holm's correction, which holds for models that are alike in any way, stands in."""
    if correction != MAX_T:
        return PairFamily(correction, confidence_level), []
    why = _why_not(scores)
    if why is not None:
        return PairFamily("holm", confidence_level), [f"Holm's correction stands in for {MAX_T!r}: {why}."]
    check_scale(scores)
    order, units, df = _units(scores, seed)
    each = (Alike(covariance_of(part), order, seed, df) for part in (units - units.mean(axis=0), units))
    return PairFamily(correction, confidence_level, *each), []


def _why_not(scores: Scores) -> str | None:
    """Why these scores do not tell how alike the models are."""
    if scores.stages:
        return "in a race not all models have the same splits"
    if scores.plan.in_time:
        return "splits in time order do not tell how alike the models are"
    if scores.runs is not None:
        return "training runs and items together do not tell how alike the models are"
    n = _n_units(scores)
    return None if n >= FEWEST else f"{n} splits, items or groups are too few to tell how alike the models are"


def _n_units(scores: Scores) -> int:
    if scores.plan.kind not in FIXED:
        return len(scores.plan.parts[0])
    groups = scores.item_groups
    if scores.sums is not None:
        return int(scores.sums.n if scores.sums.n_groups is None else scores.sums.n_groups)
    return scores.plan.n if groups is None else int(np.unique(groups).size)


def _units(scores: Scores, seed: int) -> tuple[Indices, Floats, float]:
    """What each unit adds to the models' errors, the models in an order of their own, and the degrees of freedom.

    Units are the items, or the splits where models are trained again and again.
    """
    if scores.plan.kind in FIXED:
        found, n = Candidates.of(scores).residuals(np.random.default_rng([seed, 12])), _n_units(scores)
    else:
        values = scores.values[:, : len(scores.plan.parts[0])]
        found, n = values - values.mean(axis=1, keepdims=True), values.shape[1]
    order = np.lexsort(((found**2).sum(axis=1), scores.values.mean(axis=1)))
    return order, found, n - 1.0 if n <= MANY else inf


def covariance_of(units: Floats) -> Floats:
    """Models x models, the correlations drawn to 0 as far as they may be chance [ledoit2004]."""
    from sklearn.covariance import ledoit_wolf_shrinkage

    size = np.sqrt((units**2).sum(axis=1))
    scaled = units / np.where(size > 0, size, 1.0)[:, None]
    drawn_in = float(ledoit_wolf_shrinkage(scaled[size > 0].T, assume_centered=True)) if (size > 0).any() else 0.0
    correlation = (1.0 - drawn_in) * (scaled @ scaled.T)
    np.fill_diagonal(correlation, size > 0)
    return np.asarray(correlation * np.outer(size, size))
