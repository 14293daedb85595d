"""What every verb does with the parts that are installed, and the sentence where one is missing.

Run by `make test-minimal` (no extras), `make test-wheel` (each of them) and `make test-lowest`, from the wheel.
"""

import subprocess
import sys
from importlib.util import find_spec
from zipfile import ZipFile

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.errors import MissingExtraError

X, Y = load_breast_cancer(return_X_y=True)
TREE, BAYES = DecisionTreeClassifier(max_depth=2, random_state=0), GaussianNB()
PLAN = eb.plans.subsample(5, 0.2)
TABLE = {
    "item": [*range(40)] * 2,
    "model": ["new"] * 40 + ["old"] * 40,
    "right": [1] * 30 + [0] * 10 + [1] * 20 + [0] * 20,
}


def has(*modules):
    return all(find_spec(name.partition(".")[0]) is not None and find_spec(name) is not None for name in modules)


def command(*words):
    return subprocess.run([sys.executable, "-m", "errbar", *words], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def scores():
    return eb.collect({"tree": TREE, "bayes": BAYES}, X, Y, plan=PLAN, random_state=0)


def test_fitting_needs_no_extra(scores, tmp_path):
    assert eb.evaluate(TREE, X, Y, plan=PLAN, random_state=0, progress=True).low < 0.1
    r = eb.compare(TREE, BAYES, X, Y, plan=PLAN, random_state=0, store=tmp_path / "fits.db")
    assert r.low < r.estimate < r.high
    again = eb.compare(TREE, BAYES, X, Y, plan=PLAN, random_state=0, n_jobs=2, store=tmp_path / "fits.db")
    assert (again.low, again.high, again.details["resumed_splits"]) == (r.low, r.high, 5)
    assert eb.infer(scores, model="tree", versus="bayes").estimate == r.estimate
    assert set(eb.rank(scores).tied) <= {"tree", "bayes"}
    assert eb.score(TREE.fit(X, Y), X, Y).high < 0.2
    assert "2 models" in repr(scores)


def test_numbers_need_no_extra():
    assert eb.bound(3, 50).high == pytest.approx(eb.bounds.clopper_pearson(3 / 50, 50, 0.05), abs=1e-12)
    assert eb.design(effect=0.02, error=0.1).n == 3844
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 2))
    assert eb.evaluate(LinearRegression(), x, x[:, 0] + rng.normal(size=60), random_state=0).estimate > 0


def test_saved_and_read_again(scores, tmp_path):
    scores.save(tmp_path / "a b.npz")
    assert eb.Scores.load(tmp_path / "a b.npz").values.tolist() == scores.values.tolist()


def test_tables():
    def read():
        return eb.Scores.from_table(TABLE, item="item", model="model", correct="right")

    if has("duckdb"):
        assert eb.infer(read(), model="new", versus="old").estimate == pytest.approx(-0.25)
    else:
        with pytest.raises(MissingExtraError, match=r"errbar\[tables\]"):
            read()


def test_excel(tmp_path):
    if not has("duckdb"):
        pytest.skip("no tables")
    path = tmp_path / "a sheet.xlsx"
    if not has("openpyxl"):
        with ZipFile(path, "w") as file:
            file.writestr("[Content_Types].xml", "<Types/>")
        with pytest.raises(eb.ErrbarError, match=r"openpyxl"):
            eb.Scores.from_table(str(path), item="item", model="model", correct="right")
        return
    from openpyxl import Workbook

    book = Workbook()
    book.active.append([*TABLE])
    for row in zip(*TABLE.values(), strict=True):
        book.active.append(row)
    book.save(path)
    scores = eb.Scores.from_table(str(path), item="item", model="model", correct="right")
    assert eb.infer(scores, model="new", versus="old").estimate == pytest.approx(-0.25)


def test_zstandard_for_logs_of_inspect():
    if has("backports.zstd"):
        from backports import zstd

        assert zstd.decompress(zstd.compress(b"a log")) == b"a log"
    else:
        assert not has("openpyxl", "typer", "duckdb", "matplotlib", "pandas") or sys.version_info >= (
            3,
            14,
        )  # not "all"


def test_pictures_and_reports(scores, tmp_path):
    r = eb.infer(scores, model="tree", versus="bayes")
    if has("matplotlib", "jinja2"):
        r.plot()
        eb.report(r, tmp_path / "report.html")
        assert (tmp_path / "report.html").stat().st_size > 10_000
    else:
        with pytest.raises(MissingExtraError, match=r"errbar\[plot\]"):
            r.plot()
        with pytest.raises(MissingExtraError, match=r"errbar\[plot\]"):
            eb.report(r, tmp_path / "report.html")


def test_frames(scores):
    r = eb.infer(scores, model="tree", versus="bayes")
    if has("pandas"):
        assert len(eb.Results([r]).to_frame()) == 1
    else:
        with pytest.raises(MissingExtraError, match=r"errbar\[pandas\]"):
            eb.Results([r]).to_frame()


def test_the_command():
    done = command("bound", "3", "50")
    if has("typer", "rich", "duckdb"):
        assert (done.returncode, done.stderr) == (0, "")
        assert "at most 14.8 %" in done.stdout
    else:
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("errbar: the command needs ")
        assert done.stderr.count("\n") == 1
