"""Audits as text, HTML and axes."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from errbar.show.as_text import counted, number, percent
from errbar.show.audit_power import power_lines
from errbar.show.intervals import shown_axes
from errbar.show.series_moments import moment_lines
from errbar.show.style import AS_WRITTEN

if TYPE_CHECKING:
    from errbar.answers.audit import Audit
    from errbar.answers.audit_row import AuditRow
    from errbar.answers.share import Share

COLOURS = {"too narrow": "#D55E00", "as stated": "#0072B2", "wider than needed": "#009E73"}
MARKS = {"too narrow": "v", "as stated": "o", "wider than needed": "^"}  # told apart in black and white too
HEAD = ("method", "for", "coverage", "algorithm", "model", "proxy", "size", "power", "width", "fits", "seconds")


def audit_text(audit: Audit) -> str:
    """A table per series, then who does not deserve the level, then the notes."""
    lines = [headline(audit)]
    for series in audit.series:
        rows = [row for row in audit.rows if row.series == series]
        shown = [HEAD, *(_cells(row) for row in rows)]
        wide = [max(len(cells[i]) for cells in shown) for i in range(len(HEAD))]
        lines += ["", _truths(series, rows)]
        for cells in shown:
            left = [f"{cell:<{width}}" for cell, width in zip(cells[:3], wide[:3], strict=True)]
            right = [f"{cell:>{width}}" for cell, width in zip(cells[3:], wide[3:], strict=True)]
            lines.append("  ".join([*left, *right]).rstrip())
    for moments in audit.moments:
        lines += ["", *moment_lines(moments)]
    return "\n".join([*lines, *power_lines(audit), "", *verdicts(audit)])


def headline(audit: Audit) -> str:
    rows = "" if audit.n_population is None else f" from {audit.n_population:,}"
    return (
        f"Audit of {percent(audit.confidence_level)} intervals: {audit.n_sets:,} data sets of {audit.n:,} rows{rows} "
        f"({audit.population}), loss: {audit.loss}, {counted(audit.n_fits, 'fit')}."
    )


def verdicts(audit: Audit) -> list[str]:
    """One sentence per series about the methods that do not deserve their level, and one about wide ones."""
    level, lines = percent(audit.confidence_level), []
    for series in audit.series:
        for word, saying in (("too narrow", f"do not deserve their {level}"), ("wider than needed", "are too wide")):
            rows = [row for row in audit.rows if row.series == series and row.verdict == word]
            if rows:
                named = ", ".join(f"{row.method} ({row.coverage.value:.3f})" for row in rows)
                lines.append(f"{series}: {saying} here: {named}.")
    return lines or [f"No method differs from its {level} by more than chance."]


def _cells(row: AuditRow) -> tuple[str, ...]:
    coverage = f"{row.coverage.value:.3f} [{row.coverage.low:.3f}, {row.coverage.high:.3f}]"
    others = (row.algorithm, row.model, row.proxy, row.size, row.power)
    return (
        row.method,
        row.target,
        coverage + {"too narrow": " !", "wider than needed": " +"}.get(row.verdict, ""),
        *(_share(one) for one in others),
        number(row.width.value, 3),
        f"{row.n_fits}",
        number(row.seconds.value, 2),
    )


def _share(share: Share | None) -> str:
    return "-" if share is None else f"{share.value:.3f}"


def _truths(series: str, rows: list[AuditRow]) -> str:
    """The true error at each training size."""
    sizes: dict[float, str] = {}
    for row in rows:
        sizes.setdefault(row.n_train, f"{number(row.truth)} (+- {number(row.truth_se, 2)}) at {number(row.n_train)}")
    return f"{series}: true mean error {', '.join(sizes.values())} training examples"


def audit_html(audit: Audit) -> str:
    """A table for notebooks; every text is escaped."""
    head = "".join(f"<th>{name}</th>" for name in ("series", *HEAD))
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in (row.series, *_cells(row))) + "</tr>"
        for row in audit.rows
    )
    more = "\n".join(line for moments in audit.moments for line in ["", *moment_lines(moments)])
    more = "\n".join([more, *power_lines(audit)]).strip("\n")
    said = "".join(f"<li>{escape(line)}</li>" for line in (*verdicts(audit), *audit.notes))
    return f"<p>{escape(headline(audit))}</p><table><tr>{head}</tr>{rows}</table>{_pre(more)}<ul>{said}</ul>"


def _pre(text: str) -> str:
    return f"<pre>{escape(text)}</pre>" if text else ""


def plot_audit(audit: Audit, ax: Any = None, series: str | None = None) -> Any:
    """Coverage against fits on a logarithmic scale, the claimed level dashed; methods of one cost side by side."""
    from errbar.check import check_name

    of = audit.series[-1] if series is None else check_name("series", series, audit.series)
    rows = sorted((row for row in audit.rows if row.series == of), key=lambda row: (row.n_fits, row.coverage.value))
    if ax is None:
        ax = shown_axes(width=7.0, height=4.4)
    ax.axhline(audit.confidence_level, color="#666666", linestyle="--", linewidth=1)
    for place, row in _spread(rows):
        c, colour = row.coverage, COLOURS[row.verdict]
        ax.plot([place, place], [c.low, c.high], color=colour, linewidth=1.6)
        ax.plot([place], [c.value], marker=MARKS[row.verdict], color=colour, markersize=6)
        ax.annotate(
            row.method,
            (place, c.low),
            xytext=(0, -4),
            textcoords="offset points",
            rotation=90,
            ha="center",
            va="top",
            fontsize="x-small",
            color=colour,
        )
    ax.set_xscale("log")
    places = [place for place, _ in _spread(rows)]
    ax.set_xlim(min(places) / 1.5, max(places) * 1.5)
    fits = _apart([row.n_fits for row in rows])
    ax.set_xticks(fits, [str(count) for count in fits])
    ax.tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
    floor = min(row.coverage.low for row in rows)
    bottom = max(0.0, floor - 0.45 * (1.02 - floor))  # room for the names
    ax.set_yticks([tick for tick in ax.get_yticks() if bottom <= tick <= 1])
    ax.set_ylim(bottom, 1.02)
    ax.set_xlabel("fits per data set")
    ax.set_ylabel(f"coverage, {percent(audit.confidence_level)} claimed")
    ax.set_title(f"{of}: {audit.n_sets} data sets of {audit.n} rows", fontsize="medium", loc="left", **AS_WRITTEN)
    _legend(ax, {row.verdict for row in rows})
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def _spread(rows: list[AuditRow]) -> list[tuple[float, AuditRow]]:
    """Methods of about the same cost a little apart, so that none hides another."""
    placed: list[tuple[float, AuditRow]] = []
    for row in rows:
        place = float(row.n_fits)
        if placed:
            place = max(place, 1.16 * placed[-1][0])
        placed.append((place, row))
    return placed


def _apart(counts: list[int]) -> list[int]:
    """The numbers of fits that can be written beside each other."""
    shown: list[int] = []
    for count in sorted(set(counts)):
        if not shown or count >= 1.35 * shown[-1]:
            shown.append(count)
    return shown


def _legend(ax: Any, seen: set[str]) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=COLOURS[word], marker=MARKS[word], linewidth=1.6, markersize=6, label=word)
        for word in COLOURS
        if word in seen
    ]
    ax.legend(
        handles=handles,
        loc="lower right",
        bbox_to_anchor=(1.0, 1.0),
        ncols=3,
        frameon=False,
        fontsize="small",
        borderaxespad=0.2,
    )
