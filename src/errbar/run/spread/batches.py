"""Fits dealt out in batches of about a fifth of a second: large enough to hide the cost of sending one,

small enough that workers finish together and that a killed run loses next to nothing. A fit that takes longer is dealt
out by itself: the models of a split do not wait for each other.
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
        self._n_left = sum(len(names) for _, names in shares)
        self._workers = workers
        self._seconds, self._count = 0.0, 0
        self._stopped = False

    def __bool__(self) -> bool:
        return bool(self._left) and not self._stopped

    def __iter__(self) -> Iterator[list[Share]]:
        while self:
            yield self.next()

    def next(self) -> list[Share]:
        """Whole splits as far as there is room; of one that is larger than a batch, some of its models."""
        room, batch = self._size(), list[Share]()
        while self._left and room > 0:
            number, names = self._left.popleft()
            if batch and len(names) > room:
                self._left.appendleft((number, names))
                break
            batch.append((number, names[:room]))
            if names[room:]:
                self._left.appendleft((number, names[room:]))
            room -= len(names)
        self._n_left -= sum(len(names) for _, names in batch)
        return batch

    def _size(self) -> int:
        """In fits."""
        if self._count == 0:
            return 1
        by_time = int(SECONDS / max(self._seconds / self._count, 1e-6))
        fair_share = -(-self._n_left // (2 * self._workers)) if self._workers > 1 else self._n_left
        return max(1, min(by_time, fair_share))

    def learn(self, outcome: Outcome) -> None:
        """How long a batch took; after one that failed no other is dealt out, and those before it are out already."""
        self._stopped = self._stopped or outcome.failure is not None
        self._seconds += outcome.seconds
        self._count += len(outcome.fits)

    def again(self, batch: Sequence[Share]) -> None:
        """Put back what a lost worker had."""
        self._left.extendleft(reversed(batch))
        self._n_left += sum(len(names) for _, names in batch)


def one_by_one(batch: Sequence[Share]) -> list[Share]:
    """Each fit of a batch as a share of its own."""
    return [(number, (name,)) for number, names in batch for name in names]
