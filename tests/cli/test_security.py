"""SECURITY.md: every test that it names is there; and what no other room tests."""

import random
import re
from pathlib import Path

import numpy as np
import pytest
from fuzz.calls import call
from fuzz.commands import COMMANDS, chunk, replayed
from fuzz.verbs import VERBS
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.cli.main import run

ROOT = Path(__file__).parents[2]
X = np.random.default_rng(0).normal(size=(40, 2))
Y = (X[:, 0] > 0).astype(int)
KNOWN = GaussianNB().fit(X, Y)
SAID = eb.Scores.from_predictions(Y, {"m": KNOWN.predict_proba(X)[:, 1]})
IN_TIME = eb.Scores.from_table({"day": range(40), "loss": X[:, 1]}, item="day", time="day", loss="loss")
MODEL = ("--target", "y", "--model", "sklearn.naive_bayes.GaussianNB()")


def test_every_promise_names_tests_that_are_there():
    rows = [line for line in (ROOT / "SECURITY.md").read_text().splitlines() if line.startswith("| ")][1:]
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row)
        assert named, row
        for path, test in named:
            assert f"def {test}(" in (ROOT / path).read_text(), (path, test)


def test_every_find_of_the_review_names_tests_that_are_there():
    page = (ROOT / "docs/explain/how-errbar-is-tested.md").read_text()
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`", page)
    assert len(named) > 30
    for path, test in named:
        assert f"def {test}" in (ROOT / path).read_text(), (path, test)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: eb.score(KNOWN, X, Y, method="bootstrap_bca", options={"n_draws": 10**12}), "n_draws .* 1,000,000"),
        (lambda: eb.curve(SAID, kind="calibration", n_bins=10**12), "n_bins must be at most 10,000"),
        (lambda: eb.sources(DecisionTreeClassifier(), X, Y, n_seeds=10**12), "n_seeds must be at most 10,000"),
        (
            lambda: eb.bounds.coverage_monte_carlo("wilson", eb.bounds.Beta(1, 3), 99, 0.05, n_sets=10**12),
            "n_sets times",
        ),
        (lambda: eb.plans.subsample(10**12).build(100), "more than 100,000,000 splits"),
        (lambda: eb.infer(IN_TIME, method="block_bootstrap", options={"n_draws": 10**12}), "n_draws .* 1,000,000"),
    ],
)
def test_numbers_that_would_fill_the_memory(call, told):
    with pytest.raises(eb.ErrbarError, match=told):
        call()


@pytest.mark.parametrize("address", ["https://127.0.0.1:9/x.csv", "s3://b/x.parquet", "hf://datasets/x.csv"])
def test_an_address_is_the_name_of_a_file_that_is_not_there(capsys, tmp_path, monkeypatch, address):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection was opened"))
    for arguments in (
        ("evaluate", address, *MODEL),
        ("bound", address),
        ("infer", address, "--item", "id", "--loss-col", "x"),
        ("infer", address, "--format", "inspect"),
        ("rank", address, "--dataset", "d", "--model-col", "m", "--loss-col", "x"),
    ):
        assert run([*arguments]) == 2
        told = capsys.readouterr().err
        assert "There is no file" in told or "is not on this machine" in told


def test_command_lines_that_failed_once():
    assert [(one.case, one.why) for one in replayed(COMMANDS.known()) if one.why] == []


def test_calls_that_failed_once():
    assert [(one.case, one.why) for one in VERBS.replayed(VERBS.known()) if one.why] == []


def test_two_hundred_calls_that_nobody_would_write():
    rng = random.Random(0)
    found = VERBS.replayed([[*call(rng)] for _ in range(200)])
    assert [(one.case, one.why) for one in found if one.why] == []
    assert len({one.verb for one in found}) > 15 and {one.outcome for one in found} == {"answer", "errbar's error"}


def test_forty_command_lines_that_nobody_would_type():
    found = chunk(0, 0)
    assert [(one.case, one.why) for one in found if one.why] == []
    assert len({one.verb for one in found}) > 5 and {"exit 0", "exit 2"} <= {one.outcome for one in found}
