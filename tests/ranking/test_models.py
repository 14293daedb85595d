"""Many models on one data set: the numbers of compare, the notes, the tied set, fits counted."""

import json

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.datasets import make_classification, make_regression
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import errbar as eb
from errbar.errors import InputError, NeedsError, UnknownNameError

X, Y = make_classification(200, 8, n_informative=4, flip_y=0.1, random_state=0)
MODELS = {"bayes": GaussianNB(), "lda": LinearDiscriminantAnalysis(), "knn": KNeighborsClassifier(3)}
COLUMNS = ("estimate", "low", "high", "pvalue", "statistic", "se", "df")


@pytest.fixture(scope="module")
def scores():
    models = MODELS | {"constant": DummyClassifier()}
    return eb.collect(models, X, Y, plan=eb.plans.subsample(10, 0.2), random_state=0)


def test_two_models_give_the_numbers_of_compare():
    ranking = eb.rank({"a": GaussianNB(), "b": KNeighborsClassifier(3)}, X, Y, random_state=0)
    alone = eb.compare(GaussianNB(), KNeighborsClassifier(3), X, Y, method="corrected_t", random_state=0)
    pair = ranking.pairs.between("a", "b")
    for name in COLUMNS:
        assert pair[name] == pytest.approx(getattr(alone, name), rel=1e-12)
    assert pair["adjusted_pvalue"] == pair["pvalue"]  # one comparison needs no correction
    assert (pair["simultaneous_low"], pair["simultaneous_high"]) == pytest.approx((pair["low"], pair["high"]))
    one = eb.evaluate(GaussianNB(), X, Y, method="corrected_t", random_state=0)
    place = ranking.models.index("a")
    assert (ranking.estimate[place], ranking.low[place], ranking.high[place]) == pytest.approx(
        (one.estimate, one.low, one.high), rel=1e-12
    )
    assert ranking.n_fits == alone.n_fits and ranking.target == one.target


@pytest.mark.parametrize("method", ["corrected_t", "resampled_t"])
def test_all_at_once_is_one_by_one(scores, method):
    ranking = eb.rank(scores, method=method, random_state=0)
    for pair in ranking.pairs:
        alone = eb.infer(scores, model=pair["a"], versus=pair["b"], method=method)
        for name in COLUMNS:
            assert pair[name] == pytest.approx(getattr(alone, name), rel=1e-12)
        wide = alone.confidence_interval(1 - 0.05 / 6)
        assert (pair["simultaneous_low"], pair["simultaneous_high"]) == pytest.approx(wide, rel=1e-12)
    for i, name in enumerate(ranking.models):
        alone = eb.infer(scores, model=name, method=method, null=None)
        assert (ranking.estimate[i], ranking.low[i], ranking.high[i], ranking.se[i]) == pytest.approx(
            (alone.estimate, alone.low, alone.high, alone.se), rel=1e-12
        )
        assert (ranking.simultaneous_low[i], ranking.simultaneous_high[i]) == pytest.approx(
            alone.confidence_interval(1 - 0.05 / 4), rel=1e-12
        )


def test_a_method_without_a_shortcut_is_asked_pair_by_pair():
    scores = eb.collect(MODELS, X, Y, methods=["conservative_z"], random_state=0,
                        plan=eb.plans.halvings(5, 4, 0.1))  # fmt: skip
    ranking = eb.rank(scores, method="conservative_z", control="lda", random_state=0)
    assert ranking.method == "conservative_z" and len(ranking.pairs) == 2
    alone = eb.infer(scores, model="knn", versus="lda", method="conservative_z")
    pair = ranking.pairs.between("lda", "knn")
    assert (pair["a"], pair["b"]) == ("knn", "lda")
    assert (pair["estimate"], pair["pvalue"]) == pytest.approx((alone.estimate, alone.pvalue))


def test_a_method_for_pairs_only_leaves_single_models_to_the_default():
    scores = eb.collect(MODELS, X, Y, plan=eb.plans.holdout(0.3), random_state=0)
    ranking = eb.rank(scores, method="mcnemar", random_state=0)
    assert ranking.method == "mcnemar" and ranking.error_method == "wilson"
    alone = eb.infer(scores, model="bayes", versus="knn", method="mcnemar")
    assert ranking.pairs.between("bayes", "knn")["pvalue"] == alone.pvalue
    assert any("these two trained models" in note for note in ranking.notes)


def test_corrections_by_name(scores):
    from statsmodels.stats.multitest import multipletests

    for correction in ("holm", "simes-hochberg", "fdr_bh", "bonferroni"):
        pairs = eb.rank(scores, correction=correction, random_state=0).pairs
        assert pairs.adjusted_pvalue == pytest.approx(multipletests(pairs.pvalue, method=correction)[1])
    plain = eb.rank(scores, correction="none", random_state=0).pairs
    assert (plain.adjusted_pvalue == plain.pvalue).all()


def test_simultaneous_intervals_follow_bonferroni_not_a_level_that_fades(scores):
    """deepsig's mistake would make the interval for six comparisons nearly that for one."""
    pairs = eb.rank(scores, correction="bonferroni").pairs
    outside = (pairs.simultaneous_low > 0) | (pairs.simultaneous_high < 0)
    assert (outside == (pairs.pvalue * len(pairs) < 0.05)).all() and outside.any() and not outside.all()


def test_best_first_and_the_worst_is_not_tied(scores):
    ranking = eb.rank(scores, random_state=0)
    assert ranking.models[-1] == "constant" and "constant" not in ranking.tied
    assert (np.diff(ranking.estimate) >= 0).all()
    assert ranking.tied[0] == ranking.models[0]
    assert ranking.tied == tuple(name for name, p in zip(ranking.models, ranking.best_pvalue, strict=True) if p >= 0.05)
    assert "holds the best with confidence 95 %" in ranking.notes[1]
    note = ranking.notes[0]
    assert ranking.models[0] in note and "optimistic" in note


def test_greater_is_better_turns_everything_round():
    scores = eb.collect(MODELS | {"constant": DummyClassifier()}, X, Y, scoring="roc_auc", random_state=0,
                        plan=eb.plans.subsample(10, 0.2))  # fmt: skip
    ranking = eb.rank(scores, random_state=0)
    assert ranking.models[-1] == "constant" and (np.diff(ranking.estimate) <= 0).all()
    assert "constant" not in ranking.tied and ranking.best_pvalue[-1] < 0.05


def test_every_fit_is_made_once():
    class Counted(RegressorMixin, BaseEstimator):
        fits = 0

        def __init__(self, shift=0.0):
            self.shift = shift

        def fit(self, X, y):
            Counted.fits += 1
            self.mean_ = y.mean()
            return self

        def predict(self, X):
            return np.full(len(X), self.mean_ + self.shift)

    data, target = make_regression(60, 3, random_state=0)
    models = {f"m{i}": Counted(float(i)) for i in range(10)}
    ranking = eb.rank(models, data, target, plan=eb.plans.subsample(5, 0.2), random_state=0)
    assert Counted.fits == 50 == ranking.n_fits and len(ranking.pairs) == 45


def test_through_the_store_nothing_is_fitted_twice(tmp_path):
    data, target = make_regression(80, 3, noise=5.0, random_state=0)
    models = {f"ridge {a}": Ridge(a) for a in (0.1, 1.0, 10.0)}
    kept = str(tmp_path / "runs.db")
    first = eb.rank(models, data, target, plan=eb.plans.subsample(6, 0.2), random_state=0, store=kept)
    again = eb.rank(
        models, data, target, plan=eb.plans.subsample(6, 0.2), random_state=0, store=kept, control="ridge 1.0"
    )
    assert again.details["resumed_fits"] == 18 and first.details["resumed_fits"] == 0
    assert (first.estimate == again.estimate).all()


def test_order_of_models_and_seed():
    names = ["c", "a", "b", "d"]
    rng = np.random.default_rng(0)
    rows = {name: 0.3 + 0.01 * i + 0.02 * rng.normal(size=12) for i, name in enumerate(names)}
    one = eb.rank(eb.Scores.from_splits(rows, n_train=90, n_test=10, greater_is_better=False), random_state=3)
    turned = eb.rank(
        eb.Scores.from_splits(dict(reversed(rows.items())), n_train=90, n_test=10, greater_is_better=False), random_state=3
    )  # fmt: skip
    assert one.models == turned.models and one.tied == turned.tied
    assert (one.best_pvalue == turned.best_pvalue).all()
    assert one.pairs.between("a", "b")["adjusted_pvalue"] == turned.pairs.between("b", "a")["adjusted_pvalue"]


def test_the_set_follows_the_comparisons_on_every_plan():
    for plan in (eb.plans.kfold(5), eb.plans.kfold(5, 2), eb.plans.subsample(5, 0.2)):
        ranking = eb.rank(eb.collect(MODELS, X, Y, plan=plan, random_state=0))
        assert ranking.tied == by_hand(ranking)
    fixed = eb.collect(MODELS, X, Y, plan=eb.plans.holdout(0.3), random_state=0)
    assert (ranking := eb.rank(fixed, method="holdout_t")).tied == by_hand(ranking)
    grouped = eb.collect(MODELS, X, Y, plan=eb.plans.kfold(5), groups=np.repeat(np.arange(50), 4), random_state=0)
    assert (ranking := eb.rank(grouped)).tied == by_hand(ranking)


def by_hand(ranking):
    """The tied set from the rows of `pairs`, one after another."""
    worse = set()
    for pair in ranking.pairs:
        if pair["adjusted_pvalue"] < 1 - ranking.confidence_level and pair["estimate"] != 0:
            worse.add(pair["a"] if (pair["estimate"] > 0) != ranking.greater_is_better else pair["b"])
    return tuple(name for name in ranking.models if name not in worse)


def test_one_number_per_model_is_judged_pair_by_pair():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 150)
    outputs = {name: truth * strength + rng.normal(size=150) for name, strength in (("a", 2.0), ("b", 1.8), ("c", 0.1))}
    scores = eb.Scores.from_predictions(truth, outputs)
    for control in (None, "a"):
        ranking = eb.rank(scores, method="auto", control=control, random_state=0)
        assert ranking.tied == by_hand(ranking)
        assert ranking.models[-1] == "c" and "c" not in ranking.tied and "a" in ranking.tied


def test_sums_of_a_large_table_give_the_set_of_its_items():
    rng = np.random.default_rng(1)
    rows = {"item": np.tile(np.arange(300), 3), "model": np.repeat(["a", "b", "c"], 300)}
    rows["loss"] = rng.exponential(size=900) + np.repeat([0.0, 0.02, 0.5], 300)
    where = {"item": "item", "model": "model", "loss": "loss"}
    items, sums = (
        eb.rank(eb.Scores.from_table(rows, keep=keep, **where), method="auto", random_state=0)
        for keep in ("items", "sums")
    )
    assert items.tied == sums.tied and items.best_pvalue == pytest.approx(sums.best_pvalue, rel=1e-6)
    assert items.pairs.pvalue == pytest.approx(sums.pairs.pvalue, rel=1e-6)


def test_twins_are_told():
    data, target = make_regression(100, 4, noise=10.0, random_state=0)
    ranking = eb.rank({"a": Ridge(1.0), "b": Ridge(1.0001), "c": Ridge(1e4)}, data, target, random_state=0)
    assert any("1 of 3 pairs are nearly identical" in note for note in ranking.notes)


def test_identical_models_are_tied():
    rows = {"a": [0.1, 0.2, 0.3], "b": [0.1, 0.2, 0.3]}
    ranking = eb.rank(eb.Scores.from_splits(rows, n_train=2, n_test=1, greater_is_better=False), random_state=0)
    assert ranking.tied == ("a", "b") and ranking.pairs.pvalue[0] == 1.0


def test_it_is_a_frozen_value_that_can_be_kept(scores):
    ranking = eb.rank(scores, random_state=0)
    assert isinstance(ranking, eb.Ranking) and isinstance(ranking, eb.ModelRanking)
    with pytest.raises(AttributeError):
        ranking.models = ()
    data = json.loads(ranking.to_json())
    assert data["kind"] == "models" and data["schema"] == 1
    assert [row["model"] for row in data["results"]] == list(ranking.models)
    assert len(data["pairs"]) == 6 and {"estimate", "adjusted_pvalue"} <= data["pairs"][0].keys()
    frame = ranking.to_frame()
    assert list(frame["model"]) == list(ranking.models) and frame["tied"].sum() == len(ranking.tied)
    assert len(ranking.pairs.to_frame()) == 6
    text = str(ranking)
    assert ranking.models[0] in text and "tied for best" in text
    assert "<table>" in ranking._repr_html_()


def test_names_are_escaped():
    rows = {"<script>": [0.1, 0.2, 0.4], "b": [0.2, 0.2, 0.3]}
    page = eb.rank(
        eb.Scores.from_splits(rows, n_train=2, n_test=1, greater_is_better=False), random_state=0
    )._repr_html_()
    assert "<script>" not in page and "&lt;script&gt;" in page


def test_one_full_result_from_the_same_scores(scores):
    ranking = eb.rank(scores, random_state=0)
    assert ranking.result("knn", "lda").estimate == eb.infer(scores, model="knn", versus="lda").estimate
    assert ranking.result("knn").pvalue is None


class Unfittable(RegressorMixin, BaseEstimator):
    def fit(self, X, y):
        raise AssertionError("a model was fitted before the input was checked")

    def predict(self, X):
        raise AssertionError


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"control": "d"}, UnknownNameError, "control='d'"),
        ({"correction": "hochberg"}, UnknownNameError, "Did you mean 'simes-hochberg'"),
        ({"method": "corected_t"}, UnknownNameError, "Did you mean 'corrected_t'"),
        ({"confidence_level": 95}, InputError, "Did you mean 0.95"),
        ({"options": {"variant": 1}}, InputError, "has no options"),
        ({"across": "nemenyi"}, InputError, "many data sets"),
        ({"rope": 0.01}, InputError, "many data sets"),
        ({"missing": "drop"}, InputError, "many data sets"),
        ({"models": {"a": Unfittable()}}, InputError, "at least two models"),
        ({"X": None, "y": None}, InputError, "give X and y"),
        ({"method": "mcnemar"}, NeedsError, "0/1 losses"),
    ],
)
def test_refusals_before_any_fit(change, error, says):
    given = {"models": {"a": Unfittable(), "b": Unfittable()}, "X": X, "y": Y.astype(float)} | change
    with pytest.raises(error, match=says):
        eb.rank(given.pop("models"), given.pop("X"), given.pop("y"), **given)


def test_scores_refuse_what_only_fitting_needs(scores):
    for given in ({"X": X, "y": Y}, {"plan": eb.plans.kfold(5)}, {"cv": 5}, {"loss": "log"}):
        with pytest.raises(InputError, match="for fitting models"):
            eb.rank(scores, **given)


def test_that_two_models_are_nearly_identical_is_said_once():
    wrong = np.random.default_rng(3).random((2, 100)) < 0.3
    table = {"i": range(100), "a": wrong[0], "b": wrong[1], "twin": wrong[0]}
    scores = eb.Scores.from_table(table, item="i", loss=["a", "b", "twin"])
    said = [note for note in eb.rank(scores).notes if "nearly identical" in note]
    assert len(said) == 1 and said[0].startswith("(1 of 3 comparisons)")
