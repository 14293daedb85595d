"""Austern and Zhou's interval: against loops that know nothing of plans, and what its plan is made of."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsClassifier

import errbar as eb
from errbar.errors import InputError

N, K = 23, 3


def data(seed=4):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(N, 2))
    return X, X @ [1.0, -2.0] + rng.normal(size=N)


def by_hand(model, X, y, loss, seed):
    """Cross-validation error and standard error, written down from the paper: lists and loops alone."""

    def cross_validated(rows, folds):
        losses = []
        for fold in folds:
            kept = [rows[i] for i in range(len(rows)) if i not in fold]
            said = model.fit(X[kept], y[kept]).predict(X[[rows[i] for i in fold]])
            losses += [loss(y[rows[i]], one) for i, one in zip(fold, said, strict=True)]
        return sum(losses) / len(losses)

    plan = eb.plans.replacements(K).build(N, random_state=seed)
    whole = [test.tolist() for _, test in list(plan)[:K]]
    first, second = (part.tolist() for part in plan.parts[1].dealt())
    h = len(first)
    assert h == N // 2 == len(second) and not set(first) & set(second)
    folds = [range(k, h, K) for k in range(K)]
    m0, total = cross_validated(first, folds), 0.0
    for i in range(h):
        changed = first.copy()
        changed[i] = second[i]
        total += (m0 - cross_validated(changed, folds)) ** 2
    variance = (N / 4) * total / N  # S^2 / n with S^2 = n/4 sum (m_0 - m_i)^2
    return cross_validated(list(range(N)), whole), variance**0.5


@pytest.mark.parametrize("shared", [True, False])
def test_against_plain_loops(shared):
    X, y = data()
    r = eb.evaluate(Ridge(), X, y, method="replace_one", plan=eb.plans.replacements(K), random_state=9, shared=shared)
    estimate, se = by_hand(Ridge(), X, y, lambda a, b: (a - b) ** 2, 9)
    assert (r.estimate, r.se) == pytest.approx((estimate, se), rel=1e-9)
    assert r.n_fits == K * (2 + N // 2) and ("shared" in r.details["path"]["model"]) == shared


def test_against_plain_loops_where_errors_are_counted():
    X, y = data()
    label, model = (y > 0).astype(int), KNeighborsClassifier(1)
    r = eb.evaluate(model, X, label, method="replace_one", plan=eb.plans.replacements(K), random_state=9)
    assert (r.estimate, r.se) == pytest.approx(by_hand(model, X, label, lambda a, b: float(a != b), 9), rel=1e-9)


def test_fewer_replaced_are_the_first_of_all():
    X, y = data()
    plans = [eb.plans.replacements(K, some).build(N, random_state=1) for some in (None, 4)]
    every, few = plans
    for i in range(len(few)):
        assert all(np.array_equal(a, b) for a, b in zip(every[i], few[i], strict=True))
    r = eb.evaluate(Ridge(), X, y, plan=eb.plans.replacements(K, 4), random_state=1)
    assert r.method == "replace_one" and r.details["n_replaced"] == 4
    assert any("Only 4 examples were replaced" in note for note in r.notes)


def test_a_difference_of_two_models_and_groups():
    X, y = data()
    groups = np.arange(N) // 2
    r = eb.compare(Ridge(), Ridge(5.0), X, y, method="replace_one", groups=groups, random_state=0)
    assert r.low <= r.estimate <= r.high and r.n_fits == 2 * 5 * (2 + 12 // 2)


@pytest.mark.parametrize(
    ("settings", "n", "said"),
    [
        ({}, 30_000, "To replace each of 15,000 examples in 5 folds means 75,010 fits: n_replaced=200"),
        ({"n_folds": 9}, 16, "n_folds=9 is more than the 8 examples that half of them are"),
        ({"n_replaced": 60}, 100, "n_replaced=60 is more than the 50 examples that half of them are"),
    ],
)
def test_refused_with_its_size_before_any_fit(settings, n, said):
    with pytest.raises(InputError, match=said):
        eb.evaluate(Ridge(), np.zeros((n, 1)), np.arange(n), plan=eb.plans.replacements(**settings))
    with pytest.raises(InputError, match="n_replaced must be at least 2"):
        eb.plans.replacements(n_replaced=1)
