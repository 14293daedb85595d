"""The spread of an error on the terminal: the answer, its numbers, what more splits would do."""

from __future__ import annotations

from collections.abc import Sequence

from errbar.answers.error_distribution import DistributionComparison, ErrorDistribution
from errbar.cli.terminal import Terminal
from errbar.show.sentence import sentence, short_name


def print_distribution(answer: ErrorDistribution | DistributionComparison, specs: Sequence[str], out: Terminal) -> None:
    from rich.text import Text

    names = tuple(map(short_name, specs))
    result = answer.corrected if isinstance(answer, DistributionComparison) else answer.result
    if len(names) == 2:
        for letter, name in zip("ab", names, strict=True):
            out.under(letter, name)
        out.line()
    out.line(Text(sentence(result, names), style="" if out.plain else "bold"))
    out.line()
    parts = [str(answer)]
    if isinstance(answer, DistributionComparison):
        parts = [f"a. {answer.a}", f"b. {answer.b}", str(answer)]
    for part in parts:
        for line in part.split("\n"):
            out.line(line)
        out.line()
    out.under("next  ", "More splits make these numbers steadier; only more data make the average surer.")
    for note in answer.notes:
        out.under("note  ", note)
