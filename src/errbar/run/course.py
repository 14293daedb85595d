"""Which splits are fitted next, of which models: all at once, or block by block until what is asked is settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.run.ledger import Ledger
from errbar.run.settling import Settling, looks
from errbar.types import Plan
from errbar.types.scores import split_means
from errbar.types.shard import Shard


@dataclass(frozen=True, slots=True)
class SplitBlock:
    """Splits from `start` up to, not including, `stop`; the models that are fitted on them; this process's share."""

    start: int
    stop: int
    names: tuple[str, ...]
    shard: Shard | None = None

    def left(self, ledgers: Sequence[Ledger]) -> NDArray[np.bool_]:
        """Models x all splits: what any ledger misses, of its splits and models, whoever is to fit them."""
        rows = [ledgers[0].rows[name] for name in self.names]
        left = np.zeros_like(ledgers[0].done)
        done = np.logical_and.reduce([ledger.done[rows, self.start : self.stop] for ledger in ledgers])
        left[rows, self.start : self.stop] = ~done
        return left

    def own(self, ledgers: Sequence[Ledger]) -> NDArray[np.bool_]:
        """Those that are this process's to fit."""
        left = self.left(ledgers)
        return left if self.shard is None else left & [self.shard.holds(number) for number in range(left.shape[1])]


@dataclass(eq=False, slots=True)
class Course:
    """The blocks of a run, in order; `left` are the models that went before the end, and after how many splits."""

    plan: Plan
    names: tuple[str, ...]
    settling: Settling | None = None
    left: dict[str, int] = field(default_factory=dict)
    n_splits: int = 0  # that were fitted when it ended

    def blocks(self, ledger: Ledger, per_example: bool, shard: Shard | None) -> Iterator[SplitBlock]:
        """Each after what came of the one before it is in the ledger; ends early where that settles all."""
        names = self.names
        ranges = [(0, len(self.plan))] if self.settling is None else looks(len(self.plan))
        for start, stop in ranges:
            yield SplitBlock(start, stop, names, shard)
            self.n_splits = stop
            rows = [ledger.rows[name] for name in names]
            if self.settling is None or not ledger.done[rows, :stop].all():  # a fit failed, which ends the run
                return
            staying = self.settling.going_on(self._values(ledger, rows, stop, per_example))
            if not staying:
                return
            gone = [name for place, name in enumerate(names) if place not in staying]
            self.left |= dict.fromkeys(gone, stop)
            names = tuple(names[place] for place in staying)

    def _values(self, ledger: Ledger, rows: list[int], stop: int, per_example: bool) -> Floats:
        """Scores of the splits so far, models x splits."""
        found = ledger.losses[rows, : ledger.offsets[stop]]
        return split_means(found, self.plan.started(stop)) if per_example else found
