"""Settings every test shares: hypothesis draws the same examples on every machine, pictures are closed again.

Whatever a command prints with --json, in whichever test, in this process or one of its own, must be what the published
schema says.
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")

collect_ignore_glob = [
    "tables/logs/*",
    "golden/*",
    "programs/*_runs.py",
]  # what wrote the logs and tables needs other packages


@pytest.fixture(autouse=True)
def _closed_pictures():
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@cache
def _schema():
    """None where jsonschema is not installed, as in the tests of a bare wheel."""
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        return None
    from errbar.cli import finish

    text = (Path(finish.__file__).parent / "errbar.schema.json").read_text(encoding="utf-8")
    return Draft202012Validator(json.loads(text))


def _check(text):
    if _schema() is not None:
        data = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
        assert _schema().is_valid(data), f"not what errbar.schema.json says: {text[:500]}"
        assert '"NaN"' not in text, "NaN is null in JSON"


class _Checked:
    """In the place of the module that writes JSON."""

    @staticmethod
    def dumps(data, **how):
        text = json.dumps(data, **how)
        _check(text)
        return text


_run, ANSWERED = subprocess.run, (0, 1, 4)  # the exit codes of an answer


def _looked_at(*given, **how):
    """subprocess.run, with a look at what an errbar in a process of its own printed."""
    done = _run(*given, **how)
    words = given[0] if given else how.get("args", ())
    if not isinstance(words, (list, tuple)) or "--json" not in words or done.returncode not in ANSWERED:
        return done
    if done.stdout and any("errbar" in str(word) for word in words):
        _check(done.stdout if isinstance(done.stdout, str) else done.stdout.decode("utf-8"))
    return done


@pytest.fixture(autouse=True)
def _json_fits_the_schema(monkeypatch):
    monkeypatch.setattr(subprocess, "run", _looked_at)
    if "errbar.cli.finish" in sys.modules:
        monkeypatch.setattr(sys.modules["errbar.cli.finish"], "as_json", _Checked)
