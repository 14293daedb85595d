"""CONTRIBUTING draws the house as it stands: its layers, what each room gives, and the walk of a question."""

import ast
import re

from benchmarks.house import ROOT, SRC, contract, drawn, questions, visited

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LAYERS, WALK = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)


def first_line(path):
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return doc.partition("\n")[0]


def test_the_layers_drawn_are_those_of_the_contract():
    assert drawn() == contract()
    assert re.findall(r"^ *(\d+) ", LAYERS, re.MULTILINE) == [str(1 + i) for i in range(len(contract()))]


def test_every_room_says_what_it_takes_and_gives():
    silent = [path.parent for path in SRC.glob("*/**/__init__.py") if " -> " not in first_line(path)]
    assert not silent, [path.relative_to(SRC).as_posix() for path in silent]


def test_the_page_says_of_a_room_what_the_room_says_itself():
    said = dict(re.findall(r"^[ \d]{2}  (\w+) +(.* -> .*)$", LAYERS, re.MULTILINE))
    own = {name: first_line(SRC / name / "__init__.py") for name in said if (SRC / name).is_dir()}
    differ = {name: line for name, line in own.items() if " -> " in line and line.rstrip(".") != said[name]}
    told = [f"{name}: {said[name]!r} here, {line!r} there" for name, line in differ.items()]
    assert not told, "\n".join(told)


def test_the_walk_is_drawn_as_it_is_walked():
    files = re.findall(r"\w+/\w+\.py", WALK)
    with questions() as (compare, _):
        walked = [path.relative_to(SRC).as_posix() for path in dict.fromkeys(visited(compare))]
    assert [file for file in files if file not in walked] == []
    rooms = [file for file in files if file.split("/")[0] in ("verbs", "run", "answers")]
    assert rooms == sorted(rooms, key=walked.index)
