"""Draws the figures of docs/results/nadeau-bengio-tables.md from the kept tables and power curves."""

from __future__ import annotations

import sys

from errbar.lab.studies.nadeau_bengio import figures_of, letters_figures
from nadeau_bengio_tables import FIGURES, table_of
from renew import RESULTS

SERIES = {"regression": ["mean", "line", "mean - line"], "gaussians": ["tree", "least squares", "tree - least squares"]}


def main() -> None:
    folder = RESULTS / "nadeau-bengio"
    folder.mkdir(exist_ok=True)
    for study in ("regression", "gaussians", "letters"):
        if not (RESULTS / f"nadeau-bengio-{study}.power.csv.gz").is_file():
            continue
        table = table_of(study, curves=True)
        drawn = letters_figures(table) if study == "letters" else figures_of(table, table.names("world"), SERIES[study])
        for name, figure in drawn.items():
            if f"{study}-{name}" in FIGURES:
                figure.savefig(folder / f"{study}-{name}.png", dpi=75)
                sys.stdout.write(f"{study}-{name}.png\n")


if __name__ == "__main__":
    main()
