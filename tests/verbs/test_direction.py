"""Which way numbers count: said, or known from an exact name, and never guessed. A reversed conclusion is impossible."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import get_scorer_names, log_loss
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB
from tests.methods.series import build, mapped, random_judged, random_losses, random_runs

import errbar as eb
from errbar.bounds import BOUNDS, SAMPLE_BOUNDS
from errbar.core.direction import GREATER, LOWER, SCORE_LIKE, known_direction
from errbar.errors import InputError
from errbar.methods import METHODS, OF_RUNS, WITH_JUDGE
from errbar.run.losses import LOSSES
from errbar.show.sentence import is_difference, sentence

LOGS = Path(__file__).parent.parent / "tables" / "logs"
BOTH = r"greater_is_better=True .*greater_is_better=False"
GOOD, POOR = [0.95, 0.93, 0.94, 0.96, 0.95], [0.71, 0.70, 0.74, 0.69, 0.72]


def rows(n=200, scale=1.0, name="acc"):
    """Items of which "good" has 92 % right and "poor" 60 %."""
    rng = np.random.default_rng(1)
    right = {who: rng.permutation(np.arange(n) < share * n) for who, share in (("good", 0.92), ("poor", 0.6))}
    table = {"id": np.tile(np.arange(n), 2), "who": np.repeat(list(right), n), "part": np.tile(np.arange(n) % 20, 2)}
    return pd.DataFrame(table | {name: scale * np.concatenate(list(right.values()))})


def read(table, **how):
    return eb.Scores.from_table(table, item="id", model="who", **how)


# -- names ---------------------------------------------------------------------------------------------------


def test_the_table_of_names_is_one_table():
    assert not GREATER & LOWER and not SCORE_LIKE & (GREATER | LOWER)
    assert set(get_scorer_names()) <= GREATER
    assert set(LOSSES) <= LOWER


@pytest.mark.parametrize(
    ("name", "says"),
    [("Accuracy", True), ("ROC-AUC", True), ("log loss", False), ("RMSE", False), ("score", None), ("rating", None),
     ("accuracy_drop", None), ("my_error_free_rate", None), ("", None), ("neg_mean_squared_error", True)],
)  # fmt: skip
def test_only_whole_names_say_something(name, says):
    assert known_direction(name) is says


# -- one number per split --------------------------------------------------------------------------------------


def test_accuracies_of_folds_are_refused_or_right():
    with pytest.raises(InputError, match=BOTH):
        eb.Scores.from_splits({"good": GOOD, "poor": POOR}, n_train=4, n_test=1)
    for how in ({"greater_is_better": True}, {"loss": "accuracy"}, {"loss": "Balanced Accuracy"}):
        scores = eb.Scores.from_splits({"good": GOOD, "poor": POOR}, n_train=4, n_test=1, **how)
        gate = eb.infer(scores, model="poor", versus="good", margin=0.01)
        assert gate.details["greater_is_better"] and not gate.details["noninferior"]
        assert eb.infer(scores, model="good", versus="poor", margin=0.01).details["noninferior"]
        assert eb.rank(scores, random_state=0).models == ("good", "poor")
    lower = eb.Scores.from_splits({"good": GOOD}, n_train=4, n_test=1, loss="rmse")
    assert not lower.greater_is_better
    with pytest.raises(InputError, match="must be True, False or None"):
        eb.Scores.from_splits([0.1, 0.2], greater_is_better="yes")


def test_scikit_learns_dictionaries_know_their_direction():
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 2
    out = cross_validate(GaussianNB(), X, y, cv=5, scoring=["neg_log_loss"])
    scores = eb.Scores.from_splits(out, n_train=4, n_test=1)
    assert scores.greater_is_better and scores.loss == "neg_log_loss"
    with pytest.raises(InputError, match="contradicts scikit-learn"):
        eb.Scores.from_splits(out, n_train=4, n_test=1, greater_is_better=False)
    mixed = {"a": out, "b": [0.1, 0.2, 0.1, 0.3, 0.2]}
    with pytest.raises(InputError, match=BOTH):
        eb.Scores.from_splits({"a": {"test_score": [1.0, 2.0]}, "b": [0.1, 0.2]})
    assert eb.Scores.from_splits(mixed, n_train=4, n_test=1, greater_is_better=True).greater_is_better
    own = {"test_mse": np.array([3.0, 2.0, 4.0])}  # negated or not: only the user knows
    with pytest.raises(InputError, match="'mse' sounds like a loss"):
        eb.Scores.from_splits({"m": own})
    for said in (True, False):
        assert eb.Scores.from_splits({"m": own}, greater_is_better=said).greater_is_better is said
    with pytest.raises(InputError, match="different kinds, accuracy and roc_auc"):
        eb.Scores.from_splits({"a": {"test_accuracy": [1.0, 2.0]}, "b": {"test_roc_auc": [1.0, 2.0]}})


def test_losses_are_not_accuracies():
    plan = eb.plans.kfold(2).build(4, random_state=0)
    with pytest.raises(InputError, match="'accuracy' is given as a loss"):
        eb.Scores.from_losses({"a": [1.0, 0, 1, 1]}, plan=plan, loss="accuracy")
    one = eb.Scores.from_splits({"a": GOOD[:2]}, plan=plan, greater_is_better=True)
    other = eb.Scores.from_splits({"b": POOR[:2]}, plan=plan, greater_is_better=False)
    with pytest.raises(InputError, match="better in one of these scores and worse in the other"):
        one.join(other)


# -- tables of items -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["acc", "score", "Rating", "is correct"])
def test_a_loss_that_sounds_like_a_score_is_refused(name):
    table = rows(name=name)
    with pytest.raises(InputError, match=rf"{name!r} is given as a loss.*use score= .*--lower-is-better"):
        read(table, loss=name)
    wide = pd.DataFrame({"id": [1, 2, 3], name: [1.0, 0.0, 1.0]})
    with pytest.raises(InputError, match="sounds like a score"):
        eb.Scores.from_table(wide, item="id", loss=name)
    assert not read(table, loss=name, greater_is_better=False).greater_is_better
    assert read(table, loss=name, greater_is_better=True).greater_is_better
    assert read(table, score=name).greater_is_better


def test_a_score_that_sounds_like_a_loss_is_refused():
    with pytest.raises(InputError, match=r"'mse' is given as a score.*use loss= .*" + BOTH):
        read(rows(name="mse"), score="mse")
    assert not read(rows(name="mse"), score="mse", greater_is_better=False).greater_is_better


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize("group", [None, "part"])
def test_scores_are_told_as_they_are(keep, group):
    """The better model is better in every answer, and everything mirrors what its errors say."""
    scores = read(rows(), score="acc", keep=keep, group=group)
    errors = read(rows(), correct="acc", keep=keep, group=group)
    one, mirror = eb.infer(scores, model="good"), eb.infer(errors, model="good")
    assert (one.loss, one.method, one.details["greater_is_better"]) == ("acc", mirror.method, True)
    close = pytest.approx((1 - mirror.estimate, 1 - mirror.high, 1 - mirror.low))
    assert (one.estimate, one.low, one.high) == close
    assert "the trained model good has an accuracy of 92.0 %" in sentence(one, ("good",))
    two = eb.infer(scores, model="good", versus="poor", margin=0.02)
    back = eb.infer(errors, model="good", versus="poor", margin=0.02)
    assert (two.estimate, two.low, two.high) == pytest.approx((-back.estimate, -back.high, -back.low))
    assert (two.pvalue, two.details["noninferior"]) == (pytest.approx(back.pvalue), back.details["noninferior"])
    assert two.details["margin_bound"] == pytest.approx(-back.details["margin_bound"])
    assert "points higher than the trained model poor" in sentence(two, ("good", "poor"))
    gate = eb.infer(scores, model="poor", versus="good", margin=0.1)
    assert not gate.details["noninferior"] and gate.details["noninferior_pvalue"] > 0.5
    for method in ("wilson", "clopper_pearson") if group is None else ("clustered_wilson",):
        share, rate = (eb.infer(s, model="good", method=method) for s in (scores, errors))
        assert (share.low, share.high) == pytest.approx((1 - rate.high, 1 - rate.low))
        assert share.details.get("n_errors") == rate.details.get("n_errors")
    if group is None:
        pair = [eb.infer(s, model="good", versus="poor", method="mcnemar") for s in (scores, errors)]
        assert pair[0].details["only_first_wrong"] == pair[1].details["only_first_wrong"]
        assert pair[0].pvalue == pytest.approx(pair[1].pvalue)
    ranked, ranked_back = (eb.rank(s, method="auto", random_state=0) for s in (scores, errors))
    assert ranked.models == ranked_back.models == ("good", "poor")
    assert ranked.tied == ranked_back.tied == ("good",)


def test_scores_keep_their_units_and_their_range(tmp_path):
    table = rows(scale=4, name="likert")
    table["likert"] += 1
    scores = read(table, score="likert", score_range=(1, 5))
    assert scores.loss_range == (1.0, 5.0)
    r = eb.infer(scores, model="good", method="betting")
    assert 1 <= r.low < r.estimate < r.high <= 5
    said = sentence(r, ("good",))
    assert "has a mean likert of 4.68" in said and "%" not in said.partition(";")[0] and "err" not in said
    with pytest.raises(InputError, match="'likert' must lie between 1 and 4; it does not for id 0, who good"):
        read(table, score="likert", score_range=(1, 4))
    with pytest.raises(InputError, match=r"score_range is .* of a score= column"):
        read(table, loss="likert", score_range=(1, 5), greater_is_better=False)
    with pytest.raises(InputError, match=r"loss_range is .* of a loss= column"):
        read(table, score="likert", loss_range=(1, 5))
    path = tmp_path / "scores.npz"
    scores.save(path)
    assert eb.Scores.load(path).greater_is_better


def test_a_column_may_have_any_name():
    r = eb.infer(read(rows(name="difference in taste"), score="difference in taste"), model="good")
    assert not is_difference(r)
    assert "has a mean difference in taste of 92.0 %" in sentence(r, ("good",))


def test_right_and_wrong_have_one_direction():
    assert read(rows(), correct="acc", greater_is_better=True).loss == "error"
    with pytest.raises(InputError, match="more of that is better"):
        read(rows(), correct="acc", greater_is_better=False)


def test_split_tables_of_scores():
    table = pd.DataFrame({"fold": [*range(5)] * 2, "who": ["good"] * 5 + ["poor"] * 5, "acc": GOOD + POOR})
    how = {"model": "who", "split": "fold", "n_train": 4, "n_test": 1}
    with pytest.raises(InputError, match="sounds like a score"):
        eb.Scores.from_table(table, loss="acc", **how)
    scores = eb.Scores.from_table(table, score="acc", score_range=(0, 1), **how)
    assert (scores.greater_is_better, scores.loss, scores.loss_range) == (True, "acc", (0.0, 1.0))
    assert eb.rank(scores, random_state=0).models == ("good", "poor")
    assert "has an accuracy of 94.6 %" in sentence(eb.infer(scores, model="good", null=None), ("good",))


def test_your_own_metric_says_its_direction():
    y, p = np.array([0, 1, 0, 1, 1, 0]), {"a": np.linspace(0.2, 0.8, 6)}
    assert not eb.Scores.from_predictions(y, p, metric=log_loss).greater_is_better
    with pytest.raises(InputError, match=BOTH):
        eb.Scores.from_predictions(y, p, metric=lambda y, p: p.mean())
    with pytest.raises(InputError, match="Greater roc_auc is better"):
        eb.Scores.from_predictions(y, p, greater_is_better=False)
    table = {"i": range(6), "y": y, **p}
    how = {"item": "i", "y_true": "y", "y_score": ["a"], "positive": 1}
    assert not eb.Scores.from_table(table, metric=log_loss, **how).greater_is_better
    with pytest.raises(InputError, match="Greater roc_auc is better"):
        eb.Scores.from_table(table, metric="roc_auc", greater_is_better=False, **how)


def test_looking_while_running_keeps_the_direction():
    series = read(rows(), score="acc").difference("good", "poor")
    back = read(rows(), correct="acc").difference("good", "poor")
    r, e = eb.Sequential.over(series).result(), eb.Sequential.over(back).result()
    assert r.details["greater_is_better"] and r.loss == "acc"
    assert (r.low, r.high, r.pvalue) == pytest.approx((-e.high, -e.low, e.pvalue))
    assert r.details["only_first_wrong"] == e.details["only_first_wrong"]


# -- logs ------------------------------------------------------------------------------------------------------


def inspect_log(path, values, scorer):
    data = json.loads((LOGS / "inspect_a.json").read_text())
    for sample, value in zip(data["samples"], values, strict=True):
        sample["scores"] = {scorer: {"value": value}}
    path.write_text(json.dumps(data))
    return path


def test_inspect_scores_that_are_numbers(tmp_path):
    numbers = list(np.linspace(0, 1, 12))
    known = inspect_log(tmp_path / "known.json", numbers, "f1")
    assert (eb.read_inspect(known).loss, eb.read_inspect(known).greater_is_better) == ("error", False)
    unknown = inspect_log(tmp_path / "unknown.json", numbers, "toxicity")
    with pytest.raises(InputError, match=r"'toxicity' does not tell: " + BOTH):
        eb.read_inspect(unknown)
    for said in (True, False):
        scores = eb.read_inspect(unknown, greater_is_better=said)
        assert (scores.loss, scores.greater_is_better) == ("toxicity", said)
        assert scores.values[0, 0] == pytest.approx(0.5)
    lower = eb.read_inspect(inspect_log(tmp_path / "ppl.json", 3 * np.arange(12.0), "perplexity"))
    assert (lower.loss, lower.greater_is_better, lower.values[0, 0]) == ("perplexity", False, 16.5)
    far = inspect_log(tmp_path / "far.json", [10 * x for x in numbers], "f1")
    with pytest.raises(InputError, match=r"go from 0 to 10, beyond 0 to 1: .* score_range="):
        eb.read_inspect(far)
    scores = eb.read_inspect(far, score_range=(0, 10))
    assert (scores.loss, scores.loss_range, scores.greater_is_better) == ("f1", (0.0, 10.0), True)


def test_inspect_marks_of_right_and_wrong(tmp_path):
    for values in (["C", "I"] * 6, [True, False] * 6, ["yes", None] * 6):
        path = inspect_log(tmp_path / "marks.json", values, "anything")
        assert eb.read_inspect(path, missing="drop").loss == "error"
        told = eb.read_inspect(path, missing="drop", greater_is_better=True)
        assert (told.loss, told.greater_is_better) == ("anything", True)
        with pytest.raises(InputError, match="say what is right"):
            eb.read_inspect(path, greater_is_better=False)


def samples(path, metric, values):
    lines = [{"doc_id": i, "metrics": [metric], metric: value} for i, value in enumerate(values)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return {"m": path}


def test_lm_eval_metrics(tmp_path):
    numbers = [0.0, 1.0, 0.5, 1.0]
    path = tmp_path / "samples_x.jsonl"
    assert eb.read_lm_eval(samples(path, "exact_match", numbers)).values[0, 0] == 0.375
    with pytest.raises(InputError, match=r"'harm' does not tell: " + BOTH):
        eb.read_lm_eval(samples(path, "harm", numbers))
    harm = eb.read_lm_eval(samples(path, "harm", numbers), greater_is_better=False)
    assert (harm.loss, harm.greater_is_better, harm.values[0, 0]) == ("harm", False, 0.625)
    lower = eb.read_lm_eval(samples(path, "bits_per_byte", [2.0, 3.0, 2.5, 4.5]))
    assert (lower.loss, lower.greater_is_better, lower.values[0, 0]) == ("bits_per_byte", False, 3.0)
    bleu = eb.read_lm_eval(samples(path, "bleu", [20.0, 40.0]), score_range=(0, 100))
    assert (bleu.loss, bleu.greater_is_better, bleu.values[0, 0]) == ("bleu", True, 30.0)


def test_a_samples_perplexity_is_its_log_likelihood(tmp_path):
    """lm-evaluation-harness writes the log-likelihood under that name and makes the perplexity of all samples."""
    file = samples(tmp_path / "samples_x.jsonl", "perplexity", [-2.0, -4.0])
    scores = eb.read_lm_eval(file)
    assert (scores.loss, scores.greater_is_better, scores.values[0, 0]) == ("log_likelihood", True, -3.0)
    with pytest.raises(InputError, match="is its log-likelihood"):
        eb.read_lm_eval(file, greater_is_better=False)


# -- many data sets ---------------------------------------------------------------------------------------------


def test_a_table_of_data_sets_says_its_direction():
    names = [f"set {i}" for i in range(8)]
    wide = pd.DataFrame({"data": names, "good": np.linspace(0.8, 0.9, 8), "poor": np.linspace(0.6, 0.7, 8)})
    nested = {name: {"good": 0.9, "poor": 0.8 - i / 100} for i, name in enumerate(names)}
    for table in (wide, nested):
        with pytest.raises(InputError, match=BOTH):
            eb.rank(table)
        assert eb.rank(table, greater_is_better=True).models[0] == "good"
        assert eb.rank(table, greater_is_better=False).models[0] == "poor"
    long = wide.melt("data", var_name="model", value_name="accuracy")
    known = eb.Datasets.from_table(long, dataset="data", model="model", value="accuracy")
    assert known.greater_is_better and eb.rank(known).models[0] == "good"
    vague = long.rename(columns={"accuracy": "score"})
    with pytest.raises(InputError, match=r"the name 'score' does not tell: " + BOTH):
        eb.Datasets.from_table(vague, dataset="data", model="model", value="score")
    with pytest.raises(InputError, match="contradicts the direction"):
        eb.rank(known, greater_is_better=False)


# -- mirrors ----------------------------------------------------------------------------------------------------

PLANS = ("test_set", "holdout", "subsample", "kfold", "five_by_two", "halvings", "nested", "pseudo_bootstrap")


def mirrored(scores, how):
    """The same scores told the other way round: negated, or their complement in [0, 1]."""
    return replace(mapped(scores, -1.0, 0.0 if how == "negated" else 1.0), greater_is_better=True)


@pytest.mark.parametrize("how", ["negated", "complement"])
@pytest.mark.parametrize("kind", PLANS)
def test_a_mirror_shows_the_same_difference(kind, how):
    """Every method that compares: a - b changes its sign, and nothing else changes."""
    seen = 0
    scores = random_losses(build(kind, 60, 3), 5, binary=True)
    other = mirrored(scores, how)
    of_their_own = {OF_RUNS: random_runs(5), WITH_JUDGE: random_judged(60, 5)}
    for name, method in METHODS.items():
        if kind not in method.plans or method.compares == "one" or method.needs == "predictions":
            continue
        if method.needs == "binary_losses" and how == "negated":
            continue  # 0 and -1 are no 0/1 scores
        asked = {"null": None} if name in BOUNDS or name in SAMPLE_BOUNDS else {"margin": _margin(method)}
        both = (scores, other)
        if name in of_their_own:
            both = (of_their_own[name], mirrored(of_their_own[name], how))
        r, m = (eb.infer(s, model="a", versus="b", method=name, **asked) for s in both)
        assert (m.estimate, m.low, m.high) == pytest.approx((-r.estimate, -r.high, -r.low), abs=1e-9), name
        assert m.pvalue == (r.pvalue if r.pvalue is None else pytest.approx(r.pvalue, abs=1e-9)), name
        assert m.details.get("noninferior") == r.details.get("noninferior"), name
        assert m.details.get("p_a_better") == pytest.approx(r.details.get("p_a_better")), name
        seen += 1
    assert seen
    one, two = (eb.rank(s, method="auto", random_state=0) for s in (scores, other))
    assert (one.models, one.tied) == (two.models, two.tied)


def _margin(method):
    return None if {"any null", "one-sided"} & method.exceptions.keys() else 0.05
