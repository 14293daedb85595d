"""The page of subgroups: each with its interval, all at once, and the gaps between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from errbar.reports import paper
from errbar.reports.cited import Cited
from errbar.reports.intervals_picture import forest_of
from errbar.reports.origin import Origin
from errbar.reports.page import Page, Table
from errbar.reports.results_page import results_page
from errbar.show.as_text import number, percent
from errbar.show.sentence import Unit, claim_sentence, loss_words, scale_words, sentence, sure_sentence
from errbar.types import Result


def subgroups_page(results: Sequence[Result], names: tuple[str, ...], origin: Origin) -> Page:
    """`results` as `infer(by=)` gives them: subgroups, perhaps their average, gaps to the rest, the largest gap."""
    parts = [one for one in results if one.details["gap"] is None]
    gaps = [one for one in results if one.details["gap"] is not None]
    largest = gaps[-1]
    own = names or largest._names
    page = results_page([parts[0]], own, origin)
    unit = Unit.of(largest)
    shown = forest_of(parts, [_called(one) for one in parts], own)
    between = forest_of(gaps, [_called(one) for one in gaps], ())
    smallest = min(parts, key=lambda one: one.n or 0)
    told = _table("Subgroups", parts), _table("Gaps", gaps)
    said = sentence(largest, own)
    sizes = [one.n for one in parts if one.n is not None and not _called(one).startswith("average")]
    facts = {name: value for name, value in page.facts.items() if name not in ("Size", "Made")}
    return replace(
        page,
        kind="Subgroups",
        headline=_headline(largest, unit),
        sentence=said,
        what=claim_sentence(largest, own),
        sure=f"{sure_sentence(largest).split(', for ')[0]}, all subgroups and all pairs of them considered at once.",
        next=f"The smallest subgroup, {_called(smallest)}, has {smallest.n:,} items: about 4 times as many there would "
        "halve its interval.",
        more=[],
        verdict=None,
        picture=shown.picture(f"{said} Drawn: {'; '.join(_words(one) for one in parts)}"),
        key=shown.keys,
        panels=[("Gaps between subgroups", between.picture("; ".join(map(_words, gaps)), "gaps"))],
        tables=told,
        notes=list(dict.fromkeys(note for one in results for note in one.notes)),
        facts=facts | {"Size": f"{sum(sizes):,} items in {len(sizes)} subgroups", "Made": page.facts["Made"]},
        paper=paper.of_table(
            " ".join(sentence(one, own) for one in (*parts, largest)),
            told[0],
            f"{scale_words(parts[0], own)}, by subgroup.",
            Cited.of(),
        ),
    )


def _headline(largest: Result, unit: Unit) -> str:
    if largest.low <= 0.0 <= largest.high:
        return f"No gap in {loss_words(largest)} between subgroups is shown"
    return f"The largest gap in {loss_words(largest)} between subgroups is {unit(abs(largest.estimate))}"


def _called(one: Result) -> str:
    gap = one.details["gap"]
    name = str(one.details["subgroup"])
    return name if gap is None or gap != "the rest" else f"{name} \N{MINUS SIGN} the rest"


def _words(one: Result) -> str:
    unit = Unit.of(one)
    return f"{_called(one)} {unit(one.estimate)}, interval {unit.bare(one.low)} to {unit(one.high)}"


def _table(caption: str, results: Sequence[Result]) -> Table:
    """A row for each, in the unit of the first."""
    unit, tested = Unit.of(results[0]), any(one.pvalue is not None for one in results)
    what = scale_words(results[0]).split(",")[0].removesuffix(" (%)")
    levels = {percent(one.confidence_level) for one in results}
    head = ("subgroup", "items", f"{what}{f' ({unit.word.strip()})' if unit.word else ''}", "interval", "level")
    rows = [
        (
            _called(one),
            "-" if one.n is None else f"{one.n:,}",
            unit.bare(one.estimate),
            f"[{unit.bare(one.low)}, {unit.bare(one.high)}]",
            percent(one.confidence_level),
            *((number(one.pvalue, 3),) if tested else ()),
        )
        for one in results
    ]
    together = "" if len(levels) > 1 else ", each at a level at which all hold together"
    return Table(f"{caption}{together}", (*head, "adjusted p") if tested else head, rows)
