"""eb.score: a trained model and a test set; defaults by the kind of loss; nothing is fitted."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.errors import InputError, NeedsError

RNG = np.random.default_rng(0)
X = RNG.normal(size=(400, 3))
Y = (X[:, 0] + 0.7 * RNG.normal(size=400) > 0).astype(int)
A, B = LogisticRegression().fit(X[:200], Y[:200]), DecisionTreeClassifier(max_depth=2).fit(X[:200], Y[:200])
GROUPS = np.arange(200) // 5
HERE = (X[200:], Y[200:])


class Frozen:
    """Predicts and refuses to be fitted."""

    classes_ = np.array([0, 1])
    _estimator_type = "classifier"
    calls = 0

    def fit(self, X, y):
        raise AssertionError("fitted")

    def predict(self, X):
        type(self).calls += 1
        return (np.asarray(X)[:, 0] > 0).astype(int)


def test_one_classifier():
    result = eb.score(A, *HERE)
    assert result.method == "wilson"
    assert result.estimate == pytest.approx((A.predict(X[200:]) != Y[200:]).mean())
    assert (result.n, result.n_fits, result.pvalue) == (200, 0, None)
    assert result.target == "the error of this trained model"


def test_two_classifiers_are_paired():
    result = eb.score(A, *HERE, versus=B)
    d = (A.predict(X[200:]) != Y[200:]).astype(float) - (B.predict(X[200:]) != Y[200:])
    assert (result.method, result.null) == ("mcnemar", 0.0)
    assert result.estimate == pytest.approx(d.mean())
    assert result.se == pytest.approx(d.std(ddof=1) / np.sqrt(200))
    assert "minimum_detectable_effect" in result.details
    assert eb.score(A, *HERE, versus=B, loss="log").method == "holdout_t"


def test_groups():
    assert eb.score(A, *HERE, groups=GROUPS).method == "clustered_wilson"
    assert eb.score(A, *HERE, versus=B, groups=GROUPS).method == "mcnemar"
    assert eb.score(A, *HERE, versus=B, loss="log", groups=GROUPS).method == "clustered_t"
    assert eb.score(A, *HERE, loss="log", groups=GROUPS).method == "clustered_t"


def test_other_losses():
    assert eb.score(A, *HERE, loss="log").method == "holdout_t"
    line = LinearRegression().fit(X[:200], X[:200, 1])
    assert eb.score(line, X[200:], X[200:, 1]).loss == "squared"
    assert eb.score(A, *HERE, loss=lambda t, p: np.abs(t - p)).estimate == pytest.approx(eb.score(A, *HERE).estimate)


def test_scorers():
    from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score

    auc = eb.score(A, *HERE, scoring="roc_auc", versus=B)
    assert auc.method == "delong"
    scores = A.decision_function(X[200:]), B.predict_proba(X[200:])[:, 1]
    assert auc.estimate == pytest.approx(roc_auc_score(Y[200:], scores[0]) - roc_auc_score(Y[200:], scores[1]))
    f1 = eb.score(A, *HERE, scoring="f1")
    assert (f1.method, f1.estimate) == ("f1_delta", pytest.approx(f1_score(Y[200:], A.predict(X[200:]))))
    few = X[200:240], Y[200:240]
    other = eb.score(A, *few, scoring="balanced_accuracy", options={"n_draws": 200})
    assert other.method == "bootstrap_bca"
    assert other.estimate == pytest.approx(balanced_accuracy_score(few[1], A.predict(few[0])))
    assert other.low < other.estimate < other.high
    proba = eb.score(A, *few, scoring="neg_log_loss")
    assert proba.method == "holdout_t"
    assert proba.estimate == pytest.approx(-eb.score(A, *few, loss="log").estimate)


def test_margin():
    result = eb.score(A, *HERE, versus=B, margin=0.5)
    assert result.details["noninferior"] is True
    assert eb.score(B, *HERE, versus=A, margin=0.0).details["noninferior"] is False


def test_it_never_fits_and_predicts_once():
    Frozen.calls = 0
    result = eb.score(Frozen(), *HERE, loss="zero_one")
    assert Frozen.calls == 1
    assert 0 < result.estimate < 0.5


def test_one_class_in_the_test_set_is_fine():
    ones = Y[200:] == 1
    result = eb.score(A, X[200:][ones], Y[200:][ones])
    assert 0 <= result.low <= result.estimate <= result.high <= 1


def test_refusals():
    with pytest.raises(InputError, match="fitted model"):
        eb.score(LogisticRegression, *HERE)
    with pytest.raises(InputError, match="Is it fitted"):
        eb.score(LogisticRegression(), *HERE)
    with pytest.raises(InputError, match="never saw label 2"):
        eb.score(A, X[200:], np.where(np.arange(200) == 3, 2, Y[200:]), loss="log")
    with pytest.raises(NeedsError, match="corrected_t needs a plan"):
        eb.score(A, *HERE, method="corrected_t")
    with pytest.raises(InputError, match="200 rows and y has 199"):
        eb.score(A, X[200:], Y[201:])
