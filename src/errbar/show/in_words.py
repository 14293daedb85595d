"""An answer as it is said: what lines on a terminal and a page take from it, in its units, with its models' names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from errbar.show.as_text import counted, in_numbers, percent
from errbar.show.sentence import (
    Unit,
    claim_sentence,
    headline,
    in_sentence,
    scale_words,
    sentence,
    short_name,
    sure_sentence,
)

if TYPE_CHECKING:
    from errbar.types.result import Result


@dataclass(frozen=True, slots=True)
class Words:
    """Of one answer.

    Parameters
    ----------
    names, letters : of its models: without modules, and as they stand in a sentence.
    unit, level, scale, numbers : of its numbers, and these as they are.
    sentence : all of it; `claim` and `sure` are its two halves, and the headline what one can remember.
    size : how much there was to judge by.
    """

    names: tuple[str, ...]
    letters: tuple[str, ...]
    unit: Unit
    level: str
    scale: str
    numbers: str
    sentence: str
    claim: str
    sure: str
    headline: str
    size: str

    @classmethod
    def of(cls, result: Result, names: tuple[str, ...] = ()) -> Words:
        work = f"{counted(result.n_splits, 'split')}, {counted(result.n_fits, 'fit')}"
        return cls(
            tuple(map(short_name, names)),
            in_sentence(names),
            Unit.of(result),
            percent(result.confidence_level),
            scale_words(result, names),
            in_numbers(result),
            sentence(result, names),
            claim_sentence(result, names),
            sure_sentence(result),
            headline(result, names),
            counted(result.n or 0, "item") if result.n_fits == 0 and result.n is not None else work,
        )
