"""What is generated is current, and what is public is documented."""

import re
from pathlib import Path

import method_uses
import pytest
from tests.docs.pages import checked

import errbar
from errbar import bounds, plans
from errbar.methods import METHODS

DOCS = Path(__file__).parents[2] / "docs"
SECTIONS = (
    "Formula",
    "When to use it",
    "When not to",
    "Target and guarantee",
    "Measured coverage",
    "Example",
    "References",
)


@pytest.mark.parametrize("script", ["which_method.py", "results_pages.py", "methods_table.py", "method_pages.py"])
def test_generated_pages_are_current(script, monkeypatch):
    assert checked(script, monkeypatch) in (0, None)


def test_every_method_says_when_and_when_not():
    assert set(method_uses.USES) == set(METHODS)
    for name, (when, when_not) in method_uses.USES.items():
        named = set(re.findall(r"`([a-z_0-9]+)`", when + when_not))
        assert named <= set(METHODS), name


@pytest.mark.parametrize("name", METHODS)
def test_a_method_page_has_every_section(name):
    text = (DOCS / "methods" / f"{name}.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"^## ([^\n]+)\n\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    for section in SECTIONS:
        assert len(parts[section].strip()) > 20, section
    assert parts["Formula"].count("$$") >= 2 and ".. math" not in text


def documented():
    for path in sorted((DOCS / "reference").glob("*.rst")):
        module = None
        for line in path.read_text(encoding="utf-8").splitlines():
            if found := re.match(r"\.\. currentmodule:: (\S+)", line):
                module = found[1]
            if found := re.match(r"\.\. (?:auto(?:function|class|exception|data)|data):: (\S+)", line):
                yield f"{module}.{found[1]}"


def test_every_public_name_is_in_the_reference_once():
    names = list(documented())
    assert len(names) == len(set(names))
    public = [f"errbar.{name}" for name in errbar.__all__ if name not in ("bounds", "plans")]
    public += [f"errbar.bounds.{name}" for name in bounds.__all__]
    public += [f"errbar.plans.{name}" for name in plans.__all__ if name != "PLANS"]
    assert sorted(names) == sorted(public)
