"""`errbar completion`: the script that lets a shell complete commands, options and methods."""

from __future__ import annotations

from typing import Annotated

import typer
from typer import completion as shells

from errbar.check import check_name
from errbar.cli.finish import say

ASKED = "_ERRBAR_COMPLETE"  # set by the script when the shell wants to know
SHELLS = ("bash", "zsh", "fish")
Shell = Annotated[str, typer.Argument(metavar="bash|zsh|fish", show_default=False)]


def completion(shell: Shell) -> None:
    """Print the script that completes errbar in a shell: errbar completion bash >> ~/.bashrc."""
    check_name("shell", shell, SHELLS)
    script = shells.get_completion_script(  # type: ignore[attr-defined]
        prog_name="errbar", complete_var=ASKED, shell=shell
    )
    say(script)


def complete(app: typer.Typer) -> None:
    """What could come next, as the script reads it; exits."""
    shells.completion_init()  # type: ignore[attr-defined]
    app(args=[], prog_name="errbar")
