"""The directive `{changes}`: every fragment of the folder changes/ by kind, as one list."""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FOLDER = Path(__file__).parents[2] / "changes"
KINDS = {
    "numbers": "Numbers that moved",
    "feature": "New",
    "fix": "Repaired",
    "docs": "The manual",
}


class Changes(SphinxDirective):
    """Fragments are named <name>.<kind>.md and hold one paragraph or more."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for kind, title in KINDS.items():
            fragments = sorted(FOLDER.glob(f"*.{kind}.md"))
            if fragments:
                items = nodes.bullet_list()
                for path in fragments:
                    self.env.note_dependency(str(path))
                    text = path.read_text(encoding="utf-8")
                    items += nodes.list_item("", *self.parse_text_to_nodes(text))
                found += [nodes.rubric(title, title), items]
        return found


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("changes", Changes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
