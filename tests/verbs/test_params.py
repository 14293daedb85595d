"""`params=`: what fit and scorers get, as in scikit-learn's own loop; weighted losses; what cannot be weighted."""

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import get_scorer
from sklearn.model_selection import cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import errbar as eb

rng = np.random.default_rng(0)
N = 150
X = rng.normal(size=(N, 3))
Y = np.where(X[:, 0] + rng.normal(size=N) > 0, "yes", "no")
W = rng.exponential(size=N)
FOLDS = {"plan": eb.plans.kfold(5), "random_state": 0}
PIPE = make_pipeline(StandardScaler(), LogisticRegression())


@pytest.mark.parametrize("model", [LogisticRegression(), PIPE, LinearRegression()], ids=["plain", "pipeline", "line"])
def test_weights_of_fit_as_in_cross_validate(model):
    y = X[:, 0] + rng.normal(size=N) if isinstance(model, LinearRegression) else Y
    scorer = "r2" if isinstance(model, LinearRegression) else "accuracy"
    scores = eb.collect({"m": model}, X, y, params={"sample_weight": W}, scoring=scorer, **FOLDS)
    name = "logisticregression__sample_weight" if model is PIPE else "sample_weight"
    found = cross_validate(model, X, y, cv=list(scores.plan), params={name: W}, scoring=scorer)["test_score"]
    assert np.allclose(scores.values[0], found, rtol=0, atol=1e-12)
    assert any("went to fit alone" in note for note in scores.notes)
    loss = eb.collect({"m": model}, X, y, params={"sample_weight": W}, **FOLDS)
    assert loss.details["path"] == {"m": "scikit-learn"}  # no shared statistics


def test_routing_is_obeyed():
    with sklearn.config_context(enable_metadata_routing=True):
        with pytest.raises(eb.ErrbarError, match=r"params cannot be routed: .*sample_weight"):
            eb.evaluate(LogisticRegression(), X, Y, params={"sample_weight": W})
        model = LogisticRegression().set_fit_request(sample_weight=True)
        scorer = get_scorer("accuracy").set_score_request(sample_weight=True)
        scores = eb.collect({"m": model}, X, Y, params={"sample_weight": W}, scoring=scorer, **FOLDS)
        found = cross_validate(model, X, Y, cv=list(scores.plan), params={"sample_weight": W}, scoring=scorer)
        assert np.allclose(scores.values[0], found["test_score"], rtol=0, atol=1e-12)
        fit_only = model, get_scorer("accuracy").set_score_request(sample_weight=False)
        plain = eb.collect({"m": model}, X, Y, params={"sample_weight": W}, scoring=fit_only[1], **FOLDS)
    assert not np.allclose(plain.values, scores.values)


def test_a_store_tells_params_apart(tmp_path):
    how = FOLDS | {"store": tmp_path / "runs.db", "scoring": "accuracy"}
    model = {"m": LogisticRegression()}
    eb.collect(model, X, Y, params={"sample_weight": W}, **how)
    assert eb.collect(model, X, Y, **how).details["resumed_fits"] == 0
    assert eb.collect(model, X, Y, params={"sample_weight": W + 1}, **how).details["resumed_fits"] == 0
    assert eb.collect(model, X, Y, params={"sample_weight": W.copy()}, **how).details["resumed_fits"] == 5
    by_weight = eb.collect(model, X, Y, params={"sample_weight": W, "loss_weight": W}, **how)
    assert by_weight.details["resumed_fits"] == 5  # judged anew from what was kept
    apart = eb.collect(model, X, Y, params={"sample_weight": W, "loss_weight": W}, scoring="accuracy", **FOLDS)
    assert np.allclose(by_weight.values, apart.values, rtol=0, atol=1e-12)


def test_weighted_losses_are_ratios():
    scores = eb.collect({"m": LogisticRegression()}, X, Y, params={"loss_weight": W}, **FOLDS)
    plain = eb.collect({"m": LogisticRegression()}, X, Y, **FOLDS)
    score = eb.collect({"m": LogisticRegression()}, X, Y, params={"loss_weight": W}, scoring="accuracy", **FOLDS)
    for i, (_, test) in enumerate(scores.plan):
        losses = plain.in_split(i)
        assert scores.values[0, i] == pytest.approx((W[test] * losses).sum() / W[test].sum(), rel=1e-12)
        # the standard error of a ratio, linearised
        ratio = scores.values[0, i]
        linear = W[test] * (losses - ratio) / W[test].mean()
        assert scores.in_split(i).std() == pytest.approx(linear.std(), rel=1e-12)
    assert np.allclose(1 - score.values, scores.values, rtol=0, atol=1e-12)
    assert scores.details["weights"]["n_effective"] == pytest.approx(W.sum() ** 2 / (W**2).sum())
    same = eb.collect({"m": LogisticRegression()}, X, Y, params={"loss_weight": np.full(N, 3.0)}, **FOLDS)
    assert np.allclose(same.items, plain.items, rtol=0, atol=1e-12)


def test_a_weighted_mean_of_few_rows_says_that_it_leans():
    heavy = np.where(np.arange(N) % 10, 0.1, 10.0)
    few = eb.evaluate(
        LogisticRegression(), X, Y, params={"loss_weight": heavy}, plan=eb.plans.kfold(10), random_state=0
    )
    assert any("leans towards the losses of light rows" in note for note in few.notes)
    enough = eb.evaluate(
        LogisticRegression(), X, Y, params={"loss_weight": W}, plan=eb.plans.holdout(0.5), random_state=0
    )
    assert not any("leans" in note for note in enough.notes)


def test_which_methods_take_them():
    params = {"loss_weight": W}
    result = eb.evaluate(LogisticRegression(), X, Y, params=params, random_state=0)
    assert result.method == "corrected_t" and 0 <= result.low < result.high <= 1
    assert eb.evaluate(LogisticRegression(), X, Y, params=params, plan=eb.plans.holdout(), random_state=0).method == (
        "holdout_t"
    )
    for method in ("corrected_wilson", "wilson", "mcnemar", "clopper_pearson"):
        with pytest.raises(
            eb.ErrbarError, match=f"{method} counts errors, and weighted ones are no counts. Try method="
        ):
            eb.evaluate(LogisticRegression(), X, Y, params=params, method=method)
    for method in ("hoeffding", "betting", "kfold_union", "clustered_wilson"):
        with pytest.raises(eb.ErrbarError, match=f"{method} needs a range, and weighted losses have none"):
            eb.evaluate(LogisticRegression(), X, Y, params=params, method=method)


def test_a_model_always_right():
    y = np.where(X[:, 0] > 0, "yes", "no")
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(1))
    right = eb.evaluate(model, np.sign(X), y, params={"loss_weight": W}, random_state=0)
    assert right.estimate == 0 and right.low == 0


@pytest.mark.parametrize(
    ("params", "more", "why"),
    [
        ({"sample_weight": W[:-1]}, {}, r"one value per row \(150\); got shape \(149,\)"),
        ({"loss_weight": -W}, {}, "must not be negative"),
        ({"loss_weight": np.r_[np.nan, W[1:]]}, {}, "must be finite"),
        ({"weight": W}, {}, "takes no weight in fit"),
        (3, {}, "params must be a mapping"),
        ({"loss_weight": W}, {"scoring": "roc_auc", "plan": eb.plans.holdout()}, "as a whole takes no weights"),
        ({"loss_weight": W}, {"scoring": lambda m, X, y: 0.5}, "takes no sample_weight, so loss_weight cannot"),
        ({"eval_set": 1.5}, {}, "takes no eval_set"),
    ],
)
def test_one_sentence(params, more, why):
    with pytest.raises(eb.ErrbarError, match=why):
        eb.evaluate(LogisticRegression(), X, Y, params=params, **more)


class Stops(ClassifierMixin, BaseEstimator):
    """Remembers how much it was given, and watches."""

    def fit(self, X, y, eval_set=None, sample_weight=None):
        (watched, labels), *_ = eval_set
        assert len(X) == len(y) == len(sample_weight) and len(watched) == len(labels)
        assert not {*map(tuple, X)} & {*map(tuple, watched)}
        self.classes_, self.counts_ = np.unique(y), (len(X), len(watched))
        return self

    def predict(self, X):
        return np.where(np.arange(len(X)) < self.counts_[1], "yes", "no")


@pytest.mark.parametrize("how", [0.25, lambda X, y: (np.arange(90), np.arange(90, 120))], ids=["share", "function"])
def test_a_part_of_the_training_set_is_watched(how):
    scores = eb.collect({"m": Stops()}, X, Y, params={"eval_set": how, "sample_weight": W}, **FOLDS)
    said = np.where(np.arange(30) < 30, "yes", "no")  # 30 of 120 were held back, and 30 are tested
    assert np.array_equal(scores.in_split(0), (said != Y[scores.plan[0][1]]).astype(float))
    again = eb.collect({"m": Stops()}, X, Y, params={"eval_set": how, "sample_weight": W}, n_jobs=1, **FOLDS)
    assert np.array_equal(again.items, scores.items)


def test_weights_on_the_command_line(tmp_path, capsys):
    from errbar.cli.main import run

    lines = [f"{a},{b},{y},{w}" for (a, b, _), y, w in zip(X.tolist(), Y, W.tolist(), strict=True)]
    (tmp_path / "data.csv").write_text("\n".join(["a,b,y,how much", *lines]))
    common = ["evaluate", str(tmp_path / "data.csv"), "--target", "y", "--random-state", "0", "--json"]
    spec = ["--model", "sklearn.linear_model.LogisticRegression()"]
    assert run([*common, *spec, "--weight", "how much", "--plan", "kfold(5)"]) == 0
    own = eb.evaluate(LogisticRegression(), X[:, :2], Y, params={"sample_weight": W, "loss_weight": W}, **FOLDS)
    assert f'"estimate": {own.estimate}' in capsys.readouterr().out
    assert (
        run([*common, *spec, "--weight", "how much", "--scoring", "f1", "--positive", "yes", "--plan", "kfold(5)"]) == 0
    )
    capsys.readouterr()
    assert run([*common, *spec, "--weight", "y"]) == 2
    assert "--weight names a column of weights" in capsys.readouterr().err
    knn = ["--model", "sklearn.neighbors.KNeighborsClassifier()"]
    assert run([*common, *knn, "--weight", "how much", "--plan", "kfold(5)"]) == 0
    assert "the losses are weighted, and no fit is" in capsys.readouterr().out


class Held(ClassifierMixin):
    """Has no get_params: can be copied, not cloned."""

    def fit(self, X, y):
        self.classes_, self.most_ = np.unique(y), max(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.most_)


def test_a_model_that_can_only_be_copied(tmp_path):
    how = FOLDS | {"store": tmp_path / "runs.db"}
    model = Held()
    scores = eb.collect({"m": model}, X, Y, loss="zero_one", **how)
    assert any("cannot be cloned, so every split fits a deep copy" in note for note in scores.notes)
    assert not hasattr(model, "most_")
    assert eb.collect({"m": Held()}, X, Y, loss="zero_one", **how).details["resumed_fits"] == 5
    model.lock = (one for one in ())
    with pytest.raises(eb.ErrbarError, match=r"can be neither cloned .* nor copied"):
        eb.collect({"m": model}, X, Y, loss="zero_one", **FOLDS)
