"""The directive `{command-help}`: the `--help` of every command of errbar, as the program prints it."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.main import get_command

from errbar.cli.main import app as program

WIDTH = 76


class CommandHelp(SphinxDirective):
    """One section per command; the commands of a group follow it."""

    def run(self) -> list[nodes.Node]:
        return [
            section for name, command in get_command(program).commands.items() for section in _sections(name, command)
        ]


def _sections(name: str, command: Any) -> list[nodes.Node]:
    inner = getattr(command, "commands", None)
    if inner is not None:
        return [part for second, one in inner.items() for part in _sections(f"{name} {second}", one)]
    context = command.make_context(f"errbar {name}", ["--help"], resilient_parsing=True, terminal_width=WIDTH)
    text = command.get_help(context)
    section = nodes.section(ids=[f"errbar-{name.replace(' ', '-')}"], names=[f"errbar {name}"])
    section += nodes.title("", f"errbar {name}")
    section += nodes.literal_block(text, text, language="text")
    return [section]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
