"""The page of variance components: which source adds how much."""

from __future__ import annotations

from typing import Any

from errbar.answers.sources import Sources
from errbar.refs import REFS
from errbar.reports.call_again import again
from errbar.reports.page import Page, Table
from errbar.reports.picture import picture
from errbar.show.as_text import number, percent
from errbar.show.intervals import new_axes
from errbar.show.sources import plot_sources

CITED = ("searle1992", "bouthillier2021")


def sources_page(answer: Sources, data: str | None, command: str | None) -> Page:
    """The largest source is the answer; the picture and the table show all."""
    level = percent(answer.confidence_level)
    largest, one = max(answer.components.items(), key=lambda pair: pair[1].estimate)
    sentence = (
        f"Of {answer.model}, {largest} adds the most to the spread of one score: standard deviation "
        f"{number(max(one.estimate, 0.0) ** 0.5, 3)} [{number(one.low**0.5, 3)}, {number(one.high**0.5, 3)}]."
    )

    def draw(width: float) -> Any:
        return plot_sources(answer, new_axes(width=width, height=1.2 + 0.45 * len(answer.components)))

    rows = [
        (name, number(part.estimate, 3), f"[{number(part.low, 3)}, {number(part.high, 3)}]")
        for name, part in answer.components.items()
    ]
    below = [name for name, part in answer.components.items() if part.estimate < 0]
    return Page(
        sentence=sentence,
        more=[f"{name} is estimated below zero: it cannot be told from none." for name in below],
        picture=picture(draw, f"{sentence} Drawn: the standard deviation of every source, {level} intervals."),
        models={"model": answer.model},
        data=data,
        target=answer.covers,
        assumed=["Effects of all sources add up and are independent; their intervals take them as normal."],
        changes=["More levels of a source (runs, seeds, splits, items) narrow its interval."],
        tables=[Table("Variance of one score by source", ("source", "variance", f"{level} interval"), rows)],
        notes=list(answer.notes),
        settings={"loss": answer.loss, "mean": number(answer.mean)}
        | {f"number of {name}s": number(count) for name, count in answer.counts.items()},
        again=again([answer], command),
        paper=[],
        references=[REFS[key] for key in CITED],
    )
