"""What is deprecated says so, and is gone in the version it names."""

import ast
from pathlib import Path

import pytest

import errbar
from errbar.errors import ErrbarDeprecationWarning, deprecated

SRC = Path(errbar.__file__).parent


def overdue(source: str, version: str) -> list[str]:
    """Calls of `deprecated` whose version has come."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [call for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) == "deprecated"]
    gone = [ast.literal_eval([*call.args, *(k.value for k in call.keywords)][2]) for call in named]
    return [one for one in gone if numbers(one) <= numbers(version)]


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")[:2]))


def test_the_warning_says_when_and_what_instead():
    def old():
        deprecated("old()", "write new()", "0.3")

    with pytest.warns(ErrbarDeprecationWarning, match=r"old\(\) goes in errbar 0\.3: write new\(\)") as seen:
        old()
    assert seen[0].filename == __file__


def test_a_version_that_has_come_is_noticed():
    call = "deprecated('old()', 'write new()', '0.3')"
    assert overdue(call, "0.2.9") == []
    assert overdue(call, "0.3.0") == ["0.3"] == overdue(f"errors.{call}", "1.0.0")


def test_nothing_deprecated_outlives_its_version():
    late = {str(path): overdue(path.read_text(encoding="utf-8"), errbar.__version__) for path in SRC.rglob("*.py")}
    assert not {path: found for path, found in late.items() if found}
