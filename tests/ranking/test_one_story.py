"""One family, one story: the tied set, the decisions and the intervals cannot contradict each other, and nothing that
should not matter does."""

import numpy as np
import pytest

import errbar as eb
from errbar.ranking.family import CORRECTIONS_OF_RANKS

LEVEL = 0.95


def random_scores(rng, k=None, n_splits=None):
    """Split scores of some models, some of them better, some alike, some twins."""
    k, n_splits = k or int(rng.integers(2, 9)), n_splits or int(rng.integers(3, 30))
    means = rng.choice([0.0, 0.01, 0.05, 0.3], size=k) * rng.random(k)
    values = 0.3 + means[:, None] + rng.normal(size=n_splits) * 0.02 + rng.normal(size=(k, n_splits)) * rng.choice(
        [0.001, 0.02, 0.05])  # fmt: skip
    if rng.random() < 0.1:
        values[-1] = values[0]
    return {f"m{j}": row for j, row in enumerate(values)}


def of_splits(rows, greater_is_better=False):
    return eb.Scores.from_splits(rows, n_train=80, n_test=20, greater_is_better=greater_is_better)


def check_story(ranking):
    pairs = ranking.pairs
    differs = pairs.adjusted_pvalue < 1 - ranking.confidence_level
    low, high = pairs.simultaneous_low, pairs.simultaneous_high
    assert ((low >= 0) | (high <= 0))[differs].all(), "differs beside an interval with 0 inside"
    assert ((low <= 0) & (high >= 0))[~differs].all(), "does not differ beside an interval without 0"
    assert (low <= pairs.estimate).all() and (pairs.estimate <= high).all()
    sign = -1 if ranking.greater_is_better else 1
    worse = np.where(sign * pairs.estimate > 0, pairs.first, pairs.second)[differs]
    out = {pairs.models[i] for i in worse}
    assert set(ranking.tied) == set(pairs.models) - out, "the tied set is not that of the comparisons"
    assert ranking.tied and ranking.tied[0] == ranking.models[0]
    if not differs.any():
        assert len(ranking.tied) == len(ranking.models)


@pytest.mark.parametrize("times", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_random_rankings_never_contradict_themselves(times):
    rng = np.random.default_rng(0)
    corrections, clipped = CORRECTIONS_OF_RANKS, 0
    for i in range(times):
        rows = random_scores(rng)
        ranking = eb.rank(
            of_splits(rows),
            correction=corrections[i // 2 % 6] if i % 2 else "holm",
            control="m1" if i % 7 == 0 else None,
            method="corrected_t" if i % 3 else "resampled_t",
        )
        check_story(ranking)
        clipped += any("only by the steps" in note for note in ranking.notes)
    assert clipped > times / 50  # Holm and Bonferroni's intervals did disagree, and were brought in step


@pytest.mark.parametrize("method", ["auto", "mcnemar"])
def test_trained_models_whose_p_values_and_intervals_are_of_two_kinds(method):
    """mcnemar: a conditional p-value beside Tango's interval."""
    rng = np.random.default_rng(1)
    for _ in range(6):
        n, k = int(rng.integers(10, 300)), int(rng.integers(2, 6))
        table = {"i": np.arange(n)} | {f"m{j}": 1.0 * (rng.random(n) < rng.random() * 0.4) for j in range(k)}
        scores = eb.Scores.from_table(table, item="i", loss=list(table)[1:])
        check_story(eb.rank(scores, method=method))


def test_corrections_have_the_intervals_of_their_kind():
    rows = random_scores(np.random.default_rng(5), 6, 20)
    alone, fdr, one_step, holm = (
        eb.rank(of_splits(rows), correction=name).pairs for name in ("none", "fdr_bh", "bonferroni", "holm")
    )
    assert alone.simultaneous_low == pytest.approx(alone.low) and alone.simultaneous_high == pytest.approx(alone.high)
    width = [(pairs.simultaneous_high - pairs.simultaneous_low).sum() for pairs in (alone, fdr, one_step)]
    assert width[0] < width[1] < width[2]
    untouched = (holm.simultaneous_low != 0) & (holm.simultaneous_high != 0)
    assert (holm.simultaneous_low == one_step.simultaneous_low)[untouched].all()


def test_unguarded_corrections_say_so():
    rows = random_scores(np.random.default_rng(5), 4, 10)
    for correction in ("none", "fdr_bh"):
        assert any("missing more often" in note for note in eb.rank(of_splits(rows), correction=correction).notes)


def test_few_splits_among_many_models_are_told():
    rng = np.random.default_rng(0)
    assert any("With 5 splits and 66 comparisons" in n for n in eb.rank(of_splits(random_scores(rng, 12, 5))).notes)
    assert not any("standard errors to be shown" in n for n in eb.rank(of_splits(random_scores(rng, 12, 25))).notes)


# -- what must not matter --------------------------------------------------------------------------------------------


def story(ranking, names=None):
    """All that is said, by the models' names."""
    names = names or {}
    told = {}
    for pair in ranking.pairs:
        key = frozenset(names.get(pair[side], pair[side]) for side in "ab")
        told[key] = (round(abs(pair["estimate"]), 12), round(pair["adjusted_pvalue"], 12))
    return tuple(names.get(m, m) for m in ranking.models), {names.get(m, m) for m in ranking.tied}, told


@pytest.fixture(params=range(5))
def rows(request):
    return random_scores(np.random.default_rng(request.param), 6, 12)


def test_the_order_of_the_models_does_not_matter(rows):
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(list(rows))
        assert story(eb.rank(of_splits({name: rows[name] for name in order}))) == story(eb.rank(of_splits(rows)))


def test_their_names_do_not_matter(rows):
    names = {f"model {9 - int(old[1:])} (new)": old for old in rows}
    renamed = eb.rank(of_splits({new: rows[old] for new, old in names.items()}))
    if len({row.mean() for row in rows.values()}) == len(rows):  # equal models stand in the order of their names
        assert story(renamed, names) == story(eb.rank(of_splits(rows)))


def test_the_order_of_splits_and_items_does_not_matter(rows):
    order = np.random.default_rng(3).permutation(12)
    one, other = eb.rank(of_splits(rows)), eb.rank(of_splits({name: row[order] for name, row in rows.items()}))
    assert one.tied == other.tied and one.best_pvalue == pytest.approx(other.best_pvalue, rel=1e-9)
    rng = np.random.default_rng(0)
    losses = {"i": np.arange(200), **{f"m{j}": rng.exponential(size=200) + 0.1 * j for j in range(4)}}
    shuffle = rng.permutation(200)
    one, other = (
        eb.rank(eb.Scores.from_table(table, item="i", loss=["m0", "m1", "m2", "m3"]), method="auto")
        for table in (losses, {name: column[shuffle] for name, column in losses.items()})
    )
    assert one.tied == other.tied and one.best_pvalue == pytest.approx(other.best_pvalue, rel=1e-9)


def test_higher_is_better_is_the_same_turned_round(rows):
    turned = eb.rank(of_splits({name: 1 - row for name, row in rows.items()}, greater_is_better=True))
    assert (turned.models, set(turned.tied)) == story(eb.rank(of_splits(rows)))[:2]
    check_story(turned)


def test_a_hopeless_model_only_costs_its_share_of_the_family(rows):
    """p-values of the others stay; Bonferroni's grow by the number of pairs alone, so nobody leaves the tied set."""
    rng = np.random.default_rng(8)
    more = rows | {"hopeless": 9.0 + 0.02 * rng.normal(size=12)}
    one, other = (eb.rank(of_splits(table), correction="bonferroni") for table in (rows, more))
    for pair in one.pairs:
        again = other.pairs.between(pair["a"], pair["b"])
        assert again["pvalue"] == pytest.approx(pair["pvalue"], rel=1e-9)
        assert again["adjusted_pvalue"] == pytest.approx(min(1.0, pair["pvalue"] * 21), rel=1e-9)
    assert "hopeless" not in other.tied and set(one.tied) <= set(other.tied)
    holm = eb.rank(of_splits(more))
    assert "hopeless" not in holm.tied and set(eb.rank(of_splits(rows)).tied) <= set(holm.tied)


def test_twice_is_the_same_without_a_seed(rows):
    scores = of_splits(rows)
    assert eb.rank(scores).to_json() == eb.rank(scores).to_json() == eb.rank(scores, random_state=7).to_json()


def test_twice_is_the_same_without_a_seed_where_models_are_fitted():
    from sklearn.datasets import make_classification
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    X, y = make_classification(120, 5, random_state=0)
    models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}
    asked = {"plan": eb.plans.subsample(5, 0.2), "progress": False}
    one, two, zero = eb.rank(models, X, y, **asked), eb.rank(models, X, y, **asked), eb.rank(
        models, X, y, random_state=0, **asked)  # fmt: skip
    for again in (two, zero):
        assert one.tied == again.tied and (one.estimate == again.estimate).all()
        assert one.pairs.to_rows() == again.pairs.to_rows()
        assert one.notes == again.notes


def test_data_sets_twice_and_in_any_order():
    rng = np.random.default_rng(2)
    values = np.round(0.2 + 0.02 * rng.normal(size=(9, 4)), 2)  # ties
    table = {f"set {i}": {f"m{j}": v for j, v in enumerate(row)} for i, row in enumerate(values)}
    turned = {s: dict(reversed(row.items())) for s, row in reversed(table.items())}
    one, two, other = (eb.rank(t, rope=0.01, greater_is_better=False) for t in (table, table, turned))
    assert one.to_json() == two.to_json()
    assert one.models == other.models and one.tied == other.tied and one.cliques == other.cliques


# -- max-t -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_max_t_tells_one_story_and_shows_at_least_what_holm_shows(times):
    rng = np.random.default_rng(11)
    more = 0
    for i in range(times):
        scores, control = of_splits(random_scores(rng), bool(i % 2)), "m1" if i % 7 == 0 else None
        one, other = (eb.rank(scores, correction=name, control=control) for name in ("max_t", "holm"))
        check_story(one)
        assert (one.pairs.adjusted_pvalue <= other.pairs.adjusted_pvalue).all()
        assert set(one.tied) <= set(other.tied)
        more += int((one.pairs.adjusted_pvalue < 0.95 * other.pairs.adjusted_pvalue).sum())
        if control is None:
            check_letters(one)
    assert more > 0


def check_letters(ranking):
    from tests.core.test_max_t import tokens

    letters = {name: tokens(one) for name, one in ranking.letters.items()}
    for pair in ranking.pairs:
        share = bool(letters[pair["a"]] & letters[pair["b"]])
        assert share == (not pair["adjusted_pvalue"] < 1 - ranking.confidence_level)


def test_max_t_does_not_hang_on_order_names_or_seedless_calls():
    rows = random_scores(np.random.default_rng(1), 6, 20)
    one = eb.rank(of_splits(rows), correction="max_t")
    assert one.to_json() == eb.rank(of_splits(rows), correction="max_t", random_state=0).to_json()
    assert one.details["draws_seed"] == 0 and one.correction == "max_t"
    turned = eb.rank(of_splits(dict(reversed(rows.items()))), correction="max_t")
    shuffled = np.random.default_rng(3).permutation(20)
    again = eb.rank(of_splits({f"x {name}": row[shuffled] for name, row in rows.items()}), correction="max_t")
    for pair in one.pairs:
        for other, mark in ((turned, ""), (again, "x ")):
            seen = other.pairs.between(mark + pair["a"], mark + pair["b"])
            assert seen["adjusted_pvalue"] == pytest.approx(pair["adjusted_pvalue"], abs=2e-4)


def test_where_nothing_tells_how_alike_models_are_holm_stands_in():
    rows = random_scores(np.random.default_rng(1), 4, 6)
    one, other = (eb.rank(of_splits(rows), correction=name) for name in ("max_t", "holm"))
    assert one.correction == "holm" and any("Holm's correction stands in" in note for note in one.notes)
    assert one.pairs.to_rows() == other.pairs.to_rows()


def test_items_of_a_test_set_and_groups_tell_how_alike_models_are():
    rng = np.random.default_rng(2)
    shared = rng.normal(size=300)
    table = {"i": np.arange(300), "g": np.arange(300) // 10}
    table |= {f"m{j}": shared + 0.05 * rng.normal(size=300) + 0.01 * j for j in range(5)}
    for group in (None, "g"):
        scores = eb.Scores.from_table(table, item="i", loss=[f"m{j}" for j in range(5)], group=group)
        one, other = (eb.rank(scores, correction=name) for name in ("max_t", "holm"))
        check_story(one)
        width = [(r.simultaneous_high - r.simultaneous_low).sum() for r in (one, other)]
        assert width[0] < 0.9 * width[1]  # five models that err together are nearly one


def test_max_t_is_refused_over_data_sets():
    table = {f"d{i}": {"a": 1.0 + i, "b": 2.0, "c": 3.0} for i in range(6)}
    with pytest.raises(eb.errors.InputError, match="one data set"):
        eb.rank(table, correction="max_t", greater_is_better=False)
