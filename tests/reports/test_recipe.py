"""A report's "To get the same again" is run, with nothing but the data it names, and gives the same bytes."""

import contextlib
import io
import json
import shlex
from html import unescape
from typing import NamedTuple

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.model_selection import GroupKFold, RepeatedStratifiedKFold, ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

import errbar as eb
from errbar.cli.main import run
from errbar.reports.call_again import again
from errbar.reports.origin import Origin
from errbar.reports.page_of import page_of
from errbar.reports.picture import Picture

_X, _Y = load_breast_cancer(return_X_y=True)
X, Y = _X[::4, :6], _Y[::4]
GROUPS = np.repeat(np.arange(Y.size // 4 + 1), 4)[: Y.size]
TIMES = ("fit_seconds", "predict_seconds")


def scaled(**settings):
    return make_pipeline(StandardScaler(), LogisticRegression(**settings))


def trained(rows=60):
    return GaussianNB().fit(X[:rows], Y[:rows])


def collected():
    return eb.collect({"nb": GaussianNB(), "two words": scaled()}, X, Y, cv=5, scoring="roc_auc")


def split_values():
    rng = np.random.default_rng(0)
    return {name: rng.uniform(0.6, 0.9, 10) for name in ("first", "second one", "c")}


def two_distributions():
    first = eb.distribution(GaussianNB(), X, Y, n_splits=12)
    return first.compare(eb.distribution(scaled(), X, Y, n_splits=12, random_state=first.result.details["seed"]))


MODELS = {"nb": GaussianNB(), "scaled, C = 0.1": scaled(C=0.1), "near": KNeighborsClassifier(3)}
SETS = {f"set {i}": {m: (7 * i + 3 * j) % 11 / 10 for j, m in enumerate("abc")} for i in range(8)}

# what was asked, without a seed wherever one can be left out: the one that was drawn must be in the recipe
CALLS = {
    "evaluate": lambda: eb.evaluate(GaussianNB(), X, Y),
    "evaluate, plan, options, level, null": lambda: eb.evaluate(
        scaled(C=0.5), X, Y, plan=eb.plans.kfold(4), method="cv_wald", options={"variance": "within"},
        confidence_level=0.9, null=0.2, alternative="less", loss="log",
    ),
    "evaluate, regression": lambda: eb.evaluate(Ridge(alpha=np.float64(2.0)), X, X[:, 0], loss="absolute", cv=4),
    "evaluate, groups": lambda: eb.evaluate(GaussianNB(), X, Y, groups=GROUPS, cv=GroupKFold(5)),
    "evaluate, a built plan": lambda: eb.evaluate(
        GaussianNB(), X, Y, groups=GROUPS, plan=eb.plans.subsample(6, 0.2).build(Y.size, groups=GROUPS)
    ),
    "evaluate, own scorer": lambda: eb.evaluate(
        scaled(), X, Y, scoring=make_scorer(fbeta_score, beta=2), cv=ShuffleSplit(5, test_size=0.3)
    ),
    "evaluate, another method": lambda: eb.evaluate(GaussianNB(), X, Y, cv=5).with_method("kfold_t"),
    "compare": lambda: eb.compare(GaussianNB(), scaled(), X, Y),
    "compare, greater is better, margin": lambda: eb.compare(
        GaussianNB(), make_pipeline(FunctionTransformer(np.log1p), GaussianNB()), X, Y, scoring="roc_auc", margin=0.1,
        cv=RepeatedStratifiedKFold(n_splits=3, n_repeats=2), random_state=np.random.default_rng(5),
    ),
    "compare, groups": lambda: eb.compare(GaussianNB(), scaled(), X, Y, groups=GROUPS, plan=eb.plans.subsample(5, 0.2)),
    "infer from collected": lambda: eb.infer(collected(), model="two words", versus="nb"),
    "infer from numbers": lambda: eb.infer(
        eb.Scores.from_splits(split_values(), n_train=90, n_test=10, loss="accuracy", greater_is_better=True),
        model="first", versus="second one",
    ),
    "rank models": lambda: eb.rank(MODELS, X, Y, scoring="f1", control="nb", plan=eb.plans.subsample(6, 0.3)),
    "rank collected scores": lambda: eb.rank(collected(), correction="bonferroni", confidence_level=0.9),
    "rank scores, greater is better": lambda: eb.rank(
        eb.Scores.from_splits(split_values(), n_train=90, n_test=10, loss="accuracy", greater_is_better=True)
    ),
    "one of a ranking": lambda: eb.rank(MODELS, X, Y, plan=eb.plans.subsample(6, 0.3)).result("near", "nb"),
    "rank data sets, greater is better": lambda: eb.rank(SETS, greater_is_better=True, across="nemenyi"),
    "rank data sets, rope": lambda: eb.rank(SETS, rope=0.05, greater_is_better=True),
    "score": lambda: eb.score(trained(), X, Y, groups=GROUPS),
    "score, two": lambda: eb.score(trained(), X, Y, versus=trained(90), scoring="roc_auc", margin=0.05),
    "distribution": lambda: eb.distribution(GaussianNB(), X, Y, n_splits=12, test_size=0.3, confidence_level=0.9),
    "distribution, transformed": lambda: eb.distribution(GaussianNB(), X, Y, n_splits=12).transformed(0.5),
    "two distributions": two_distributions,
    "audit": lambda: eb.audit({"a": GaussianNB(), "b": scaled()}, X, Y, n=40, n_sets=2, methods=["corrected_t"]),
    "bound": lambda: eb.bound(3, 100, method="wilson", side="two-sided", confidence_level=0.9),
    "several": lambda: eb.Results([eb.bound(3, 100, method=name) for name in ("wilson", "clopper_pearson")]),
}  # fmt: skip


def recipe(answer):
    """What every page shows, without drawing the page."""
    (block,) = again(list(answer) if isinstance(answer, eb.Results) else [answer], None)
    assert block.name == "Python"
    return block.text


@pytest.mark.parametrize("name", ["two distributions", "rank data sets, rope", "audit", "several"])
def test_pages_show_the_recipe(monkeypatch, name):
    monkeypatch.setattr("errbar.reports.ranking_page.picture", lambda draw, words: Picture("", "", {}, {}))
    answer = CALLS[name]()
    assert [block.text for block in page_of(answer, (), Origin("some data")).again] == [recipe(answer)]


def ran(text, **more):
    """The last thing the recipe defines, run where only the data are."""
    room = {"X": X, "y": Y, "groups": GROUPS, **more}
    before = set(room)
    exec(compile(text, "recipe", "exec"), room)
    made = [name for name in room if name not in before and not name.startswith("__")]
    return room[made[-1]]


def plain(answer):
    """Its JSON without the times of fits."""
    if isinstance(answer, eb.Results):
        return "\n".join(map(plain, answer))
    data = answer.to_dict()
    for part in (data, data.get("a", {}), data.get("b", {})):
        details = part.get("details", {}) if isinstance(part, dict) else {}
        assert not details or "seconds" not in str(set(details) - set(TIMES))
        for name in TIMES:
            details.pop(name, None)
    return json.dumps(data, allow_nan=False)


@pytest.mark.parametrize("name", CALLS)
def test_the_recipe_gives_the_same_bytes(name):
    answer = CALLS[name]()
    text = recipe(answer)
    assert "not written here" not in text
    more = {"fitted": trained(), "versus": trained(90)} if name.startswith("score") else {}
    if "regression" in name:
        more["y"] = X[:, 0]
    assert plain(ran(text, **more)) == plain(answer)


def test_a_recipe_names_only_what_is_the_user_s_own():
    """Every name that a recipe says must be there is data or a trained model: all else it defines itself."""
    for name in ("compare, groups", "rank models", "infer from collected", "two distributions"):
        yours = {line.split(":")[0][2:] for line in recipe(CALLS[name]()).split("\n") if line.startswith("# ")}
        assert yours <= {"X", "y", "groups", "Yours, to be there first", "The method that was chosen"}


def test_a_model_that_cannot_be_written_is_named_and_all_else_is_code():
    class Hidden(GaussianNB):
        pass

    odd = make_pipeline(FunctionTransformer(lambda x: x), GaussianNB())
    answer = eb.rank({"hidden one": Hidden(), "odd": odd, "nb": GaussianNB()}, X, Y, cv=4)
    text = recipe(answer)
    assert "# models_1: Hidden() (not written here: Hidden is defined inside a function)" in text
    assert "# odd: Pipeline (not written here: <lambda> has no name to import)" in text
    assert plain(ran(text, models_1=Hidden(), odd=odd)) == plain(answer)


def test_data_too_long_to_write_are_named():
    rng = np.random.default_rng(3)
    losses = {"a": rng.random(500), "b": rng.random(500)}
    plan = eb.plans.kfold(5).build(500)
    answer = eb.infer(eb.Scores.from_losses(losses, plan=plan), model="a", versus="b")
    text = recipe(answer)
    assert "# a: ndarray of 500" in text and "eb.plans.kfold(n_folds=5" in text
    assert plain(ran(text, **losses)) == plain(answer)


def test_a_trained_model_inside_another_is_not_written_as_if_it_were_new():
    frozen = pytest.importorskip("sklearn.frozen").FrozenEstimator(trained())
    text = recipe(eb.evaluate(frozen, X, Y, cv=4, loss="zero_one"))
    assert "# model:" in text and "trained already" in text


def test_derived_scores_do_not_pretend_to_be_those_they_come_from():
    both = collected()
    one = eb.infer(both.difference("nb", "two words"))
    assert "eb.collect" not in recipe(one) and "# scores: Scores of" in recipe(one)


def test_an_answer_without_a_call_says_so():
    read = eb.Result.from_dict(eb.bound(3, 100).to_dict())
    text = recipe(read)
    assert "does not know the call that made it" in text and "method: 'clopper_pearson'" in text
    assert all(line.startswith("#") for line in text.strip().split("\n"))


# -- the command line ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("with a space")
    names = [f"x{i}" for i in range(X.shape[1])]
    rows = [",".join([*names, "kind", "ward"])]
    rows += [
        ",".join(map(str, [*x.tolist(), "ill" if y else "well", f"w {g}"]))
        for x, y, g in zip(X, Y, GROUPS, strict=True)
    ]
    (folder / "my data.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    rng = np.random.default_rng(4)
    items = [f"{i},{m},{int(rng.random() < p)}" for m, p in (("a b", 0.3), ("c'd", 0.4)) for i in range(60)]
    (folder / "losses.csv").write_text("id,who,wrong\n" + "\n".join(items) + "\n", encoding="utf-8")
    sets = [f"set {i},{','.join(str(row[m]) for m in 'abc')}" for i, row in enumerate(SETS.values())]
    (folder / "sets.csv").write_text("name,a,b,c\n" + "\n".join(sets) + "\n", encoding="utf-8")
    return folder


NB = "sklearn.naive_bayes.GaussianNB()"
NEAR = "sklearn.neighbors.KNeighborsClassifier(n_neighbors=3, weights='distance')"
COMMANDS = {
    "evaluate": ["evaluate", "my data.csv", "--target", "kind", "--drop", "ward", "--model", NB],
    "compare": ["compare", "my data.csv", "--target", "kind", "--groups", "ward", "--model", NB, "--model", NEAR,
                "--plan", "subsample(5, 0.2)", "--scoring", "balanced_accuracy"],
    "infer": ["infer", "losses.csv", "--item", "id", "--model-col", "who", "--loss-col", "wrong", "--model", "c'd",
              "--versus", "a b"],
    "rank models": ["rank", "my data.csv", "--target", "kind", "--drop", "ward", "--model", NB, "--model", NEAR,
                    "--plan", "subsample(5, 0.2)"],
    "rank table": ["rank", "losses.csv", "--item", "id", "--model-col", "who", "--loss-col", "wrong"],
    "rank data sets": ["rank", "sets.csv", "--dataset", "name", "--greater-is-better", "--rope", "0.05"],
    "distribution": ["distribution", "my data.csv", "--target", "kind", "--drop", "ward", "--model", NB, "--model", NEAR,
                     "--n-splits", "8"],
    "audit": ["audit", "my data.csv", "--target", "kind", "--drop", "ward", "--model", NB, "--n", "40", "--sets", "2",
              "--methods", "corrected_t"],
    "bound": ["bound", "3", "100", "--side", "two-sided"],
}  # fmt: skip


class Kept(NamedTuple):
    """A page that is written into a list."""

    written: list
    told: tuple

    def write(self, path):
        assert path.suffix == ".html"
        self.written.append(self.told)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_in_a_report_gives_the_same_bytes(files, tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(files)
    written = []
    monkeypatch.setattr("errbar.reports.page_of.page_of", lambda answer, _, origin: Kept(written, (answer, origin)))
    first = said([*COMMANDS[name], "--json", "--report", str(tmp_path / "r.html")], capsys)
    ((answer, origin),) = written
    (block,) = again([answer], origin.command)
    assert block.name == "Command" and block.text.startswith("errbar ")
    assert said(shlex.split(block.text)[1:], capsys) == first


def test_a_page_shows_the_command(tmp_path, capsys):
    said(["bound", "3", "100", "--json", "--report", str(tmp_path / "a page.html")], capsys)
    page = unescape((tmp_path / "a page.html").read_text(encoding="utf-8"))
    assert f"errbar bound 3 100 --json --report '{tmp_path / 'a page.html'}'" in page and "import errbar" not in page


def said(arguments, capsys):
    with contextlib.redirect_stderr(io.StringIO()):
        code = run(arguments)
    printed = capsys.readouterr().out
    assert code in (0, 1), printed
    data = json.loads(printed)
    for part in (data, data.get("a", {}), data.get("b", {})):
        for time in TIMES:
            (part.get("details", {}) if isinstance(part, dict) else {}).pop(time, None)
    return data
