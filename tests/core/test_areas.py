"""Areas over folds and groups: DeLong's numbers for one fold, the definition written out for several."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from errbar.core.areas import areas_of
from errbar.core.delong import auc_components, auc_covariance
from errbar.errors import NeedsError

rng = np.random.default_rng(7)
Y = np.arange(60) % 3 == 0
A = Y + rng.normal(size=60)
B = A + rng.normal(size=60)


def test_one_fold_is_delong():
    values, covariance = auc_covariance(np.stack([A, B]), Y)
    one, two = areas_of([A], Y), areas_of([A, B], Y)
    assert one.estimate == pytest.approx(values[0]) and two.estimate == pytest.approx(values[0] - values[1])
    assert one.variance == pytest.approx(covariance[0, 0], rel=1e-12)
    assert two.variance == pytest.approx(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1], rel=1e-9)
    assert 19 <= one.df <= 58 and one.smaller == 20 and list(one.sizes) == [(20, 40)]


def test_folds_by_hand():
    folds, squares, areas = np.arange(60) // 20, [0.0, 0.0], []
    counts = [np.bincount(folds[mask]) for mask in (Y, ~Y)]
    for fold in range(3):
        above, below = auc_components(A[folds == fold], Y[folds == fold])
        areas.append(above.mean())
        squares[0] += ((above - above.mean()) ** 2).sum()
        squares[1] += ((below - below.mean()) ** 2).sum()
    s10, s01 = squares[0] / (20 - 3), squares[1] / (40 - 3)
    expected = sum(s10 / m + s01 / n for m, n in zip(*counts, strict=True)) / 9
    found = areas_of([A], Y, folds=folds)
    assert (found.estimate, found.variance) == pytest.approx((np.mean(areas), expected), rel=1e-12)


def test_single_positives_are_seen_from_the_other_folds():
    folds, y = np.arange(20) // 5, np.arange(20) % 5 == 0
    found = areas_of([A[:20]], y, folds=folds)
    shares = [auc_components(A[:20][folds == f], y[folds == f])[0][0] for f in range(4)]
    assert found.variance >= np.var(shares, ddof=1) / 4 > 0


def test_items_that_tell_are_counted():
    perfect = areas_of([Y.astype(float)], Y)
    assert (perfect.variance, perfect.disorder) == (0.0, 0)
    assert areas_of([A, A], Y).disorder == 0 and areas_of([A, B], Y).disorder > 5
    assert areas_of([-Y.astype(float)], Y).disorder == 0  # as far from 1/2 as can be, on the other side


def test_groups_count_groups():
    found = areas_of([np.repeat(A, 3)], np.repeat(Y, 3), groups=np.repeat(np.arange(60), 3))
    alone = areas_of([A], Y, groups=np.arange(60))
    assert (found.variance, found.sizes, found.smaller) == (
        pytest.approx(alone.variance), list(alone.sizes), 20)  # fmt: skip
    assert sqrt(alone.variance) == pytest.approx(sqrt(areas_of([A], Y).variance), rel=0.05)
    with pytest.raises(NeedsError, match="one group"):
        areas_of([A], Y, groups=np.where(Y, 0, np.arange(60)))
