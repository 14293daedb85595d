"""Losses of examples in groups -> one number for each group in each split, so that a group counts as one example.

z_jg = m_j + (S_jg - m_j s_g) / s: S_jg is the sum of the losses of group g in split j, s_g its size, s the mean size of
all groups, m_j the mean loss of split j. The mean of z over the groups that a split tests is m_j whatever their sizes,
and its variance over groups is that of a ratio of sums; of equal groups z_jg is the mean loss of the group.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from errbar.core.arrays import Floats, Indices


class GroupValues(NamedTuple):
    """Of every group that a split tests, in the order of splits and then of groups."""

    groups: Indices
    splits: Indices
    values: Floats


def group_values(codes: Indices, rows: Indices, splits: Indices, losses: Floats) -> GroupValues:
    """From every tested loss, with its example (`rows`) and the number of its split; `codes` number the groups.

    >>> group_values(np.array([0, 0, 1]), np.array([0, 1, 2]), np.array([0, 0, 0]), np.array([1.0, 0.0, 1.0])).values
    array([0.44444444, 0.88888889])
    """
    n_groups = int(codes.max()) + 1
    pairs, place = np.unique(splits * n_groups + codes[rows], return_inverse=True)
    of_split, groups = np.divmod(pairs, n_groups)
    sums, sizes = np.bincount(place, losses), np.bincount(place)
    means = (np.bincount(splits, losses) / np.bincount(splits))[of_split]
    return GroupValues(groups, of_split, means + (sums - means * sizes) * n_groups / codes.size)


def effective_groups(codes: Indices) -> float:
    """As many equal groups would be worth as much: the squared number of examples over the sum of squared sizes.

    >>> effective_groups(np.array([0, 1, 2])), effective_groups(np.array([0, 0, 0, 1]))
    (3.0, 1.6)
    """
    sizes = np.bincount(codes)
    return float(codes.size**2 / (sizes @ sizes))
