"""`eb.winner`: the numbers against plain formulas, what it reads, what must not matter, and what it refuses."""

import json
import pickle
import warnings

import numpy as np
import pytest
from scipy.stats import beta, binom

import errbar as eb
from errbar.core.best_of_many import UnitSums, out_of_bag, tilted_upper


def of_items(losses, names=None, **more):
    names = names or [f"c{i}" for i in range(len(losses))]
    table = {"id": np.arange(losses.shape[1])} | dict(zip(names, losses, strict=True))
    return eb.Scores.from_table(table, item="id", loss=names, **more)


@pytest.fixture
def wrong():
    return (np.random.default_rng(0).random((40, 200)) < 0.2).astype(int)


# -- numbers ---------------------------------------------------------------------------------------------------------


def test_bonferroni_of_counted_errors_is_the_exact_binomial(wrong):
    r = eb.winner(of_items(wrong), method="bonferroni", alternative="less")
    k = wrong.sum(axis=1).min()
    assert r.high == pytest.approx(beta.ppf(1 - 0.05 / 40, k + 1, 200 - k), rel=1e-9)
    assert r.details["apparent"] == k / 200 and r.details["winner"] == f"c{wrong.sum(axis=1).argmin()}"


def test_max_t_lies_between_one_candidate_and_bonferroni(wrong):
    scores = of_items(wrong)
    one, wide = (eb.winner(scores, method=name) for name in ("max_t", "bonferroni"))
    assert one.details["uncorrected"][1] < one.high <= wide.high
    assert one.low == wide.low == pytest.approx(beta.ppf(0.025, wrong.sum(axis=1).min(), 201 - wrong.sum(axis=1).min()))


def test_bbc_is_the_plain_loop(wrong):
    """Pick in the bag, judge out of it; the best of all, out of the bag and in all, is a control variate."""
    rng, picked, known = np.random.default_rng(5), [], []
    best = wrong[wrong.sum(axis=1) == wrong.sum(axis=1).min()]
    for _ in range(4000):
        bag = rng.integers(0, 200, 200)
        out = np.setdiff1d(np.arange(200), bag)
        means = wrong[:, bag].mean(axis=1)
        picked.append(wrong[np.isclose(means, means.min())][:, out].mean())
        known.append(best[:, out].mean())
    slow = np.mean(picked) - np.mean(known) + best.mean()
    quick = out_of_bag(UnitSums(wrong.astype(float), np.ones(200)), 4000, np.random.default_rng(6))[0]
    assert quick == pytest.approx(slow, abs=5 * np.std(picked) / 4000**0.5)


def test_tilting_is_the_exact_binomial_but_for_the_lattice():
    for k, tail in ((20, 0.025), (20, 0.001), (5, 0.01)):
        x = np.r_[np.ones(k), np.zeros(100 - k)]
        limit = tilted_upper(UnitSums(x[None], np.ones(100)), 0, tail)
        mid = binom.cdf(k - 1, 100, limit) + binom.pmf(k, 100, limit) / 2
        assert mid == pytest.approx(tail, rel=0.15)


def test_one_candidate_is_as_if_nothing_was_picked(wrong):
    scores = of_items(wrong[:1])
    r, alone = eb.winner(scores), eb.infer(scores, method="clopper_pearson")
    assert (r.estimate, r.low, r.high) == (alone.estimate, alone.low, alone.high)
    assert r.details["luck"] == 0.0 and "nothing was picked" in r.notes[0]


def test_copies_of_one_candidate_are_one_candidate(wrong):
    r = eb.winner(of_items(np.repeat(wrong[:1], 5, axis=0)))
    assert r.estimate == wrong[0].mean() and r.details["luck"] == 0.0 and r.details["tied_for_best"] == 5
    alone = eb.winner(of_items(wrong[:1]))
    assert alone.high <= r.high <= alone.high + 0.01  # the draws' own chance
    assert any("5 candidates look equally good" in note for note in r.notes)


def test_no_error_at_all_has_an_interval_with_width():
    r = eb.winner(of_items(np.zeros((3, 50), dtype=int)))
    assert r.estimate == r.low == 0.0 and r.high == pytest.approx(1 - (0.025 / 3) ** (1 / 50), rel=0.02)


def test_another_level_holds_more(wrong):
    for method in ("max_t", "tilted", "bonferroni", "bbc_cv"):
        r = eb.winner(of_items(wrong), method=method)
        half, most = r.confidence_interval(0.5), r.confidence_interval(0.99)
        assert most.low <= r.low <= half.low <= r.estimate <= half.high <= r.high <= most.high


def test_it_can_be_kept_and_sent(wrong):
    for method in ("max_t", "tilted", "bonferroni", "bbc_cv"):
        r = eb.winner(of_items(wrong), method=method)
        kept = pickle.dumps(r)
        assert len(kept) < 10_000 and pickle.loads(kept).high == r.high
        assert eb.Result.from_dict(json.loads(r.to_json())).high == r.high


# -- what must not matter --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("m", "keep"), [(40, "items"), (10, "items"), (10, "sums")])
def test_rows_candidates_and_names_may_come_in_any_order(wrong, m, keep):
    wrong = wrong[:m]
    r = eb.winner(of_items(wrong, keep=keep))
    rng = np.random.default_rng(1)
    rows, order = rng.permutation(200), rng.permutation(m)
    table = {"id": np.arange(200)[rows]} | {f"my c {i}": wrong[i][rows] for i in order}
    other = eb.winner(eb.Scores.from_table(table, item="id", loss=list(table)[1:], keep=keep))
    assert other.details["apparent"] == r.details["apparent"] and other.details["winner"].startswith("my c ")
    assert other.estimate == pytest.approx(r.estimate, abs=1e-9) and other.low == r.low
    assert other.high == r.high
    assert eb.winner(of_items(wrong, keep=keep)).to_json() == r.to_json()


def test_right_answers_are_wrong_answers_turned_round(wrong):
    names = [f"c{i}" for i in range(40)]
    right = {"id": np.arange(200)} | dict(zip(names, 1 - wrong, strict=True))
    a, b = (
        eb.winner(of_items(wrong)),
        eb.winner(eb.Scores.from_table(right, item="id", score=names, score_range=(0, 1))),
    )
    assert b.details["winner"] == a.details["winner"] and b.details["greater_is_better"]
    assert (1 - b.estimate, 1 - b.high, 1 - b.low) == pytest.approx((a.estimate, a.low, a.high), abs=0.02)
    assert b.details["gain"] == pytest.approx(a.details["gain"])


def test_a_hopeless_candidate_costs_next_to_nothing():
    rng = np.random.default_rng(2)
    good = rng.normal(1.0, 1.0, (5, 100))
    bad = rng.normal(1e6, 1e5, (1, 100))
    one, two = eb.winner(of_items(good)), eb.winner(of_items(np.concatenate([good, bad])))
    assert two.details["winner"] == one.details["winner"]
    assert one.high <= two.high < one.high + 0.1


# -- what it reads ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def search():
    from sklearn.datasets import load_iris
    from sklearn.model_selection import RandomizedSearchCV
    from sklearn.tree import DecisionTreeClassifier

    X, y = load_iris(return_X_y=True)
    grid = {"max_depth": [0, 1, 2, 3, 5], "min_samples_leaf": [1, 2, 5, 10]}  # a depth of 0 is refused: NaN
    model, scoring = DecisionTreeClassifier(random_state=0), ["accuracy", "f1_macro"]
    found = RandomizedSearchCV(model, grid, n_iter=20, cv=5, scoring=scoring, refit="accuracy", random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return found.fit(X, y)


def test_a_search_of_two_metrics_with_failed_candidates(search):
    r = eb.winner(search)
    assert r.loss == "accuracy" and r.details["candidates"] == 16
    assert r.details["apparent"] == pytest.approx(search.best_score_)
    assert any(note.startswith("4 of 20 candidates failed") for note in r.notes)
    assert r.low <= r.estimate <= r.high <= 1.0
    assert eb.winner(search, metric="f1_macro").loss == "f1_macro"
    results = search.cv_results_
    assert eb.winner(results, metric="accuracy", n_train=4, n_test=1).to_dict() == r.to_dict()
    with pytest.raises(eb.ErrbarError, match="say which one picked"):
        eb.winner(results, n_train=4, n_test=1)
    with pytest.raises(eb.ErrbarError, match="n_train=K-1"):
        eb.winner(results, metric="accuracy")


def test_folds_judge_what_the_other_folds_pick(search):
    values = np.array([search.cv_results_[f"split{i}_test_accuracy"] for i in range(5)])
    values = values[:, np.isfinite(values).all(axis=0)]
    left = []
    for j in range(5):
        others = np.delete(values, j, axis=0).sum(axis=0)
        left.append(values[j][np.isclose(others, others.max(), rtol=0, atol=1e-9)].mean())
    assert eb.winner(search).estimate == pytest.approx(min(np.mean(left), 1.0))


def test_out_of_fold_losses_of_many_models():
    from sklearn.datasets import load_diabetes
    from sklearn.linear_model import Ridge

    X, y = load_diabetes(return_X_y=True)
    models = {f"alpha {a:g}": Ridge(alpha=a) for a in (0.01, 0.1, 1.0, 10.0)}
    scores = eb.collect(models, X, y, plan=eb.plans.kfold(5), random_state=0)
    r = eb.winner(scores, baseline="alpha 1")
    assert r.details["baseline"] == "alpha 1" and r.details["gain"] > r.details["luck"] >= 0
    assert "gained" in r.notes[0] and "over alpha 1" in r.notes[0]
    assert r.low < r.details["apparent"] <= r.estimate < r.high
    assert eb.winner(scores, method="bbc_cv").estimate == r.estimate


def test_areas_under_curves():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 120)
    outputs = {f"c{i}": y + 1.5 * rng.normal(size=120) for i in range(8)}
    r = eb.winner(eb.Scores.from_predictions(y, outputs))
    assert r.loss == "roc_auc" and r.details["luck"] > 0 and r.estimate < r.details["apparent"]
    assert r.low < r.details["uncorrected"][0]


def test_sums_alone_tell_the_limit_but_not_the_luck(wrong):
    kept, sums = (eb.winner(of_items(wrong, keep=keep)) for keep in ("items", "sums"))
    assert sums.details["luck"] is None and "cannot be told" in sums.notes[0]
    assert sums.high == pytest.approx(kept.high, abs=0.005) and sums.low == kept.low


def test_groups_are_drawn_whole():
    rng = np.random.default_rng(4)
    losses = np.repeat(rng.normal(1, 1, (6, 30)), 5, axis=1)
    table = {"id": np.arange(150), "g": np.repeat(np.arange(30), 5)} | {f"c{i}": row for i, row in enumerate(losses)}
    grouped = eb.winner(eb.Scores.from_table(table, item="id", group="g", loss=[f"c{i}" for i in range(6)]))
    once = eb.winner(of_items(losses[:, ::5]))
    assert grouped.details["luck"] == pytest.approx(once.details["luck"], rel=1e-9)
    assert grouped.high == pytest.approx(once.high, rel=0.03)


# -- what it refuses -------------------------------------------------------------------------------------------------


def test_refusals(wrong):
    scores = of_items(wrong)
    for call, words in (
        (lambda: eb.winner([0.1, 0.2]), "winner takes Scores, a fitted GridSearchCV"),
        (lambda: eb.winner(scores, method="nested_cv"), "method"),
        (lambda: eb.winner(scores, baseline="nobody"), "baseline"),
        (lambda: eb.winner(scores, n_test=5), "is for the results of a search"),
        (lambda: eb.winner(of_items(0 * wrong), method="bbc_cv"), "would have no width"),
        (lambda: eb.winner({"params": [{"a": 1}], "split0_test_score": [np.nan]}), "nothing can be picked"),
        (lambda: eb.winner({"params": [{"a": 1}], "n_resources": [3]}), "Successive halving"),
    ):
        with pytest.raises(eb.ErrbarError, match=words):
            call()


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command(tmp_path, capsys, search, wrong):
    import pandas as pd

    from errbar.cli.main import run

    pd.DataFrame(search.cv_results_).to_csv(tmp_path / "search.csv", index=False)
    asked = ["winner", str(tmp_path / "search.csv"), "--metric", "accuracy", "--n-train", "4", "--n-test", "1"]
    assert run([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["estimate"] == pytest.approx(eb.winner(search).estimate)
    page = tmp_path / "page.html"
    assert run([*asked, "--report", str(page), "--plot", str(tmp_path / "p.png")]) == 0
    out = capsys.readouterr().out
    assert "Picking the best of 16 gained" in out and page.exists()
    table = {"id": np.arange(200)} | {f"my c {i}": row for i, row in enumerate(wrong[:3])}
    pd.DataFrame(table).to_csv(tmp_path / "items.csv", index=False)
    columns = [word for i in range(3) for word in ("--loss-col", f"my c {i}")]
    assert run(["winner", str(tmp_path / "items.csv"), "--item", "id", *columns]) == 0
    assert "the best of 3" in capsys.readouterr().out
    assert run(["winner", str(tmp_path / "items.csv"), "--item", "id", *columns, "--method", "nothing"]) == 2


# -- who may be the best -----------------------------------------------------------------------------------------------


def test_who_may_be_the_best():
    rng = np.random.default_rng(5)
    losses = rng.normal(size=(100, 200)) + np.where(np.arange(100) < 3, 0.0, 1.0)[:, None]
    found = eb.winner(of_items(losses))
    assert set(found.details["best_set"]) >= {"c0", "c1", "c2"} and found.details["best_set_size"] < 30
    assert found.details["best_set"][0] == found.details["winner"]
    assert any(f"{found.details['best_set_size']} of 100 candidates may be the best" in note for note in found.notes)
    wide = eb.winner(of_items(losses), confidence_level=0.999)
    assert set(found.details["best_set"]) <= set(wide.details["best_set"])


def test_one_halving_is_the_plain_loop():
    from scipy.stats import ttest_rel

    from errbar.core.may_be_best import best_pvalues_of_many

    losses = np.random.default_rng(6).exponential(size=(7, 31))
    found = best_pvalues_of_many(losses, 1, np.random.default_rng(2))
    drawn, total = np.random.default_rng(2).permutation(31), np.zeros(7)
    for picks, tests in ((drawn[:15], drawn[15:]), (drawn[15:], drawn[:15])):
        for r in range(7):
            others = [j for j in range(7) if j != r]
            rival = min(others, key=lambda j: losses[j, picks].mean())
            total[r] += ttest_rel(losses[r, tests], losses[rival, tests], alternative="greater").pvalue
    assert found == pytest.approx(np.minimum(1, total), rel=1e-9)


def test_copies_of_the_winner_all_may_be_the_best_and_splits_tell_no_set():
    row = np.random.default_rng(7).random(60)
    assert eb.winner(of_items(np.tile(row, (5, 1)))).details["best_set_size"] == 5
    sure = eb.winner(of_items(np.stack([np.zeros(40), np.ones(40), np.zeros(40)])))
    assert sure.details["best_set"] == ["c0", "c2"]
    splits = eb.Scores.from_splits({"a": [0.1, 0.2, 0.1], "b": [0.2, 0.2, 0.3]}, n_train=2, n_test=1, loss="error")
    assert "best_set" not in eb.winner(splits).details


def test_a_gain_of_nothing_has_no_luck_in_it():
    wrong = np.zeros((3, 60))
    wrong[[0, 0, 1, 1, 2], [3, 8, 5, 20, 7]] = wrong[2, 30:32] = 1.0
    rows = dict(zip("abc", wrong, strict=True))
    scores = eb.Scores.from_table({"id": range(60), **rows}, item="id", loss=[*"abc"])
    best = eb.winner(scores).details["winner"]
    said = eb.winner(scores, baseline=best).notes[0]
    assert f"gained nothing over {best}, and" in said and said.endswith("points of how well it did are luck.")
    twins = eb.Scores.from_table({"id": range(60), "a": wrong[0], "b": wrong[0]}, item="id", loss=["a", "b"])
    assert eb.winner(twins).notes[0] == "Picking the best of 2 gained nothing over the middle candidate."
