"""Every named study runs in small, and its folder has a table, figures and a page."""

import csv
import json

import pytest
from typer.testing import CliRunner

from errbar.cli.main import app
from errbar.lab import STUDIES
from errbar.lab.study import How
from errbar.refs import REFS

SMALL = {  # study -> scale that takes seconds
    "dietterich-gaussian": 0.05,
    "bengio-grandvalet-1": 0.01,
}
SLOW = {
    "nadeau-bengio-regression": 0.02,
    "nadeau-bengio-gaussians": 0.02,
    "nadeau-bengio-letters": 0.04,
    "bengio-grandvalet-2": 0.02,
    "bengio-grandvalet-3": 0.02,
}


def run(study, scale, folder, *more):
    return CliRunner().invoke(app, ["lab", "run", study, "--scale", str(scale), "--out", str(folder), *more])


def check(study, scale, folder):
    result = run(study, scale, folder)
    assert result.exit_code == 0, result.output
    assert (folder / "index.html").is_file() and list(folder.glob("*.png")) and list(folder.glob("*.svg"))
    with (folder / "table.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) > 5
    assert json.loads((folder / "run.json").read_text(encoding="utf-8"))["scale"] == scale


@pytest.mark.parametrize("study", SMALL)
def test_small_studies(study, tmp_path):
    check(study, SMALL[study], tmp_path / "out")


@pytest.mark.slow
@pytest.mark.parametrize("study", SLOW)
def test_large_studies_in_small(study, tmp_path):
    check(study, SLOW[study], tmp_path / "out")


def test_two_workers_and_a_store_give_the_same_rows(tmp_path):
    study, kept = STUDIES["dietterich-gaussian"], {"store": tmp_path / "kept.db"}
    rows = [study.run(How(scale=0.1, seed=3, **more)).rows for more in ({}, {"n_jobs": 2}, kept, kept)]
    assert all(row == rows[0] for row in rows)


def test_data_are_for_studies_that_read_them(tmp_path):
    result = run("dietterich-gaussian", 0.05, tmp_path, "--data", "letters.csv")
    assert result.exit_code != 0


def test_studies_cite_what_exists():
    for study in STUDIES.values():
        assert study.title and set(study.references) <= set(REFS)
