"""For a paper: one row in three forms, a paragraph, a LaTeX table and the BibTeX entries."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata

from errbar.methods import METHODS
from errbar.reports.cited import Cited, latex_text
from errbar.reports.page import Block, Table
from errbar.show.as_text import number, percent
from errbar.show.sentence import (
    Unit,
    in_sentence,
    is_difference,
    is_rate,
    loss_words,
    scale_words,
    sentence,
    short_name,
)
from errbar.types import Result

SOFTWARE = """@software{{errbar,
  author = {{{{The errbar developers}}}},
  title = {{{{errbar: honest error bars for machine learning}}}},
  version = {{{version}}},
  year = {{2026}},
}}"""


def blocks(paragraph: str, row: Sequence[Block], table: str, cited: Cited) -> list[Block]:
    """The texts to copy, the shortest first."""
    cite = f"~\\cite{{{','.join([*cited.keys, 'errbar'])}}}"
    return [
        *row,
        Block("Paragraph", f"{paragraph} Computed with errbar {metadata.version('errbar')}{cited.named}."),
        Block("Paragraph for LaTeX", f"{latex_text(paragraph)} Computed with errbar{cite}."),
        Block("LaTeX table", table),
        Block("BibTeX", bibtex(cited)),
    ]


def of_table(paragraph: str, table: Table, caption: str, cited: Cited) -> list[Block]:
    """The same of a page's table."""
    rows = table.columns, table.rows
    return blocks(paragraph, rows_of(*rows), latex_table(*rows, caption), cited)


def bibtex(cited: Cited) -> str:
    return "\n\n".join([*cited.entries, SOFTWARE.format(version=metadata.version("errbar"))])


def paragraph(result: Result, names: tuple[str, ...], data: str | None) -> str:
    """What was done and found, in sentences for a paper."""
    record = METHODS.get(result.method)
    title = result.method if record is None else record.title
    on = f" on {data}" if data else ""
    if result.n_fits:
        size = "" if result.n is None else f" (n = {result.n:,})"
        each = (
            ""
            if result.n_train is None
            else f", {number(result.n_train, 6)} training and {number(result.n_test, 6)} test examples each"
        )
        how = f"Models were fitted{on}{size} over {result.n_splits} splits{each} ({result.n_fits} fits in all)."
    else:
        size = "" if result.n is None else f" {result.n:,} test examples"
        how = f"Trained models were judged on{size}{f' of {data}' if data else ''}."
    spoken = in_sentence(names)
    if spoken != tuple(map(short_name, names)):
        how += " Here " + " and ".join(f"{s} is {short_name(n)}" for s, n in zip(spoken, names, strict=True)) + "."
    level = percent(result.confidence_level)
    return f"{how} {sentence(result, names)} The {level} interval ({title}) is for {result.target}."


def row_blocks(result: Result, names: tuple[str, ...]) -> list[Block]:
    """One row of a table: what was measured, of what, the number, the interval, p."""
    unit = Unit.of(result)
    called = in_sentence(names) if names else ()
    minus = f" {chr(0x2212)} "
    who = minus.join(called) if called else "a - b" if is_difference(result) else "model"
    what = scale_words(result, names).split(",")[0]
    what += f" ({unit.word.strip()})" if unit.word and "(" not in what else ""
    numbers = (
        unit.bare(result.estimate),
        f"[{unit.bare(result.low)}, {unit.bare(result.high)}]",
        "-" if result.pvalue is None else number(result.pvalue, 3),
    )
    return rows_of(("", what, f"{percent(result.confidence_level)} interval", "p"), [(who, *numbers)])


def rows_of(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Block]:
    """The same rows in LaTeX (without the table around them), in Markdown, and as plain text in columns."""
    latex = "\n".join(f"{' & '.join(_latex_cell(cell) for cell in row)} \\\\" for row in rows)
    line = "\n".join(f"| {' | '.join(_markdown_cell(cell) for cell in row)} |" for row in rows)
    top = f"| {' | '.join(map(_markdown_cell, head))} |\n|{'---|' + '---:|' * (len(head) - 1)}"
    wide = [max(len(cells[i]) for cells in (head, *rows)) for i in range(len(head))]
    plain = ["  ".join(f"{c:<{w}}" for c, w in zip(cells, wide, strict=True)).rstrip() for cells in (head, *rows)]
    word = "One row" if len(rows) == 1 else "Rows"
    return [
        Block(f"{word}, LaTeX", latex, line=True),
        Block(f"{word}, Markdown", f"{top}\n{line}", line=True),
        Block(f"{word}, plain text", "\n".join(plain), line=True),
    ]


def _latex_cell(cell: str) -> str:
    return latex_text(cell).replace("\N{MINUS SIGN}", "$-$")


def _markdown_cell(cell: str) -> str:
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")


def result_table(results: Sequence[Result], labels: Sequence[str], caption: str) -> str:
    """Estimates, intervals and p-values under each other."""
    first = results[0]
    unit = Unit.of(first)
    what = f"{loss_words(first)}{', difference' if is_difference(first) else ''}"
    what += " (points)" if is_rate(first) and is_difference(first) else " (%)" if is_rate(first) else ""
    head = ("method", what, f"{percent(first.confidence_level)} interval", "p")
    rows = [
        (label, unit.bare(r.estimate), f"[{unit.bare(r.low)}, {unit.bare(r.high)}]", number(r.pvalue, 3))
        for r, label in zip(results, labels, strict=True)
    ]
    return latex_table(head, rows, caption)


def latex_table(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    """A table of text cells, everything escaped."""

    def line(cells: Sequence[str]) -> str:
        return "  " + " & ".join(map(_latex_cell, cells)) + r" \\"

    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{latex_text(caption)}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
            r"  \hline",
            line(head),
            r"  \hline",
            *map(line, rows),
            r"  \hline",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )
