"""Doctest needs an empty line before a closing fence; a reader does not."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx


def trimmed(_app: Sphinx, tree: nodes.document) -> None:
    for block in tree.findall(nodes.literal_block):
        text = block.astext().rstrip()
        if block.rawsource == block.astext():  # highlighted, not parsed
            block.rawsource = text
            block.children[:] = [nodes.Text(text)]


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-read", trimmed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
