"""What must not change an answer: other models beside, their order, a second run, other workers, the caller's generators.

Every verb that fits or asks a model, over more than thirty models of scikit-learn and some that do their worst.
"""

import random
import warnings
from functools import cache

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from joblib import parallel_config
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor
from sklearn.cross_decomposition import PLSRegression
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesRegressor,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    StackingClassifier,
    VotingClassifier,
)
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectKBest, mutual_info_classif
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import (
    BayesianRidge,
    ElasticNet,
    HuberRegressor,
    Lars,
    Lasso,
    LinearRegression,
    LogisticRegression,
    Perceptron,
    RANSACRegressor,
    Ridge,
    RidgeClassifier,
    SGDClassifier,
    TheilSenRegressor,
)
from sklearn.model_selection import GridSearchCV, KFold, RandomizedSearchCV, ShuffleSplit, StratifiedKFold
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestCentroid
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, PowerTransformer, QuantileTransformer, StandardScaler
from sklearn.svm import SVC, SVR, LinearSVC
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

import errbar as eb
from errbar.errors import ErrbarWarning, FitError, InputError

RNG = np.random.default_rng(5)
N = 60
X = RNG.normal(size=(N, 4)) * [1, 30, 1, 1] + [0, 0, 50, 0]
Y = (X[:, 0] + X[:, 3] + 0.7 * RNG.normal(size=N) > 0).astype(int)
T = X[:, 0] - X[:, 3] + RNG.normal(size=N)
G = np.arange(N) // 3
PLAN = eb.plans.subsample(2, 0.25)


class _Vandal(BaseEstimator):
    """Writes over all it is given, and guesses by the generators of the whole process."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        _spoil(X)
        y[:] = y[0]
        np.random.seed(1)  # noqa: NPY002
        return self

    def predict(self, X):
        _spoil(X)
        return np.where(np.random.rand(X.shape[0]) < random.random(), *self.classes_[[0, -1]])  # noqa: NPY002


def _spoil(X):
    if hasattr(X, "tocsr"):
        X.data[:] = -7
    elif hasattr(X, "iloc"):
        X.iloc[:, :] = -7
    else:
        X[:] = -7


class Vandal(ClassifierMixin, _Vandal):
    pass


class RegressingVandal(RegressorMixin, _Vandal):
    pass


class Quiet(ClassifierMixin, BaseEstimator):
    """A model of the user's own that leaves nothing to chance."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return (X[:, 0] > 0).astype(int)


class Drawing(ClassifierMixin, BaseEstimator):
    """A rule whose threshold is drawn from the generators of the process."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.at_ = np.random.normal() + random.random()  # noqa: NPY002
        return self

    def predict(self, X):
        return (X[:, 0] + 0.3 * np.random.normal(size=len(X)) > self.at_).astype(int)  # noqa: NPY002


CLASSIFIERS = {
    "in place": make_pipeline(StandardScaler(copy=False), SVC()),
    "in place, range": make_pipeline(MinMaxScaler(copy=False), KNeighborsClassifier()),
    "in place, quantiles": make_pipeline(QuantileTransformer(n_quantiles=10, copy=False), GaussianNB()),
    "in place, power": make_pipeline(PowerTransformer(copy=False), LogisticRegression()),
    "in place, components": make_pipeline(PCA(copy=False), LogisticRegression()),
    "support vectors": SVC(),
    "linear support vectors": LinearSVC(),
    "logistic": LogisticRegression(max_iter=20),
    "logistic, saga": LogisticRegression(solver="saga", max_iter=5),
    "descent": SGDClassifier(max_iter=5),
    "perceptron": Perceptron(max_iter=5),
    "ridge classifier": RidgeClassifier(copy_X=False),
    "naive Bayes": GaussianNB(),
    "Bernoulli": BernoulliNB(),
    "discriminant": LinearDiscriminantAnalysis(),
    "quadratic": QuadraticDiscriminantAnalysis(),
    "neighbours": KNeighborsClassifier(),
    "centroid": NearestCentroid(),
    "tree": DecisionTreeClassifier(max_features=1),
    "extra tree": ExtraTreeClassifier(),
    "forest": RandomForestClassifier(3),
    "boosting": AdaBoostClassifier(n_estimators=3),
    "histogram boosting": HistGradientBoostingClassifier(max_iter=2, max_features=0.5),
    "bagging": BaggingClassifier(n_estimators=3),
    "voting": VotingClassifier([("t", DecisionTreeClassifier(max_features=1)), ("b", GaussianNB())]),
    "stacking": StackingClassifier(
        [("t", DecisionTreeClassifier(max_features=1))], LogisticRegression(), cv=StratifiedKFold(2, shuffle=True)
    ),
    "calibrated": CalibratedClassifierCV(GaussianNB(), cv=KFold(3, shuffle=True)),
    "network": MLPClassifier((3,), max_iter=3),
    "dummy": DummyClassifier(strategy="stratified"),
    "tuned": GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2, 4]}, cv=KFold(3, shuffle=True)),
    "tuned over models": GridSearchCV(
        make_pipeline(StandardScaler(copy=False), DecisionTreeClassifier()),
        {"decisiontreeclassifier": [ExtraTreeClassifier(), DecisionTreeClassifier(max_features=1)]},
        cv=ShuffleSplit(2),
    ),
    "tuned at random": RandomizedSearchCV(SVC(), {"C": [0.01, 1.0, 100.0]}, n_iter=2, cv=KFold(2, shuffle=True)),
    "selected": make_pipeline(SelectKBest(mutual_info_classif, k=2), GaussianNB()),
    "columns": make_pipeline(ColumnTransformer([("s", StandardScaler(copy=False), [0, 1])]), GaussianNB()),
    "quiet": Quiet(),
    "drawing": Drawing(),
}  # fmt: skip
REGRESSORS = {
    "least squares": LinearRegression(copy_X=False),
    "ridge": Ridge(copy_X=False),
    "lasso": Lasso(copy_X=False, selection="random"),
    "net": ElasticNet(copy_X=False),
    "lars": Lars(copy_X=False, jitter=1e-3),
    "Bayesian": BayesianRidge(copy_X=False),
    "Huber": HuberRegressor(),
    "consensus": RANSACRegressor(min_samples=10),
    "medians": TheilSenRegressor(max_subpopulation=30),
    "kernel": KernelRidge(),
    "support": SVR(),
    "process": GaussianProcessRegressor(copy_X_train=False),
    "squares": PLSRegression(copy=False),
    "nearest": KNeighborsRegressor(),
    "extra trees": ExtraTreesRegressor(3),
    "gradient": GradientBoostingRegressor(n_estimators=3, subsample=0.5),
    "transformed": TransformedTargetRegressor(Ridge(), transformer=StandardScaler(copy=False)),
}
MODELS = CLASSIFIERS | REGRESSORS
QUICK = (
    "in place", "in place, range", "ridge classifier", "naive Bayes", "tree", "forest", "dummy", "tuned", "selected",
    "quiet", "drawing", "least squares", "lasso", "support", "process", "nearest", "transformed",
)  # fmt: skip
FEW = ("in place", "drawing", "least squares")


def quickly(names, quick):
    """The others wait for the long run."""
    return [name if name in quick else pytest.param(name, marks=pytest.mark.slow) for name in names]


def target(name):
    return Y if name in CLASSIFIERS else T


def vandal(name):
    return Vandal() if name in CLASSIFIERS else RegressingVandal()


def stirred(seed):
    """The caller's generators somewhere else."""
    np.random.seed(seed)  # noqa: NPY002
    np.random.normal()  # noqa: NPY002
    random.seed(seed)


def generators():
    kind, key, *rest = np.random.get_state()  # noqa: NPY002
    return kind, key.tolist(), rest, random.getstate()


@pytest.fixture(autouse=True)
def nothing_is_changed():
    """Whatever a test does, the data and the generators are the caller's own afterwards."""
    before = [array.copy() for array in (X, Y, T, G)]
    stirred(0)
    state = generators()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrbarWarning)
        warnings.simplefilter("ignore", FutureWarning)
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield
    for array, old in zip((X, Y, T, G), before, strict=True):
        np.testing.assert_array_equal(array, old)
    stirred(0)
    assert generators() == state


def collected(models, y, X=X, **more):
    found = eb.collect(models, X, y, **{"plan": PLAN, "random_state": 0} | more)
    return {name: values.tolist() for name, values in zip(found.names, found.values, strict=True)}


def untouched(ask, *arguments, **more):
    """The answer, where asking left the caller's generators alone."""
    before = generators()
    answer = ask(*arguments, **more)
    assert generators() == before
    return answer


@cache
def alone(name):
    return tuple(collected({"m": MODELS[name]}, target(name))["m"])


@pytest.mark.parametrize("name", quickly(MODELS, QUICK))
def test_models_beside_it_their_order_and_a_second_run_change_nothing(name):
    y = target(name)
    stirred(1)
    one = untouched(alone, name)
    stirred(2)
    beside = untouched(collected, {"v": vandal(name), "m": MODELS[name], "w": vandal(name)}, y)
    assert beside["m"] == list(one)
    assert beside["v"] == beside["w"]
    first = {"m": MODELS[name], "v": vandal(name)}
    assert untouched(collected, first, y) == {"m": list(one), "v": beside["v"]}


@pytest.mark.parametrize("name", quickly(MODELS, QUICK))
def test_a_trained_model_is_asked_without_a_trace(name):
    y = target(name)
    stirred(3)
    model, other = clone(MODELS[name]).fit(X.copy(), y.copy()), vandal(name).fit(X.copy(), y.copy())
    truth = y - model.predict(X.copy()).ravel() if name in REGRESSORS else model.predict(X.copy()) != y
    stirred(1)
    one = untouched(eb.score, model, X, y).estimate
    stirred(2)
    pair = [untouched(eb.score, *two[:1], X, y, versus=two[1]) for two in ((model, other), (other, model))]
    assert pair[0].estimate == pytest.approx(-pair[1].estimate, abs=1e-15)
    assert pair[0].estimate == pytest.approx(one - eb.score(other, X, y).estimate, rel=1e-12)
    if name not in ("drawing", "dummy"):
        assert one == pytest.approx(np.mean(np.square(truth * 1.0)), rel=1e-9)
    if name in CLASSIFIERS and hasattr(model, "predict_proba"):
        assert eb.score(model, X, y, scoring="roc_auc").estimate == eb.score(model, X, y, scoring="roc_auc").estimate


@pytest.mark.parametrize("name", quickly(QUICK, FEW))
def test_every_verb(name):
    model, other, y = MODELS[name], vandal(name), target(name)
    asked = {"random_state": 0, "shared": False}
    values = np.mean(alone(name))
    for seed in (1, 2):
        stirred(seed)
        assert untouched(eb.evaluate, model, X, y, plan=PLAN, **asked).estimate == pytest.approx(values, rel=1e-12)
        ab, ba = (untouched(eb.compare, *two, X, y, plan=PLAN, **asked) for two in ((model, other), (other, model)))
        assert ab.estimate == -ba.estimate and (ab.low, ab.high) == (-ba.high, -ba.low)
        ranking = untouched(eb.rank, {"m": model, "v": other}, X, y, plan=PLAN, **asked).to_dict()
        swapped = untouched(eb.rank, {"v": other, "m": model}, X, y, plan=PLAN, **asked).to_dict()
        assert _by_name(ranking) == _by_name(swapped)
        spread = untouched(eb.distribution, model, X, y, n_splits=3, **asked).values.tolist()
        assert spread == eb.distribution(model, X, y, n_splits=3, **asked).values.tolist()
        audit = {"n": 20, "n_sets": 2, "methods": ["holdout_t"], **asked}
        both = untouched(eb.audit, {"m": model, "v": other}, X, y, **audit)
        single = untouched(eb.audit, {"m": model}, X, y, **audit)
        assert _coverage(both, "m") == _coverage(single, "m")


def _by_name(ranking):
    return {row["model"]: (row["estimate"], row["low"], row["high"]) for row in ranking["results"]}


def _coverage(audit, name):
    return [(row.method, row.truth, row.coverage, row.width) for row in audit.rows if row.series == name]


@pytest.mark.parametrize("layout", ["Fortran", "frame", "sparse", "groups", "read-only"])
def test_every_kind_of_data(layout):
    """The same answer beside a vandal as alone, and the data as they were."""
    given, groups = {
        "Fortran": (np.asfortranarray(X), None), "frame": (pd.DataFrame(X, columns=list("abcd")), None),
        "sparse": (scipy.sparse.csr_matrix(X), None), "groups": (X.copy(), G), "read-only": (X.copy(), None),
    }[layout]  # fmt: skip
    if layout == "read-only":
        given.flags.writeable = False
    before = given.copy()
    models = {"m": make_pipeline(StandardScaler(copy=False, with_mean=layout != "sparse"), SVC())}
    one = collected(models, Y, given, groups=groups)
    assert collected({"v": Vandal(), **models}, Y, given, groups=groups)["m"] == one["m"]
    trained, other = models["m"].fit(before.copy(), Y), Vandal().fit(before.copy(), Y.copy())
    apart = eb.score(trained, given, Y).estimate - eb.score(other, given, Y).estimate
    assert eb.score(trained, given, Y, versus=other).estimate == pytest.approx(apart, abs=1e-12)
    same = given != before
    assert not (same.nnz if layout == "sparse" else np.asarray(same).any())


@pytest.mark.parametrize("backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)])
def test_other_workers(backend):
    """Threads share the generators of the process; processes have others."""
    names = ("drawing", "selected", "tree", "in place")
    models = {name: CLASSIFIERS[name] for name in names} | {"v": Vandal()}
    plan = eb.plans.subsample(6, 0.25)
    here = collected(models, Y, plan=plan)
    with parallel_config(backend=backend, n_jobs=2):
        assert untouched(collected, models, Y, plan=plan, n_jobs=2) == here


def test_splits_that_are_resumed_are_those_that_would_be_fitted(tmp_path):
    """A fit that drew belongs to its seed; one that did not is found whatever the seed."""
    cv = list(KFold(3).split(X))
    for name, found in (("drawing", 0), ("quadratic", 3), ("selected", 0), ("quiet", 3)):
        store, models = tmp_path / f"{name}.db", {"m": CLASSIFIERS[name]}
        first = eb.collect(models, X, Y, cv=cv, random_state=0, store=store)
        again = eb.collect(models, X, Y, cv=cv, random_state=0, store=store)
        other = eb.collect(models, X, Y, cv=cv, random_state=1, store=store)
        assert again.details["resumed_fits"] == 3 and again.values.tolist() == first.values.tolist()
        assert other.details["resumed_fits"] == found
        fresh = eb.collect(models, X, Y, cv=cv, random_state=1)
        assert other.values.tolist() == fresh.values.tolist()


def _every_estimator():
    """All of scikit-learn's classifiers and regressors, one inside the other where they ask for one."""
    from sklearn.utils import all_estimators

    for kind, inner in (("classifier", LogisticRegression()), ("regressor", Ridge())):
        for name, cls in all_estimators(kind):
            for arguments in ((), (inner,), ([("one", inner), ("two", clone(inner))],)):
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore", FutureWarning)
                        made = cls(*arguments)
                except TypeError:
                    continue
                yield pytest.param(made, kind, id=name)
                break


@pytest.mark.slow
@pytest.mark.parametrize(("model", "kind"), list(_every_estimator()))
def test_every_estimator_of_scikit_learn(model, kind):
    """Those that errbar does not seed draw nothing: neither the caller's generators nor the answer change."""
    X_kind, y = np.abs(X), Y if kind == "classifier" else np.abs(T) + 0.1
    other = Vandal() if kind == "classifier" else RegressingVandal()
    answers = []
    for seed, models in ((1, {"m": model}), (2, {"v": other, "m": model}), (3, {"m": model, "v": other})):
        stirred(seed)
        try:
            answers.append(untouched(collected, models, y, X_kind)["m"])
        except (InputError, FitError) as refused:  # multi-output and the like
            pytest.skip(str(refused))
    assert answers[0] == answers[1] == answers[2]
