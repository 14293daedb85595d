"""Code execution through every input is attempted: each attempt ends in a sentence or in plain data, none leaves a mark.

What a spec may do is tested in `test_spec.py`; here is everything else that someone else may have written.
"""

import io
import json
import pickle
import sqlite3
import warnings
import zipfile
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.cli.main import run
from errbar.errors import ErrbarError
from errbar.run.store.fingerprint import fingerprint

LOGS = Path(__file__).parents[1] / "tables" / "logs"
RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 2))
Y = (X[:, 0] > 0).astype(int)
PLAN = eb.plans.kfold(4)
SQL = [
    "'); COPY (SELECT 1) TO 'pwned'; --",
    "\"); COPY (SELECT 1) TO 'pwned'; --",
    "x'; INSTALL httpfs; --",
    "\" FROM read_csv('/etc/passwd') --",
    "$(touch pwned)",
    "`touch pwned`",
    "{0.__class__}",
    "${jndi:ldap://x}",
]


class Bomb:
    """Unpickling it leaves a mark."""

    def __reduce__(self):
        return Path.touch, (Path("pwned"),)


@pytest.fixture(autouse=True)
def unmarked(tmp_path, monkeypatch):
    """A folder to work in, where nothing called "pwned" may be at the end."""
    monkeypatch.chdir(tmp_path)
    yield
    assert not [path for path in tmp_path.rglob("*") if path.name in ("pwned", "pwned.json")]


def told(capsys, *arguments, code=2):
    assert run([*arguments]) == code, capsys.readouterr()
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return out + err


def test_the_bomb_would_go_off(tmp_path):
    pickle.loads(pickle.dumps(Bomb()))
    (tmp_path / "pwned").unlink()


def test_pickles_with_any_name_are_no_tables_logs_scores_or_stores(capsys):
    for name in ("x.csv", "x.parquet", "x.jsonl", "x.json", "x.eval", "x.npz", "x.db", "x.pkl", "x.joblib", "x.csv.gz"):
        Path(name).write_bytes(pickle.dumps(Bomb()))
        if not name.endswith(("db", "npz")):
            told(capsys, "infer", name, "--item", "id", "--loss-col", "loss")
            told(capsys, "evaluate", name, "--target", "y", "--model", "sklearn.naive_bayes.GaussianNB()")
            told(capsys, "infer", name, "--format", "inspect")
            told(capsys, "infer", name, "--format", "lm-eval")
            told(capsys, "rank", name, "--dataset", "d", "--model-col", "m", "--loss-col", "x")
        with pytest.raises(ErrbarError):
            eb.Scores.load(name)
        told(capsys, "store", "info", name)
        told(capsys, "store", "prune", name)


def saved():
    losses = {"a": RNG.random(40)}
    eb.Scores.from_losses(losses, plan=PLAN.build(40, random_state=0)).save("good.npz")
    return zipfile.ZipFile("good.npz")


def test_saved_scores_with_pickled_arrays(capsys):
    """Every member in turn is replaced by an array of objects."""
    held = io.BytesIO()
    np.save(held, np.array([Bomb()], dtype=object), allow_pickle=True)
    with saved() as good:
        names = good.namelist()
        for bad in names:
            with zipfile.ZipFile("bad.npz", "w") as file:
                for name in names:
                    file.writestr(name, held.getvalue() if name == bad else good.read(name))
            with pytest.raises(ErrbarError, match="does not hold saved scores"):
                eb.Scores.load("bad.npz")


def test_saved_scores_and_logs_whose_members_lie_elsewhere(tmp_path):
    """Archives are read member by member and never unpacked: paths in them name nothing."""
    log = json.loads((LOGS / "inspect_a.json").read_text())
    outside = ["../pwned", "/tmp/errbar-pwned", "samples/../../pwned.json", "samples\\..\\pwned.json", "C:pwned"]
    with zipfile.ZipFile("x.eval", "w") as file:
        file.writestr("header.json", json.dumps({key: value for key, value in log.items() if key != "samples"}))
        for name in outside:
            file.writestr(name, json.dumps(log["samples"][0]))
        link = zipfile.ZipInfo("samples/link_epoch_1.json")
        link.external_attr = 0o120777 << 16
        file.writestr(link, "/etc/passwd")
    with pytest.raises(ErrbarError):
        eb.read_inspect("x.eval")
    with saved() as good, zipfile.ZipFile("bad.npz", "w") as file:
        for name in [*good.namelist(), *outside]:
            file.writestr(name, b"" if name in outside else good.read(name))
    with pytest.raises(ErrbarError) if _refuses_more("bad.npz") else warnings.catch_warnings():
        eb.Scores.load("bad.npz")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.npz", "good.npz", "x.eval"]
    assert not Path("/tmp/errbar-pwned").exists() and not (tmp_path.parent / "pwned").exists()


def _refuses_more(path):
    try:
        eb.Scores.load(path)
    except ErrbarError:
        return True
    return False


@pytest.mark.parametrize("dtype", ["O", "|O", "object", "V8", "<f8", "M8[ns]", "(2,)f4", "__import__('os')"])
def test_a_store_with_pickles_for_losses_and_sound_checksums(dtype):
    """Whoever can write a store can write sound checksums: what it holds is numbers or an error."""

    def collect():
        return eb.collect({"m": GaussianNB()}, X, Y, plan=PLAN, random_state=0, store="s.db", shared=False)

    good = collect().values.tolist()
    with sqlite3.connect("s.db") as base:
        held = base.execute("SELECT fits.rowid, key, split, dtype, losses, fit_seconds, predict_seconds FROM fits "
                            "JOIN runs ON runs.id = fits.run").fetchall()  # fmt: skip
        for row, key, split, _, losses, fit, predict in held:
            payload = pickle.dumps(Bomb())[: len(losses)].ljust(len(losses), b".") if dtype != "<f8" else losses
            if dtype in ("O", "|O", "object", "V8", "M8[ns]"):
                payload = payload[:1] * 80  # ten losses of eight bytes
            told = "[\"__import__('os').system('touch pwned')\"]"
            fields = (dtype, payload, fit, predict, told)
            base.execute(
                "UPDATE fits SET dtype=?, losses=?, warnings=?, checksum=? WHERE rowid=?",
                (dtype, payload, told, fingerprint(key, split, *fields), row),
            )
        base.execute("UPDATE runs SET about = ?", ("__import__('os').system('touch pwned')",))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            assert collect().values.shape == np.shape(good)
        except ErrbarError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("name", SQL)
def test_columns_and_files_with_commands_for_names(capsys, name):
    """A column is quoted, a file is a path, a cell is text: none of them is a command."""
    table = pd.DataFrame({"id": [f"{i}{name}" for i in range(8)], name: np.arange(8) / 8, "loss": np.arange(8) % 2})
    table.to_csv("t.csv", index=False)
    duckdb.from_df(table).write_parquet("t.parquet")
    table.to_json("t.jsonl", orient="records", lines=True)
    for path in ("t.csv", "t.parquet", "t.jsonl"):
        told(capsys, "infer", path, "--item", "id", "--loss-col", name, "--lower-is-better", code=0)
        told(capsys, "infer", path, "--item", name, "--loss-col", "loss", code=0)
        told(capsys, "bound", path, "--column", name, "--method", "betting", code=0)
    odd = Path(name.replace("/", "_") + ".csv")
    odd.write_bytes(Path("t.csv").read_bytes())
    told(capsys, "infer", str(odd), "--item", "id", "--loss-col", "loss", code=0)
    told(capsys, "infer", "t.csv", "--item", name + " x", "--loss-col", "loss")
    told(capsys, "evaluate", "t.csv", "--target", "loss", "--drop", "id", "--groups", name, "--model",
         "sklearn.dummy.DummyClassifier()", "--plan", "kfold(2)", code=2)  # fmt: skip


def test_formulas_in_cells_are_text_and_stay_text(capsys):
    cells = [
        "=cmd|'/c touch pwned'!A1",
        "+1+1",
        "@SUM(1)",
        "-2+3",
        '=HYPERLINK("http://x")',
        "!!python/object:os.system",
    ]
    pd.DataFrame({"id": cells, "loss": np.arange(6) / 6}).to_csv("t.csv", index=False)
    assert eb.Scores.from_table("t.csv", item="id", loss="loss").plan.n == 6
    pd.DataFrame({"id": range(6), "loss": cells}).to_csv("u.csv", index=False)
    assert "errbar:" in told(capsys, "infer", "u.csv", "--item", "id", "--loss-col", "loss")


@pytest.mark.parametrize("name", ["__import__('os').system('touch pwned')", "os.system", "errbar.cli.main:run", "eval"])
def test_names_of_losses_scorers_methods_and_plans_are_looked_up(capsys, name):
    pd.DataFrame({"a": X[:, 0], "y": Y}).to_csv("d.csv", index=False)
    base = ("evaluate", "d.csv", "--target", "y", "--model", "sklearn.naive_bayes.GaussianNB()")
    for option in ("--loss", "--scoring", "--method", "--plan", "--alternative"):
        told(capsys, *base, option, name)
    told(capsys, "rank", "d.csv", "--dataset", name, "--model-col", "y", "--loss-col", "a")
    told(capsys, "lab", "run", name)
    told(capsys, "advise", "100", "--metric", name)


def test_functions_in_a_spec_are_refused(capsys):
    pd.DataFrame({"a": X[:, 0], "y": Y}).to_csv("d.csv", index=False)
    for inner in ("func=os.system", "func='os.system'", "func=print", "inverse_func=eval"):
        spec = f"sklearn.pipeline.make_pipeline(sklearn.preprocessing.FunctionTransformer({inner}), sklearn.svm.SVC())"
        assert run(["evaluate", "d.csv", "--target", "y", "--model", spec]) in (2, 3)
        assert "Traceback" not in capsys.readouterr().err


def test_results_are_read_back_as_data():
    """JSON of a result is numbers and words, whatever stands in it."""
    result = eb.bound(1, 20).to_dict()
    result["notes"] = ["__import__('os').system('touch pwned')", "!!python/object/apply:os.system ['touch pwned']"]
    result["details"] = {"__class__": "os.system", "__reduce__": ["touch pwned"], "_law": "x"}
    back = eb.Result.from_dict(json.loads(json.dumps(result | {"_law": "os.system", "_call": "eval"})))
    assert back.to_dict()["notes"] == result["notes"] and back._law is None


def test_script_in_names_is_text_in_every_page(tmp_path):
    evil = "<script>document.write(1)</script>\"'><img src=x onerror=alert(1)>"
    losses = {evil: RNG.random(40), "b": RNG.random(40)}
    scores = eb.Scores.from_losses(losses, plan=PLAN.build(40, random_state=0), loss=evil)
    answers = [eb.infer(scores, model=evil, versus="b"), eb.infer(scores, model=evil), eb.rank(scores)]
    for i, answer in enumerate(answers):
        eb.report(answer, tmp_path / f"{i}.html", data=evil)
        for page in ((tmp_path / f"{i}.html").read_text(), getattr(answer, "_repr_html_", str)()):
            assert "<script>document" not in page and "<img src=x" not in page
