"""Power curves of an audit, as axes and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from errbar.show.as_text import number, percent
from errbar.show.intervals import shown_axes
from errbar.show.style import AS_WRITTEN, BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILLION, bare, legend_above

if TYPE_CHECKING:
    from errbar.answers.audit import Audit
    from errbar.answers.share import PowerCurve

LOOKS = [
    {"color": colour, "marker": mark, "linestyle": line}
    for line in ("-", "--", ":")
    for colour, mark in zip((BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY, BLACK), "osD^vxP", strict=True)
]


def plot_power(audit: Audit, ax: Any = None, series: str | None = None, *, adjusted: bool = False) -> Any:
    """Share of data sets that rejected a value so far from the truth, a curve per method with Monte-Carlo intervals."""
    from errbar.check import check_name
    from errbar.errors import NeedsError

    if not audit.curves:
        raise NeedsError("Power curves need several differences: eb.audit(..., differences=[0, 0.01, 0.02]).")
    of = audit.series[-1] if series is None else check_name("series", series, audit.series)
    if ax is None:
        ax = shown_axes(width=7.0, height=4.4)
    ax.axhline(1 - audit.confidence_level, color=GREY, linestyle="--", linewidth=1)
    for place, curve in enumerate(curve for curve in audit.curves if curve.series == of):
        shares = curve.adjusted if adjusted else curve.power
        values = [share.value for share in shares]
        around = [
            [share.value - share.low for share in shares],
            [share.high - share.value for share in shares],
        ]
        look = LOOKS[place % len(LOOKS)]
        ax.errorbar(
            curve.differences, values, around, label=curve.method, markersize=4, linewidth=1.2, elinewidth=0.6, **look
        )
    ax.set_ylim(-0.02, 1.02)
    ax.set_xlabel("null value below the truth by")
    ax.set_ylabel(
        "share rejected" + (", at equal size" if adjusted else f", size {percent(1 - audit.confidence_level)} claimed")
    )
    legend_above(ax, ax.get_legend_handles_labels()[0])
    ax.text(
        0.99, 0.02, f"{of}: {audit.n_sets} data sets of {audit.n} rows", transform=ax.transAxes, ha="right",
        va="bottom", fontsize="small", **AS_WRITTEN,
    )  # fmt: skip
    bare(ax, "top", "right")
    return ax


def power_lines(audit: Audit) -> list[str]:
    """A table per series: a row per method, a column per difference; power, and power at equal size."""
    lines: list[str] = []
    for series in audit.series:
        curves = [curve for curve in audit.curves if curve.series == series]
        if not curves:
            continue
        lines += ["", f"{series}: power against null values so far below the truth (in brackets: at equal size)"]
        shown = [("method", *(number(away) for away in curves[0].differences)), *(power_cells(one) for one in curves)]
        wide = [max(len(cells[i]) for cells in shown) for i in range(len(shown[0]))]
        for first, *rest in shown:
            after = [f"{cell:>{width}}" for cell, width in zip(rest, wide[1:], strict=True)]
            lines.append("  ".join([f"{first:<{wide[0]}}", *after]).rstrip())
    return lines


def power_cells(curve: PowerCurve) -> tuple[str, ...]:
    pairs = zip(curve.power, curve.adjusted, strict=True)
    return curve.method, *(f"{plain.value:.3f} ({even.value:.3f})" for plain, even in pairs)
