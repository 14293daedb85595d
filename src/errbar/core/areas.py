"""Areas under the ROC curve over one test set or over folds: values, variance, and what it was seen from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.clustered import ClusterSums
from errbar.core.delong import auc_components
from errbar.core.floored import Floored, fading
from errbar.core.score_area import ScoreArea, Sizes, area_variance
from errbar.errors import NeedsError

Mask = NDArray[np.bool_]
Codes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Areas:
    """The areas of one model or two, as a mean over folds (a test set is one fold).

    Parameters
    ----------
    values : one area per model.
    variance : of the area, or of the difference of two.
    df : of that variance (Satterthwaite's; groups of the smaller class less one where there are groups).
    sizes : positives and negatives (or groups that hold them) of each fold.
    disorder : items (or groups) of the smaller class that tell the area from 1, or the two models apart.
    smaller : items (or groups) in the smaller class.
    n_groups : where there are any.
    """

    values: tuple[float, ...]
    variance: float
    df: float
    sizes: Sizes
    disorder: int
    smaller: int
    n_groups: int | None = None

    @property
    def estimate(self) -> float:
        return self.values[0] - sum(self.values[1:])

    @property
    def df_of_groups(self) -> float:
        """Of the published intervals: normal, or Student's with one less than there are groups."""
        return inf if self.n_groups is None else self.n_groups - 1.0

    def law(self) -> ScoreArea | Floored:
        """With width where the ranking is perfect or the models agree."""
        if len(self.values) == 1:
            return ScoreArea(self.estimate, sqrt(self.variance), self.df, self.sizes, self.disorder)
        share = fading(self.disorder)
        df = inf if self.n_groups is None else self.df
        return Floored(self.estimate, sqrt(self.variance), df, lambda h: share * area_variance(h, self.sizes))


def areas_of(
    models: Sequence[Floats], positive: Mask, *, folds: Codes | None = None, groups: Codes | None = None
) -> Areas:
    r"""Means over folds of the areas of one model, or of two and their difference.

    .. math:: \widehat{Var} = \frac{1}{K^2} \sum_v \Big(\frac{S_{10}}{m_v} + \frac{S_{01}}{n_v}\Big)

    S_10, S_01: variances of DeLong's components inside the folds, pooled over them (divisor: items less folds); m_v,
    n_v: positives and negatives of fold v. Where no fold has two items of a class, its components are centred on the
    mean over all folds instead. One fold: DeLong's variance.
    """
    codes = np.zeros(positive.size, dtype=np.intp) if folds is None else np.unique(folds, return_inverse=True)[1]
    parts = [_components(np.asarray(model, dtype=np.float64), positive, codes) for model in models]
    values = tuple(float(np.mean(areas)) for _, areas in parts)
    components = parts[0][0] - parts[1][0] if len(parts) == 2 else parts[0][0]
    perfect = 0.0 if len(parts) == 2 else float(values[0] >= 0.5)
    telling = components != perfect
    counts = [np.bincount(codes[mask], minlength=int(codes.max()) + 1) for mask in (positive, ~positive)]
    sides = [_spread(components[mask], codes[mask], n) for mask, n in zip((positive, ~positive), counts, strict=True)]
    if groups is None:
        variance = sum(s for s, _ in sides)
        below = sum(s * s / df for s, df in sides)
        df = variance**2 / below if below > 0.0 else float(min(df for _, df in sides))
        sizes = list(zip(*(n.tolist() for n in counts), strict=True))
        disorder = min(int(telling[mask].sum()) for mask in (positive, ~positive))
        return Areas(values, variance, df, sizes, disorder, int(min(n.sum() for n in counts)))
    return _of_groups(values, components, telling=telling, positive=positive, codes=codes, counts=counts, groups=groups)


def _of_groups(
    values: tuple[float, ...],
    components: Floats,
    *,
    telling: Mask,
    positive: Mask,
    codes: Codes,
    counts: Sequence[Codes],
    groups: Codes,
) -> Areas:
    """Influence values added up inside the groups; every count is one of groups."""
    holding = [np.unique(groups[mask]).size for mask in (positive, ~positive)]
    if min(holding) < 2:
        raise NeedsError("All items of one class are in one group, so nothing says how groups differ there.")
    influence = np.empty(components.size)
    for mask, n in zip((positive, ~positive), counts, strict=True):
        residuals = components[mask] - _means(components[mask], codes[mask], n)[codes[mask]]
        influence[mask] = residuals * (components.size / counts[0].size) / n[codes[mask]]
    sums = ClusterSums.of_items(influence, groups)
    disorder = min(int(np.unique(groups[mask & telling]).size) for mask in (positive, ~positive))
    per_fold = [
        tuple(np.unique(groups[mask & (codes == fold)]).size for mask in (positive, ~positive))
        for fold in range(counts[0].size)
    ]
    sizes = [(m, n) for m, n in per_fold]
    return Areas(values, sums.cr1, min(holding) - 1.0, sizes, disorder, min(holding), sums.n_clusters)


def _components(scores: Floats, positive: Mask, codes: Codes) -> tuple[Floats, list[float]]:
    """Every item's share of the other class on its right side, inside its fold; and the area of each fold."""
    values, areas = np.empty(scores.size), []
    for fold in range(int(codes.max()) + 1):
        inside = codes == fold
        above, below = auc_components(scores[inside], positive[inside])
        values[inside & positive], values[inside & ~positive] = above, below
        areas.append(float(above.mean()))
    return values, areas


def _means(values: Floats, codes: Codes, counts: Codes) -> Floats:
    means: Floats = np.bincount(codes, weights=values, minlength=counts.size) / counts
    return means


def _spread(values: Floats, codes: Codes, counts: Codes) -> tuple[float, float]:
    """What one class adds to the variance of the mean area, and its degrees of freedom."""
    n_folds, df = counts.size, values.size - counts.size
    centre = _means(values, codes, counts)[codes] if df > 0 else np.full(values.size, values.mean())
    df = df if df > 0 else values.size - 1
    residuals = values - centre
    residuals[np.abs(residuals) < 1e-14] = 0.0  # rounding of a mean of equal values
    return float(residuals @ residuals) / df * float((1.0 / counts).sum()) / n_folds**2, float(df)
