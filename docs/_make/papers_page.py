"""Writes docs/explain/papers-against-errbar.md: every item and every claim of the papers, from the kept tables."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from errbar.lab.studies import bounds_claims, dietterich_gaussian
from errbar.lab.studies.bengio_grandvalet import first_claims, second_claims, third_claims
from errbar.lab.studies.larsen_hansen_claims import larsen_hansen_claims
from errbar.lab.studies.nadeau_bengio import PAPERS, letters_claims
from errbar.lab.studies.resampling_claims import claims
from errbar.lab.study import Claim
from nadeau_bengio_tables import table_of
from renew import DOCS, RESULTS, renew

ROWS = Path(__file__).parent / "papers_against"
PAGE = DOCS / "explain" / "papers-against-errbar.md"
WORDS = ("world", "varied", "test")  # columns that hold no number

START = """---
html_theme.sidebar_secondary.remove: true
---

# The papers against errbar

What every section, table, figure and statement of the five papers asks for, and what shows it here. {counts}

Two kinds of tables. *Items*: what a paper describes, the command that shows it, and whether it works or why the text
cannot be followed ("explained"). *Claims*: what a paper says, what the committed tables of full-scale runs give, and
the verdict. **Too few runs to say** is a verdict of its own: the claim lies within the noise of what was measured.
Where the bar of a claim is ours and not the paper's, it stands in the claim ("asked: ..."). Departures and misprints
are told in the [errata](errata.md), with the origin of every parameter that the papers' texts at hand do not show.

A claim is weighed by intervals of three standard errors: *reproduced* where nothing on the other side is left in them
(up to the stated slack), *not reproduced* where they lie there altogether. The slack and the bars of Nadeau and
Bengio's and of Larsen and Hansen's claims were settled while verdicts on the committed tables could be seen; whoever
doubts one finds the numbers beside it.
"""
KEPT = {
    "regression": "nadeau-bengio-regression",
    "gaussians": "nadeau-bengio-gaussians",
    "letters": "nadeau-bengio-letters",
}


def page() -> str:
    items = {path.stem: _rows(path) for path in sorted(ROWS.glob("*.csv"))}
    every = [row for rows in items.values() for row in rows]
    kinds = Counter(row["verdict"] for row in every)
    counts = f"{len(every)} items: {kinds['works']} work, {kinds['explained']} are explained, none is missing."
    parts = [START.format(counts=counts)]
    for stem, title, asked in SECTIONS:
        parts.append(f"## {title}\n\n### Claims\n")
        for head, found in asked():
            parts.append(f"{head}\n\n| the paper says | measured | verdict |\n|---|---|---|")
            parts[-1] += "".join(f"\n| {_cell(c.claim)} | {_cell(c.measured)} | {c.verdict} |" for c in found) + "\n"
        parts.append("### Items\n\n" + _items(items[stem]))
    return "\n".join(parts)


def _items(rows: Sequence[dict[str, str]]) -> str:
    several = len({row["paper"] for row in rows}) > 1
    head = "| item | shown by | verdict | remark |\n|---|---|---|---|"
    lines, paper = [] if several else [head], ""
    for row in rows:
        if several and row["paper"] != paper:
            paper = row["paper"]
            lines += ["", f"**{paper}**", "", head]
        lines.append(
            f"| {_cell(row['item'])} | {_shown(row['command'])} | {row['verdict']} | {_cell(row['explained'])} |"
        )
    return "\n".join(lines) + "\n"


def _shown(command: str) -> str:
    """A page as a link, anything else as code."""
    if command.endswith(".md"):
        path = (DOCS / command.removeprefix("docs/")).resolve()
        assert path.is_file(), command
        up = "" if path.parent == PAGE.parent else "../"
        return f"[{path.stem}]({up}{path.name if not up else path.relative_to(DOCS).as_posix()})"
    return f"`{_cell(command)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def _numbers(study: str) -> list[dict[str, Any]]:
    return [
        {name: value if name in WORDS else float(value) for name, value in row.items()}
        for row in _rows(RESULTS / f"{study}.csv")
    ]


def _command(study: str) -> str:
    return json.loads((RESULTS / f"{study}.json").read_text(encoding="utf-8"))["command"]


def nadeau_bengio() -> list[tuple[str, Sequence[Claim]]]:
    found = []
    for study, kept in KEPT.items():
        table = table_of(study)
        asked = letters_claims(table) if study == "letters" else claims(table, PAPERS[study])
        found.append((f"**{study.capitalize()}**, `{_command(kept)}`", asked))
    rows = _numbers("dietterich-gaussian")
    found.append((f"**Ten Gaussian scores**, `{_command('dietterich-gaussian')}`", dietterich_gaussian.claims(rows)))
    return found


def bengio_grandvalet() -> list[tuple[str, Sequence[Claim]]]:
    second, third = _numbers("bengio-grandvalet-2"), _numbers("bengio-grandvalet-3")

    def by_world(rows: list[dict[str, Any]], varied: str) -> dict[str, list[dict[str, Any]]]:
        worlds = dict.fromkeys(row["world"] for row in rows)
        return {world: [r for r in rows if (r["world"], r["varied"]) == (world, varied)] for world in worlds}

    asked = (
        first_claims(_numbers("bengio-grandvalet-1")),
        second_claims(by_world(second, "n"), by_world(second, "K")),
        third_claims(by_world(third, "K")),
    )
    return [
        (f"**Experiment {number}**, `{_command(f'bengio-grandvalet-{number}')}`", found)
        for number, found in enumerate(asked, 1)
    ]


def larsen_hansen() -> list[tuple[str, Sequence[Claim]]]:
    rows = _rows(RESULTS / "larsen-hansen.csv")
    return [(f"`{_command('larsen-hansen')}`", larsen_hansen_claims(rows))]


def survey() -> list[tuple[str, Sequence[Claim]]]:
    return [
        (
            "Exact sums, `errbar lab run bounds --out bounds`; more on [its own page](../results/bounds.md).",
            bounds_claims.claims(),
        )
    ]


SECTIONS = (
    ("nadeau_bengio", "Nadeau and Bengio, 1999 and 2003", nadeau_bengio),
    ("bengio_grandvalet", "Bengio and Grandvalet, 2004", bengio_grandvalet),
    ("larsen_hansen", "Larsen and Hansen, 1995", larsen_hansen),
    ("anguita", "Anguita et al., the survey", survey),
)


if __name__ == "__main__":
    renew({PAGE: page()})
