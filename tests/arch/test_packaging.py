"""What is declared about installing: floors that are tested, files that are shipped, targets that exist."""

import re
import tomllib
from pathlib import Path

import errbar

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OPTIONAL = PROJECT["project"]["optional-dependencies"]
CONDA = ("cli", "tables", "plot", "pandas")


def floors(requirements):
    pairs = (re.match(r"([\w.-]+)\s*(?:\[.*\])?>=([\d.]+)", one) for one in requirements)
    return {found[1]: found[2] for found in pairs}


def bundled(extra):
    """The extras that an extra is made of."""
    return re.search(r"\[(.*)\]", OPTIONAL[extra][0])[1].split(",")


def padded(version):
    return (*map(int, version.split(".")), 0, 0)[:3]


def test_the_lowest_versions_are_those_declared():
    declared = floors(
        [*PROJECT["project"]["dependencies"], *(one for name in bundled("all") for one in OPTIONAL[name])]
    )
    lines = (ROOT / "lowest.txt").read_text(encoding="utf-8").splitlines()
    tested = dict(line.split("==") for line in lines if line and line[0] != "#")
    assert {name: padded(version) for name, version in declared.items()} == {
        name: padded(version) for name, version in tested.items()
    }


def test_the_recipe_for_conda_has_the_same_floors():
    recipe = (ROOT / "conda" / "meta.yaml").read_text(encoding="utf-8")
    names = {"matplotlib-base": "matplotlib", "python-duckdb": "duckdb"}
    found = {names.get(name, name): floor for name, floor in re.findall(r"- ([\w-]+) >=([\d.]+)", recipe)}
    declared = floors([*PROJECT["project"]["dependencies"], *(one for name in CONDA for one in OPTIONAL[name])])
    assert declared.items() <= found.items()
    assert f'version = "{errbar.__version__}"' in recipe


def test_the_citation_names_this_version():
    assert f"version: {errbar.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_what_the_source_archive_lists_is_there():
    listed = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [name for name in listed if not (ROOT / name).exists()] == []


def test_workflows_call_targets_that_exist():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml"))
    called = set(re.findall(r"run: make ([\w-]+)", text))
    called |= {name.strip() for found in re.findall(r"target: \[(.*)\]", text) for name in found.split(",")}
    assert called
    assert called <= targets


def test_licences_are_listed_for_every_dependency():
    asked = {}
    for extra, requirements in {"core": PROJECT["project"]["dependencies"], **OPTIONAL}.items():
        for one in requirements:
            name = re.match(r"[\w.-]+", one)[0].lower()
            if name != "errbar":
                asked.setdefault(re.sub(r"[-_.]+", "-", name), set()).add(extra)
    page = (ROOT / "docs" / "reference" / "licences.md").read_text(encoding="utf-8")
    direct = page.partition("## What errbar asks for itself")[2].partition("\n## ")[0]
    rows = {
        name: (licence, by) for name, licence, by in re.findall(r"^\| (\S+) \| (.+) \| (.+) \|$", direct, re.MULTILINE)
    }
    rows.pop("package")
    assert rows.keys() == asked.keys()
    assert all(extras <= set(rows[name][1].split(", ")) for name, extras in asked.items())
    assert all(re.search(r"BSD|MIT|Apache|Python|PSF", licence) for licence, _ in rows.values())


def test_licences_are_read_where_every_extra_is_installed():
    (every,) = re.findall(r"^EVERY := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {*every.split(","), *bundled("all")} == OPTIONAL.keys()
