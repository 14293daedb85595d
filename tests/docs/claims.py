"""Every sentence of the package and the manual that gives a figure on coverage, or calls a method by a word for it."""

import ast
import csv
import re
from functools import cache
from pathlib import Path
from statistics import mean

from errbar.methods import METHODS

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
GENERATED = (  # from records and tables, which are judged themselves
    "docs/results/", "docs/methods/", "docs/_build/", "docs/explain/which-method.md", "docs/explain/papers-against-errbar.md", "src/errbar/types/measured.py",
    "src/errbar/types/coverage_words.py",
)  # fmt: skip
ELSEWHERE = (
    "src/errbar/lab/",
    "docs/_make/calibration_table.py",
    "docs/_make/measured_record.py",
    "docs/_make/kfold_coverage.py",
    "docs/_make/benchmark_page.py",
    "docs/_make/calibration_designs.py",
    "docs/_make/design_formulas.py",
)  # studies, and what writes tables
TOLD = re.compile(
    r"\bcover(s|ed|age|ing)?\b|\bheld\b|\bmisses\b|\bliberal|\bconservative\b|\bnominal|\btoo narrow|\bin the band\b"
    r"|\bapart in\b|cries wolf|\bin the (lowest|worst)\b",
    re.IGNORECASE,
)
CODE = re.compile(r"```.*?```|<!-- methods: generated.*?<!-- methods: end -->", re.DOTALL)  # and the README's table
FIGURE = re.compile(r"(?<![\d.\w])(?:0?\.\d{1,4}|\d{1,3}(?:\.\d+)? ?%)(?!\w| n\b)")
NOMINAL = {"95 %", "0.95", "5 %", "10 %"}  # what is claimed, not what was seen


@cache
def table(name):
    with (RESULTS / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def coverages(name, **where):
    return [float(row["coverage"]) for row in table(name) if all(row[key] == value for key, value in where.items())]


def average(name, **where):
    return mean(coverages(name, **where))


def texts():
    """(file, text) of all prose: strings of Python files, pages without their code."""
    files = [*(ROOT / "src" / "errbar").rglob("*.py"), *(ROOT / "docs").rglob("*.*"), ROOT / "README.md"]
    for path in sorted(files):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix not in (".py", ".md", ".rst") or name.startswith(GENERATED + ELSEWHERE):
            continue
        text = path.read_text(encoding="utf-8")
        for one in _strings(text) if path.suffix == ".py" else [CODE.sub("", text)]:
            yield name, re.sub(r"^ *>>> .*(\n *\S.*)*", "", one, flags=re.MULTILINE)


def _strings(source):
    """Every literal; an f-string with {} for what is put in."""
    inside = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(part) for part in node.values}
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


@cache
def sentences():
    """(file, sentence) of all prose."""
    return [
        (name, sentence) for name, text in texts() for sentence in re.split(r"(?<=[.;!?|])\s", " ".join(text.split()))
    ]


def figures(sentence):
    return [found for found in FIGURE.findall(sentence) if found not in NOMINAL]


@cache
def told():
    """(file, sentence) where something is said about coverage with a figure."""
    about = re.compile("|".join(rf"`{name}`" for name in METHODS))
    return list(
        dict.fromkeys(
            (name, sentence)
            for name, sentence in sentences()
            if figures(sentence) and (TOLD.search(sentence) or about.search(sentence))
        )
    )
