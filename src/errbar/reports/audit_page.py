"""The page of an audit: which methods deserve their level on data like these."""

from __future__ import annotations

from typing import Any

from errbar.answers.audit import Audit, Share
from errbar.methods import METHODS
from errbar.refs import REFS
from errbar.reports import paper
from errbar.reports.call_again import again
from errbar.reports.page import Page, Table, versions
from errbar.reports.picture import PHONE, picture
from errbar.show.as_text import number, percent
from errbar.show.audit import headline, plot_audit, verdicts
from errbar.show.intervals import new_axes

HEAD = ("method", "interval for", "coverage", "verdict", "power", "median width", "fits")


def audit_page(audit: Audit, names: tuple[str, ...], data: str | None, command: str | None) -> Page:
    said = verdicts(audit)
    level = percent(audit.confidence_level)
    keys = tuple(dict.fromkeys(key for row in audit.rows for key in METHODS[row.method].references))
    tables = [_table(audit, series) for series in audit.series]
    narrow = sorted({row.method for row in audit.flagged})
    sentence = (
        f"On data like these, {', '.join(narrow)} {'do' if len(narrow) > 1 else 'does'} not deserve the stated {level}."
        if narrow
        else f"On data like these, no method covers less than its stated {level} by more than chance."
    )
    return Page(
        sentence=sentence,
        more=[headline(audit), *said],
        picture=picture(lambda width: _draw(audit, width), f"{sentence} Drawn: coverage against the cost in fits."),
        models=dict(zip("ab" if len(names) == 2 else ("model",), names, strict=True)) if len(names) in (1, 2) else {},
        data=data,
        target=f"Each share is of {audit.n_sets:,} data sets of {audit.n:,} rows; its interval says how far it may be "
        "from the share over all such data sets.",
        assumed=[
            "The rows given stand for the population: data sets drawn from them are like those one will meet.",
            "The truth is known from the rows that were not drawn.",
        ],
        changes=[
            f"{3 * audit.n_sets:,} more data sets would halve the intervals around these shares.",
            "Another size of data set, other models, another loss: an audit is about what it drew.",
        ],
        tables=tables,
        notes=list(dict.fromkeys(audit.notes)),
        settings={
            "data sets": f"{audit.n_sets:,} of {audit.n:,} rows ({audit.population})",
            "loss": audit.loss,
            "confidence level": level,
            "fits spent": f"{audit.n_fits:,}",
            "random state": str(audit.seed),
            **versions(),
        },
        again=again([audit], command),
        paper=paper.blocks(
            f"{headline(audit)} {' '.join(said)}",
            paper.latex_table(tables[-1].columns, tables[-1].rows, tables[-1].caption),
            keys,
        ),
        references=[REFS[key] for key in keys],
    )


def _draw(audit: Audit, width: float) -> Any:
    ax = plot_audit(audit, new_axes(width=width, height=4.2))
    if width <= PHONE:  # no room beside the legend, and the page says it
        ax.set_title("", loc="left")
    return ax


def _table(audit: Audit, series: str) -> Table:
    rows = [
        (
            row.method,
            row.target,
            f"{row.coverage.value:.3f} [{row.coverage.low:.3f}, {row.coverage.high:.3f}]",
            row.verdict,
            _share(row.power),
            number(row.width.value, 3),
            f"{row.n_fits:,}",
        )
        for row in audit.rows
        if row.series == series
    ]
    return Table(f"{series}: coverage of intervals that claim {percent(audit.confidence_level)}", HEAD, rows)


def _share(share: Share | None) -> str:
    return "-" if share is None else f"{share.value:.3f}"
