"""What is given and would not be read is refused: an argument that changes nothing is a wrong answer in waiting."""

import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline

import errbar as eb
from errbar.errors import InputError

VOTES = {"a": ["x", "y", "x", "y"], "b": ["y", "x", "y", "x"], "won": ["x", "x", "y", "y"]}
TABLE = {"i": [*range(12)], "loss": [0.1, 0.2, 0.3] * 4, "fold": [0, 1, 2] * 4, "y": [0, 1] * 6}
RUNS = {"i": [0, 1, 2] * 2, "seed": [0] * 3 + [1] * 3, "loss": [0.0, 1.0, 2.0, 3.0, 4.0, 6.0]}
X, Y = [[float(i)] for i in range(20)], [0, 1] * 10


@pytest.mark.parametrize(
    "given",
    [
        {"control": "x"},
        {"method": "bayes_t"},
        {"across": "nemenyi"},
        {"loss": "zero_one"},
        {"greater_is_better": True},
        {"X": X, "y": Y},
        {"shared": False},
        {"timeout": 3},
    ],
)
def test_votes_are_ranked_by_who_won(given):
    votes = eb.Scores.from_preferences(VOTES, a="a", b="b", winner="won")
    assert eb.rank(votes, random_state=3).models
    with pytest.raises(InputError, match="votes are ranked by who won"):
        eb.rank(votes, **given)


@pytest.mark.parametrize("given", [{"timeout": 3}, {"shared": False}, {"n_jobs": 2}, {"plan": eb.plans.kfold(3)}])
def test_scores_are_not_fitted(given):
    scores = eb.Scores.from_splits({"a": [0.1, 0.2, 0.3], "b": [0.2, 0.2, 0.4]}, n_train=9, n_test=3, loss="error")
    with pytest.raises(InputError, match="is for fitting models"):
        eb.rank(scores, **given)


def test_data_sets_without_holes():
    sets = eb.Datasets.from_values({f"d{i}": {"a": 0.1 * i, "b": 0.2} for i in range(6)}, loss="error")
    with pytest.raises(InputError, match="missing= is for a table of numbers with holes"):
        eb.rank(sets, missing="drop")


@pytest.mark.parametrize("given", [{"n_seeds": 3}, {"plan": eb.plans.kfold(3)}, {"loss": "squared"}, {"order": True}])
def test_sources_of_a_table_or_of_a_model(given):
    scores = eb.Scores.from_table(RUNS, item="i", run="seed", loss="loss")
    assert eb.sources(scores, n_seeds=5).components
    with pytest.raises(InputError, match="is for a model"):
        eb.sources(scores, **given)
    with pytest.raises(InputError, match="model= is for Scores"):
        eb.sources(GaussianNB(), X, Y, model="m")


def test_components_of_scores_or_of_a_model():
    scores = eb.Scores.from_splits({"m": [0.1, 0.2, 0.3]}, n_train=9, n_test=3, loss="error")
    with pytest.raises(InputError, match="loss= is for jackknife="):
        eb.components(scores, loss="squared")
    with pytest.raises(InputError, match="versus= is for Scores"):
        eb.components(GaussianNB(), X, Y, jackknife=2, versus="b")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"positive": 1}, "positive= says which label"),
        ({"split": "fold", "n_test": 4}, "with item= the items of each are counted"),
        ({"score_range": (0, 1), "loss_range": (0, 1)}, "score_range is"),
        ({"n_test": 4}, "without split="),
    ],
)
def test_columns_that_are_not_there(given, said):
    with pytest.raises(InputError, match=said):
        eb.Scores.from_table(TABLE, item="i", loss="loss", **given)


def test_sources_bring_their_variances():
    found = eb.sources(eb.Scores.from_table(RUNS, item="i", run="seed", loss="loss"))
    with pytest.raises(InputError, match="answer_variance, not both"):
        eb.design("seeds", sources=found, half_width=0.5, answer_variance=0.1, cost={"run": 1, "answer": 1})


def test_settings_of_another_law_are_looked_at_too():
    with pytest.raises(InputError, match="tuned_for"):
        eb.Sequential(paired=False, loss_range=(0, 1), tuned_for="long")
    with pytest.raises(InputError, match="greater_is_better"):
        eb.Scores.from_predictions([0, 1, 1, 0], {"a": [0.1, 0.9, 0.8, 0.2]}, greater_is_better="yes")


def test_a_pipeline_without_steps():
    with pytest.raises(InputError, match="no steps"):
        eb.evaluate(Pipeline([]), X, Y, cv=3, loss="absolute")
