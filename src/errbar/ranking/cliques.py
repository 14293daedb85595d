"""Groups of models that the tests leave together: the bars of a critical-difference diagram."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from errbar.answers.pairs import RankPairs
from errbar.core.arrays import Indices


def not_shown_to_differ(pairs: RankPairs, confidence_level: float) -> NDArray[np.bool_]:
    """Models x models: compared, and not shown to differ."""
    p = pairs.matrix(pairs.adjusted_pvalue, 1.0)
    alike: NDArray[np.bool_] = p >= 1 - confidence_level  # NaN, never compared: not alike
    return alike


def runs_alike(
    names: tuple[str, ...], order: Indices, alike: NDArray[np.bool_], control: int | None
) -> tuple[tuple[tuple[str, ...], ...], list[str]]:
    """Runs of neighbours by average rank of which no two differ, and what no run can show."""
    k = order.size
    if control is not None:
        place = int(np.flatnonzero(order == control)[0])
        with_control = alike[control, order]
        start = place - int(np.argmin(np.append(with_control[place::-1], False))) + 1
        stop = place + int(np.argmin(np.append(with_control[place:], False)))
        runs = [(start, stop)] if stop - start > 1 else []
        beyond = [names[order[i]] for i in range(k) if with_control[i] and not start <= i < stop]
        if not beyond:
            return _named(names, order, runs), []
        return _named(names, order, runs), [
            f"Not shown to differ from {names[control]} either, though a model between them does: {_few(beyond)}."
        ]
    ordered = alike[np.ix_(order, order)]
    # how far a run that starts at each model may go: to the nearest neighbour that differs from some member
    differs = np.where(ordered | np.tri(k, dtype=bool), k, np.arange(k))
    reach = np.minimum.accumulate(differs.min(axis=1)[::-1])[::-1]
    runs = [(i, int(stop)) for i, stop in enumerate(reach) if stop - i > 1 and (i == 0 or stop > reach[i - 1])]
    covered = np.zeros((k, k), dtype=bool)
    for start, stop in runs:
        covered[start:stop, start:stop] = True
    i, j = np.nonzero(np.triu(ordered & ~covered, 1))
    if i.size == 0:
        return _named(names, order, runs), []
    shown = [f"{names[order[a]]} and {names[order[b]]}" for a, b in zip(i[:4], j[:4], strict=True)]
    return _named(names, order, runs), [
        f"Not shown to differ either, though a model between them differs from one of the two: {_few(shown, i.size)}."
    ]


def _named(names: tuple[str, ...], order: Indices, runs: list[tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(names[i] for i in order[start:stop]) for start, stop in runs)


def _few(names: list[str], total: int | None = None) -> str:
    total = len(names) if total is None else total
    return ", ".join(names[:4]) + (f" and {total - 4:,} more" if total > 4 else "")
