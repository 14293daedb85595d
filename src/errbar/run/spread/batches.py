"""Splits dealt out in batches of about a fifth of a second: large enough to hide the cost of sending one,

small enough that workers finish together and that a killed run loses next to nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from errbar.run.fit import Outcome, Share

SECONDS = 0.2


class Batches:
    """An iterator over batches whose size follows from how long the finished ones took.

    Parameters
    ----------
    shares : what is to be fitted.
    workers : how many work at once.
    """

    def __init__(self, shares: Sequence[Share], workers: int) -> None:
        self._left = deque(shares)
        self._workers = workers
        self._seconds, self._count = 0.0, 0
        self._stopped = False

    def __bool__(self) -> bool:
        return bool(self._left) and not self._stopped

    def __iter__(self) -> Iterator[list[Share]]:
        while self:
            yield self.next()

    def next(self) -> list[Share]:
        return [self._left.popleft() for _ in range(min(self._size(), len(self._left)))]

    def _size(self) -> int:
        if self._count == 0:
            return 1
        by_time = int(SECONDS / max(self._seconds / self._count, 1e-6))
        fair_share = -(-len(self._left) // (2 * self._workers)) if self._workers > 1 else len(self._left)
        return max(1, min(by_time, fair_share))

    def learn(self, outcome: Outcome) -> None:
        """How long a batch took; after one that failed no other is dealt out, and those before it are out already."""
        self._stopped = self._stopped or outcome.failure is not None
        self._seconds += outcome.seconds
        self._count += len({fit.number for fit in outcome.fits})

    def again(self, batch: Sequence[Share]) -> None:
        """Put back what a lost worker had."""
        self._left.extendleft(reversed(batch))
