"""What a study or a test set needs, or can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from errbar.core import design as formulas
from errbar.show.as_text import number, percent
from errbar.types.answer import Answer


@dataclass(frozen=True, slots=True, repr=False)
class Design(Answer):
    """The answer to "how many".

    Parameters
    ----------
    what : "items", "labels", "splits", "halvings" or "seeds".
    n : how many; for "seeds" training runs.
    half_width : of the interval, where one was asked for or follows; for splits in units of sd(loss)/sqrt(n).
    effect : the difference that is seen with `power`; None where none that is possible would be.
    power, confidence_level : of the test and the interval.
    table : columns of what more or fewer would give.
    notes : what was assumed, in sentences.
    items : for "seeds", how many items each run is tested on.
    """

    what: str
    n: int
    half_width: float | None
    effect: float | None
    power: float
    confidence_level: float
    table: Mapping[str, tuple[float, ...]]
    notes: tuple[str, ...] = ()
    items: int | None = None

    def __str__(self) -> str:
        level = percent(self.confidence_level)
        if self.what == "splits":
            said = (
                f"{self.n} splits: the {level} half-width is {number(self.half_width, 3)} sd/sqrt(n), "
                f"{number(self.table['half_width'][-1], 3)} at best; "
                "splits never replace data."
            )
            return " ".join([said, *self.notes])
        if self.what == "halvings":
            error = percent(round(formulas.halvings_se_error(self.n), 3))
            said = f"{self.n} halvings: the standard error is itself uncertain by {error} at best; use 15 splits."
            return " ".join([said, *self.notes])
        reached = [] if self.half_width is None else [f"a {level} interval of +-{number(self.half_width, 3)}"]
        if self.effect is not None:
            reached.append(f"a difference of {number(self.effect, 3)} seen with power {percent(self.power)}")
        if self.items is not None:
            return " ".join([f"{self.n:,} runs on {self.items:,} items: {reached[0]}.", *self.notes])
        said = f"{self.n:,} {self.what}" + (
            f": {' and '.join(reached)}" if reached else f", with power {percent(self.power)}"
        )
        return " ".join([f"{said}.", *self.notes])

    def to_dict(self) -> dict[str, Any]:
        """Every field as JSON-safe values."""
        table = {name: [None if value == inf else value for value in column] for name, column in self.table.items()}
        return {
            "what": self.what, "n": self.n, "half_width": self.half_width, "effect": self.effect, "power": self.power,
            "confidence_level": self.confidence_level, "table": table, "notes": list(self.notes),
            **({} if self.items is None else {"items": self.items}),
        }  # fmt: skip

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame."""
        from errbar.types.frame import frame

        return frame(self.table)
