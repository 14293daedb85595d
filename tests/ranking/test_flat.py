"""Models that never err, and models that never differ: a ranking says of them what `infer` says, with width."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

import errbar as eb

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 2))
Y = (X[:, 0] > 0).astype(int)
FAR = X + 10 * Y[:, None]  # any tree is right
MODELS = {
    "a tree": DecisionTreeClassifier(),
    "twin": DecisionTreeClassifier(max_depth=3),
    "constant": DummyClassifier(),
}


@pytest.mark.parametrize("groups", [None, np.repeat(np.arange(8), 15)])
def test_a_ranking_agrees_with_infer_where_nothing_varies(groups):
    scores = eb.collect(MODELS, FAR, Y, groups=groups, random_state=0)
    ranking = eb.rank(scores)
    for place, name in enumerate(ranking.models):
        alone = eb.infer(scores, model=name, method="corrected_t")
        assert (ranking.low[place], ranking.high[place]) == pytest.approx((alone.low, alone.high), rel=1e-12)
        assert ranking.high[place] > ranking.low[place]
        assert ranking.simultaneous_high[place] >= ranking.high[place]
    for row in ranking.pairs.to_rows():
        pair = eb.infer(scores, model=row["a"], versus=row["b"], method="corrected_t")
        assert (row["low"], row["high"]) == pytest.approx((pair.low, pair.high), rel=1e-12)
        assert row["simultaneous_low"] <= row["low"] < row["high"] <= row["simultaneous_high"]
        assert row["df"] == pair.df


def test_perfect_models_are_tied_and_not_certain():
    ranking = eb.rank(MODELS, FAR, Y, random_state=0)
    assert set(ranking.tied) == {"a tree", "twin"} and ranking.low[0] == 0.0 and ranking.high[0] > 0.01
