"""Compact letters: two things share one exactly where they are not shown to differ [piepho2004]."""

from __future__ import annotations

from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray


def compact_letters(alike: NDArray[np.bool_]) -> list[str]:
    """The letters of each, in the order given, from who is not shown to differ from whom.

    Sets in which no two differ are grown until they cover every pair that does not; one that the others cover is left
    out. After z comes a2.

    >>> compact_letters(np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], dtype=bool))
    ['a', 'ab', 'b']
    """
    k = len(alike)
    alike = alike | np.eye(k, dtype=bool)
    groups: list[NDArray[np.bool_]] = []
    covered = np.zeros((k, k), dtype=np.int64)
    for i in range(k):
        while (open_ := np.flatnonzero(alike[i, i:] & (covered[i, i:] == 0))).size:
            group = _grown(alike, i, i + int(open_[-1]))
            groups.append(group)
            covered += np.outer(group, group)
    kept = []
    for group in groups:
        inside = np.outer(group, group)
        if (covered[inside] > 1).all():
            covered -= inside
        else:
            kept.append(group)
    kept.sort(key=lambda group: np.flatnonzero(group).tolist())
    names = [_name(place) for place in range(len(kept))]
    return ["".join(name for name, group in zip(names, kept, strict=True) if group[i]) for i in range(k)]


def _grown(alike: NDArray[np.bool_], i: int, j: int) -> NDArray[np.bool_]:
    """The two, and one after the other whatever differs from none so far."""
    group = np.zeros(len(alike), dtype=bool)
    group[[i, j]] = True
    left = alike[i] & alike[j] & ~group
    while left.any():
        new = int(left.argmax())
        group[new] = True
        left &= alike[new]
        left[new] = False
    return group


def _name(place: int) -> str:
    number, letter = divmod(place, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(number + 1) if number else "")
