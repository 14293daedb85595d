"""Every answer says itself: `str` in words, `repr` in a short line, and a notebook shows it; names are escaped."""

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import errbar as eb

TAG = "<b>x</b>"
PLAN = eb.plans.subsample(8).build(60, random_state=0)
LOSSES = np.random.default_rng(0).integers(0, 2, (2, 8, 6)).astype(float)
SCORES = eb.Scores.from_losses({TAG: [*LOSSES[0]], "other": [*LOSSES[1]]}, plan=PLAN, loss="zero_one")
X = np.random.default_rng(1).normal(size=(60, 2))
Y = (X[:, 0] > 0).astype(int)
TABLE = {f"set {i}": {TAG: 0.1 + 0.01 * i, "b": 0.2, "c": 0.1 * i} for i in range(6)}


def runs():
    rng = np.random.default_rng(2)
    losses = [{"item": i, "run": r, "loss": float(rng.random() < 0.3)} for i in range(12) for r in range(3)]
    table = {name: [row[name] for row in losses] for name in ("item", "run", "loss")}
    return eb.Scores.from_table(pd.DataFrame(table), item="item", loss="loss", run="run")


def spread(depth=2):
    scores = eb.collect({"tree": DecisionTreeClassifier(max_depth=depth)}, X, Y, plan=eb.plans.subsample(8, distinct=True),
                        random_state=0, progress=False)  # fmt: skip
    return eb.ErrorDistribution(scores)


def judged():
    return eb.collect({TAG: GaussianNB()}, X, Y, scoring="roc_auc", plan=eb.plans.holdout(0.5), random_state=0,
                      progress=False)  # fmt: skip


def folds():
    plan = eb.plans.kfold(5).build(60, random_state=0)
    return eb.Scores.from_losses({TAG: list(np.random.default_rng(3).random((5, 12)))}, plan=plan)


def votes():
    won = np.random.default_rng(4).integers(0, 2, 90)
    pairs = [(TAG, "b"), ("b", "c"), ("c", TAG)] * 30
    rows = [(*pair, pair[i]) for pair, i in zip(pairs, won, strict=True)]
    return eb.Scores.from_preferences(pd.DataFrame(rows, columns=["a", "b", "won"]), a="a", b="b", winner="won")


def tasks():
    rows = [(f"task {t}", m, r, 0.1 * t + 0.03 * r) for t in range(3) for m in (TAG, "b") for r in range(3)]
    table = dict(zip(("task", "model", "seed", "score"), zip(*rows, strict=True), strict=True))
    return eb.Datasets.from_table(table, dataset="task", model="model", run="seed", value="score",
                                  greater_is_better=True)  # fmt: skip


ANSWERS = {
    "Result": lambda: eb.infer(SCORES, model=TAG, versus="other"),
    "Results": lambda: eb.Results([eb.infer(SCORES, model=TAG)]),
    "Scores": lambda: SCORES,
    "ModelRanking": lambda: eb.rank(SCORES, random_state=0),
    "DatasetRanking": lambda: eb.rank(TABLE, greater_is_better=False),
    "Advice": lambda: eb.advise(500, n_models=2),
    "Design": lambda: eb.design(half_width=0.02, error=0.1),
    "Growth": lambda: eb.growth(SCORES, model=TAG, method="corrected_t"),
    "LearningCurve": lambda: eb.growth(
        [eb.Scores.from_splits({TAG: [0.1, 0.2, 0.15]}, n_train=n, n_test=9, greater_is_better=False) for n in (50, 99)]
    ),
    "Sources": lambda: eb.sources(runs()),
    "ErrorDistribution": spread,
    "Curve": lambda: eb.curve(judged(), kind="roc"),
    "Confusion": lambda: eb.curve(eb.Scores.from_predictions(Y, {TAG: 1 - Y}, metric="f1"), kind="confusion"),
    "Components": lambda: eb.components(folds()),
    "DistributionComparison": lambda: spread().compare(spread(depth=1)),
    "VoteRanking": lambda: eb.rank(votes()),
    "Aggregates": lambda: eb.aggregate(tasks(), n_draws=200),
    "Audit": lambda: eb.audit(GaussianNB(), X, Y, n=20, n_sets=4, random_state=0, progress=False),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_shows_itself(name):
    answer = ANSWERS[name]()
    line, words, page = repr(answer), str(answer), answer._repr_html_()
    assert words.strip() and page.strip()
    assert len(line) <= 260 and (name == "Results" or "\n" not in line)
    assert TAG not in page


def test_scores_say_what_they_are_of():
    assert str(SCORES).splitlines()[0] == "zero_one of 2 models, 8 splits (subsample), 60 examples; lower is better"
    assert repr(SCORES).startswith("<Scores: zero_one of 2 models")
