"""The error over training sizes: each point is its own answer, and a gain is shown only where both ends say so."""

import matplotlib as mpl
import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge

import errbar as eb
from errbar.errors import InputError

mpl.use("Agg")
RNG = np.random.default_rng(0)
X = RNG.normal(size=(200, 20))
Y = X.sum(axis=1) + RNG.normal(size=200)
MODELS = {"line": LinearRegression(), "strong ridge": Ridge(300.0)}


@pytest.fixture(scope="module")
def several():
    plans = [eb.plans.subsample(15, 0.1, discard=share) for share in (0.0, 0.5, 0.75)]
    return [eb.collect(MODELS, X, Y, plan=plan, random_state=0, progress=False) for plan in plans]


def test_each_size_is_an_answer_of_its_own(several):
    curve = eb.growth(several, model="strong ridge", versus="line")
    assert curve.sizes == (30, 80, 180)
    for scores, result in zip(reversed(several), curve.results, strict=True):
        alone = eb.infer(scores, model="strong ridge", method="corrected_t")
        assert (result.estimate, result.low, result.high) == (alone.estimate, alone.low, alone.high)
    direct = eb.infer(several[0], model="strong ridge", versus="line", method="corrected_t")
    assert (curve.versus.low, curve.versus.high) == (direct.low, direct.high)
    assert curve.better_buy in ("another model", "either") and "The better buy" in str(curve)
    assert list(curve.to_frame()["n_train"]) == [30, 80, 180]
    assert len(curve.plot().lines) >= 1


def test_the_gain_is_put_together_from_both_sizes(several):
    curve = eb.growth(several[::-1], model="line")
    late, early = (eb.infer(one, model="line", method="corrected_t", confidence_level=0.975) for one in several[:2])
    assert curve.gain == pytest.approx((early.estimate - late.estimate, early.low - late.high, early.high - late.low))
    assert curve.versus is None and curve.better_buy in ("more data", "neither shown")
    assert "curves bend" in str(curve) and repr(curve).startswith("<LearningCurve")


def test_greater_is_better_is_the_same_turned_round():
    rng = np.random.default_rng(1)
    tables = [(n, 0.5 - 0.1 * i + 0.01 * rng.normal(size=20)) for i, n in enumerate((100, 200, 400))]
    lower = [eb.Scores.from_splits({"m": v}, n_train=n, n_test=n // 9, greater_is_better=False) for n, v in tables]
    higher = [eb.Scores.from_splits({"m": 1 - v}, n_train=n, n_test=n // 9, greater_is_better=True) for n, v in tables]
    one, other = eb.growth(lower), eb.growth(higher)
    assert one.gain == pytest.approx(other.gain) and one.better_buy == other.better_buy == "more data"


@pytest.mark.parametrize(
    ("change", "asked", "said"),
    [
        (lambda s: s[:1], {"model": "line"}, "two or more"),
        (lambda s: [s[0], s[0]], {"model": "line"}, "same training size"),
        (lambda s: s, {}, "Name the model"),
        (
            lambda s: [s[0], eb.Scores.from_splits({"a": [0.1, 0.2]}, n_train=5, n_test=1, loss="error")],
            {},
            "same models",
        ),
    ],
)
def test_refusals(several, change, asked, said):
    with pytest.raises(InputError, match=said):
        eb.growth(change(several), **asked)


def test_what_is_worse_is_called_worse_and_shares_are_told_in_points():
    good, bad = [0.10, 0.14, 0.08, 0.12] * 3, [0.30, 0.34, 0.28, 0.32] * 3

    def scores(size, a, b):
        loss = {"loss": "zero_one", "greater_is_better": False}
        return eb.Scores.from_splits({"a": a, "b": b}, n_train=size, n_test=10, **loss)

    said = str(eb.growth([scores(40, good, bad), scores(80, bad, good)], model="a", versus="b"))
    assert said.startswith("From 40 to 80 training examples: worse by 20 points, the gain is between -")
    assert "at 80: better by 20 points, the gain is between" in said
    same = eb.growth([scores(40, good, bad), scores(80, good, bad)], model="a")
    assert "no better and no worse" in str(same)
