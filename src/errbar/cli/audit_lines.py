"""An audit on the terminal: what each method claims and keeps, every coverage drawn beside the level."""

from __future__ import annotations

from collections.abc import Sequence

from errbar.answers.audit import Audit
from errbar.cli.bars import Bar, bars
from errbar.cli.terminal import Terminal
from errbar.show.as_text import counted, number, percent
from errbar.show.audit import headline, verdicts
from errbar.show.audit_power import power_lines
from errbar.show.sentence import short_name
from errbar.show.series_moments import moment_lines

STYLES = {"too narrow": "red", "as stated": "green", "wider than needed": "yellow"}


def print_audit(audit: Audit, specs: Sequence[str], terminal: Terminal) -> None:
    from rich.text import Text

    out = terminal
    if len(specs) == 2:
        for letter, spec in zip("ab", specs, strict=True):
            out.under(letter, short_name(spec))
        out.line()
    out.line(headline(audit))
    for line in verdicts(audit):
        out.line(Text(line, style="" if out.plain else "bold"))
    for series in audit.series:
        rows = [row for row in audit.rows if row.series == series]
        out.line(f"\n{series}: coverage of its own target, {percent(audit.confidence_level)} claimed")
        drawn = [
            Bar(
                row.method,
                row.coverage.value,
                row.coverage.low,
                row.coverage.high,
                None,
                f"{row.coverage.value:.3f} {row.verdict}, width {number(row.width.value, 3)}, "
                f"{counted(row.n_fits, 'fit')}",
                STYLES[row.verdict],
            )
            for row in rows
        ]
        for line_ in bars(drawn, audit.confidence_level, out.width, out.plain):
            out.console.print(line_, no_wrap=True, overflow="crop", crop=False)
    shown = [line for moments in audit.moments for line in ["", *moment_lines(moments)]]
    for text in [*shown, *power_lines(audit)]:
        out.console.print(Text(text), no_wrap=True, overflow="ignore", crop=False)
    out.line()
    more = 3 * audit.n_sets
    out.under("next  ", f"{more:,} more data sets would halve the intervals around these shares.")
    for note in audit.notes:
        out.under("note  ", note)
