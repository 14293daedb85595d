"""An audit that is killed goes on where it stopped and gives the same bytes."""

import os
import signal
import sqlite3
import subprocess
import sys
import time

import numpy as np
import pytest

MODELS = ["--model", "sklearn.tree.DecisionTreeClassifier(max_depth=3)"]
REST = ["--n", "60", "--sets", "25", "--methods", "corrected_t", "--random-state", "3", "--json"]


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(600, 3))
    y = np.where(x[:, 0] + rng.normal(size=600) > 0, "yes", "no")
    lines = [f"{a:.6f},{b:.6f},{c:.6f},{label}" for (a, b, c), label in zip(x, y, strict=True)]
    path = tmp_path / "data.csv"
    path.write_text("\n".join(["p,q,r,label", *lines]))
    return path


def command(table, *more):
    return [sys.executable, "-m", "errbar", "audit", str(table), "--target", "label", *MODELS, *REST, *more]


def kept(store):
    if not store.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM fits").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_a_killed_audit_resumes_with_the_same_bytes(table, tmp_path):
    whole = subprocess.run(command(table), capture_output=True, check=True).stdout
    store = tmp_path / "audit.db"
    run = subprocess.Popen(command(table, "--store", str(store)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 120
    while kept(store) < 3 and time.monotonic() < end and run.poll() is None:
        time.sleep(0.02)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    before = kept(store)
    assert 3 <= before < 25, "the run must be killed half-way"
    again = subprocess.run(command(table, "--store", str(store)), capture_output=True, check=True)
    assert again.stdout == whole
    assert f"{before} of 25 data sets are finished already".encode() in again.stderr
