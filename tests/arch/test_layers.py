"""The shape of the code: layers, light imports, one name per method, references that resolve."""

import importlib
import inspect
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import errbar
from errbar.bounds import EVERY
from errbar.methods import DEFAULTS, METHODS
from errbar.plans import PLANS
from errbar.refs import REFS

ROOT = Path(__file__).parents[2]
HEAVY = {
    "sklearn",
    "scipy.stats",
    "scipy.optimize",
    "pandas",
    "polars",
    "matplotlib",
    "typer",
    "duckdb",
    "joblib",
    "rich",
}


@pytest.mark.slow  # `make test` asks the same by itself
def test_import_contracts_hold():
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_importing_errbar_loads_nothing_heavy():
    code = "import sys, json, errbar; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(json.loads(done.stdout))


def test_version_comes_from_one_place():
    from importlib.metadata import version

    assert version("errbar") == errbar.__version__


@pytest.mark.parametrize("name", [name for name in METHODS if name not in EVERY])
def test_a_method_has_one_name(name):
    module = importlib.import_module(f"errbar.methods.{name}")
    assert METHODS[name] is getattr(module, name)
    assert METHODS[name].name == name and METHODS[name].fn.__module__ == module.__name__
    assert METHODS[name].fn.__doc__ == module.__doc__


@pytest.mark.parametrize("name", EVERY)
def test_a_bound_is_one_file_a_callable_and_a_method(name):
    bound = getattr(importlib.import_module(f"errbar.bounds.{name}"), name)
    assert getattr(errbar.bounds, name) is bound is EVERY[name] and callable(bound)
    assert METHODS[name] is bound.method and METHODS[name].name == name
    assert not (ROOT / "src" / "errbar" / "methods" / f"{name}.py").exists()
    assert pickle.loads(pickle.dumps(bound)) is bound


@pytest.mark.parametrize("name", METHODS)
def test_a_method_is_documented_and_cites_what_exists(name):
    method = METHODS[name]
    doc = inspect.getdoc(method.fn) or ""
    for section in (".. math::", "Use it:", "Not for:", "Deviation:", "References:", ">>> "):
        assert section in doc, f"{name}: docstring lacks {section}"
    assert method.references and set(method.references) <= set(REFS)
    assert pickle.loads(pickle.dumps(method)) is method


def test_defaults_name_methods_that_read_that_plan():
    for kind, name in DEFAULTS.items():
        assert kind in METHODS[name].plans


def test_every_plan_kind_a_method_reads_exists():
    kinds = {*PLANS, "custom", "test_set"}
    assert all(set(method.plans) <= kinds for method in METHODS.values())


def test_no_todo_in_the_code():
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "TODO" not in text and "FIXME" not in text, path


def test_public_names_are_all_there():
    for name in errbar.__all__:
        assert getattr(errbar, name) is not None
    assert sorted(dir(errbar)) == sorted(errbar.__all__)
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        _ = errbar.evaluat
