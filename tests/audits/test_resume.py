"""An audit that is killed goes on where it stopped and gives the same bytes."""

import signal
import sqlite3
import subprocess
import sys

import numpy as np
import pytest

from errbar.cli.main import run

MODELS = ["--model", "sklearn.tree.DecisionTreeClassifier(max_depth=3)"]
REST = ["--n", "60", "--sets", "10", "--methods", "corrected_t", "--random-state", "3", "--json"]
# the worst moment: data sets are written and not yet committed, for the third time; no clock decides how far it came
DIES = """import os, signal, sys
from errbar.cli.main import run
from errbar.run.store import patient
write, times = patient.write, iter(range(3))
def dying(*row):
    write(*row)
    if next(times) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
patient.write = dying
run(sys.argv[1:])
"""


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(600, 3))
    y = np.where(x[:, 0] + rng.normal(size=600) > 0, "yes", "no")
    lines = [f"{a:.6f},{b:.6f},{c:.6f},{label}" for (a, b, c), label in zip(x, y, strict=True)]
    path = tmp_path / "data.csv"
    path.write_text("\n".join(["p,q,r,label", *lines]))
    return path


def audit(table, *more):
    return ["audit", str(table), "--target", "label", *MODELS, *REST, *more]


def kept(store):
    if not store.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM fits").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


@pytest.mark.slow  # the loop is the one that tests/run/test_kill.py kills
def test_a_killed_audit_resumes_with_the_same_bytes(table, tmp_path, capsys):
    assert run(audit(table)) == 0
    whole = capsys.readouterr().out
    store = str(tmp_path / "audit.db")
    killed = subprocess.run([sys.executable, "-c", DIES, *audit(table, "--store", store)], check=False)
    assert killed.returncode == -signal.SIGKILL
    before = kept(tmp_path / "audit.db")
    assert 2 <= before < 10, "the run must be killed half-way"
    assert run(audit(table, "--store", store)) == 0
    again = capsys.readouterr()
    assert again.out == whole
    assert f"{before} of 10 data sets are finished already" in again.err
