"""Bootstrap errors against a plain implementation with loops, fitted by scikit-learn itself."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.errors import ErrbarError

N, B = 40, 60
RNG = np.random.default_rng(3)
Y = RNG.integers(0, 3, N)
X = Y[:, None] * 0.7 + RNG.normal(size=(N, 3))
PLAN = eb.plans.bootstrap(B).build(N, random_state=5)
MODELS = {
    "nb": GaussianNB(),
    "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
    "smooth": GaussianNB(var_smoothing=0.1),
}


def zero_one(y, said):
    return (y != said).astype(float)


def squared(y, said):
    return (y - said) ** 2


def reference(model, X, y, loss):
    """Efron and Tibshirani (1997), sections 2 to 4, one example and one sample at a time."""
    n = len(y)
    samples = [train for train, _ in list(PLAN)[:B]]
    left_out, q, in_bag, on_all = [[] for _ in range(n)], [], [], []
    for sample in samples:
        said = model.fit(X[sample], y[sample]).predict(X)
        losses = loss(y, said)
        outside = [i for i in range(n) if i not in set(sample.tolist())]
        for i in outside:
            left_out[i].append(losses[i])
        q.append(sum(losses[i] for i in outside) / n)
        in_bag.append(np.mean([losses[i] for i in sample]))
        on_all.append(np.mean(losses))
    E = [np.mean(one) for one in left_out]
    err1 = np.mean(E)
    D = []
    for i in range(n):
        counts = [int((sample == i).sum()) for sample in samples]
        moved = sum((c - np.mean(counts)) * one for c, one in zip(counts, q, strict=True)) / len(left_out[i])
        D.append((2 + 1 / (n - 1)) * (E[i] - err1) / n + moved)
    se1 = np.sqrt(sum(d**2 for d in D))
    said = model.fit(X, y).predict(X)
    apparent = np.mean(loss(y, said))
    gamma = np.mean([[loss(np.array([a]), np.array([b]))[0] for a in y] for b in said])
    err632 = 0.368 * apparent + 0.632 * err1
    capped = min(err1, gamma)
    R = (capped - apparent) / (gamma - apparent) if capped > apparent and gamma > apparent else 0.0
    w = 0.632 / (1 - 0.368 * R)
    plus = (1 - w) * apparent + w * capped
    return {
        "oob": (err1, se1),
        "bootstrap_632": (err632, se1 * err632 / err1),
        "bootstrap_632plus": (plus, se1 * plus / err1),
        "optimism": (apparent + np.mean(np.array(on_all) - np.array(in_bag)), np.std(in_bag, ddof=1)),
    }


@pytest.mark.parametrize("name", MODELS)
def test_classifiers_against_the_reference(name):
    scores = eb.collect({name: MODELS[name]}, X, Y, plan=PLAN, random_state=5)
    for method, (estimate, se) in reference(MODELS[name], X, Y, zero_one).items():
        found = eb.infer(scores, method=method)
        assert found.estimate == pytest.approx(estimate, abs=1e-9)
        assert found.se == pytest.approx(se, abs=1e-9)


def test_regression_against_the_reference():
    y = X @ [1.0, -1.0, 0.5] + RNG.normal(size=N)
    scores = eb.collect({"line": LinearRegression()}, X, y, plan=PLAN, random_state=5)
    for method, (estimate, se) in reference(LinearRegression(), X, y, squared).items():
        found = eb.infer(scores, method=method)
        assert (found.estimate, found.se) == (pytest.approx(estimate, abs=1e-9), pytest.approx(se, abs=1e-9))


def test_the_published_pair():
    """oob .30, apparent .10, gamma .50."""
    losses = [np.full(N, 0.3)] * B + [np.full(N, 0.1), np.full(N, 0.5)]
    scores = eb.Scores.from_losses({"m": losses}, plan=PLAN, loss="error")
    assert eb.infer(scores, method="bootstrap_632plus").estimate == pytest.approx(0.2549019608, abs=1e-10)
    assert eb.infer(scores, method="bootstrap_632").estimate == pytest.approx(0.2264, abs=1e-12)


def test_samples_are_drawn_alone_with_replacement_and_a_longer_plan_starts_alike():
    longer = eb.plans.bootstrap(B + 40).build(N, random_state=5)
    for i in (0, 31, 32, B - 1):
        assert np.array_equal(PLAN[i][0], longer[i][0])
        assert PLAN[i][0].size == N and np.unique(PLAN[i][0]).size < N
    assert len(PLAN) == B + 2 and np.array_equal(PLAN[B][0], np.arange(N))


def test_the_verbs_the_store_and_a_saved_file(tmp_path):
    settings = {"plan": eb.plans.bootstrap(B), "random_state": 1, "store": tmp_path / "runs.db"}
    one = eb.evaluate(GaussianNB(), X, Y, method="bootstrap_632plus", **settings)
    again = eb.evaluate(GaussianNB(), X, Y, method="bootstrap_632plus", n_jobs=2, **settings)
    assert again.details["resumed_fits"] == B + 2
    assert (again.estimate, again.low, again.high) == (one.estimate, one.low, one.high)
    both = eb.compare(GaussianNB(), MODELS["tree"], X, Y, **settings)
    assert both.method == "oob" and both.target.endswith(f"all {N} examples")
    scores = eb.collect({"nb": GaussianNB()}, X, Y, **settings)
    scores.save(tmp_path / "scores.npz")
    back = eb.infer(eb.Scores.load(tmp_path / "scores.npz"), method="bootstrap_632plus")
    assert (back.estimate, back.se) == (one.estimate, one.se)


def test_refusals():
    for settings in (
        {"method": "oob", "groups": np.arange(N) // 4},
        {"method": "oob", "scoring": "roc_auc_ovr"},
        {"method": "corrected_t", "plan": eb.plans.bootstrap(B)},
    ):
        with pytest.raises(ErrbarError):
            eb.evaluate(GaussianNB(), X, Y, **settings)
    with pytest.raises(ErrbarError):
        eb.compare(GaussianNB(), MODELS["tree"], X, Y, method="bootstrap_632plus")
    scores = eb.collect({"heart": DecisionTreeClassifier(random_state=0)}, X, Y, plan=PLAN, random_state=0)
    by_heart = eb.infer(scores, method="optimism")
    assert by_heart.se == eb.infer(scores, method="oob").se > 0 and "on its own sample" in by_heart.notes[1]
