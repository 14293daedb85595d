"""Random data with every flaw we know, and the comparison of a shared computation with scikit-learn's own."""

import warnings

import numpy as np
from hypothesis import strategies as st

import errbar as eb

FLAWS = (
    "duplicate rows",
    "duplicate column",
    "almost duplicate column",
    "constant column",
    "constant in most rows",
    "whole numbers",
    "huge means",
    "unequal scales",
    "outlier",
    "label decides",
)
PLANS = {
    "halvings": eb.plans.halvings(2, 1, 0.2),
    "subsample": eb.plans.subsample(5, 0.3),
    "discarding": eb.plans.subsample(4, 0.2, discard=0.3),
    "nested": eb.plans.nested(3, 1),
    "halves": eb.plans.kfold(2, 2),
    "few tested": eb.plans.kfold(12),
}
EXAMPLES = 3  # per model; the slow tests draw many more


@st.composite
def problems(draw, n_classes=(2, 3), flaws=FLAWS):
    """X, a number and a label per row, and a plan; with up to three flaws."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, p = draw(st.integers(16, 60)), draw(st.integers(1, 5))
    chosen = draw(st.sets(st.sampled_from(flaws), max_size=3))
    X = rng.normal(size=(n, p))
    label = rng.integers(draw(st.sampled_from(n_classes)), size=n)
    if draw(st.booleans()):  # a rare class: some training sets miss it
        label = np.where(rng.random(n) < 0.08, 1, 0)
        label[:2] = 0, 1
    for flaw in sorted(chosen):
        X = _flawed(X, flaw, label, rng)
    value = X @ rng.normal(size=X.shape[1]) + draw(st.sampled_from((1.0, 0.01, 0.0))) * rng.normal(size=n)
    return X, value, label, draw(st.sampled_from(sorted(PLANS)))


def _flawed(X, flaw, label, rng):
    n, p = X.shape
    column = int(rng.integers(p))
    if flaw == "duplicate rows":
        X = X[rng.integers(0, max(2, n // 3), size=n)]
    elif flaw == "duplicate column":
        X = np.column_stack((X, X[:, column]))[:, -p:]
    elif flaw == "almost duplicate column":
        X = np.column_stack((X, X[:, column] + 10.0 ** rng.integers(-9, -1) * rng.normal(size=n)))[:, -max(p, 2) :]
    elif flaw == "constant column":
        X[:, column] = rng.choice([0.0, 1.0, 0.1, 1e9])
    elif flaw == "constant in most rows":
        X[:, column] = rng.choice([0.0, 0.3])
        X[rng.integers(0, n, size=2), column] = 1.0
    elif flaw == "whole numbers":
        X = np.round(X)
    elif flaw == "huge means":
        X = X + 10.0 ** rng.integers(2, 9)
    elif flaw == "unequal scales":
        X = X * 10.0 ** rng.integers(-7, 7, size=p)
    elif flaw == "outlier":
        X[rng.integers(n), column] = 10.0 ** rng.integers(2, 12)
    elif flaw == "label decides":
        X[:, column] = label
    return X


def predictions(_, output):
    """A loss that is the prediction."""
    return output


def both_ways(model, X, y, plan, **settings):
    """Scores, or the failure, computed with shared statistics and without."""
    found = []
    for shared in (True, False):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found.append(eb.collect({"m": model}, X, y, plan=plan, random_state=0, shared=shared, **settings))
            except eb.FitError as failure:
                found.append(str(failure))
    return found


def assert_same_labels(model, X, y, plan, loss="zero_one"):
    ours, theirs = both_ways(model, X, y, plan, loss=loss)
    if isinstance(ours, str) or isinstance(theirs, str):
        assert _without_count(ours) == _without_count(theirs)
        return None
    assert np.array_equal(ours.items, theirs.items)
    return ours


def assert_same_losses(model, X, y, plan, loss):
    """Mean losses to the tenth digit."""
    ours, theirs = both_ways(model, X, y, plan, loss=loss)
    if isinstance(ours, str) or isinstance(theirs, str):
        assert _without_count(ours) == _without_count(theirs)
        return None
    np.testing.assert_allclose(ours.values, theirs.values, rtol=1e-10)
    return ours


def assert_same_predictions(model, X, y, plan):
    """Predictions to 1e-10 of the largest in their test set, and mean squared losses to the tenth digit."""
    ours, theirs = both_ways(model, X, y, plan, loss=predictions)
    if isinstance(ours, str) or isinstance(theirs, str):
        assert _without_count(ours) == _without_count(theirs)
        return None
    truth = y[np.concatenate(list(ours.plan.tests()))]
    for first, second, target in zip(
        *(np.split(a, ours.offsets[1:-1]) for a in (*ours.items, *theirs.items, truth)), strict=True
    ):
        assert np.abs(first - second).max() <= 1e-10 * np.abs(second).max()
        np.testing.assert_allclose(np.mean((target - first) ** 2), np.mean((target - second) ** 2), rtol=1e-10)
    return ours


def _without_count(failure):
    return failure if not isinstance(failure, str) else failure.split(" (")[0]


def sound(n_classes=2):
    """150 examples of full rank that no guard should object to."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(150, 4)) * [1.0, 3.0, 0.2, 1.0] + [0.0, 5.0, 1.0, -2.0]
    value = X @ [1.0, -0.5, 2.0, 0.3] + rng.normal(size=150)
    return X, value, np.searchsorted(np.quantile(value, np.arange(1, n_classes) / n_classes), value)


def path(scores, name="m"):
    return scores.details["path"][name]
