"""`errbar methods`: every method, what it needs, what its interval is for, what is known of its coverage."""

from __future__ import annotations

from typing import Annotated

import typer

from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.finish import print_json
from errbar.cli.terminal import Terminal
from errbar.methods import METHODS, OF_DATASETS
from errbar.refs import REFS
from errbar.types.method import NEEDS_IN_WORDS

EVERY = METHODS | OF_DATASETS
Name = Annotated[str | None, typer.Argument(metavar="NAME", help="Only this one, in words.", show_default=False)]


def methods(name: Name = None, json: o.Json = False, plain: o.Plain = False) -> None:
    """Every method and what it needs; or one in words: when to use it, when not, who it is from."""
    if name is not None:
        _one(check_name("method", name, EVERY), json, plain)
        return
    if json:
        print_json({"results": [_row(name) for name in EVERY]})
        return
    from rich.table import Table

    table = Table("method", "needs", "interval for", "guarantee", box=None, pad_edge=False)
    for each in EVERY:
        row = _row(each)
        table.add_row(each, NEEDS_IN_WORDS[str(row["needs"])], str(row["target"]), str(row["guarantee"]))
    out = Terminal.of(plain)
    out.console.print(table)
    out.line("\nMore about one of them: errbar methods NAME")


def _one(name: str, json: bool, plain: bool) -> None:
    method, row = EVERY[name], _row(name)
    if json:
        print_json(row | {"when": method.when, "when_not": method.when_not})
        return
    out = Terminal.of(plain)
    out.line(f"{name}: {method.title}")
    out.line()
    told = {
        "use it   ": method.when,
        "not for  ": method.when_not,
        "for      ": method.target,
        "claim    ": method.guarantee,
        "needs    ": NEEDS_IN_WORDS[method.needs],
        "splits   ": ", ".join(method.plans),
    }
    told |= {
        f"{key:<9}": f"option, {option.default!r} if left out: {option.doc}" for key, option in method.options.items()
    }
    for label, text in told.items():
        if text:
            out.under(label, text)
    for key in method.references:
        out.under("from     ", REFS[key])


def _row(name: str) -> dict[str, object]:
    method = EVERY[name]
    return {
        "name": name,
        "title": method.title,
        "needs": method.needs,
        "plans": list(method.plans),
        "target": method.target,
        "guarantee": method.guarantee,
        "options": {key: option.doc for key, option in method.options.items()},
        "references": list(method.references),
    }
