"""`eb.advise`: the answer can be run as it is printed, and a question without an answer gets one clear sentence."""

import ast
import csv
import json
import shlex
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestCentroid

import errbar as eb
from errbar.cli.main import run
from errbar.errors import ErrbarError

N = 120
ASKED = [
    {"n": 400, "budget": 150},
    {"n": 400, "budget": 400, "metric": "roc_auc"},
    {"n": 400, "n_models": 2, "budget": 100},
    {"n": 400, "n_models": 2, "metric": "squared"},
    {"n": 400, "metric": "brier", "groups": True},
    {"n": 200, "n_models": 3},
    {"n": 200, "budget": 10, "metric": "f1"},
    {"n": 400, "metric": "roc_auc", "groups": True},
    {"n": 200, "budget": 5, "metric": "other"},
    {"n": 200, "budget": 1},
    {"n": 200, "guarantee": True},
    {"n": 200, "n_models": 2, "guarantee": True},
    {"n": 100, "have": "trained"},
    {"n": 100, "have": "trained", "guarantee": True},
    {"n": 100, "have": "trained", "groups": True},
    {"n": 100, "have": "trained", "metric": "squared"},
    {"n": 100, "have": "trained", "metric": "brier", "guarantee": True},
    {"n": 100, "have": "trained", "n_models": 2},
    {"n": 100, "have": "trained", "n_models": 2, "metric": "brier"},
    {"n": 100, "have": "trained", "n_models": 2, "groups": True},
    {"n": 100, "have": "trained", "n_models": 2, "metric": "roc_auc"},
    {"n": 100, "have": "trained", "metric": "f1"},
    {"n": 100, "have": "trained", "n_models": 3},
    {"n": 100, "have": "trained", "n_models": 3, "groups": True},
    {"n": 10, "have": "folds"},
    {"n": 10, "have": "folds", "n_models": 2},
    {"n": 8, "have": "datasets", "n_models": 3},
    {"n": 100, "have": "stream"},
    {"n": 100, "have": "stream", "n_models": 2},
    {"n": 100, "have": "stream", "metric": "brier"},
    {"n": 100, "have": "stream", "metric": "squared"},
]


def words(asked):
    return ", ".join(f"{name}={value}" for name, value in asked.items())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The files that the printed commands name, small."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    number = rng.normal(size=(N, 2))
    with Path("data.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["x", "z", "label", "patient"])
        rows.writerows([*number[i], int(number[i].sum() + rng.normal() > 0), i // 3] for i in range(N))
    with Path("items.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow("item model right loss label score said group".split())
        labels = rng.integers(2, size=N)
        for model in ("new", "old", "third"):
            for i in range(N):
                score = float(np.clip(0.6 * labels[i] + 0.4 * rng.random(), 0, 1))
                said = int(score > 0.45)
                rows.writerow([i, model, int(said == labels[i]), rng.random(), labels[i], score, said, i // 4])
    with Path("folds.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["fold", "model", "loss"])
        rows.writerows([fold, model, rng.random()] for model in ("new", "old") for fold in range(10))
    with Path("table.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["dataset", "a", "b", "c"])
        rows.writerows([f"d{i}", *rng.random(3)] for i in range(8))
    return tmp_path


def names(metric):
    """What the printed Python takes for granted."""
    rng = np.random.default_rng(1)
    X, values = rng.normal(size=(N, 3)), rng.normal(size=N)
    real = metric in ("squared", "absolute")
    y = X[:, 0] + values if real else (X[:, 0] + values > 0).astype(int)
    a, b, c = (
        (Ridge(), KNeighborsRegressor(), Ridge(10))
        if real
        else (GaussianNB(), KNeighborsClassifier(), NearestCentroid())
    )
    return {
        "eb": eb, "model": a, "a": a, "b": b, "c": c, "X": X, "y": y, "groups": np.arange(N) // 3, "scorer": "balanced_accuracy",
        "fitted": a.fit(X[:60], y[:60]), "other": b.fit(X[:60], y[:60]), "values": rng.random(10), "others": rng.random(10),
        "table": {f"d{i}": dict(zip("abc", rng.random(3), strict=True)) for i in range(8)}, "loss": 1.0, "other_loss": 0.0,
    }  # fmt: skip


@pytest.mark.parametrize("asked", ASKED, ids=words)
def test_the_printed_python_runs_and_uses_the_method(asked, folder):
    advice = eb.advise(**asked)
    *before, last = ast.parse(advice.python).body
    scope = names(asked.get("metric"))
    exec(compile(ast.Module(before, []), "<before>", "exec"), scope)
    answer = eval(compile(ast.Expression(last.value), "<last>", "eval"), scope)
    if isinstance(answer, eb.Result):
        assert answer.method == advice.method
        if asked.get("have") == "folds":  # fitted by others
            return
        assert answer.n_fits == advice.fits * (2 if asked.get("n_models") == 2 else 1)


@pytest.mark.parametrize("asked", [asked for asked in ASKED if asked.get("budget") != 400], ids=words)  # 315 fits: once
def test_the_printed_command_runs(asked, folder, capsys):
    command = eb.advise(**asked).command
    if command is None:
        assert asked["metric"] == "other"
        return
    if asked.get("n_models", 1) == 1 and asked.get("have") in ("trained", "stream", "folds"):
        _only_new("folds.csv" if asked["have"] == "folds" else "items.csv")
    program, *arguments = shlex.split(command)
    code = run([*arguments, "--json"])
    out, err = capsys.readouterr()
    assert (program, code) == ("errbar", 0), err
    json.loads(out)


def _only_new(path):
    lines = Path(path).read_text().splitlines()
    Path(path).write_text("\n".join(line for line in lines if ",old," not in line and ",third," not in line))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"n": 0}, "n must be at least 1"),
        ({"n": 2.5}, "n must be a whole number"),
        ({"n": 100, "n_models": 0}, "n_models must be at least 1"),
        ({"n": 100, "budget": -1}, "budget must be at least 1"),
        ({"n": 100, "metric": "roc-auc"}, "Did you mean 'roc_auc'"),
        ({"n": 100, "have": "model"}, "have='model' is not known"),
        ({"n": 5}, "n=5 is too small for any method here: at least 10"),
        ({"n": 100, "budget": 2, "metric": "f1"}, "at least 5 fits per model are needed"),
        ({"n": 100, "metric": "squared", "guarantee": True}, "No method has a guarantee for this"),
        ({"n": 100, "have": "stream", "groups": True}, "No method here takes notice of groups"),
        ({"n": 100, "have": "stream", "metric": "f1"}, "metric='f1' has no method here"),
        ({"n": 100, "have": "stream", "n_models": 4}, "n_models=4 is too many here"),
        ({"n": 10, "have": "datasets"}, "give n_models of 2 or more"),
    ],
    ids=str,
)
def test_no_answer_is_one_clear_sentence(asked, sentence):
    with pytest.raises(ErrbarError) as caught:
        eb.advise(**asked)
    assert sentence in str(caught.value) and "\n" not in str(caught.value)


def test_what_is_asked_decides_alone():
    assert eb.advise(400, budget=400).method == "corrected_wilson"
    assert eb.advise(400, budget=314, metric="squared").method == "corrected_t"
    assert eb.advise(400, budget=315, metric="squared").method == "calibrated_t"
    assert eb.advise(99, budget=315, metric="squared").method == "corrected_t"
    assert eb.advise(4999, budget=4).plan == "holdout(1/3)" and eb.advise(5000, budget=4).plan == "holdout(0.1)"


def test_text_and_dictionary_say_the_same():
    advice = eb.advise(1000, n_models=2, budget=400)
    text, data = str(advice), advice.to_dict()
    assert json.loads(json.dumps(data)) == data
    for part in (
        data["method"],
        data["plan"],
        data["why"],
        data["not_for"],
        data["command"],
        *data["python"].splitlines(),
    ):
        assert part in text
    assert [row["method"] for row in data["others"]] == [row.method for row in advice.others] != []
