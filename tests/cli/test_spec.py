"""Model specs: no file is named, no code runs, nothing that can be typed ends in a traceback."""

import pickle
import sys

import joblib
import pytest
from sklearn.pipeline import Pipeline

from errbar.cli.main import run
from errbar.cli.spec import parse_model, parse_plan
from errbar.errors import InputError

SVC = "sklearn.svm.SVC"
STEPS = "[('scale', sklearn.preprocessing.StandardScaler()), ('svc', sklearn.svm.SVC())]"


@pytest.fixture
def table(tmp_path, monkeypatch):
    rows = "\n".join(f"{i % 7},{i % 2}" for i in range(40))
    (tmp_path / "data.csv").write_text(f"x,y\n{rows}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data.csv"


def refused(capsys, spec, *more):
    code = run(["evaluate", "data.csv", "--target", "y", "--model", spec, *more])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "") and err.count("\n") == 1 and "Traceback" not in err, (code, out, err)
    return err


@pytest.mark.parametrize(("bare", "full"), [("SVC", "SVC()"), (SVC, f"{SVC}()"), ("m=SVC", "m=SVC()")])
def test_a_class_needs_no_brackets(bare, full):
    assert repr(parse_model(bare)) == repr(parse_model(full)) == "SVC()"


class Bomb:
    """Unpickling it leaves a mark."""

    def __reduce__(self):
        return exec, ("import sys; sys.errbar_bomb = True",)


@pytest.mark.parametrize(
    "spec",
    [
        f"sklearn.pipeline.Pipeline({STEPS}, memory='cache')",
        "sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), sklearn.svm.SVC(), memory='cache')",
        f"sklearn.model_selection.GridSearchCV(sklearn.pipeline.Pipeline({STEPS}), {{'memory': ['cache']}})",
        f"sklearn.model_selection.GridSearchCV(sklearn.pipeline.Pipeline({STEPS}), [{{'memory': ('cache',)}}])",
        "sklearn.model_selection.GridSearchCV(sklearn.multiclass.OneVsRestClassifier(sklearn.pipeline.Pipeline("
        f"{STEPS})), {{'estimator__memory': ['cache']}})",
        "sklearn.pipeline.make_pipeline(sklearn.cluster.FeatureAgglomeration(memory='cache'), sklearn.svm.SVC())",
    ],
)
def test_a_spec_names_no_folder_whose_pickles_would_be_loaded(capsys, table, spec):
    assert "a spec names no files or folders" in refused(capsys, spec)
    assert not (table.parent / "cache").exists()


def test_a_planted_cache_is_what_would_have_run(table):
    """The danger is real: joblib's cache unpickles what lies in its folder, so the folder must not be named."""
    kept = joblib.Memory("cache", verbose=0).cache(len)
    kept([1, 2])
    for path in (table.parent / "cache").rglob("output.pkl"):
        path.write_bytes(pickle.dumps(Bomb()))
    kept([1, 2])
    assert sys.__dict__.pop("errbar_bomb")


def test_text_vectorizers_do_not_open_files(capsys, table):
    spec = "sklearn.pipeline.make_pipeline(sklearn.feature_extraction.text.CountVectorizer(input='filename'))"
    assert "a spec names no files or folders" in refused(capsys, spec)


def test_the_same_arguments_without_a_place_are_fine():
    assert isinstance(parse_model(f"sklearn.pipeline.Pipeline({STEPS}, memory=None)"), Pipeline)
    assert parse_model(f"{SVC}(cache_size=10)").cache_size == 10
    assert parse_model(f"{SVC}(class_weight={{'path': 2}})").class_weight == {"path": 2}  # a label, not an argument
    assert parse_model(f"{SVC}(max_iter=-1)").max_iter == -1


@pytest.mark.parametrize("name", ["argument", "_path", "model_file", "cache_dir", "PATH", "location"])
def test_models_of_other_modules_are_held_to_the_same(tmp_path, monkeypatch, name):
    (tmp_path / "own_models.py").write_text(
        f"class Own:\n    def __init__(self, {name}=None):\n        self.read = {name}\n    def fit(self, X, y): ...\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_models", raising=False)
    if name == "argument":
        assert parse_model("own_models.Own('x.pkl')", ["own_models"]).read == "x.pkl"
        return
    for call in (f"own_models.Own({name}='x.pkl')", "own_models.Own('x.pkl')"):
        with pytest.raises(InputError, match="a spec names no files or folders"):
            parse_model(call, ["own_models"])


@pytest.mark.parametrize(
    "name",
    [
        "sklearn.tests.test_base.MyEstimator",
        "sklearn.externals.conftest.Any",
        "sklearn.conftest.SkipTest",
        "sklearn.svm._classes.SVC",
        "sklearn._config.Any",
        "sklearn.utils._mocking.CheckingClassifier",
    ],
)
def test_tests_and_private_modules_are_not_imported(capsys, table, name):
    module = name.rsplit(".", 1)[0]
    before = module in sys.modules
    assert "is private" in refused(capsys, f"{name}()")
    assert (module in sys.modules) == before


ATTEMPTS = [
    "__import__('os').system('touch pwned')",
    "os.system('touch pwned')",
    "builtins.exec('1')",
    "sklearn.os.system('touch pwned')",
    "sklearn.utils.os.system('touch pwned')",
    "sklearn.datasets.os.system('touch pwned')",
    "sklearn.datasets.load_svmlight_file('data.csv')",
    "sklearn.datasets.fetch_openml('x')",
    "sklearn.show_versions()",
    "sklearn.set_config(assume_finite=True)",
    "sklearn.utils.Bunch(fit=1)",
    "sklearn.utils.estimator_checks.SkipTest()",
    "sklearn.utils.fixes.Any()",
    "sklearn.pipeline.Parallel(n_jobs=2)",
    "sklearn.pipeline.np.memmap('data.csv', mode='w+', shape=9)",
    "sklearn.pipeline.np.fromfile('data.csv')",
    "sklearn.pipeline.np.load('data.csv', allow_pickle=True)",
    "sklearn.pipeline.make_pipeline.__globals__()",
    "sklearn.svm.SVC.__init__.__globals__()",
    "sklearn.svm.SVC.__subclasses__()",
    "sklearn.svm.SVC.mro()",
    "sklearn.svm.SVC().fit()",
    "sklearn.svm.SVC.set_params(C=1)",
    "sklearn.svm.SVC(C=__import__('os').system('touch pwned'))",
    "sklearn.svm.SVC(C=open('pwned', 'w'))",
    "sklearn.svm.SVC(kernel=print)",
    "sklearn.svm.SVC(kernel=lambda a, b: 1)",
    "sklearn.svm.SVC(C=[x for x in (1,)])",
    "sklearn.svm.SVC(C='{0.__class__}'.format(1))",
    "sklearn.svm.SVC(C=f'{1}')",
    "sklearn.svm.SVC(C=(y := 1))",
    "sklearn.svm.SVC(C=1 if 1 else 2)",
    "sklearn.svm.SVC(C=10**9)",
    "sklearn.svm.SVC(C=[1][0])",
    "sklearn.svm.SVC(*[1])",
    "sklearn.svm.SVC(**{'C': 1})",
    "sklearn.svm.SVC(C={**{}})",
    "sklearn.svm.SVC(C={1})",
    "sklearn.svm.SVC(C=1j)",
    "sklearn.svm.SVC(C=b'1')",
    "sklearn.svm.SVC(C=...)",
    "sklearn.svm.SVC(C=-True.real)",
    "sklearn.svm.SVC(C=not 1)",
    f"sklearn.svm.SVC(C=0x{'f' * 5000})",
    f"sklearn.svm.SVC(C={'[' * 5000}{']' * 5000})",
    f"sklearn.svm.SVC(C={'-' * 5000}1)",
    f"sklearn{'.svm' * 5000}()",
    "sklearn.svm.SVC(); import os",
    "sklearn.svm.SVC()\nimport os",
    "sklearn.svm.SVC(\x00)",
    "",
    " ",
    "sklearn()",
    "sklearn.svm()",
    "sklearn.svm.NoSuch()",
    "sklearn.svm.SVC.NoSuch()",
    "await x()",
    "\ud800()",
]  # fmt: skip


@pytest.mark.parametrize("spec", ATTEMPTS)
def test_no_code_runs_from_a_spec(capsys, table, spec):
    refused(capsys, spec)
    assert sorted(path.name for path in table.parent.iterdir()) == ["data.csv"]


@pytest.mark.parametrize("spec", ["subprocess.Popen('touch pwned')", "numpy.memmap('data.csv')", "os.popen('ls')"])
def test_an_allowed_module_still_gives_models_alone(capsys, table, spec):
    before = table.read_bytes()
    assert "is not a model class" in refused(capsys, spec, "--allow-module", spec.split(".")[0])
    assert table.read_bytes() == before and len([*table.parent.iterdir()]) == 1


def test_a_model_of_ones_own_needs_no_constraints_on_its_parameters(table, monkeypatch):
    """scikit-learn's models say which parameters they take; a model of one's own need not, and is no worse for that."""
    own = "from sklearn.base import BaseEstimator\nclass Own(BaseEstimator):\n    def fit(self, X, y): ...\n"
    (table.parent / "own_models.py").write_text(own)
    monkeypatch.syspath_prepend(str(table.parent))
    assert type(parse_model("own_models.Own()", ["own_models"])).__name__ == "Own"


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        (f"{SVC}(class_weight={{[1]: 2}})", "cannot be built: unhashable type: 'list'"),
        ("sklearn.pipeline.Pipeline('abc')", "cannot be used as it is built (InvalidParameterError"),
        (
            "sklearn.pipeline.Pipeline(steps={'a': sklearn.svm.SVC()})",
            "cannot be used as it is built (InvalidParameterError",
        ),
        ("sklearn.pipeline.Pipeline(3)", "cannot be used as it is built (InvalidParameterError"),
        ("sklearn.pipeline.Pipeline([3, 4])", "cannot be used as it is built (TypeError"),
        (f"{SVC}(C=-1)", "The 'C' parameter of SVC must be a float"),
        (f"{SVC}(1, 2, 3)", "cannot be built: SVC.__init__() takes 1 positional argument"),
        ("sklearn.compose.make_column_transformer(5)", "cannot be built: 'int' object is not iterable"),
        ("sklearn.model_selection.KFold()", "has no fit method"),
    ],
)
def test_what_cannot_be_built_is_told_in_a_sentence(capsys, table, spec, says):
    assert says in refused(capsys, spec)


@pytest.mark.parametrize("spec", ["kfold(10**9)", "kfold(", "os.system('ls')", "kfold.__init__()", "nested({[1]: 2})"])
def test_plans_are_parsed_the_same_way(spec):
    with pytest.raises(ValueError, match=r"plan") as caught:
        parse_plan(spec)
    assert type(caught.value).__module__ == "errbar.errors"


def test_a_target_is_one_column(capsys, table):
    assert "--target names one column; it is given 2 times." in refused(capsys, f"{SVC}()", "--target=x")
    code = run(["evaluate", "data.csv", "--target", "x,y", "--model", f"{SVC}()"])
    assert code == 2 and "column='x,y' is not known" in capsys.readouterr().err


def test_a_target_is_one_value_a_row(capsys, table):
    rows = "\n".join(f'{{"x": {i % 7}, "y": [{i % 2}, 1]}}' for i in range(40))
    (table.parent / "data.jsonl").write_text(rows)
    assert run(["evaluate", "data.jsonl", "--target", "y", "--model", f"{SVC}()"]) == 2
    assert "The target 'y' must hold one value a row; it holds lists such as" in capsys.readouterr().err
