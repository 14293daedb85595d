"""Which splits are fitted next, of which models: all at once, or block by block until what is asked is settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from errbar.core.arrays import Floats
from errbar.run.fit import Share
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

    def whole(self, shares: list[Share]) -> list[Share]:
        """Those of its splits and models, whoever is to fit them."""
        inside = not shares or (self.start <= shares[0][0] and shares[-1][0] < self.stop)  # they come in order
        if inside and all(names == self.names for _, names in shares):
            return shares
        within = (
            (number, tuple(name for name in names if name in self.names))
            for number, names in shares
            if self.start <= number < self.stop
        )
        return [(number, names) for number, names in within if names]

    def of(self, shares: list[Share]) -> list[Share]:
        """Those that are this process's to fit."""
        whole = self.whole(shares)
        return whole if self.shard is None else [share for share in whole if self.shard.holds(share[0])]


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
