"""A study as a folder: table.csv, figures as PNG and SVG, and one page that sets claims beside measurements."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from errbar.run.store.fingerprint import versions
from errbar.types.written import beside


class StudyFindings(Protocol):
    """What a study found (the lab's own type; documents know only its shape)."""

    @property
    def rows(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def claims(self) -> Sequence[Any]: ...
    @property
    def figures(self) -> Mapping[str, Any]: ...


def write_study(folder: Path, name: str, title: str, references: Sequence[str], findings: StudyFindings) -> Path:
    """Write everything; returns the page."""
    from jinja2 import Environment, PackageLoader

    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder / "table.csv", findings.rows)
    write_figures(folder, findings.figures)
    template = Environment(loader=PackageLoader("errbar.reports"), autoescape=True).get_template("study.html")
    columns = list(findings.rows[0]) if findings.rows else []
    page = template.render(
        name=name,
        title=title,
        claims=findings.claims,
        figures=list(findings.figures),
        columns=columns,
        cells=[[_cell(row[column]) for column in columns] for row in findings.rows],
        references=references,
    )
    path = folder / "index.html"
    with beside(path) as place:
        place.write_text(page, encoding="utf-8")
    return path


def write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """The rows as CSV, floats in full so that equal runs give equal bytes."""
    with beside(path) as place, place.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_settings(path: Path, name: str, scale: float, seed: int) -> None:
    """What gives the same table again: the command and the versions."""
    command = f"errbar lab run {name} --scale {scale:g} --random-state {seed}"
    settings = {"study": name, "scale": scale, "seed": seed, "command": command, "versions": versions()}
    with beside(path) as place:
        place.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")


def write_figures(folder: Path, figures: Mapping[str, Any]) -> None:
    """Every figure as PNG and SVG, without dates inside."""
    from matplotlib import rc_context

    for name, figure in figures.items():
        with rc_context({"svg.hashsalt": "errbar"}):
            with beside(folder / f"{name}.png") as place:
                figure.savefig(place, format="png", dpi=150, metadata={"Software": None})
            with beside(folder / f"{name}.svg") as place:
                figure.savefig(place, format="svg", metadata={"Date": None})


def _cell(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
