"""`--timeout`: a fit that takes too long is set aside, and the command says so in one sentence."""

import signal

import pytest

from errbar.cli.main import run

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms here")

OWN = """
import time
from sklearn.dummy import DummyClassifier

class Waits(DummyClassifier):
    def fit(self, X, y):
        time.sleep(60)
"""


@pytest.fixture
def table(tmp_path, monkeypatch):
    rows = "\n".join(f"{i % 7},{i % 2}" for i in range(40))
    (tmp_path / "data.csv").write_text(f"x,y\n{rows}\n")
    (tmp_path / "waiting_models.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.parametrize("verb", ["evaluate", "compare", "rank", "distribution"])
def test_fits_that_take_too_long_end_in_a_sentence(table, capsys, verb):
    waits = ["--model", "waiting_models.Waits()"]
    if verb in ("compare", "rank"):
        waits += ["--model", "sklearn.dummy.DummyClassifier()"]
    splits = ["--n-splits", "2"] if verb == "distribution" else ["--plan", "subsample(2, 0.25)"]
    command = [verb, "data.csv", "--target", "y", *waits, *splits, "--allow-module", "waiting_models"]
    assert run([*command, "--timeout", "0.02"]) == 3
    out, err = capsys.readouterr()
    assert out == "" and "took longer than --timeout 0.02 seconds and was stopped" in err and err.count("\n") == 1


def test_a_limit_that_is_none_is_refused(table, capsys):
    command = ["evaluate", "data.csv", "--target", "y", "--model", "sklearn.dummy.DummyClassifier()"]
    assert run([*command, "--timeout", "0"]) == 2
    assert "timeout is the seconds a fit may take" in capsys.readouterr().err
