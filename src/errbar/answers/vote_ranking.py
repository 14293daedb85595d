"""The answer to votes: models in order of strength, with intervals of strengths, ranks and win rates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from errbar.answers.pairs import ErrorPairs
from errbar.answers.ranking import LIMITS, Ranking
from errbar.core.arrays import Floats
from errbar.show.as_text import number, percent
from errbar.types.answer import plain


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class VoteRanking(Ranking):
    """Models by their strength in votes: log-odds of winning against a model of strength 0, which is the mean.

    Parameters
    ----------
    method : "bradley_terry", or with ties "davidson".
    estimate, low, high, se : strengths, and each one's own interval.
    simultaneous_low, simultaneous_high : wider, so that all hold at once.
    win_rate, win_low, win_high : share of its votes that a model won, a tie counted half.
    position : (estimate, low, high) of the log-odds that being shown first adds; None where votes cannot tell it.
    n_votes, n_groups : votes, and groups of each kind that they belong to.
    """

    method: str
    estimate: Floats
    low: Floats
    high: Floats
    simultaneous_low: Floats
    simultaneous_high: Floats
    se: Floats
    win_rate: Floats
    win_low: Floats
    win_high: Floats
    position: tuple[float, float, float] | None
    pairs: ErrorPairs
    n_votes: int
    n_groups: tuple[int, ...]

    def columns(self) -> dict[str, Any]:
        return self._table("estimate", *LIMITS, "se", "win_rate", "win_low", "win_high")

    def _first_is_better(self) -> Floats:
        return self.pairs.estimate

    def to_dict(self) -> dict[str, Any]:
        own = {"kind": "votes", "method": self.method, "n_votes": self.n_votes, "n_groups": list(self.n_groups)}
        return self._common() | own | {"position": plain(self.position), "pairs": self.pairs.to_rows()}

    def plot(self, ax: Any = None) -> Any:
        """Forest plot of strengths, the strongest on top; returns the matplotlib axes."""
        from errbar.show.ranking_axes import forest

        return forest(self, ax)  # type: ignore[arg-type]

    def __str__(self) -> str:
        level = percent(self.confidence_level)
        width = max(map(len, self.models))
        ranks = "" if self.correction in ("none", "fdr_bh") else "; ranks hold all at once"
        lines = [f"{self.n_votes:,} votes, {self.method}: {level} intervals{ranks}."]
        for i, name in enumerate(self.models):
            low, high = self.rank_intervals[name]
            lines.append(
                f"{'*' if name in self.tied else ' '} {name:<{width}}  strength {number(self.estimate[i], 3)} "
                f"[{number(self.low[i], 3)}, {number(self.high[i], 3)}]  rank {low} to {high}  wins "
                f"{percent(round(self.win_rate[i], 3))} [{percent(round(self.win_low[i], 3))}, "
                f"{percent(round(self.win_high[i], 3))}]"
            )
        if self.position is not None:
            one, least, most = self.position
            lines.append(f"Shown first: {number(one, 3)} [{number(least, 3)}, {number(most, 3)}] log-odds.")
        return "\n".join([*lines, "* not shown to be weaker than the first", *self.notes])
