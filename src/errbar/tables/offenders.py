"""What is wrong with a table, in one sentence that names the first five offenders and says how to choose."""

from __future__ import annotations

from collections.abc import Sequence

FIRST = 5


def listed(offenders: Sequence[str], *, total: int | None = None, more: bool = False) -> str:
    """The first five, and how many there are in all.

    >>> listed(["item 1", "item 2"], total=2)
    'item 1; item 2'
    >>> listed([f"item {i}" for i in range(5)], total=9)
    'item 0; item 1; item 2; item 3; item 4 (9 in all)'
    """
    shown = "; ".join(offenders[:FIRST])
    if total is not None and total > min(len(offenders), FIRST):
        return f"{shown} ({total:,} in all)"
    return f"{shown} and more" if more else shown
