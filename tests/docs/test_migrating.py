"""The page for those who come from other libraries: its old and its new lines are run, and agree where it says so."""

import importlib.util
import re
from doctest import DocTestParser
from math import ceil

import numpy as np
import pytest
from scipy.stats import studentized_range
from sklearn.model_selection import train_test_split
from tests.docs.pages import ROOT

import errbar as eb

PAGE = ROOT / "docs" / "howto" / "migrating.md"
STEP = re.compile(r"^```(?:python|(?P<other>\{code-block\} python))\n(?P<code>.*?)^```$", re.M | re.S)


def pairs(others):
    """(heading, old, new) of every pair of blocks, by running the page; blocks of others only where they are asked for."""
    text, scope, found = PAGE.read_text(encoding="utf-8"), {}, []
    for step in STEP.finditer(text):
        if step["other"]:
            if others:
                exec(step["code"], scope)
            continue
        for example in DocTestParser().get_examples(step["code"]):
            exec(compile(example.source, PAGE.name, "exec"), scope)
        if "old" in scope and "new" in scope:
            heading = re.findall(r"^## (.*)$", text[: step.start()], re.M)[-1]
            found.append((heading, scope.pop("old"), scope.pop("new")))
    assert "old" not in scope, "an old line without a new one"
    return found


def test_old_and_new_lines_agree():
    found = pairs(others=False)
    assert [heading for heading, _, _ in found].count("mlxtend") == 2
    assert {heading for heading, _, _ in found} == {"cross_val_score", "mlxtend", "statsmodels"}
    for heading, old, new in found:
        if isinstance(new, int):  # examples are whole
            assert ceil(old) == new, heading
        else:
            assert new == pytest.approx(old, rel=1e-10), heading


@pytest.mark.skipif(importlib.util.find_spec("autorank") is None, reason="autorank is not installed")
def test_the_lines_of_autorank_agree(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")
    (found,) = [one for one in pairs(others=True) if one[0] == "autorank"]
    (pvalue, distance, *ranks), (new_pvalue, new_distance, *new_ranks) = found[1:]
    assert (new_pvalue, *new_ranks) == pytest.approx((pvalue, *ranks), rel=1e-10)
    exact = studentized_range.ppf(0.95, 4, np.inf) / 2**0.5 * (4 * 5 / (6 * 20)) ** 0.5
    assert new_distance == pytest.approx(exact, rel=1e-9)
    assert distance == pytest.approx(exact, rel=1e-5)  # autorank has its quantile from a table of six digits


@pytest.mark.parametrize("method", ["wilson", "normal", "jeffreys", "agresti_coull"])
def test_proportions_have_the_same_names(method):
    from statsmodels.stats.proportion import proportion_confint

    r = eb.bound(7, 200, method=method, side="two-sided")
    assert (r.low, r.high) == pytest.approx(proportion_confint(7, 200, method=method), rel=1e-9)


@pytest.fixture(scope="module")
def data():
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier

    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    return GaussianNB(), KNeighborsClassifier(), X, (X.sum(axis=1) + rng.normal(size=200) > 0).astype(int)


def accuracies(model, X, y, splits):
    return [float((model.fit(X[train], y[train]).predict(X[test]) == y[test]).mean()) for train, test in splits]


@pytest.mark.parametrize("name", ["paired_ttest_5x2cv", "combined_ftest_5x2cv"])
def test_five_by_two_on_the_splits_of_mlxtend(data, name):
    from mlxtend import evaluate

    a, b, X, y = data
    statistic, pvalue = getattr(evaluate, name)(a, b, X, y, random_seed=1)
    rng, splits = np.random.RandomState(1), []
    for _ in range(5):
        halves = train_test_split(np.arange(200), test_size=0.5, random_state=rng.randint(low=0, high=32767))
        splits += [tuple(halves), tuple(halves[::-1])]
    plan = eb.plans.five_by_two().build(200, random_state=0)
    values = {"a": accuracies(a, X, y, splits), "b": accuracies(b, X, y, splits)}
    scores = eb.Scores.from_splits(values, plan=plan, loss="accuracy", greater_is_better=True)
    method = {"paired_ttest_5x2cv": "five_by_two_t", "combined_ftest_5x2cv": "five_by_two_f"}[name]
    r = eb.infer(scores, model="a", versus="b", null=0, method=method)
    assert abs(r.statistic) == pytest.approx(abs(statistic), rel=1e-9)
    assert r.pvalue == pytest.approx(pvalue, rel=1e-9)


def test_resampled_on_the_splits_of_mlxtend(data):
    from mlxtend.evaluate import paired_ttest_resampled

    a, b, X, y = data
    statistic, pvalue = paired_ttest_resampled(a, b, X, y, num_rounds=30, test_size=0.3, random_seed=1)
    rng = np.random.RandomState(1)
    splits = [
        tuple(train_test_split(np.arange(200), test_size=0.3, random_state=rng.randint(low=0, high=32767)))
        for _ in range(30)
    ]
    values = {"a": accuracies(a, X, y, splits), "b": accuracies(b, X, y, splits)}
    scores = eb.Scores.from_splits(values, n_train=140, n_test=60, loss="accuracy", greater_is_better=True)
    r = eb.infer(scores, model="a", versus="b", null=0, method="resampled_t")
    assert abs(r.statistic) == pytest.approx(abs(statistic), rel=1e-9)
    assert r.pvalue == pytest.approx(pvalue, rel=1e-9)
