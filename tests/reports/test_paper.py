"""Texts for a paper: LaTeX that compiles in principle, BibTeX of every reference."""

import re

import pytest

import errbar as eb
from errbar.refs import REFERENCES, REFS
from errbar.reports.cited import Cited, entry, latex_text, short
from errbar.reports.paper import bibtex, latex_table


def test_every_special_character_is_escaped():
    said = latex_text(r"_ % & # $ { } ~ ^ \ ")
    assert said == (r"\_ \% \& \# \$ \{ \} \textasciitilde{} \textasciicircum{} \textbackslash{} ")
    assert latex_text("plain words") == "plain words"


def test_a_table_has_one_row_per_row():
    table = latex_table(("a_b", "c"), [("x & y", "1 %"), ("z", "2")], "100 % {of it}")
    rows = [line for line in table.split("\n") if line.endswith(r"\\")]
    assert len(rows) == 3 and all(len(re.findall(r"(?<!\\)&", row)) == 1 for row in rows)
    assert r"\caption{100 \% \{of it\}}" in table


@pytest.mark.parametrize("key", sorted(REFERENCES))
def test_every_reference_has_a_bibtex_entry(key):
    said = entry(key)
    assert re.match(rf"@(article|inproceedings|book|misc)\{{{key},", said)
    assert said.count("{") == said.count("}")
    assert all(f"  {name} = {{" in said for name in ("author", "title", "year"))
    assert str(REFERENCES[key].year) in REFS[key] and short(REFERENCES[key]).endswith(str(REFERENCES[key].year))


def test_short_names_of_references():
    assert short(REFERENCES["ledell2015"]) == "LeDell et al., 2015"
    assert short(REFERENCES["schulz2024"]) == "Schulz-Kuempel et al., 2024"
    assert entry("schulz2024").split("\n")[1] == "  author = {H. Schulz-Kuempel and S. Fischer and others},"
    assert REFERENCES["benavoli2016"].text == REFS["benavoli2016"]


def test_errbar_itself_is_cited_once():
    entries = bibtex(Cited.of(("nadeau2003", "nadeau2003")))
    assert entries.count("@article{nadeau2003,") == 1 and f"version = {{{eb.__version__}}}" in entries
