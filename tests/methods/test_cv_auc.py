"""cv_auc: reference numbers, two models, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, norm

import errbar as eb
from errbar.errors import NeedsError
from errbar.plans.families import Explicit
from errbar.types.of_predictions import from_predictions

TABLE = {
    "i": range(12),
    "fold": [0] * 6 + [1] * 6,
    "y": [1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0],
    "p": [0.9, 0.7, 0.4, 0.6, 0.3, 0.2, 0.8, 0.35, 0.55, 0.5, 0.45, 0.1],
}
COLUMNS = {"item": "i", "split": "fold", "y_true": "y", "metric": "roc_auc"}


def test_reference_numbers():
    scores = eb.Scores.from_table(TABLE, **COLUMNS, y_score="p")
    result = eb.infer(scores, method="cv_auc", null=0.5, options={"interval": "wald"})
    assert (result.estimate, result.se) == pytest.approx((0.7569444444, 0.1398256392), abs=1e-9)
    assert result.target.startswith("the mean roc_auc of the models fitted here")


def test_fold_wise_delong_by_hand():
    """Components of the first fold: positives 1, 1, 2/3, negatives 2/3, 1, 1; of the second 1, 1/4 and 1/2 x 3, 1."""
    result = eb.infer(eb.Scores.from_table(TABLE, **COLUMNS, y_score="p"), method="cv_auc")
    s10 = (2 / 27 + 9 / 32) / (5 - 2)
    s01 = (2 / 27 + 3 / 64 + 9 / 64) / (7 - 2)
    expected = (s10 * (1 / 3 + 1 / 2) + s01 * (1 / 3 + 1 / 4)) / 4
    assert (result.estimate, result.se) == pytest.approx((0.7569444444, expected**0.5), abs=1e-9)
    assert 0 < result.low < 0.4 and 0.9 < result.high < 1


def test_perfect_folds_are_not_certain():
    table = {**TABLE, "p": TABLE["y"], "q": TABLE["y"]}
    scores = eb.Scores.from_table(table, **COLUMNS, y_score=["p", "q"])
    one = eb.infer(scores, model="p", method="cv_auc")
    assert one.low < 0.8 < one.estimate == one.high == 1.0
    two = eb.infer(scores, model="p", versus="q", method="cv_auc")
    assert two.low < -0.1 < 0.1 < two.high and two.pvalue == 1.0


@pytest.mark.slow
def test_coverage_with_few_positives():
    """Two positives a fold, where the published interval covers 0.8: the models of all folds rank alike."""
    rng, hits, fold = np.random.default_rng(5), 0, np.arange(200) % 5
    y = np.arange(200) < 10
    plan = eb.Plan("kfold", 200, (Explicit(200, tuple((np.flatnonzero(fold != k), np.flatnonzero(fold == k))
                                                      for k in range(5)), "kfold", 5),))  # fmt: skip
    order = np.concatenate([test for _, test in plan])
    for _ in range(200):
        said = from_predictions(y[order], {"m": (y + rng.normal(size=200))[order]}, positive=True, plan=plan)
        result = eb.infer(said, method="cv_auc")
        hits += result.low <= norm.cdf(1 / np.sqrt(2)) <= result.high
    assert hits >= binom.ppf(1e-4, 200, 0.95)


def test_two_models():
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    a = y + rng.normal(size=200)
    table = {"i": range(200), "fold": np.arange(200) // 40, "y": y, "a": a, "b": a + 0.3 * rng.normal(size=200)}
    scores = eb.Scores.from_table(table, **COLUMNS, y_score=["a", "b"])
    paired = eb.infer(scores, model="a", versus="b", method="cv_auc")
    alone = [eb.infer(scores, model=name, method="cv_auc") for name in "ab"]
    assert paired.estimate == pytest.approx(alone[0].estimate - alone[1].estimate)
    assert paired.se < 0.6 * np.hypot(alone[0].se, alone[1].se)


def test_repeated_folds_are_refused():
    twice = {name: [*values, *values] for name, values in TABLE.items()}
    twice["r"] = [0] * 12 + [1] * 12
    scores = eb.Scores.from_table(twice, **COLUMNS, y_score="p", repeat="r")
    with pytest.raises(NeedsError, match="one K-fold run"):
        eb.infer(scores, method="cv_auc")


def test_groups_are_not_ignored():
    """Copies of every item add nothing where they share its group."""
    rng = np.random.default_rng(2)
    y = np.arange(100) % 2
    table = {"i": np.arange(100), "fold": np.arange(100) // 20, "y": y, "p": y + rng.normal(size=100)}
    alone = eb.infer(
        eb.Scores.from_table({**table, "g": table["i"]}, **COLUMNS, y_score="p", group="g"), method="cv_auc"
    )
    fours = {name: np.repeat(column, 4) for name, column in table.items()}
    fours |= {"g": fours["i"], "i": np.arange(400)}
    copied = eb.infer(eb.Scores.from_table(fours, **COLUMNS, y_score="p", group="g"), method="cv_auc")
    assert copied.se == pytest.approx(alone.se, rel=1e-9)
    assert (copied.low, copied.high) == pytest.approx((alone.low, alone.high), rel=1e-9)
    assert (copied.df, copied.details["n_groups"]) == (49, 100)  # groups of the smaller class, less one


def test_single_items_of_a_class_are_mentioned():
    y = np.array([1, 0, 0, 0, 0] * 6)
    table = {"i": range(30), "fold": np.arange(30) // 5, "y": y, "p": np.random.default_rng(0).random(30)}
    result = eb.infer(eb.Scores.from_table(table, **COLUMNS, y_score="p"), method="cv_auc")
    assert any("single item of a class" in note for note in result.notes)
    scores = eb.Scores.from_table(TABLE, **COLUMNS, y_score="p")
    assert not any("single item of a class" in note for note in eb.infer(scores, method="cv_auc").notes)
