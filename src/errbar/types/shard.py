"""One of N equal shares of the splits, for processes that never meet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from errbar.errors import InputError

MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Shard:
    """Share `number` of `of`, counted from 1: every split belongs to one of them, whoever asks."""

    number: int
    of: int

    @classmethod
    def told(cls, words: str | None, around: Mapping[str, str]) -> Shard:
        """From "3/64"; without words from the variables that Slurm and Grid Engine set for each job of an array."""
        words = _of_array(around) if words is None else words.strip()
        found = re.fullmatch(r"(\d{1,9})\s*/\s*(\d{1,9})", words)
        if found is None:
            raise InputError(
                f"A shard is written i/N, such as 3/64, with i from 1 to N; got {words!r:.80}."
                if words
                else "Say which share of the splits to fit: --shard i/N, such as 3/64 (not in an array job of Slurm or "
                "Grid Engine, which would say it)."
            )
        number, of = int(found[1]), int(found[2])
        if not 1 <= number <= of <= MOST:
            raise InputError(f"A shard is written i/N with i from 1 to N, N at most {MOST:,}; got {words}.")
        return cls(number, of)

    def holds(self, split: int) -> bool:
        return split % self.of == self.number - 1


def _of_array(around: Mapping[str, str]) -> str:
    """Which job of an array this is, and of how many; nothing where it is none."""
    names = {
        "slurm": ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"),
        "grid engine": ("SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"),
    }
    for array in names.values():
        here, first, last = (around.get(name, "") for name in array[:3])
        step = around.get(array[3], "") or "1"
        if all(text.isdecimal() for text in (here, first, last, step)) and int(step) > 0:
            return f"{(int(here) - int(first)) // int(step) + 1}/{(int(last) - int(first)) // int(step) + 1}"
    return ""
