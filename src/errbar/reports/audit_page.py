"""The page of an audit: which methods deserve their level on data like these."""

from __future__ import annotations

import json
from typing import Any

from errbar.answers.audit import Audit
from errbar.answers.audit_row import AuditRow
from errbar.answers.share import Share
from errbar.methods import METHODS
from errbar.reports import paper
from errbar.reports.call_again import again
from errbar.reports.cited import Cited
from errbar.reports.forest import DrawnRow, Forest, Look
from errbar.reports.intervals_picture import KEYS
from errbar.reports.origin import Origin, versions
from errbar.reports.page import Page, Table
from errbar.reports.picture import Picture, picture
from errbar.show.as_text import number, percent
from errbar.show.audit import headline, verdicts
from errbar.show.audit_power import plot_power, power_cells
from errbar.show.intervals import new_axes
from errbar.show.series_moments import HEAD as MOMENTS_HEAD
from errbar.show.series_moments import caption, moment_rows

POWER = "Power: the share of data sets that rejected a value so far below the truth, a curve per method"
HEAD = ("method", "interval for", "coverage", "verdict", "power", "median width", "fits")
LOOKS: dict[str, Look] = {"too narrow": "narrow", "as stated": "answer", "wider than needed": "wide"}


def audit_page(audit: Audit, names: tuple[str, ...], origin: Origin) -> Page:
    said = verdicts(audit)
    level = percent(audit.confidence_level)
    cited = Cited.of(tuple(dict.fromkeys(key for row in audit.rows for key in METHODS[row.method].references)))
    tables = [_table(audit, series) for series in audit.series]
    more = [Table(caption(one), MOMENTS_HEAD, moment_rows(one)) for one in audit.moments]
    more += [one for series in audit.series for one in _power_table(audit, series)]
    narrow = sorted({row.method for row in audit.flagged})
    sentence = (
        f"On data like these, {', '.join(narrow)} {'do' if len(narrow) > 1 else 'does'} not deserve the stated {level}."
        if narrow
        else f"On data like these, no method covers less than its stated {level} by more than chance."
    )
    first, *others = [_forest(audit, series) for series in reversed(audit.series)]
    halved = f"{3 * audit.n_sets:,} more data sets would halve the intervals around these shares."
    return Page(
        kind="Audit",
        headline=_headline(narrow, level),
        sentence=sentence,
        what=sentence,
        sure=f"Shares of {audit.n_sets:,} data sets of {audit.n:,} rows, each with its exact 95 % interval: "
        f"{' '.join(said)}",
        next=halved,
        more=[headline(audit)],
        picture=first.picture(f"{sentence} Drawn: the coverage of each method, {audit.series[-1]}."),
        key=first.keys,
        panels=[*_panels(audit, others), *_power(audit)],
        target=f"Each share is of {audit.n_sets:,} data sets of {audit.n:,} rows; its interval says how far it may be "
        "from the share over all such data sets.",
        assumed=[
            "The rows given stand for the population: data sets drawn from them are like those one will meet.",
            "The truth is known from the rows that were not drawn.",
        ],
        changes=[halved, "Another size of data set, other models, another loss: an audit is about what it drew."],
        tables=[*tables, *more],
        notes=list(dict.fromkeys((*(remark for one in audit.moments for remark in one.remarks), *audit.notes))),
        facts=dict(zip("ab" if len(names) == 2 else ("Model",), names, strict=True) if len(names) in (1, 2) else ())
        | origin.facts(audit)
        | {"Data sets": f"{audit.n_sets:,} of {audit.n:,} rows ({audit.population})", "Fits": f"{audit.n_fits:,}"},
        settings={
            "loss": audit.loss,
            "confidence level": level,
            "random state": str(audit.seed),
            **versions(),
        },
        again=again([audit], origin.command),
        paper=paper.of_table(f"{headline(audit)} {' '.join(said)}", tables[-1], tables[-1].caption, cited),
        references=cited.texts,
        answer=json.dumps(audit.to_dict(), allow_nan=False, ensure_ascii=False),
    )


def _headline(narrow: list[str], level: str) -> str:
    if not narrow:
        return f"No method falls short of its {level} by more than chance"
    return f"{', '.join(narrow)} {'fall' if len(narrow) > 1 else 'falls'} short of {level}"


def _forest(audit: Audit, series: str) -> Forest:
    """A row per method: how often its intervals held the truth, against the level that they claim."""
    rows = sorted((row for row in audit.rows if row.series == series), key=lambda row: row.coverage.value)
    looks = {LOOKS[row.verdict] for row in rows}
    return Forest(
        [_row(row) for row in rows],
        f"{series}: coverage of intervals that claim {percent(audit.confidence_level)} (%)",
        head="coverage, its 95 % interval",
        line=100 * audit.confidence_level,
        keys=[(look, word) for look, word in KEYS.items() if look in looks],
    )


def _row(row: AuditRow) -> DrawnRow:
    c = row.coverage
    value = f"{100 * c.value:.1f} [{100 * c.low:.1f}, {100 * c.high:.1f}]"
    says = (
        f"{row.method}: covers {100 * c.value:.1f} %, between {100 * c.low:.1f} and {100 * c.high:.1f} %; "
        f"{row.verdict}; median width {number(row.width.value, 3)}, {row.n_fits:,} fits a data set"
    )
    return DrawnRow(row.method, 100 * c.value, 100 * c.low, 100 * c.high, value, says, LOOKS[row.verdict])


def _panels(audit: Audit, forests: list[Forest]) -> list[tuple[str, Picture]]:
    found = []
    for number_of, (series, one) in enumerate(zip(audit.series[-2::-1], forests, strict=True)):
        found.append((f"{series}: coverage", one.picture(f"Coverage of {series}", f"series-{number_of}")))
    return found


def _power(audit: Audit) -> list[tuple[str, Picture]]:
    return [(POWER, picture(lambda width: _draw_power(audit, width), POWER, "errbar-power"))] if audit.curves else []


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
