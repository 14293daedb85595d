"""`errbar methods`: every method, what it needs, what its interval is for, what is known of its coverage."""

from __future__ import annotations

from errbar.cli import options as o
from errbar.cli.finish import print_json
from errbar.cli.terminal import Terminal
from errbar.methods import METHODS
from errbar.types.method import NEEDS_IN_WORDS


def methods(json: o.Json = False, plain: o.Plain = False) -> None:
    """Every method: needs, target, guarantee."""
    if json:
        print_json({"results": [_row(name) for name in METHODS]})
        return
    from rich.table import Table

    table = Table("method", "needs", "interval for", "guarantee", box=None, pad_edge=False)
    for name in METHODS:
        row = _row(name)
        table.add_row(name, NEEDS_IN_WORDS[str(row["needs"])], str(row["target"]), str(row["guarantee"]))
    out = Terminal.of(plain)
    out.console.print(table)
    out.line("\nMore about one of them: help(errbar.METHODS[name].fn)")


def _row(name: str) -> dict[str, object]:
    method = METHODS[name]
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
