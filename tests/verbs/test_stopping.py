"""A run that stops early: the splits it fitted, what it says of them, whoever fits and wherever it resumes."""

import json
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.cli.main import run
from errbar.core.completed import completed
from errbar.errors import InputError, NeedsError, UnknownNameError
from errbar.run.settling import looks

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 150)
X = Y[:, None] * 1.5 + RNG.normal(size=(150, 3))
MANY = eb.plans.subsample(40, 0.2)


FITS = Counter()


class Counting(DecisionTreeClassifier):
    def fit(self, X, y, **more):
        FITS["all"] += 1
        return super().fit(X, y, **more)


def numbers(result):
    return result.estimate, result.low, result.high, result.pvalue, result.n_splits


@pytest.mark.parametrize("pair", [(GaussianNB(), DummyClassifier()), (GaussianNB(), NearestCentroid())])
def test_the_answer_is_that_of_as_many_splits(pair):
    stopped = eb.compare(*pair, X, Y, plan=MANY, stop="clear", random_state=3)
    plain = eb.compare(*pair, X, Y, plan=eb.plans.subsample(stopped.n_splits, 0.2), random_state=3)
    assert (stopped.estimate, stopped.n_splits, stopped.df) == (plain.estimate, plain.n_splits, plain.df)
    assert stopped.se == pytest.approx(1.25 * plain.se, rel=1e-12) and stopped.statistic == pytest.approx(
        plain.statistic / 1.25, rel=1e-12)  # fmt: skip
    assert stopped.low <= plain.low and stopped.high >= plain.high
    assert stopped.details["stopped"]["splits"] == stopped.n_splits < 40
    assert any(f"{stopped.n_splits} of 40 splits were enough" in note for note in stopped.notes)


def test_only_those_splits_are_fitted():
    FITS.clear()
    found = eb.compare(Counting(max_depth=3), DummyClassifier(), X, Y, plan=MANY, stop="clear", random_state=3)
    assert FITS["all"] == found.n_splits


def test_a_store_goes_on(tmp_path):
    models = DecisionTreeClassifier(max_depth=3), DummyClassifier()
    settings = {"plan": MANY, "random_state": 3, "store": tmp_path / "runs.db"}
    first, again = (eb.compare(*models, X, Y, stop="clear", **settings) for _ in range(2))
    assert first.details["resumed_splits"] == 0 and again.details["resumed_splits"] == first.n_splits
    whole = eb.compare(*models, X, Y, **settings)
    assert whole.details["resumed_splits"] == first.n_splits and whole.n_splits == 40
    after = eb.compare(*models, X, Y, stop="clear", **settings)
    assert numbers(after) == numbers(again) == numbers(first) and after.notes == first.notes
    assert after.details["resumed_splits"] == first.n_splits


def test_the_same_with_any_number_of_workers_and_models_the_other_way_round():
    one, two = (
        eb.compare(
            DecisionTreeClassifier(max_depth=2), GaussianNB(), X, Y, plan=MANY, stop="clear", random_state=1, n_jobs=n
        )
        for n in (1, 2)
    )
    swapped = eb.compare(
        GaussianNB(), DecisionTreeClassifier(max_depth=2), X, Y, plan=MANY, stop="clear", random_state=1
    )
    assert numbers(one) == numbers(two) and swapped.n_splits == one.n_splits and swapped.estimate == -one.estimate


def test_two_models_that_are_one_never_stop_early():
    found = eb.compare(GaussianNB(), GaussianNB(), X, Y, plan=eb.plans.subsample(12, 0.2), stop="clear", random_state=0)
    assert found.n_splits == 12 and found.pvalue > 0.05


def test_a_margin_is_what_is_decided():
    kwargs = {"plan": MANY, "stop": "clear", "random_state": 0}
    easy = eb.compare(GaussianNB(), DummyClassifier(), X, Y, margin=0.01, **kwargs)
    assert easy.verdict == "shown" and easy.n_splits < 40
    hard = eb.compare(DummyClassifier(), GaussianNB(), X, Y, margin=0.01, **kwargs)
    assert hard.verdict == "refuted" and hard.n_splits == easy.n_splits
    scored = eb.compare(GaussianNB(), DummyClassifier(), X, Y, margin=0.01, scoring="accuracy", **kwargs)
    assert scored.verdict == "shown" and scored.n_splits == easy.n_splits


def test_half_width():
    wide = eb.evaluate(GaussianNB(), X, Y, half_width=0.2, random_state=0)
    assert (wide.high - wide.low) / 2 <= 0.2 and wide.n_splits == 10 and "reached" in wide.notes[-1]
    never = eb.evaluate(GaussianNB(), X, Y, half_width=0.001, random_state=0)
    assert never.n_splits == 25 and "more data" in never.notes[-1]
    y = X @ [1.0, 0.0, 2.0] + RNG.normal(size=150)
    other = eb.evaluate(LinearRegression(), X, y, half_width=0.3, random_state=0)
    assert (other.high - other.low) / 2 <= 0.3


def test_a_race():
    models = {
        "nb": GaussianNB(),
        "constant": DummyClassifier(),
        "centroid": NearestCentroid(),
        "other constant": DummyClassifier(strategy="constant", constant=1),
    }
    raced = eb.rank(models, X, Y, plan=MANY, stop="clear")
    whole = eb.rank(models, X, Y, plan=MANY)
    assert raced.tied == whole.tied and raced.n_fits < whole.n_fits
    assert not any(said in note for note in raced.notes for said in ("Fits needed", "standard errors to be shown"))
    left = raced.details["stopped"]["left"]
    assert set(left) == {"constant", "other constant"}
    assert set(raced.models[:2]) == {"nb", "centroid"}
    assert raced.result("constant").n_splits == raced.result("nb", "constant").n_splits == left["constant"]
    assert raced.n_fits == 2 * 40 + sum(left.values())
    some = eb.rank(models, X, Y, plan=eb.plans.subsample(left["constant"], 0.2))
    assert raced.pairs.between("nb", "constant")["pvalue"] == pytest.approx(
        some.pairs.between("nb", "constant")["pvalue"], rel=1e-9
    )
    assert json.loads(raced.to_json())["n_fits"] == raced.n_fits
    assert str(eb.rank(models, X, Y, plan=MANY, stop="clear", n_jobs=2)) == str(raced)


def test_refusals_come_before_any_fit():
    FITS.clear()
    models = Counting(), DummyClassifier()
    for settings, error in (
        ({"stop": "soon"}, UnknownNameError),
        ({"stop": "clear", "null": None}, InputError),
        ({"stop": "clear", "cv": 5}, NeedsError),
        ({"stop": "clear", "method": "calibrated_t"}, NeedsError),
        ({"stop": "clear", "loss": ["zero_one", "brier"]}, InputError),
        ({"stop": "clear", "params": {"loss_weight": np.ones(150)}}, InputError),
    ):
        with pytest.raises(error):
            eb.compare(*models, X, Y, **settings)
    for settings in ({"half_width": 0}, {"half_width": "a"}, {"half_width": 0.1, "alternative": "less"}):
        with pytest.raises(InputError):
            eb.evaluate(models[0], X, Y, **settings)
    with pytest.raises(InputError):
        eb.rank({"a": models[0], "b": models[1]}, X, Y, stop="clear", control="a")
    with pytest.raises(InputError):
        eb.rank(
            eb.Scores.from_splits({"a": [0.1, 0.2], "b": [0.2, 0.2]}, n_train=2, n_test=1, loss="error"), stop="clear"
        )
    assert FITS["all"] == 0


def test_blocks_cover_every_split_once():
    for n in (2, 4, 5, 6, 25, 100):
        ends = list(looks(n))
        assert [i for start, stop in ends for i in range(start, stop)] == list(range(n))


def test_draws_have_the_moments_of_the_predictive_law():
    """The mean of all: t with j - 1 degrees of freedom; a long plain simulation as the reference."""
    seen = np.array([0.1, 0.3, 0.2, 0.4, 0.25, 0.15, 0.3, 0.2])
    means, variances = completed(np.array([seen.mean()]), np.array([seen.var(ddof=1)]), 8, 20)
    rng = np.random.default_rng(0)
    v = 7 * seen.var(ddof=1) / rng.chisquare(7, 200_000)
    m = seen.mean() + rng.normal(size=200_000) * np.sqrt(v / 8)
    rest = m[:, None] + rng.normal(size=(200_000, 12)) * np.sqrt(v)[:, None]
    whole = np.concatenate([np.broadcast_to(seen, (200_000, 8)), rest], axis=1)
    for q in (0.005, 0.01, 0.1, 0.5, 0.9, 0.99, 0.995):
        noise = 4 * (q * (1 - q) / 200_000) ** 0.5  # of the simulation's own quantile
        assert (means < np.quantile(whole.mean(axis=1), q)).mean() == pytest.approx(q, abs=noise + 0.001)
        assert (variances < np.quantile(whole.var(axis=1, ddof=1), q)).mean() == pytest.approx(q, abs=noise + 0.001)


def test_the_command_line(tmp_path, capsys):
    path = tmp_path / "my data.csv"
    pd.DataFrame(X, columns=["x a", "b", "c"]).assign(y=Y).to_csv(path, index=False)
    both = ["--model", "GaussianNB()", "--model", "DummyClassifier()"]
    assert run(["compare", str(path), "--target", "y", *both, "--stop", "clear", "--random-state", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["details"]["stopped"]["of"] == 25
    assert run(["rank", str(path), "--target", "y", *both, "--stop", "clear", "--random-state", "0"]) == 0
    assert "ended after" in capsys.readouterr().out
    assert run(["evaluate", str(path), "--target", "y", *both[:2], "--half-width", ".2", "--random-state", "0"]) == 0
    assert "was reached after 10" in " ".join(capsys.readouterr().out.split())
    assert run(["compare", str(path), "--target", "y", *both, "--stop", "soon"]) == 2
    assert run(["evaluate", str(path), "--target", "y", *both[:2], "--half-width", "-1"]) == 2


def test_regression_by_squared_loss():
    y = X @ [1.0, 0.0, 2.0] + RNG.normal(size=150)
    found = eb.compare(LinearRegression(), Ridge(1e4), X, y, stop="clear", random_state=0)
    assert found.method == "corrected_t" and found.n_splits < 25 and found.high < 0
