"""The page of an audit: which methods deserve their level on data like these."""

from __future__ import annotations

from typing import Any

from errbar.answers.audit import Audit
from errbar.answers.share import Share
from errbar.methods import METHODS
from errbar.refs import REFS
from errbar.reports import paper
from errbar.reports.call_again import again
from errbar.reports.page import Page, Table, versions
from errbar.reports.picture import PHONE, picture
from errbar.show.as_text import number, percent
from errbar.show.audit import headline, plot_audit, verdicts
from errbar.show.audit_power import plot_power, power_cells
from errbar.show.intervals import new_axes
from errbar.show.series_moments import HEAD as MOMENTS_HEAD
from errbar.show.series_moments import caption, moment_rows

POWER = "Power: the share of data sets that rejected a value so far below the truth, a curve per method."
HEAD = ("method", "interval for", "coverage", "verdict", "power", "median width", "fits")


def audit_page(audit: Audit, names: tuple[str, ...], data: str | None, command: str | None) -> Page:
    said = verdicts(audit)
    level = percent(audit.confidence_level)
    keys = tuple(dict.fromkeys(key for row in audit.rows for key in METHODS[row.method].references))
    tables = [_table(audit, series) for series in audit.series]
    more = [Table(caption(one), MOMENTS_HEAD, moment_rows(one)) for one in audit.moments]
    more += [one for series in audit.series for one in _power_table(audit, series)]
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
        also=picture(lambda width: _draw_power(audit, width), POWER, "errbar-power") if audit.curves else None,
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
        tables=[*tables, *more],
        notes=list(dict.fromkeys((*(remark for one in audit.moments for remark in one.remarks), *audit.notes))),
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


def _draw_power(audit: Audit, width: float) -> Any:
    return plot_power(audit, new_axes(width=width, height=4.2))


def _power_table(audit: Audit, series: str) -> list[Table]:
    curves = [curve for curve in audit.curves if curve.series == series]
    if not curves:
        return []
    head = ("method", *(number(away) for away in curves[0].differences))
    said = f"{series}: power against null values so far below the truth (in brackets: at equal size)"
    return [Table(said, head, [power_cells(curve) for curve in curves])]


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
