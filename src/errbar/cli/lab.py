"""`errbar lab`: the papers' studies, one command each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errbar.check import check_count, check_name, check_number
from errbar.cli import options as o
from errbar.cli.finish import check_apart, print_json, say
from errbar.errors import InputError
from errbar.refs import REFS

app = typer.Typer(help="The papers' studies, one command each.", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Where the table, figures and page go.")]


@app.command("list")
def list_studies(json: o.Json = False) -> None:
    """Every study and every figure that can be drawn alone."""
    from errbar.lab import STUDIES

    if json:
        rows = [
            {"name": n, "title": s.title, "seconds": s.seconds, "figures": list(s.figures)} for n, s in STUDIES.items()
        ]
        print_json({"results": rows})
        return
    for name, study in STUDIES.items():
        say(f"{name:<28} {study.title}")
        if study.figures:
            say(f"{'':<28} figures: {', '.join(study.figures)}")


@app.command()
def run(
    name: Name,
    *,
    scale: Annotated[float, typer.Option(help="Share of the full number of replications.")] = 1.0,
    out: Out = None,
    random_state: o.RandomState = 0,
    n_jobs: o.Jobs = None,
    store: o.Store = None,
    data: Annotated[Path | None, typer.Option(metavar="FILE", help="The letters, for the studies on them.")] = None,
    json: o.Json = False,
) -> None:
    """Run a study: table.csv, figures (PNG, SVG), run.json and index.html, claims beside measurements."""
    from errbar.lab import STUDIES
    from errbar.lab.study import How
    from errbar.reports.study_folder import write_settings, write_study

    study = STUDIES[check_name("study", name, STUDIES)]
    if check_number("scale", scale) <= 0:
        raise InputError(f"--scale must be above 0; got {scale:g}.")
    seed = check_count("random_state", 0 if random_state is None else random_state, at_least=0)
    if data is not None and not study.takes_data:
        raise InputError(f"--data: the study {name!r} makes its own data.")
    if store is not None and not study.keeps:
        raise InputError(f"--store: the study {name!r} is exact or quick and keeps nothing.")
    folder = out or Path(name)
    check_apart({file: folder / file for file in ("table.csv", "run.json", "index.html")}, (data, store))
    findings = study.run(How(scale, seed, n_jobs, store, data=data))
    page = write_study(folder, name, study.title, [REFS[key] for key in study.references], findings)
    write_settings(page.parent / "run.json", name, scale, seed)
    if json:
        print_json({"name": name, "page": str(page), "results": [dict(row) for row in findings.rows]})
        return
    for claim in findings.claims:
        say(f"{claim.verdict}: {claim.claim} (measured: {claim.measured})")
    say(f"{len(findings.rows)} rows, {len(findings.figures)} figures: {page}")


@app.command()
def figure(name: Name, out: Out = None, json: o.Json = False) -> None:
    """Draw one figure that needs no run, e.g. bounds-05; or all of a study's by the study's name."""
    from errbar.lab import STUDIES
    from errbar.reports.study_folder import write_figures

    known = {figure: draw for study in STUDIES.values() for figure, draw in study.figures.items()}
    if name in STUDIES and STUDIES[name].figures:
        chosen = dict(STUDIES[name].figures)
    else:
        chosen = {name: known[check_name("figure", name, known)]}
    folder = out or Path()
    folder.mkdir(parents=True, exist_ok=True)
    write_figures(folder, {figure: draw() for figure, draw in chosen.items()})
    if json:
        files = {figure: [str(folder / f"{figure}.{kind}") for kind in ("png", "svg")] for figure in chosen}
        print_json({"results": [{"name": figure, "files": paths} for figure, paths in files.items()]})
        return
    say(f"{', '.join(f'{figure}.png' for figure in chosen)} (and .svg) in {folder}")
