"""Every self-contained `errbar` command of the manual is executed, in a folder with the files it names."""

import csv
import json
import re
import shlex
import zipfile
from pathlib import Path

import numpy as np
import pytest
from tests.docs.pages import PAGES, ROOT, blocks

import errbar as eb
from errbar.cli.main import run

PLACEHOLDER = re.compile(r"\b[A-Z]{4,}\b|\.\.\.")  # NAME, FOLDER: for the reader to fill in
SMALLER = {
    "--sets 200": "--sets 2",
    "--n 300": "--n 60",
    ",conservative_z": "",
}  # the same command at a size for a test
LOGS = ("--format inspect", "--format lm-eval")  # read from logs of other programs, which tests/tables writes


def commands():
    for path in PAGES:
        for code in [*blocks(path, "sh"), *blocks(path, "")]:
            for line in code.replace("\\\n", " ").splitlines():
                command = re.split(r"\s{2,}(?=[a-z])", line.strip())[0]  # words beside a command explain it
                if command.startswith("errbar "):
                    yield pytest.param(command, id=f"{path.relative_to(ROOT / 'docs')}: {command[:60]}")


ELSEWHERE = ("errbar demo",)  # run by tests/cli/test_cli.py
SELF_CONTAINED = [
    one
    for one in commands()
    if not PLACEHOLDER.search(one.values[0]) and not any(log in one.values[0] for log in LOGS)
    if not one.values[0].startswith(ELSEWHERE)
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    with Path("rows.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["x", "z", "label"])
        rows.writerows([*(x := rng.normal(size=2)), int(x.sum() + rng.normal() > 0)] for _ in range(300))
    Path("data.csv").write_bytes(Path("rows.csv").read_bytes())
    Path("tumours.csv").write_bytes(Path("rows.csv").read_bytes().replace(b"label", b"target"))
    with Path("scores.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "question", "model", "right", "passage"])
        for model in ("new", "base", "old"):
            rows.writerows([i, i, model, int(rng.random() < 0.8), i // 5] for i in range(200))
    import duckdb

    duckdb.sql("COPY (FROM 'scores.csv') TO 'scores.parquet'")
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 2
    from sklearn.naive_bayes import GaussianNB

    eb.evaluate(GaussianNB(), X, y, random_state=0, store="runs.db")
    Path("logs").mkdir()
    for place, model in {"logs/new": "new", "logs/base": "old", "monday": "m", "friday": "m", "proposal": "p",
                         "incumbent": "i"}.items():  # fmt: skip
        write_log(Path(f"{place}.eval"), model, rng)
    rows = [{"id": i, "checks": {"ok": bool(rng.random() < 0.8)}} for i in range(50)]
    Path("results.json").write_text(json.dumps({"about": {"model": "mine"}, "rows": rows}))


def write_log(path, model, rng):
    """As Inspect writes it."""
    marks = ["C" if rng.random() < 0.8 else "I" for _ in range(50)]
    samples = [{"id": i, "epoch": 1, "scores": {"match": {"value": mark}}} for i, mark in enumerate(marks)]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps({"status": "success", "eval": {"model": model, "task": "sums"}}))
        archive.writestr("summaries.json", json.dumps(samples))
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))


@pytest.mark.parametrize("command", SELF_CONTAINED)
def test_the_command_runs(command, folder, capsys):
    for full, small in SMALLER.items():
        command = command.replace(full, small)
    words = [
        file
        for word in shlex.split(command)[1:]
        for file in (sorted(map(str, Path().glob(word))) if "*" in word else [word])
    ]
    code = run(words)
    out, err = capsys.readouterr()
    assert code in ((0, 1, 4) if "--margin" in command or " gate " in command else (0,)), err
    assert out


def test_the_pages_hold_commands():
    assert len(SELF_CONTAINED) >= 8
