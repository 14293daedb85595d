"""What a gate exits with: 0 shown, 1 refuted, 4 undecided, or as `--undecided` says."""

from __future__ import annotations

import typer

from errbar.check import check_name
from errbar.errors import InputError
from errbar.types import Result

EXITS = {"shown": 0, "refuted": 1, "undecided": 4}
READ_AS = {"pass": 0, "fail": 1}


def check_gate(margin: float | None, undecided: str | None) -> None:
    """Before anything is read or fitted."""
    if undecided is None:
        return
    check_name("undecided", undecided, READ_AS)
    if margin is None:
        raise InputError("--undecided says what a gate exits with: name the --margin too.")


def leave(result: Result, undecided: str | None) -> None:
    """Exit with the verdict's code; without a margin do nothing."""
    if result.verdict is None:
        return
    if result.verdict == "undecided" and undecided is not None:
        raise typer.Exit(READ_AS[undecided])
    raise typer.Exit(EXITS[result.verdict])
