"""Many data sets: Demsar's table through the verb, cliques that come from the tests shown, holes, win/tie/loss."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from tests.ranking.demsar import DATASETS, MODELS, TABLE, VALUES

import errbar as eb
from errbar.errors import InputError, UnknownNameError

FRAME = pd.DataFrame(TABLE, columns=MODELS, index=DATASETS)


def demsar(**given):
    return eb.rank(VALUES, greater_is_better=True, random_state=0, **given)


def test_demsars_table_through_the_verb():
    ranking = demsar()
    assert isinstance(ranking, eb.Ranking) and isinstance(ranking, eb.DatasetRanking)
    ranks = dict(zip(ranking.models, ranking.average_rank, strict=True))
    assert [ranks[name] for name in MODELS] == pytest.approx([3.142857, 2, 2.892857, 1.964286], abs=5e-7)
    assert (ranking.friedman.chi2, ranking.friedman.f) == pytest.approx((9.278571, 3.686313), abs=5e-7)
    p = [ranking.pairs.between("C4.5", name)["pvalue"] for name in MODELS[1:]]
    assert p == pytest.approx([0.010757, 0.861262, 0.015874], abs=5e-7)
    assert ranking.across == "wilcoxon" and ranking.correction == "holm"


@pytest.mark.parametrize(
    ("correction", "expected"),
    [("holm", [0.047160, 0.608408, 0.047160]), ("simes-hochberg", [0.038345, 0.608408, 0.038345])],
)
def test_against_a_control(correction, expected):
    ranking = demsar(control="C4.5", across="rank_z", correction=correction)
    pairs = [ranking.pairs.between(name, "C4.5") for name in MODELS[1:]]
    assert [pair["statistic"] for pair in pairs] == pytest.approx([-2.342160, -0.512348, -2.415353], abs=5e-7)
    assert [pair["pvalue"] for pair in pairs] == pytest.approx([0.019172, 0.608408, 0.015720], abs=5e-7)
    assert [pair["adjusted_pvalue"] for pair in pairs] == pytest.approx(expected, abs=5e-7)
    assert set(ranking.tied) == {"C4.5", "C4.5+cf"}


def test_nemenyi_and_bonferroni_dunn_on_request():
    nemenyi = demsar(across="nemenyi")
    assert nemenyi.critical_difference == pytest.approx(1.253559, abs=5e-7) and nemenyi.correction == "nemenyi"
    shown = nemenyi.pairs.adjusted_pvalue < 0.05
    assert (shown == (np.abs(nemenyi.pairs.rank_difference) > nemenyi.critical_difference)).all()
    dunn = demsar(across="bonferroni_dunn", control="C4.5")
    assert dunn.critical_difference == pytest.approx(1.168143, abs=5e-7)
    shown = dunn.pairs.adjusted_pvalue < 0.05
    assert (shown == (np.abs(dunn.pairs.rank_difference) > dunn.critical_difference)).all()
    assert demsar().critical_difference is None


def test_bayesian_signed_rank():
    """The specification's figures; 50,000 draws are good to about 0.001."""
    pair = demsar(rope=0.01).pairs.between("C4.5", "C4.5+m+cf")
    found = [pair[name] for name in ("p_a_better", "p_equivalent", "p_b_better")]
    assert found == pytest.approx([0.0003, 0.0321, 0.9676], abs=0.004)
    assert np.isnan(demsar().pairs.p_equivalent).all()


def test_direction_does_not_change_the_answer():
    scores = demsar()
    losses = eb.rank(
        {name: {m: -v for m, v in row.items()} for name, row in VALUES.items()}, greater_is_better=False, random_state=0
    )
    assert scores.models == losses.models and (scores.pairs.pvalue == losses.pairs.pvalue).all()
    assert (scores.pairs.wins == losses.pairs.wins).all()


def test_wins_ties_and_losses():
    pair = demsar().pairs.between("C4.5", "C4.5+m")
    better, worse = (TABLE[:, 0] > TABLE[:, 1]).sum(), (TABLE[:, 0] < TABLE[:, 1]).sum()
    assert (pair["wins"], pair["ties"], pair["losses"]) == (better, 14 - better - worse, worse)
    frame = demsar().to_frame()
    assert frame.set_index("model").loc["C4.5", "wins"] == (TABLE.max(axis=1) == TABLE[:, 0]).sum()


def test_what_two_models_do_does_not_depend_on_the_others():
    """Wilcoxon looks at the two alone; average ranks do not."""
    two = {name: {m: row[m] for m in MODELS[:2]} for name, row in VALUES.items()}
    alone = eb.rank(two, greater_is_better=True).pairs.between(*MODELS[:2])["pvalue"]
    assert demsar().pairs.between(*MODELS[:2])["pvalue"] == alone
    z = eb.rank(two, greater_is_better=True, across="rank_z").pairs.between(*MODELS[:2])["pvalue"]
    assert demsar(across="rank_z").pairs.between(*MODELS[:2])["pvalue"] != z


def test_friedman_agrees_with_scipy_on_random_tables():
    rng = np.random.default_rng(0)
    for _ in range(5):
        table = np.round(rng.normal(size=(9, 4)), 1)
        frame = pd.DataFrame(table, index=[f"set {i}" for i in range(9)], columns=list("abcd"))
        assert eb.rank(frame, greater_is_better=False).friedman.chi2_tied == pytest.approx(
            stats.friedmanchisquare(*table.T).statistic
        )


# -- cliques ---------------------------------------------------------------------------------------------------


def crossing():
    """a and c cannot be told apart, though b, whose average rank lies between, is shown to differ from a."""
    rng = np.random.default_rng(0)
    base = rng.normal(size=20)
    a = base
    b = base + 0.01
    c = base + np.where(np.arange(20) < 12, 0.5, -3.0)
    return pd.DataFrame({"a": a, "b": b, "c": c}, index=[f"set {i}" for i in range(20)])


def test_cliques_hold_only_models_that_the_tests_leave_together():
    ranking = eb.rank(crossing(), greater_is_better=False)
    order = list(ranking.models)
    for clique in ranking.cliques:
        places = [order.index(name) for name in clique]
        assert places == list(range(places[0], places[-1] + 1))
        for i, one in enumerate(clique):
            for other in clique[i + 1 :]:
                assert ranking.pairs.between(one, other)["adjusted_pvalue"] >= 0.05
    assert ranking.pairs.between("a", "b")["adjusted_pvalue"] < 0.05
    assert not any({"a", "b"} <= set(clique) for clique in ranking.cliques)
    alone = ranking.pairs.between("a", "c")["adjusted_pvalue"] >= 0.05
    between = order.index("b") in range(
        min(order.index("a"), order.index("c")), max(order.index("a"), order.index("c"))
    )
    assert alone and (not between or any("a and c" in note or "c and a" in note for note in ranking.notes))


def test_every_maximal_run_is_found():
    rng = np.random.default_rng(4)
    table = pd.DataFrame(
        rng.normal(size=(25, 8)) + np.linspace(0, 2, 8), columns=list("abcdefgh"), index=[f"set {i}" for i in range(25)]
    )
    ranking = eb.rank(table, greater_is_better=False)
    p = ranking.pairs.matrix(ranking.pairs.adjusted_pvalue, 1.0)
    place = [ranking.pairs.models.index(name) for name in ranking.models]
    alike = p[np.ix_(place, place)] >= 0.05
    runs = {(i, j) for i in range(8) for j in range(i + 1, 8) if alike[i : j + 1, i : j + 1].all()}
    maximal = {(i, j) for i, j in runs if not any(a <= i and j <= b and (a, b) != (i, j) for a, b in runs)}
    found = {(ranking.models.index(c[0]), ranking.models.index(c[-1])) for c in ranking.cliques}
    assert found == maximal and len(found) > 1


def test_nothing_joins_models_that_all_differ():
    """scikit-posthocs drew one bar when every pair differs."""
    frame = pd.DataFrame({"a": np.arange(20.0), "b": np.arange(20.0) + 1, "c": np.arange(20.0) + 3})
    frame.index = [f"set {i}" for i in range(20)]
    ranking = eb.rank(frame, greater_is_better=False)
    assert (ranking.pairs.adjusted_pvalue < 0.05).all() and ranking.cliques == () and ranking.tied == ("a",)


def test_with_few_data_sets_it_says_that_nothing_can_be_shown():
    values = {f"set {i}": {"a": 0.1, "b": 0.2, "c": 0.3} for i in range(4)}
    ranking = eb.rank(values, greater_is_better=False)
    assert any("no difference can be shown" in note for note in ranking.notes)
    assert (ranking.pairs.adjusted_pvalue >= 0.05).all()


# -- kinds of input --------------------------------------------------------------------------------------------


def test_a_frame_with_named_rows_is_the_same_table():
    first, second = demsar(), eb.rank(FRAME, greater_is_better=True)
    assert first.models == second.models and (first.average_rank == second.average_rank).all()


def test_scores_of_every_data_set():
    rng = np.random.default_rng(0)
    by_set = {}
    for i in range(8):
        base = rng.normal(size=10) * 0.05
        rows = {
            "a": base + 0.2,
            "b": base + 0.3 + 0.01 * rng.normal(size=10),
            "c": base + 0.2 + 0.05 * rng.normal(size=10),
        }
        by_set[f"set {i}"] = eb.Scores.from_splits(rows, n_train=90, n_test=10, greater_is_better=False)
    ranking = eb.rank(by_set)
    pair = ranking.pairs.between("a", "b")
    assert pair["wins"] == 8 and pair["significant_wins"] == 8 and pair["significant_losses"] == 0
    shown = sum(
        eb.infer(scores, model="b", versus="c", method="corrected_t").pvalue < 0.05 for scores in by_set.values()
    )
    pair = ranking.pairs.between("b", "c")
    assert pair["significant_losses"] + pair["significant_wins"] == shown


def test_means_that_differ_only_by_rounding_are_ties():
    one = eb.Scores.from_splits(
        {"a": [0.1, 0.2, 0.3], "b": [0.3, 0.1, 0.2]}, n_train=2, n_test=1, greater_is_better=False
    )
    table = eb.Datasets.from_scores({"x": one, "y": one})
    assert (table.values[:, 0] == table.values[:, 1]).all()


def test_it_can_be_kept():
    ranking = demsar(rope=0.01)
    data = json.loads(ranking.to_json())
    assert data["kind"] == "datasets" and data["friedman"]["chi2"] == ranking.friedman.chi2
    assert len(data["pairs"]) == 6 and data["results"][0]["model"] == ranking.models[0]
    assert len(ranking.pairs.to_frame()) == 6 and list(ranking.to_frame()["model"]) == list(ranking.models)
    assert "Friedman" in str(ranking) and "<table>" in ranking._repr_html_()


# -- refusals --------------------------------------------------------------------------------------------------


def holes():
    values = {name: dict(row) for name, row in VALUES.items()}
    del values["wine"]["C4.5"]
    values["iris"]["C4.5+m"] = float("nan")
    return values


def test_holes_are_listed_or_dropped_aloud():
    with pytest.raises(InputError, match=r"data set 'iris': model 'C4.5\+m'; data set 'wine': model 'C4.5'"):
        eb.rank(holes(), greater_is_better=True)
    ranking = eb.rank(holes(), greater_is_better=True, missing="drop")
    assert len(ranking.datasets) == 12 and not {"iris", "wine"} & set(ranking.datasets)
    assert any("2 of 14 data sets were left out" in note and "'wine'" in note for note in ranking.notes)


@pytest.mark.parametrize(
    "names",
    [
        ["fold 0", "fold 1", "fold 2"], ["split1", "split2", "split3"], ["rep 1 fold 1", "rep 2 fold 1"],
        ["seed=1", "seed=2", "seed=3"], ["cv_0", "cv_1", "cv_2"], ["Repeat-1", "Repeat-2", "Repeat-3"],
    ],
)  # fmt: skip
def test_splits_by_name_are_refused(names):
    values = {name: {"a": 0.1 * i, "b": 0.2} for i, name in enumerate(names)}
    with pytest.raises(InputError, match="splits of one data set"):
        eb.rank(values)
    with pytest.raises(InputError, match="splits of one data set"):
        eb.rank(pd.DataFrame(values).T)


def test_an_index_of_folds_is_refused():
    frame = pd.DataFrame({"a": [0.1, 0.2], "b": [0.2, 0.3]}, index=pd.Index([0, 1], name="fold"))
    with pytest.raises(InputError, match="'fold' names splits"):
        eb.rank(frame)


def test_rows_without_names_are_refused():
    with pytest.raises(InputError, match="names the data sets"):
        eb.rank(pd.DataFrame({"a": [0.1, 0.2], "b": [0.2, 0.3]}))


def test_honest_names_that_hold_such_words_pass():
    values = {name: {"a": 0.1, "b": 0.2} for name in ("fold-change", "seeds", "splice", "run-or-walk")}
    assert eb.rank(values, greater_is_better=False).datasets == tuple(values)


def test_the_folds_of_one_plan_are_refused():
    plan = eb.plans.kfold(4).build(40, random_state=0)
    rng = np.random.default_rng(0)
    folds = {}
    for i, (train, test) in enumerate(plan):
        from errbar.plans.from_sklearn import from_sklearn

        single = from_sklearn([(train, test)], np.zeros((40, 1)), np.zeros(40), n=40, seed=0)
        folds[f"part {chr(65 + i)}"] = eb.Scores.from_losses({m: [rng.random(10)] for m in "ab"}, plan=single)
    with pytest.raises(InputError, match="the folds of one data set"):
        eb.rank(folds)


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"across": "nemeny"}, UnknownNameError, "Did you mean 'nemenyi'"),
        ({"across": "nemenyi", "control": "C4.5"}, InputError, "for all pairs"),
        ({"across": "bonferroni_dunn"}, InputError, "needs control="),
        ({"control": "C5"}, UnknownNameError, "Did you mean 'C4.5'"),
        ({"rope": -1.0}, InputError, "half-width"),
        ({"correction": "tukey"}, UnknownNameError, "correction='tukey'"),
        ({"method": "cv_wald"}, InputError, "inside a data set"),
        ({"missing": "ignore"}, UnknownNameError, "missing='ignore'"),
        ({"cv": 5}, InputError, "for fitting models"),
    ],
)
def test_one_sentence(given, error, says):
    with pytest.raises(error, match=says):
        demsar(**given)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"a": [0.1, 0.2], "b": [0.2, 0.3]}, "what its numbers belong to"),
        (np.zeros((3, 2)), "got ndarray"),
        ({"x": {"a": 1.0}, "y": {"a": 2.0}}, "at least two models"),
        ({"x": {"a": 1.0, "b": 2.0}}, "at least two of them"),
        ({"x": {"a": 1.0, "b": "?"}, "y": {"a": 1.0, "b": 2.0}}, "must have one number"),
        ({"x": {"a": 1.0, "b": np.inf}, "y": {"a": 1.0, "b": 2.0}}, "must be finite"),
    ],
)
def test_tables_that_cannot_be_ranked(table, says):
    with pytest.raises(InputError, match=says):
        eb.rank(table)
