"""What is generated is current, and what is public is documented."""

import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.pages import checked

import errbar
import errbar.answers
import errbar.types
from errbar import bounds, plans
from errbar.methods import METHODS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MAKE = DOCS / "_make"
BY_HAND = {
    "aggregates",
    "best_set",
    "run_holes",
    "betting_looks",
    "bootstrap_error",
    "calibration_designs",
    "check_links",
    "joint_coverage",
    "keep_results",
    "kfold_coverage",
    "licences",
    "nadeau_bengio_figures",
    "ppi_coverage",
    "rank_intervals",
    "replace_one",
    "report_picture",
    "runs",
    "budget",
    "stopping",
    "stratify",
    "digits_sources",
    "three_seeds",
    "time_order",
    "votes_coverage",
    "weights",
    "winner_coverage",
}
SECTIONS = (
    "Formula",
    "When to use it",
    "When not to",
    "Target and guarantee",
    "Measured coverage",
    "Example",
    "References",
)


@pytest.mark.parametrize(
    "script",
    [
        "which_method.py",
        "results_pages.py",
        "benchmark_page.py",
        "bounds_page.py",
        "methods_table.py",
        "method_pages.py",
    ],
)
def test_generated_pages_are_current(script, monkeypatch):
    assert checked(script, monkeypatch) in (0, None)


@pytest.mark.slow  # two interpreters; that the record is as its tables say is asked above
def test_the_record_is_made_where_there_is_none(tmp_path):
    """The module that errbar imports comes out as committed from the tables alone."""
    record = Path("src/errbar/types/measured.py")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns(f"{record.stem}.*"))
    shutil.copytree(MAKE, tmp_path / "docs" / "_make", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(DOCS / "results", tmp_path / "docs" / "results")
    command = [sys.executable, tmp_path / "docs" / "_make" / "measured_record.py"]
    env = os.environ | {"PYTHONPATH": str(tmp_path / "src")}
    assert subprocess.run([*command, "--check"], env=env, capture_output=True, check=False).returncode == 1
    assert not (tmp_path / record).exists()
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / record).read_bytes() == (ROOT / record).read_bytes()
    assert not list(tmp_path.rglob("*.part"))


def test_make_pages_runs_every_generator():
    scripts = {path.stem for path in MAKE.glob("*.py") if "__main__" in path.read_text(encoding="utf-8")}
    (pages,) = re.findall(r"^PAGES := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert pages.split()[0] == "measured_record", "the other generators read what it writes"
    assert set(pages.split()) == scripts - BY_HAND


def test_every_test_that_a_page_names_is_there():
    named = [
        (page, *name.split("::"))
        for page in [*DOCS.rglob("*.md"), ROOT / "SECURITY.md"]
        for name in re.findall(r"`(tests/[\w/]+\.py(?:::\w+)?)`", page.read_text(encoding="utf-8"))
    ]
    assert len(named) > 50
    for page, file, *function in named:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert all(f"def {name}(" in text for name in function), (page.name, file, function)


def test_every_method_says_when_and_when_not():
    for name, method in METHODS.items():
        assert method.when.endswith(".") and method.when_not.endswith("."), name
        named = set(re.findall(r"`([a-z_0-9]+)`", method.when + method.when_not))
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


def test_every_answer_that_draws_itself_is_in_the_gallery():
    modules = [
        importlib.import_module(f"{room.__name__}.{found.name}")
        for room in (errbar.answers, errbar.types)
        for found in pkgutil.iter_modules(room.__path__)
    ]
    classes = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    drawn = {one.__name__ for one in classes if "plot" in vars(one) and one.__name__ != "Ranking"}  # of three kinds
    assert {"Result", "Results", "Aggregates", "ModelRanking"} <= drawn
    names = {re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower() for name in drawn}
    shown = re.findall(r"pictures/gallery-([\w-]+)\.svg", (DOCS / "gallery.md").read_text(encoding="utf-8"))
    missing = {name for name in names if not any(re.fullmatch(f"{name}(-(roc|calibration))?", one) for one in shown)}
    assert not missing, f"not in docs/gallery.md: {sorted(missing)}"
