"""Only exact classes, understood parameters and plain numbers are shared; everything else says so."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import path, sound

import errbar as eb


class MyRidge(Ridge):
    """Not scikit-learn's, whatever it inherits."""


class MyScaler(StandardScaler):
    pass


MANY = eb.plans.subsample(40, 0.2)
REGRESSORS = [
    MyRidge(),
    Ridge(solver="lsqr"),
    Ridge(positive=True),
    Ridge(alpha=np.ones(1)),
    LinearRegression(positive=True),
    DummyRegressor(strategy="quantile", quantile=0.3),
    make_pipeline(MyScaler(), Ridge()),
    make_pipeline(StandardScaler(with_mean=False), Ridge()),
    make_pipeline(StandardScaler(), StandardScaler(), Ridge()),
    make_pipeline(PCA(0.9), Ridge()),
    make_pipeline(StandardScaler(), Ridge(fit_intercept=False)),
    make_pipeline(StandardScaler(), Ridge(), memory="cache"),
]
CLASSIFIERS = [
    RidgeClassifier(class_weight="balanced"),
    GaussianNB(priors=[0.5, 0.5]),
    LinearDiscriminantAnalysis(solver="lsqr"),
    LinearDiscriminantAnalysis(n_components=1),
    NearestCentroid(metric="manhattan"),
    NearestCentroid(priors="empirical"),
    KNeighborsClassifier(weights="distance"),
    KNeighborsClassifier(metric="cosine"),
    KNeighborsClassifier(metric="minkowski", metric_params={"w": [1.0, 0.0, 1.0, 1.0]}),
    DummyClassifier(strategy="uniform"),
]


@pytest.mark.parametrize("model", REGRESSORS, ids=str)
def test_other_regressors_decline(model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    X, value, _ = sound()
    assert path(eb.collect({"m": model}, X, value, plan=MANY, random_state=0)) == "scikit-learn"


@pytest.mark.parametrize("model", CLASSIFIERS, ids=str)
def test_other_classifiers_decline(model):
    X, _, label = sound()
    assert path(eb.collect({"m": model}, X, label, plan=MANY, random_state=0)) == "scikit-learn"


@pytest.mark.parametrize(
    "change",
    [sparse.csr_matrix, lambda X: X.astype(np.float32), lambda X: X.astype(object), lambda X: X > 0],
    ids=["sparse", "single precision", "objects", "booleans"],
)
def test_other_data_decline(change):
    X, value, _ = sound()
    assert path(eb.collect({"m": Ridge()}, change(X), value, plan=MANY, random_state=0)) == "scikit-learn"


@pytest.mark.parametrize("change", [lambda X: np.round(10 * X).astype(int), np.asfortranarray], ids=["integers", "F"])
def test_other_layouts_are_shared(change):
    X, value, _ = sound()
    assert path(eb.collect({"m": Ridge()}, change(X), value, plan=MANY, random_state=0)) == "shared: ridge"


def test_data_frames_are_shared():
    pd = pytest.importorskip("pandas")
    X, _, label = sound()
    frame, text = pd.DataFrame(X, columns=list("abcd")), pd.Series(np.array(["no", "yes"])[label])
    ours = eb.collect({"m": GaussianNB()}, frame, text, plan=MANY, random_state=0)
    theirs = eb.collect({"m": GaussianNB()}, frame, text, plan=MANY, random_state=0, shared=False)
    assert path(ours) == "shared: gaussian naive bayes"
    assert np.array_equal(ours.items, theirs.items)


def test_single_precision_targets_decline():
    X, value, _ = sound()
    scores = eb.collect({"m": DummyRegressor()}, X, value.astype(np.float32), plan=MANY, random_state=0)
    assert path(scores) == "scikit-learn"


def test_scorers_and_the_switch_decline():
    X, value, _ = sound()
    assert path(eb.collect({"m": Ridge()}, X, value, plan=MANY, random_state=0, scoring="r2")) == "scikit-learn"
    assert path(eb.collect({"m": Ridge()}, X, value, plan=MANY, random_state=0, shared=False)) == "scikit-learn"


def test_shared_and_other_models_in_one_call():
    X, value, _ = sound()
    models = {"a": Ridge(), "b": MyRidge()}
    scores = eb.collect(models, X, value, plan=MANY, random_state=0)
    assert scores.details["path"] == {"a": "shared: ridge", "b": "scikit-learn"}
    np.testing.assert_allclose(scores.values[0], scores.values[1], rtol=1e-10)
