"""The page of variance components: which source adds how much."""

from __future__ import annotations

from errbar.answers.sources import Sources
from errbar.reports import paper
from errbar.reports.call_again import again
from errbar.reports.cited import Cited
from errbar.reports.forest import DrawnRow, Forest
from errbar.reports.origin import Origin, versions
from errbar.reports.page import Page, Table
from errbar.show.as_text import number, percent

CITED = ("searle1992", "bouthillier2021")


def sources_page(answer: Sources, origin: Origin) -> Page:
    """The largest source is the answer; the picture and the table show all."""
    level = percent(answer.confidence_level)
    largest, one = max(answer.components.items(), key=lambda pair: pair[1].estimate)
    sentence = (
        f"Of {answer.model}, {largest} adds the most to the spread of one score: standard deviation "
        f"{number(max(one.estimate, 0.0) ** 0.5, 3)} [{number(one.low**0.5, 3)}, {number(one.high**0.5, 3)}]."
    )

    rows = [
        (name, number(part.estimate, 3), f"[{number(part.low, 3)}, {number(part.high, 3)}]")
        for name, part in answer.components.items()
    ]
    below = [name for name, part in answer.components.items() if part.estimate < 0]
    table = Table("Variance of one score by source", ("source", "variance", f"{level} interval"), rows)
    cited = Cited.of(CITED)
    more = "More levels of a source (runs, seeds, splits, items) narrow its interval."
    return Page(
        kind="Sources of noise",
        headline=f"{largest} adds the most to the spread of {answer.model}",
        sentence=sentence,
        what=sentence,
        sure=f"Each source has a {level} interval of its own; {answer.covers}",
        next=more,
        more=[f"{name} is estimated below zero: it cannot be told from none." for name in below],
        picture=_forest(answer, level).picture(f"{sentence} Drawn: the standard deviation of every source."),
        target=answer.covers,
        assumed=["Effects of all sources add up and are independent; their intervals take them as normal."],
        changes=[more],
        tables=[table],
        notes=list(answer.notes),
        facts=origin.facts(answer) | {f"Number of {name}s": number(count) for name, count in answer.counts.items()},
        settings={"loss": answer.loss, "mean": number(answer.mean), **versions()},
        again=again([answer], origin.command),
        paper=paper.of_table(sentence, table, table.caption, cited),
        references=cited.texts,
        answer=answer.to_json(),
    )


def _forest(answer: Sources, level: str) -> Forest:
    """The standard deviation of every source."""
    rows = []
    for name, part in answer.components.items():
        estimate, low, high = (max(value, 0.0) ** 0.5 for value in (part.estimate, part.low, part.high))
        value = f"{number(estimate, 3)} [{number(low, 3)}, {number(high, 3)}]"
        rows.append(DrawnRow(name, estimate, low, high, value, f"{name}: standard deviation {value}"))
    return Forest(rows, "standard deviation that the source adds to one score", head=f"estimate, {level} interval")
