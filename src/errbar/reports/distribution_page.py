"""The page of an error distribution, or of two compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from errbar.answers.error_distribution import DistributionComparison, ErrorDistribution
from errbar.reports.call_again import again
from errbar.reports.page import Page, Table
from errbar.reports.picture import picture
from errbar.reports.results_page import results_page
from errbar.show.as_text import number, percent
from errbar.show.error_distribution import plot_distributions
from errbar.show.intervals import new_axes
from errbar.show.sentence import in_sentence

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def distribution_page(
    answer: ErrorDistribution | DistributionComparison, names: tuple[str, ...], data: str | None, command: str | None
) -> Page:
    """The average is the answer; the curves are the picture, the measures and fractiles the tables."""
    if isinstance(answer, DistributionComparison):
        results, parts = list(answer.results), {"a": answer.a, "b": answer.b}
        first = in_sentence(names)[0] if len(names) == 2 else "a"
        often = f"{first} has the larger error in {percent(round(answer.probability_greater, 4))} of the splits."
    else:
        results, parts, often = [answer.result], {"": answer}, ""
    page = results_page(results, names, data, command)
    measures = [table for name, one in parts.items() for table in _tables(name, one)]

    def draw(width: float) -> Any:
        return plot_distributions(parts, new_axes(width=width, height=3.8))

    return replace(
        page,
        more=[*page.more, *([often] if often else [])],
        picture=picture(draw, f"{page.sentence} Drawn: the cumulative distribution of the error over splits."),
        tables=[*measures, *page.tables],
        notes=list(dict.fromkeys(answer.notes)),
        again=again([answer], command),
    )


def _tables(name: str, one: ErrorDistribution) -> list[Table]:
    of = f" of {name}" if name else ""
    head = ("measure", "estimate", f"{percent(one.confidence_level)} interval", "noise of the splits")
    rows = [
        (
            measure.replace("_", " "),
            number(estimate),
            "-" if low is None else f"[{number(low)}, {number(high)}]",
            number(noise, 2),
        )
        for measure, estimate, low, high, noise in one.measures
    ]
    fractiles = [(percent(p), number(float(one.quantile(p)))) for p in SHARES]
    return [
        Table(f"The distribution{of}", head, rows),
        Table(f"Fractiles{of}", ("share of splits", "error at most"), fractiles),
    ]
