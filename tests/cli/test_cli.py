"""The command line as a user meets it: answers, JSON, reports, exit codes, one-line errors."""

import gzip
import json
import sys

import numpy as np
import pytest

from errbar.cli.main import run

LOGISTIC = "sklearn.linear_model.LogisticRegression(max_iter=500)"
NEIGHBOURS = "sklearn.neighbors.KNeighborsClassifier(n_neighbors=3)"


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "data.csv"
    lines = ["size,colour,flag,label"]
    for i in range(150):
        size = "" if i % 17 == 0 else f"{rng.normal() + (i % 2):.4f}"
        colour = "" if i % 23 == 0 else ("red", "blue")[int(rng.random() < 0.3 + 0.4 * (i % 2))]
        lines.append(f"{size},{colour},{'true' if i % 3 else 'false'},{('no', 'yes')[i % 2]}")
    path.write_text("\n".join(lines))
    return path


def ask(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_evaluate_a_file_with_text_and_missing_columns(capsys, table):
    code, out, err = ask(capsys, "evaluate", table, "--target", "label", "--model", LOGISTIC, "--random-state", 0)
    assert code == 0, err
    assert "LogisticRegression" in out and "trained on 120 examples errs on" in " ".join(out.split())
    assert "the error of the algorithm when trained on 120 examples" in " ".join(out.split())
    assert "resampled_t" in out  # the naive answer is drawn beside it


def test_json_is_one_object_and_nothing_else(capsys, table):
    arguments = ("compare", table, "--target", "label", "--model", LOGISTIC, "--model", NEIGHBOURS)
    code, out, err = ask(capsys, *arguments, "--json", "--random-state", 0, "--method", "corrected_t")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert answer["method"] == "corrected_t" and answer["schema"] == 1 and answer["n_fits"] == 50
    again = json.loads(
        ask(capsys, *arguments, "--json", "--random-state", 0, "--n-jobs", 2, "--method", "corrected_t")[1]
    )
    assert (again["estimate"], again["se"]) == (answer["estimate"], answer["se"])


def test_gate_exit_codes(capsys, table, tmp_path):
    arguments = ("compare", table, "--target", "label", "--model", LOGISTIC, "--model", LOGISTIC, "--random-state", 0,
                 "--store", tmp_path / "kept.db")  # fmt: skip
    code, out, _ = ask(capsys, *arguments, "--margin", 0.01)  # the same model twice: no spread, no verdict
    assert code == 4 and "undecided" in out
    assert ask(capsys, *arguments, "--margin", 0.01, "--undecided", "pass")[0] == 0
    worse = (*arguments[:5], "sklearn.dummy.DummyClassifier()", *arguments[6:])
    code, out, _ = ask(capsys, *worse, "--margin", 0.01)
    assert code == 1 and "refuted" in out
    code, out, _ = ask(capsys, *worse, "--margin", 0.9)
    assert code == 0 and "gate    shown" in out


def test_plan_and_scoring_and_groups(capsys, table):
    code, out, _ = ask(
        capsys, "evaluate", table, "--target", "label", "--model", LOGISTIC, "--plan", "kfold(5, n_repeats=2)",
        "--scoring", "roc_auc", "--json", "--random-state", 1,
    )  # fmt: skip
    assert code == 0
    answer = json.loads(out)
    assert answer["n_splits"] == 10 and answer["details"]["greater_is_better"] is True


def test_other_formats_give_the_same_answer(capsys, table, tmp_path):
    import duckdb

    others = {suffix: tmp_path / f"data{suffix}" for suffix in (".csv.gz", ".parquet", ".jsonl")}
    others[".csv.gz"].write_bytes(gzip.compress(table.read_bytes()))
    for suffix, kind in ((".parquet", "PARQUET"), (".jsonl", "JSON")):
        duckdb.execute(f"COPY (SELECT * FROM read_csv('{table}')) TO '{others[suffix]}' (FORMAT {kind})")

    def estimate(path):
        asked = ("evaluate", path, "--target", "label", "--model", LOGISTIC, "--plan", "subsample(5, 0.2)")
        return json.loads(ask(capsys, *asked, "--json", "--random-state", 0)[1])["estimate"]

    assert {suffix: estimate(path) for suffix, path in others.items()} == dict.fromkeys(others, estimate(table))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["evaluate", "{}", "--target", "lable", "--model", LOGISTIC], "Did you mean 'label'"),
        (["evaluate", "nowhere.csv", "--target", "label", "--model", LOGISTIC], "There is no file"),
        (["evaluate", "{}", "--target", "colour", "--model", LOGISTIC], "missing value"),
        (["evaluate", "{}", "--target", "label", "--model", "sklearn.svm.SVC("], "cannot be read"),
        (["evaluate", "{}", "--target", "label", "--model", "'SVC'"], "cannot be read"),
        (["evaluate", "{}", "--target", "label", "--model", "sklearn.svm"], "not a model class"),
        (["evaluate", "{}", "--target", "label", "--model", "sklearn.svm.SCV()"], "There is no 'sklearn.svm.SCV'"),
        (["evaluate", "{}", "--target", "label", "--model", "os.system('true')"], "outside sklearn"),
        (["evaluate", "{}", "--target", "label", "--model", "__import__('os')"], "is no model of scikit-learn"),
        (
            ["evaluate", "{}", "--target", "label", "--model", "sklearn.base.warnings.catch_warnings()"],
            "not a model class",
        ),
        (["evaluate", "{}", "--target", "label", "--model", "sklearn.svm.SVC(C=1+1)"], "only literals"),
        (["evaluate", "{}", "--target", "label", "--model", "sklearn.svm.SVC(D=1)"], "cannot be built"),
        (["evaluate", "{}", "--target", "label", "--model", LOGISTIC, "--plan", "kfald(3)"], "Did you mean 'kfold'"),
        (["evaluate", "{}", "--target", "label", "--model", LOGISTIC, "--confidence-level", "95"], "0.95"),
        (["evaluate", "{}", "--target", "label", "--model", LOGISTIC, "--report", "no/such/folder.html"], "no folder"),
        (["compare", "{}", "--target", "label", "--model", LOGISTIC], "takes two --model"),
        (["evaluate", "{}"], "--target"),
        (["evaluat"], "No such command"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, table, arguments, says):
    code, out, err = ask(capsys, *[a.format(table) if a == "{}" else a for a in arguments])
    assert (code, out) == (2, "")
    assert says in err and "Traceback" not in err
    assert err.count("\n") == 1


def test_a_failing_model_exits_with_3(capsys, table):
    spec = "sklearn.neighbors.KNeighborsClassifier(n_neighbors=1000)"
    code, _, err = ask(capsys, "evaluate", table, "--target", "label", "--model", spec, "--random-state", 0)
    assert code == 3 and "split 0" in err and "Traceback" not in err


def test_report_escapes_what_users_write(capsys, tmp_path):
    path = tmp_path / "<script>alert(1)</script>.csv".replace("/", "_")
    path.write_text("x,y\n" + "\n".join(f"{i % 7},{i % 2}" for i in range(60)))
    page = tmp_path / "report.html"
    spec = "sklearn.dummy.DummyClassifier(strategy='constant', constant=1)"
    code, _, err = ask(
        capsys, "evaluate", path, "--target", "y", "--model", spec, "--report", page, "--random-state", 0
    )
    assert code == 0, err
    html = page.read_text()
    assert "<script>alert" not in html and "&lt;script&gt;" in html and html.count("<script") == 2
    assert "http://" not in html.replace("http://www.w3.org", "") and "https://" not in html


def test_report_without_the_extra_names_it(capsys, table, monkeypatch, tmp_path):
    for name in [name for name in sys.modules if name.startswith("errbar.reports")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("errbar.reports", raising=False)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    code, out, err = ask(
        capsys, "evaluate", table, "--target", "label", "--model", LOGISTIC, "--report", tmp_path / "r.html"
    )
    assert (code, out) == (2, "") and "errbar[plot]" in err


def test_methods_lists_every_method(capsys):
    from errbar.methods import METHODS, OF_DATASETS

    code, out, _ = ask(capsys, "methods", "--json")
    assert code == 0 and [row["name"] for row in json.loads(out)["results"]] == [*METHODS, *OF_DATASETS]
    code, out, _ = ask(capsys, "methods")
    assert code == 0 and "corrected_t" in out


def test_demo_writes_its_report(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, out, err = ask(capsys, "demo")
    assert code == 0, err
    assert "no difference is shown between a and b trained on 512 examples" in " ".join(out.split())
    assert (tmp_path / "report.html").stat().st_size > 5000
