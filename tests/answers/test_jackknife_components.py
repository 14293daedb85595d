"""The delete-m jackknife: K T(D) - (K - 1) mean T(D_k), and the wider region its pseudo-values leave open."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

import errbar as eb
from errbar.answers.jackknife_components import jackknife_components
from errbar.errors import InputError


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    return X, X @ [1.0, 2.0, 0.0] + rng.normal(size=40)


def test_by_hand(data):
    X, y = data
    found = eb.components(LinearRegression(), X, y, jackknife=5, random_state=3)
    folds = list(eb.plans.kfold(5).build(40, random_state=3))

    def error(rows):
        model = LinearRegression().fit(X[rows], y[rows])
        return (y - model.predict(X)) ** 2

    training = [error(train)[train].mean() for train, _ in folds]
    everything = error(np.arange(40)).mean()
    assert found.details["mean"] == pytest.approx(5 * everything - 4 * np.mean(training), rel=1e-10)
    assert found.details["training_error"] == pytest.approx(everything, rel=1e-10)
    assert found.details["cross_validation"] == pytest.approx(
        np.mean([error(train)[test].mean() for train, test in folds]), rel=1e-10
    )


def test_the_region_is_wider(data):
    found = eb.components(LinearRegression(), *data, jackknife=5, random_state=0)
    corners = np.array(found.details["region"])
    assert corners[:, 0].min() == pytest.approx(-1 / 7)  # folds of 8
    assert found.kind == "jackknife" and "omega may be negative" in str(found)
    left, _ = found.plot().get_xlim()
    assert left < -1 / 7


def test_the_jackknife_is_too_low_and_corrected_cross_validation_is_not():
    """The mean of n normal numbers, squared loss. Training error 1 - 1/n, error 1 + 1/n; exactly, in expectation:

    jackknife K (1 - 1/n) - (K - 1)(1 - 1/(n - m)) = 1, corrected cross-validation 1 + 1/n.
    """
    rng, found, n, fold = np.random.default_rng(1), [], 20, np.arange(20) % 5
    for _ in range(2000):
        y = rng.normal(size=n)
        without = [(y - y[fold != k].mean()) ** 2 for k in range(5)]
        details = jackknife_components((y - y.mean()) ** 2, np.array(without), fold).details
        found.append([details["mean"], details["corrected_cross_validation"]])
    off = (np.mean(found, axis=0) - [1.0, 1 + 1 / n]) / (np.std(found, axis=0) / np.sqrt(2000))
    assert np.abs(off).max() < 4
    difference = np.subtract(*np.transpose(found))
    assert difference.mean() + 4 * difference.std() / np.sqrt(2000) < 0


def test_eigenvalues_add_up(data):
    X, y = data
    scores = eb.collect({"m": LinearRegression()}, X, y, plan=eb.plans.kfold(5), random_state=0)
    values = eb.components(scores).details["eigenvalues"]
    assert [one["multiplicity"] for one in values] == [35, 4, 1]
    assert values[2]["range"][1] == pytest.approx(40 * eb.components(scores).details["theta_range"][1])


def test_refusals(data):
    with pytest.raises(InputError, match="jackknife= fits a model itself"):
        eb.components(LinearRegression(), jackknife=5)
    with pytest.raises(InputError, match="components takes Scores"):
        eb.components(LinearRegression(), *data)
    with pytest.raises(InputError, match="at least 2"):
        eb.components(LinearRegression(), *data, jackknife=1)
