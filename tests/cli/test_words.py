"""What new users type first: the version, -h, one method, short names of models, and a shell that completes."""

import json
from importlib import metadata

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from errbar.cli.main import app, run
from errbar.cli.model_names import full_names
from errbar.cli.spec import names_of, parse_model, two_names
from errbar.errors import InputError
from errbar.methods import METHODS
from errbar.refs import REFS


@pytest.fixture
def table(tmp_path, monkeypatch):
    rows = "\n".join(f"{i % 7},{i % 5},{int(i % 7 > 3)}" for i in range(80))
    (tmp_path / "data.csv").write_text(f"x,z,y\n{rows}\n")
    monkeypatch.chdir(tmp_path)


def test_the_version(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"errbar {metadata.version('errbar')}\n"


@pytest.mark.parametrize("command", [[], ["compare"], ["store", "ls"], ["lab", "run"]])
def test_h_is_help(capsys, command):
    texts = []
    for flag in ("-h", "--help"):
        assert run([*command, flag]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] and "Usage: errbar" in texts[0]


@pytest.mark.parametrize("name", METHODS)
def test_one_method_in_words(capsys, name):
    assert run(["methods", name]) == 0
    words = " ".join(capsys.readouterr().out.split())
    method = METHODS[name]
    for text in (method.title, method.when, method.when_not, method.guarantee, *map(REFS.get, method.references)):
        assert "".join(text.split()) in "".join(words.split())


def test_one_method_as_json_and_one_that_is_not_there(capsys):
    assert run(["methods", "corrected_t", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["when"] == METHODS["corrected_t"].when
    assert run(["methods", "corected_t"]) == 2
    assert "Did you mean 'corrected_t'?" in capsys.readouterr().err


def test_a_class_of_scikit_learn_needs_no_module():
    assert isinstance(parse_model("LogisticRegression(C=2)"), LogisticRegression)
    pipe = parse_model("make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=2))")
    assert isinstance(pipe[-1], DecisionTreeClassifier)
    assert full_names()["SVC"] == ("sklearn.svm.SVC",)


@pytest.mark.parametrize(
    ("spec", "meant"),
    [
        ("LogisticRegresion()", "sklearn.linear_model.LogisticRegression"),
        ("logisticregression()", "sklearn.linear_model.LogisticRegression"),
        ("sklearn.tree.DecisionTreeClasifier()", "sklearn.tree.DecisionTreeClassifier"),
    ],
)
def test_what_may_have_been_meant(spec, meant):
    with pytest.raises(InputError, match=f"Did you mean .*{meant}"):
        parse_model(spec)


@pytest.mark.parametrize(
    "spec", ["eval('1')", "open('x')", "getattr()", "clone(1)", "os.system('x')", "all_estimators()"]
)
def test_a_short_name_reaches_nothing_but_models(spec):
    with pytest.raises(InputError):
        parse_model(spec)


def test_what_is_experimental_is_refused_in_a_sentence(monkeypatch):
    import sklearn.model_selection

    monkeypatch.delitem(vars(sklearn.model_selection), "HalvingGridSearchCV", raising=False)
    with pytest.raises(InputError, match="cannot be used here: HalvingGridSearchCV is experimental"):
        parse_model("sklearn.model_selection.HalvingGridSearchCV(sklearn.svm.SVC(), {})")


def test_names_of_specs():
    assert names_of(["my tree = SVC(C=1)", "SVC(C=1)", "b=sklearn.svm.SVC()"]) == ["my tree", "SVC(C=1)", "b"]
    assert two_names(["x=SVC()", "sklearn.svm.SVC(C=2)"]) == ("x", "SVC(C=2)")
    assert two_names(["SVC()", "sklearn.svm.SVC()"]) is None


def test_the_answer_uses_the_names(capsys, table):
    models = ["--model", "my tree=DecisionTreeClassifier(max_depth=1)", "--model", "guess=DummyClassifier()"]
    command = ["compare", "data.csv", "--target", "y", *models, "--plan", "subsample(6)", "--random-state", "0"]
    assert run(command) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "my tree trained on" in said and "less often than guess;" in said and "my tree - guess" in said
    assert run([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["models"] == ["my tree", "guess"]
    assert run(["evaluate", *command[1:4], *models[:2], *command[-4:]]) == 0
    assert "my tree trained on" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(capsys, shell):
    assert run(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert "_ERRBAR_COMPLETE" in out and f"complete_{shell}" in out


def test_a_shell_nobody_wrote_a_script_for(capsys):
    assert run(["completion", "tcsh"]) == 2
    assert "bash, zsh, fish" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "found"), [("errbar comp", "compare"), ("errbar evaluate --method corrected_w", "corrected_wilson")]
)
def test_what_a_shell_is_told(capsys, monkeypatch, words, found):
    from errbar.cli.completion import complete

    monkeypatch.setenv("_ERRBAR_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit) as leaving:
        complete(app)
    assert leaving.value.code == 0 and found in capsys.readouterr().out.split()
