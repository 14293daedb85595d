"""Where the noise comes from, asked as users ask."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, SGDClassifier
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.errors import InputError, NeedsError


def table(seed=0, runs=5, n=80, run_sd=0.3):
    rng = np.random.default_rng(seed)
    cells = run_sd * rng.normal(size=(runs, 1)) + rng.normal(size=n) + 0.5 * rng.normal(size=(runs, n))
    run, item = np.indices(cells.shape).reshape(2, -1)
    return {"run": run, "the item": item, "loss": cells.ravel()}


def read(found):
    return eb.Scores.from_table(found, item="the item", run="run", loss="loss")


def test_a_table_of_runs():
    found = eb.sources(read(table()))
    assert list(found.components) == ["run", "item", "run x item"]
    assert all(one.low <= one.estimate <= one.high for one in found.components.values())
    assert "two_way_t" in found.covers and "run x item  sd" in str(found)
    assert json.loads(found.to_json())["components"]["item"]["estimate"] == found.components["item"].estimate
    order = np.random.default_rng(1).permutation(400)
    again = eb.sources(read({name: column[order] for name, column in table().items()}))
    assert again.to_json() == found.to_json()


def test_a_negative_estimate_is_told():
    flat = table(run_sd=0.0)
    cells = flat["loss"].reshape(5, 80)
    flat["loss"] = (cells - cells.mean(axis=1, keepdims=True)).ravel()
    found = eb.sources(read(flat))
    assert found.components["run"].estimate < 0 == found.components["run"].low
    assert "cannot be told from 0" in str(found)


def test_refusals():
    with pytest.raises(NeedsError, match="One run says nothing"):
        eb.sources(read(table(runs=1)))
    plain = eb.Scores.from_table({"i": [1, 2, 3], "loss": [0, 1, 1]}, item="i", loss="loss")
    with pytest.raises(NeedsError, match="run="):
        eb.sources(plain)
    X, y = np.random.default_rng(0).normal(size=(30, 2)), np.arange(30) % 2
    with pytest.raises(InputError, match="random_state"):
        eb.sources(LinearRegression(), X, y)
    with pytest.raises(InputError, match="X and y"):
        eb.sources(SGDClassifier())


def test_a_model_fitted_with_seeds_on_splits():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + rng.normal(size=60) > 0).astype(int)
    plan = eb.plans.subsample(4, 0.3)
    found = eb.sources(SGDClassifier(), X, y, n_seeds=3, plan=plan, random_state=1, progress=False)
    assert list(found.components) == ["seed", "test items", "training data"]
    assert found.counts == {"seed": 3, "split": 4} and found.components["seed"].estimate > 0
    again = eb.sources(SGDClassifier(), X, y, n_seeds=3, plan=plan, random_state=1, progress=False)
    assert again.to_json() == found.to_json()
    with pytest.raises(NeedsError, match="run="):
        found.plan(budget=10, cost={"answer": 1})


def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    return X, (X[:, 0] + rng.normal(size=60) > 0).astype(int)


@pytest.mark.slow
def test_order_of_data_and_tuning_are_sources_too():
    X, y = data()
    how = {"n_seeds": 3, "plan": eb.plans.subsample(4, 0.3), "random_state": 1, "progress": False}
    net = SGDClassifier(shuffle=False, max_iter=5, tol=None)
    found = eb.sources(net, X, y, order=True, tuning={"alpha": [1e-4, 1e-1, 10.0]}, **how)
    assert list(found.components) == ["seed", "order of data", "tuning", "test items", "training data"]
    assert found.counts == {"seed": 3, "split": 4, "order of data": 3, "tuning": 3}
    assert found.components["order of data"].estimate > 0  # rows are taken as they come, so the order counts
    assert "one at a time" in " ".join(found.notes)
    again = eb.sources(net, X, y, order=True, tuning={"alpha": [1e-4, 1e-1, 10.0]}, **how)
    assert again.to_json() == found.to_json()


def test_every_seed_with_every_order_and_tuning(tmp_path):
    X, y = data()
    how = {"n_seeds": 2, "plan": eb.plans.subsample(3, 0.3), "random_state": 1, "progress": False, "order": True}
    net, grid = SGDClassifier(shuffle=True, max_iter=3, tol=None), {"alpha": [10.0]}
    found = eb.sources(net, X, y, tuning=grid, crossed=True, store=tmp_path / "kept.db", **how)
    assert list(found.components) == [
        *("seed", "order of data", "tuning", "seed x order of data", "seed x tuning", "order of data x tuning"),
        *("seed x order of data x tuning", "test items", "training data"),
    ]
    assert found.counts == {"seed": 2, "order of data": 2, "tuning": 2, "split": 3}
    assert "one at a time" not in " ".join(found.notes)
    again = eb.sources(net, X, y, tuning=grid, crossed=True, store=tmp_path / "kept.db", **how)
    assert again.to_json() == found.to_json()
    with pytest.raises(InputError, match="several sources"):
        eb.sources(net, X, y, crossed=True)


class Counting(DecisionTreeClassifier):
    """Writes down every fit."""

    def __init__(self, log="", random_state=None, max_features=1):
        super().__init__(random_state=random_state, max_features=max_features)
        self.log = log

    def fit(self, X, y):
        with Path(self.log).open("a") as file:
            file.write("fit\n")
        return super().fit(X, y)


def test_a_store_keeps_the_fits(tmp_path):
    X, y = data()
    how = {"n_seeds": 2, "plan": eb.plans.subsample(3, 0.3), "random_state": 1, "progress": False, "order": True}
    log, how["store"] = tmp_path / "log", tmp_path / "kept.db"
    found = eb.sources(Counting(str(log)), X, y, **how)
    assert len(log.read_text().split()) == 9  # two seeds and another order, on three splits
    assert eb.sources(Counting(str(log)), X, y, **how) == found
    assert len(log.read_text().split()) == 9
    eb.sources(Counting(str(log)), X, y, crossed=True, **how)
    assert len(log.read_text().split()) == 9 + 12


def test_what_does_not_matter_adds_nothing():
    """A tree that sees all features is the same for any seed, order or grid of one."""
    X, y = data()
    tree = DecisionTreeClassifier(max_depth=1, min_samples_leaf=5)
    how = {"n_seeds": 3, "plan": eb.plans.subsample(3, 0.3), "random_state": 1, "progress": False}
    found = eb.sources(tree, X, y, order=True, tuning={"criterion": ["gini"]}, **how)
    for name in ("seed", "order of data", "tuning"):
        assert found.components[name] == (0.0, 0.0, 0.0)


def test_sources_of_fits_that_are_refused():
    X, y = data()
    with pytest.raises(InputError, match="no parameter"):
        eb.sources(SGDClassifier(), X, y, tuning={"depth": [1, 2]})
    with pytest.raises(InputError, match="list of values"):
        eb.sources(SGDClassifier(), X, y, tuning={"alpha": "auto"})
    with pytest.raises(InputError, match="for a model"):
        eb.sources(read(table()), order=True)


def test_a_page(tmp_path):
    found = eb.sources(read(table()), confidence_level=0.9)
    eb.report(found, tmp_path / "sources.html", data="a table")
    text = (tmp_path / "sources.html").read_text(encoding="utf-8")
    assert "item adds the most" in text and "eb.sources(" in text


def test_the_recommended_budget_is_the_best_of_a_grid_in_simulation():
    """Half-widths of simulated tables, over every affordable number of runs: the plan's is within a tenth of the best."""
    truth = {"run": 0.3**2, "item": 1.0, "run x item": 0.5**2}
    found = eb.sources(read(table(seed=2, runs=10, n=400)))
    cost, budget, widths = {"run": 40.0, "answer": 1.0}, 1000.0, {}
    planned = found.plan(budget=budget, cost=cost)
    for runs in range(2, 20):
        items = int((budget - 40 * runs) // runs)
        if items >= 10:
            widths[runs] = np.mean([_half_width(truth, runs, items, seed) for seed in range(60)])
    assert widths[planned["runs"]] <= 1.1 * min(widths.values()), (planned, widths)
    with pytest.raises(InputError, match="two runs"):
        found.plan(budget=50, cost=cost)


def _half_width(truth, runs, items, seed):
    from errbar.core.student import Student
    from errbar.core.two_way import TwoWay

    rng = np.random.default_rng([seed, runs])
    sd = {name: value**0.5 for name, value in truth.items()}
    cells = sd["run"] * rng.normal(size=(runs, 1)) + sd["item"] * rng.normal(size=items)
    law = TwoWay.of([cells + sd["run x item"] * rng.normal(size=(runs, items))])
    low, high = Student(0.0, law.variance**0.5, law.df).interval(0.95, "two-sided")
    return (high - low) / 2
