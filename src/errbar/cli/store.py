"""`errbar store ls | info | prune | merge`: what files of finished splits hold, cleaned up and put together."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from errbar.cli import options as o
from errbar.cli.finish import print_json, say
from errbar.errors import InputError, printable

app = typer.Typer(
    help="Look into a file of finished splits, or clean it up.", no_args_is_help=True, rich_markup_mode=None
)

File = Annotated[Path | None, typer.Argument(metavar="FILE.db", help="The store.", show_default=False)]
Runs = Annotated[list[int] | None, typer.Option("--run", metavar="ID", help="Remove this run.", show_default=False)]
Days = Annotated[float | None, typer.Option(metavar="DAYS", help="Remove runs that old.", show_default=False)]


@app.command("ls")
def ls(file: File = None, *, store: o.Store = None, json: o.Json = False) -> None:
    """Every run in the store: model, loss, data, and how many of its splits are kept."""
    from errbar.run.store.file import entries

    listed = entries(_given(file, store))
    if json:
        print_json({"results": [asdict(entry) for entry in listed]})
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("run", "model", "loss", "rows", "splits", "seconds", "last", "usable", box=None, pad_edge=False)
    for entry in listed:
        table.add_row(
            str(entry.id),
            Text(printable(entry.model)),
            Text(printable(entry.loss)),
            str(entry.n),
            str(entry.splits),
            f"{entry.seconds:.1f}",
            "" if entry.last is None else datetime.fromtimestamp(entry.last).strftime("%Y-%m-%d %H:%M"),
            "yes" if entry.usable else "no, other versions",
        )
    Console().print(table)


@app.command("info")
def info(file: File = None, *, store: o.Store = None, json: o.Json = False) -> None:
    """The store as a whole; checks every row."""
    from errbar.run.store import file as run

    found = run.info(_given(file, store))
    if json:
        print_json(found)
        return
    state = "sound" if found["sound"] else f"damaged ({found['damaged_fits']} fits); `errbar store prune` removes them"
    say(f"{found['file']}: schema {found['schema']}, {found['bytes']} bytes, {state}.")
    say(
        f"{found['fits']} fits of {found['runs']} runs, {found['seconds']:.1f} seconds of fitting; "
        f"{found['usable_runs']} runs are usable with the versions installed here."
    )


@app.command("prune")
def prune(
    file: File = None,
    *,
    store: o.Store = None,
    run: Runs = None,
    older_than: Days = None,
    json: o.Json = False,
) -> None:
    """Remove runs by number or age; with neither, what the versions installed here cannot use, and damaged rows."""
    from errbar.run.store.prune import prune as remove

    removed = remove(_given(file, store), runs=run or (), older_than_days=older_than)
    if json:
        print_json(removed)
    else:
        say(f"Removed {removed['removed_fits']} fits of {removed['removed_runs']} runs.")


@app.command("merge")
def merge(
    parts: Annotated[list[Path], typer.Argument(metavar="PART.db...", help="The stores.", show_default=False)],
    *,
    into: Annotated[Path, typer.Option("--into", metavar="FILE.db", help="The one that gets all.", show_default=False)],
    json: o.Json = False,
) -> None:
    """Put the fits of several stores into one: what jobs that never met have kept (`errbar fit --shard`)."""
    from errbar.run.store.merge import merge as merged

    done = merged(parts, into)
    if json:
        print_json(done)
    else:
        say(f"{done['added_fits']} fits of {done['stores']} stores added; {done['known_fits']} were there already.")


def _given(file: Path | None, store: Path | None) -> Path:
    """The file, wherever on the command line it was named."""
    if (file is None) == (store is None):
        raise InputError("Name the store once, e.g. errbar store ls runs.db.")
    return file or store or Path()
