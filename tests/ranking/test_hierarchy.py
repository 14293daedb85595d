"""The hierarchical model over data sets: against quadrature, baycomp's published figures, and what must not matter."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import errbar as eb
from errbar.core.hierarchical import SetMeans, hierarchical_posterior
from errbar.core.mixing import effective_size, split_rhat
from errbar.errors import InputError, NeedsError

GOLDEN = Path(__file__).parents[1] / "golden"
FOLDS = 10


def published():
    with (GOLDEN / "hierarchical_sets.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [(row["dataset"], float(row["mean"]), float(row["variance"])) for row in rows]


def folds(mean, variance):
    """Ten differences with this mean and this variance."""
    x = np.linspace(-1.0, 1.0, FOLDS)
    return mean + x * np.sqrt(variance) / x.std(ddof=1)


def scores(differences, **more):
    values = {"a": differences, "b": np.zeros(len(differences))} | more
    return eb.Scores.from_splits(values, n_train=90, n_test=10, loss="accuracy", greater_is_better=True)


def small(seed=0, sets=8, centre=0.02):
    rng = np.random.default_rng(seed)
    return {f"set {i}": scores(rng.normal(centre, 0.02) + 0.03 * rng.normal(size=FOLDS)) for i in range(sets)}


@pytest.fixture
def quick(monkeypatch):
    """Fewer draws: what is asked here does not hang on them."""
    for name, sweeps in (("WARM", 50), ("KEPT", 150)):
        monkeypatch.setattr(f"errbar.ranking.hierarchy.{name}", sweeps)


@pytest.mark.slow
def test_baycomps_example_and_quadrature():
    """Within four Monte Carlo errors of quadrature; as near to the published run of Stan, of some thousand draws."""
    golden = json.loads((GOLDEN / "hierarchical.json").read_text(encoding="utf-8"))
    assert golden["at_the_edges"] < 1e-3  # of the mass
    data = {name: scores(folds(mean, variance)) for name, mean, variance in published()}
    found = eb.rank(data, method="hierarchical_bayes", rope=1.0, random_state=5)
    pair = found.pairs[0]
    own = found.details["hierarchical_bayes"]
    assert own["rhat"][0] < 1.01 and own["effective_size"][0] > 1000
    ours = [pair["p_b_better"], pair["p_equivalent"], pair["p_a_better"]]
    for p, exact, stan in zip(ours, golden["most"], golden["published"], strict=True):
        error = (exact * (1 - exact) / own["effective_size"][0]) ** 0.5
        assert abs(p - exact) < 4 * error
        assert abs(p - stan) < 4 * (error**2 + exact * (1 - exact) / 2000) ** 0.5
    ahead = [own["next_b_better"][0], own["next_equivalent"][0], own["next_a_better"][0]]
    assert ahead == pytest.approx(golden["next"], abs=0.01)
    assert own["difference"][0] == pytest.approx(golden["delta0"], abs=0.06)


def test_one_level_more_of_data_gives_the_t_posterior():
    """Many data sets that say nearly nothing wrong: delta_0 and sigma_0 are the mean and spread of their means."""
    rng = np.random.default_rng(3)
    mean = rng.normal(1.0, 0.5, size=(1, 200))
    sets = SetMeans(mean, np.full(mean.shape, 1e-3), np.full(mean.shape, 50.0))
    found = hierarchical_posterior(sets, 0.0, seed=1, warm=100, kept=200)
    assert found.centre.mean() == pytest.approx(mean.mean(), abs=0.02)
    assert found.spread.mean() == pytest.approx(mean.std(), rel=0.1)
    assert found.above[0] == 1.0 and found.inside[0] == 0.0


def test_swapped_models_renamed_sets_and_units_do_not_matter(quick):
    data = small()
    one = eb.rank(data, across="hierarchical_bayes", rope=0.01, random_state=1)
    again = eb.rank(data, across="hierarchical_bayes", rope=0.01, random_state=1)
    assert again.to_json() == one.to_json()
    pair = one.pairs[0]
    assert pair["p_a_better"] + pair["p_equivalent"] + pair["p_b_better"] == pytest.approx(1.0)
    swapped = {
        name: eb.Scores.from_splits(
            {"b": s.values[1], "a": s.values[0]}, n_train=90, n_test=10, loss="accuracy", greater_is_better=True
        )
        for name, s in data.items()
    }
    other = eb.rank(swapped, across="hierarchical_bayes", rope=0.01, random_state=1).pairs.between("a", "b")
    assert other["p_b_better"] == pytest.approx(pair["p_a_better"], abs=0.1)
    assert "wilcoxon, holm" in str(one) and "effective draws" in " ".join(one.notes)


def test_runs_inside_data_sets(quick):
    rng = np.random.default_rng(4)
    rows = [
        (f"task {t}", model, f"seed {s}", 0.5 + 0.1 * t + shift + 0.02 * rng.normal())
        for t in range(6)
        for model, shift, runs in (("good net", 0.1, 4), ("net", 0.0, 3))
        for s in range(runs)
    ]
    table = dict(zip(("task", "model", "seed", "score"), zip(*rows, strict=True), strict=True))
    how = {"dataset": "task", "model": "model", "run": "seed", "value": "score", "greater_is_better": True}
    data = eb.Datasets.from_table(table, **how)
    found = eb.rank(data, across="hierarchical_bayes", rope=0.01, random_state=0)
    assert found.pairs.between("good net", "net")["p_a_better"] > 0.9
    order = rng.permutation(len(rows))
    mixed = {name: [column[i] for i in order] for name, column in table.items()}
    again = eb.rank(eb.Datasets.from_table(mixed, **how), across="hierarchical_bayes", rope=0.01, random_state=0)
    assert again.to_json() == found.to_json()
    with pytest.raises(InputError, match="one row per data set, model and run"):
        eb.Datasets.from_table(table, dataset="task", run="seed", value=["score"])
    twice = {name: [*column, column[0]] for name, column in table.items()}
    with pytest.raises(InputError, match="Several rows for the same"):
        eb.Datasets.from_table(twice, **how)


def test_no_spread_is_no_certainty_and_refusals(quick):
    flat = {f"set {i}": scores(np.full(FOLDS, 0.02)) for i in range(4)}
    with pytest.raises(NeedsError, match="rope="):
        eb.rank(flat, across="hierarchical_bayes")
    found = eb.rank(flat, across="hierarchical_bayes", rope=0.001)
    assert 0.02 < found.pairs[0]["p_a_better"] <= 1.0
    values = {"x": {"a": 0.1, "b": 0.2}, "y": {"a": 0.3, "b": 0.1}}
    with pytest.raises(NeedsError, match="inside each data set"):
        eb.rank(values, across="hierarchical_bayes", greater_is_better=False)
    few = {name: scores(np.array([0.01, 0.02])) for name in ("x", "y")}
    with pytest.raises(NeedsError, match="at least 3 folds"):
        eb.rank(few, across="hierarchical_bayes", rope=0.01)


def test_mixing_is_seen():
    rng = np.random.default_rng(0)
    steps = rng.normal(size=(4000, 4))
    slow = np.empty_like(steps)
    slow[0] = steps[0]
    for i in range(1, len(steps)):
        slow[i] = 0.9 * slow[i - 1] + steps[i]
    assert effective_size(slow) == pytest.approx(16_000 * 0.1 / 1.9, rel=0.25)  # of an autoregression
    assert split_rhat(steps + 3 * np.arange(4)) > 2 and effective_size(steps + 3 * np.arange(4)) < 50
