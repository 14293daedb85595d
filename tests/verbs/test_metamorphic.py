"""Lines that an answer must follow, whatever the model: each changes a call in a way whose effect is known.

`lines(name)` yields (line, held) for one model; a few models run by default, all of them in the long run. What has no
model in it (tables, bounds, designs, looks) has lines of its own below.
"""

import json
import warnings
from itertools import pairwise
from math import isclose

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import (
    BaggingRegressor,
    ExtraTreesClassifier,
    HistGradientBoostingRegressor,
    RandomForestRegressor,
    VotingRegressor,
)
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectKBest
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, SGDRegressor
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, RadiusNeighborsClassifier
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import LinearSVR, NuSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.run import test_metamorphic as zoo

import errbar as eb
from errbar.errors import ErrbarWarning
from errbar.types import Scores

X, Y, T, N = zoo.X, zoo.Y, zoo.T, zoo.N
PLAN = eb.plans.subsample(4, 0.25)
COLUMNS, SPACED = list("abcd"), ["a b", "c,d", 'e"f', "Ä %s"]
CLOSE = 1e-9  # of values computed together and one by one (docs/explain/shared-statistics.md)
CLASSIFIERS = zoo.CLASSIFIERS | {
    "neighbours by distance": KNeighborsClassifier(3, weights="distance"),
    "one neighbour, scaled": make_pipeline(StandardScaler(), KNeighborsClassifier(1)),
    "radius": make_pipeline(StandardScaler(), RadiusNeighborsClassifier(1.5, outlier_label="most_frequent")),
    "extra forest": ExtraTreesClassifier(3),
    "multinomial": make_pipeline(MinMaxScaler(clip=True), MultinomialNB()),
    "complement": make_pipeline(MinMaxScaler(clip=True), ComplementNB()),
    "process classifier": GaussianProcessClassifier(max_iter_predict=5),
    "few vectors": NuSVC(nu=0.3),
    "components": make_pipeline(PCA(2), LogisticRegression()),
    "best": make_pipeline(SelectKBest(k=2), LogisticRegression()),
}
REGRESSORS = zoo.REGRESSORS | {
    "nearest by distance": KNeighborsRegressor(3, weights="distance"),
    "regression tree": DecisionTreeRegressor(max_depth=3, max_features=2),
    "regression forest": RandomForestRegressor(3),
    "histogram regression": HistGradientBoostingRegressor(max_iter=3),
    "regression network": make_pipeline(StandardScaler(), MLPRegressor(hidden_layer_sizes=(3,), max_iter=5)),
    "regression dummy": DummyRegressor(strategy="median"),
    "linear support": LinearSVR(max_iter=50),
    "regression voting": VotingRegressor([("r", Ridge()), ("o", LinearRegression())]),
    "regression bagging": BaggingRegressor(n_estimators=3),
    "regression descent": make_pipeline(StandardScaler(), SGDRegressor(max_iter=10)),
}
MODELS = CLASSIFIERS | REGRESSORS
QUICK = ("in place", "naive Bayes", "neighbours by distance", "forest", "least squares", "process")
# the same predictions where every feature is twice as large: by the order of features, by ratios, by nearness
SCALE_FREE = """
    naive Bayes|quadratic|neighbours|neighbours by distance|one neighbour, scaled|centroid|tree|extra tree|forest|
    extra forest|in place|in place, range|dummy|multinomial|complement|radius|nearest|nearest by distance|
    regression tree|regression forest|extra trees|regression dummy|discriminant|histogram boosting|histogram regression
""".replace("\n", "").split("|")
SCALE_FREE = [name.strip() for name in SCALE_FREE]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        for category in (ErrbarWarning, FutureWarning, ConvergenceWarning, UserWarning, RuntimeWarning):
            warnings.simplefilter("ignore", category)
        yield


def numbers(r):
    return [r.estimate, r.low, r.high, r.pvalue, r.se]


def mirrored(r):
    return [-r.estimate, -r.high, -r.low, r.pvalue, r.se]


def timeless(answer):
    """An answer as JSON without clocks."""

    def without(found):
        if isinstance(found, dict):
            clocks = (
                "fit_seconds",
                "predict_seconds",
                "seconds",
                "resumed_fits",
                "fitted_by",
                "store",
                "shared",
                "paths",
            )
            return {key: without(value) for key, value in found.items() if key not in clocks}
        return [without(one) for one in found] if isinstance(found, list) else found

    return without(json.loads(answer.to_json()))


def lines(name, tmp_path, backend="threading"):
    """(line, held) of one model, beside a reference that is quick and draws nothing."""
    model, classify = MODELS[name], name in CLASSIFIERS
    y = Y if classify else T
    other = (
        DecisionTreeClassifier(max_depth=1, random_state=0)
        if classify
        else DecisionTreeRegressor(max_depth=1, random_state=0)
    )
    third = LogisticRegression() if classify else Ridge()
    two = {"m": model, "r": other}

    def collect(models=None, X=X, y=y, **more):
        return eb.collect(two if models is None else models, X, y, **{"plan": PLAN, "random_state": 0} | more)

    base = collect()
    rows = base.values.tolist()
    yield "run twice", collect().values.tolist() == rows
    yield "swap the models", collect({"r": other, "m": model}).values.tolist() == rows[::-1]
    more = collect({"m": model, "x": third, "r": other})
    yield "add a model", [more.values.tolist()[0], more.values.tolist()[2]] == rows
    yield "names with spaces", collect({"a b": model, "c - d": other}).values.tolist() == rows
    with parallel_config(backend=backend, n_jobs=2):
        yield "two workers", collect(n_jobs=2).values.tolist() == rows
    alone = collect(shared=False).values
    yield "not computed together", np.allclose(alone, base.values, rtol=CLOSE, atol=CLOSE)
    if classify:
        yield "errors are the same ones", alone.tolist() == rows
    kept = tmp_path / "kept.db"
    yield "with a store", collect(store=kept).values.tolist() == rows
    yield "from the store", collect(store=kept).values.tolist() == rows
    half = tmp_path / "half.db"
    collect(plan=PLAN.build(N, random_state=0).chosen(np.arange(2)), store=half)
    yield "half from the store", collect(store=half).values.tolist() == rows
    if name in ("quiet", "drawing"):  # they take arrays alone
        yield from of_answers(base, more)
        return
    framed, renamed = (collect(X=pd.DataFrame(X, columns=names)).values.tolist() for names in (COLUMNS, SPACED))
    yield "columns renamed", framed == renamed
    if name not in ("columns", "Huber"):  # one names columns by number, one stops where the last bit of a layout says
        yield "a frame or an array", np.allclose(framed, rows, rtol=CLOSE, atol=CLOSE)
    if name in SCALE_FREE:
        yield "features twice as large", np.allclose(collect(X=2 * X).values[0], base.values[0], rtol=1e-6, atol=1e-9)
    if classify:
        words = np.where(y == 1, "yes", "no")
        yield "labels as words", collect({"m": model}, y=words).values.tolist() == rows[:1]
    yield from of_answers(base, more)
    yield from of_verbs(model, other, y, base)


def of_answers(base, more):
    """Questions put to the same scores."""
    ab, ba = eb.infer(base, model="m", versus="r"), eb.infer(base, model="r", versus="m")
    yield "difference swapped", numbers(ab) == mirrored(ba)
    yield "difference beside a third", numbers(eb.infer(more, model="m", versus="r")) == numbers(ab)
    yield (
        "difference of the estimates",
        isclose(
            ab.estimate,
            eb.infer(base, model="m").estimate - eb.infer(base, model="r").estimate,
            rel_tol=1e-9,
            abs_tol=1e-12,
        ),
    )
    levels = [ab.confidence_interval(level) for level in (0.5, 0.8, 0.95, 0.99)]
    yield "more confidence is wider", all(b.low <= a.low <= a.high <= b.high for a, b in pairwise(levels))
    sides = {side: eb.infer(base, model="m", versus="r", alternative=side) for side in ("less", "greater")}
    yield "one side reaches less far", sides["less"].high <= ab.high and sides["greater"].low >= ab.low
    yield "one-sided p-values", sides["less"].pvalue + sides["greater"].pvalue >= 1 - 1e-9
    both = eb.infer(base, model="m", versus="r", confidence_level=0.9)
    yield "half of twice as much outside", isclose(sides["less"].high, both.high, rel_tol=1e-9, abs_tol=1e-12)
    null = eb.infer(base, model="m", versus="r", null=ab.estimate)
    yield "a null at the estimate", null.pvalue > 0.5
    width = ab.high - ab.low
    gates = [eb.infer(base, model="m", versus="r", margin=margin) for margin in (1e-9, width / 2 + 0.01, 1e6)]
    order = {"refuted": 0, "undecided": 1, "shown": 2}
    yield "a wider margin is easier", all(order[a.verdict] <= order[b.verdict] for a, b in pairwise(gates))
    yield "a gate leaves the interval", all(numbers(gate) == numbers(ab) for gate in gates)
    loss_like = Scores(base.plan, base.names, -base.values, None, "x", greater_is_better=True)
    plain = Scores(base.plan, base.names, base.values + 0.0, None, "x")
    asked = [eb.infer(one, model="m", versus="r", method="corrected_t", margin=0.1) for one in (plain, loss_like)]
    yield "losses as scores", numbers(asked[0]) == mirrored(asked[1]) and asked[0].verdict == asked[1].verdict
    yield (
        "growth ends at the answer",
        numbers(eb.growth(base, model="m", versus="r").results[-1])[:3]
        == numbers(eb.infer(base, model="m", versus="r", method="corrected_t"))[:3],
    )
    parts = [eb.components(scores, model="m", versus="r").estimable for scores in (base, more)]
    yield "components beside a third", parts[0] == parts[1]
    there = eb.Result.from_dict(json.loads(ab.to_json()))
    yield "through JSON and back", there.to_dict() == ab.to_dict()
    ranks = [eb.rank(scores).to_dict()["results"] for scores in (base, more)]
    apart = [{row["model"]: (row["estimate"], row["low"], row["high"]) for row in rank} for rank in ranks]
    yield "ranked beside a third", all(apart[0][one] == apart[1][one] for one in "mr")


def of_verbs(model, other, y, base):
    """Verbs that fit for themselves."""
    asked = {"plan": PLAN, "random_state": 0}
    found, again = (eb.evaluate(model, X, y, **asked) for _ in range(2))
    yield "evaluate twice", timeless(found) == timeless(again)
    yield "evaluate is infer of collect", found.estimate == eb.infer(base, model="m").estimate
    ab, ba = eb.compare(model, other, X, y, **asked), eb.compare(other, model, X, y, **asked)
    yield "compare swapped", numbers(ab) == mirrored(ba)
    yield "compare is infer of collect", numbers(ab) == numbers(eb.infer(base, model="m", versus="r"))
    ranking = eb.rank({"m": model, "r": other}, X, y, **asked).to_dict()
    turned = eb.rank({"r": other, "m": model}, X, y, **asked).to_dict()
    by_name = [
        {row["model"]: (row["estimate"], row["low"], row["high"]) for row in one["results"]}
        for one in (ranking, turned)
    ]
    yield "rank in any order", by_name[0] == by_name[1]
    spread = [eb.distribution(model, X, y, n_splits=3, random_state=0).values.tolist() for _ in range(2)]
    yield "distribution twice", spread[0] == spread[1]
    fitted, rival = (clone(one).fit(X.copy(), y.copy()) for one in (model, other))
    score = eb.score(fitted, X, y, versus=rival)
    swapped = eb.score(rival, X, y, versus=fitted)
    yield (
        "score swapped",
        score.estimate == -swapped.estimate
        and np.allclose([*numbers(score)[1:4]], [*mirrored(swapped)[1:4]], rtol=1e-9, atol=1e-9),
    )


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in MODELS])
def test_every_line_holds(name, tmp_path):
    assert [line for line, held in lines(name, tmp_path) if not held] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_an_audit_does_not_depend_on_who_works(name):
    y = Y if name in CLASSIFIERS else T
    asked = {"n": 40, "n_sets": 2, "methods": ["holdout_t"], "random_state": 0}
    found = [timeless(eb.audit({"m": MODELS[name]}, X, y, **asked)) for _ in range(2)]
    assert found[0] == found[1]


# -- tables -----------------------------------------------------------------------------------------------------


def items(n=40, seed=3, models=("a", "b", "c")):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame({"id": np.tile(np.arange(n), len(models)), "who": np.repeat(models, n)})
    table["loss"] = np.round(rng.random(len(table)), 3)
    table["right"] = (rng.random(len(table)) < 0.7).astype(int)
    table["g"] = table["id"] // 4
    table["id"] = [f"item {i}" for i in table["id"]]
    return table


TABLES = {
    "one model": ({"loss": "loss"}, {"model": "a"}),
    "a difference": ({"loss": "loss"}, {"model": "a", "versus": "b"}),
    "errors": ({"correct": "right"}, {"model": "a", "versus": "b"}),
    "groups": ({"correct": "right", "group": "g"}, {"model": "a", "versus": "b"}),
    "a range": ({"loss": "loss", "loss_range": (0, 1)}, {"model": "a", "method": "betting"}),
    "a bootstrap": ({"loss": "loss"}, {"model": "a", "versus": "c", "method": "bootstrap_bca"}),
    "sums": ({"loss": "loss", "keep": "sums"}, {"model": "b", "versus": "a"}),
}


@pytest.mark.parametrize("kind", TABLES)
def test_tables_in_any_order_form_and_company(kind, tmp_path):
    columns, asked = TABLES[kind]
    table = items()

    def answer(source, columns=columns, asked=asked, item="id", model="who"):
        return timeless(eb.infer(eb.Scores.from_table(source, item=item, model=model, **columns), **asked))

    expected = answer(table)
    for seed in range(3):
        assert answer(table.sample(frac=1.0, random_state=seed)) == expected
    assert answer(table[table.columns[::-1]]) == expected
    assert answer(table.assign(extra="x")) == expected
    table.to_csv(tmp_path / "t.csv", index=False)
    table.to_json(tmp_path / "t.jsonl", orient="records", lines=True)
    table.to_csv(tmp_path / "t.csv.gz", index=False)
    for ending in ("csv", "jsonl", "csv.gz"):
        assert answer(tmp_path / f"t.{ending}") == expected
    shuffled = tmp_path / "loss=0"
    shuffled.mkdir()
    table.sample(frac=1.0, random_state=9).to_csv(shuffled / "t[1].csv", index=False)
    assert answer(shuffled / "t[1].csv") == expected
    without = [name for name in "abc" if name not in (asked["model"], asked.get("versus"))]
    assert answer(table[table.who != without[0]]) == expected
    renamed = table.rename(columns={"id": "i d", "who": "w'ho"}).assign(**{"w'ho": table.who + " x"})
    names = {key: f"{value} x" if key in ("model", "versus") else value for key, value in asked.items()}
    other = answer(renamed, item="i d", model="w'ho", asked=names)
    unnamed = {"target": "", "models": None}
    assert other | unnamed == expected | unnamed


def test_ids_that_are_numbers_in_one_form_and_text_in_another(tmp_path):
    """Sorted as numbers or as text they are added up in another order: the same to the last digits but one."""
    table = items().assign(id=lambda t: t.id.str[5:].astype(int))
    table.to_csv(tmp_path / "t.csv", index=False)
    for model, versus in (("a", "b"), ("b", "c"), ("c", None)):
        one, other = (
            eb.infer(eb.Scores.from_table(source, item="id", model="who", loss="loss"), model=model, versus=versus)
            for source in (table, tmp_path / "t.csv")
        )
        assert [one.estimate, one.low, one.high] == pytest.approx([other.estimate, other.low, other.high], rel=1e-13)


def test_losses_that_are_turned_round_give_the_answer_turned_round():
    table = items()
    table["wrong"] = 1 - table.right
    right = eb.Scores.from_table(table, item="id", model="who", correct="right")
    wrong = eb.Scores.from_table(table, item="id", model="who", loss="wrong", loss_range=(0, 1))
    score = eb.Scores.from_table(table, item="id", model="who", score="right", score_range=(0, 1))
    for model in "abc":
        one, two, three = (eb.infer(scores, model=model) for scores in (right, wrong, score))
        assert numbers(one) == numbers(two)
        assert [three.estimate, three.low, three.high] == pytest.approx(
            [1 - one.estimate, 1 - one.high, 1 - one.low], abs=1e-12
        )
    gates = [eb.infer(scores, model="a", versus="b", margin=0.2) for scores in (right, wrong, score)]
    assert numbers(gates[0]) == numbers(gates[1]) and len({gate.verdict for gate in gates}) == 1
    assert numbers(gates[2])[:3] == pytest.approx(mirrored(gates[0])[:3], abs=1e-12)


def test_a_missing_cell_is_refused_or_dropped_and_never_a_number(tmp_path):
    table = items(models=("a", "b"))
    clean = table[table.id != "item 7"].to_csv(index=False)
    expected = eb.infer(eb.Scores.from_table(_written(tmp_path, clean), item="id", model="who", loss="loss"), model="a")
    for word in ("", "NA", "?", "nan"):
        spoiled = table.astype({"loss": object})
        spoiled.loc[(spoiled.id == "item 7") & (spoiled.who == "b"), "loss"] = word
        path = _written(tmp_path, spoiled.to_csv(index=False))
        with pytest.raises(eb.ErrbarError):
            eb.Scores.from_table(path, item="id", model="who", loss="loss")
        dropped = eb.Scores.from_table(path, item="id", model="who", loss="loss", missing="drop")
        assert numbers(eb.infer(dropped, model="a")) == numbers(expected)


def _written(folder, text):
    path = folder / "t.csv"
    path.write_text(text)
    return path


# -- no model and no table --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in eb.bounds.BOUNDS if name != "blaker"])
def test_bounds_follow_errors_level_and_sides(name):
    def end(k, n=50, level=0.95, side="upper"):
        found = eb.bound(k, n, method=name, confidence_level=level, side=side)
        return found.high if side == "upper" else found.low

    ks = [0, 1, 3, 10, 25, 49, 50]
    assert all(a <= b for a, b in pairwise(end(k) for k in ks))
    assert all(a <= b for a, b in pairwise(end(k, side="lower") for k in ks))
    assert all(end(k, level=0.8) <= end(k) <= end(k, level=0.99) for k in ks)
    assert all(end(2 * k, 100) <= end(k) + 1e-12 for k in ks[:4])
    both = eb.bound(3, 50, method=name, side="two-sided")
    assert both.low <= 0.06 <= both.high and end(3) <= both.high + 1e-12


def test_designs_follow_what_they_are_asked():
    def n(**how):
        return eb.design(**{"sd": 0.5, "half_width": 0.05} | how).n

    assert n(half_width=0.05) < n(half_width=0.04) < n(half_width=0.02)
    assert n(confidence_level=0.9) < n() < n(confidence_level=0.99)
    assert n() < n(sd=0.6) and n() < n(cluster_size=5, cluster_correlation=0.2)
    assert n(half_width=None, effect=0.05, power=0.7) < n(half_width=None, effect=0.05, power=0.9)
    assert eb.design(sd=0.5, n=n()).half_width <= 0.05 + 1e-12 < eb.design(sd=0.5, n=n() - 2).half_width + 1e-3
    assert eb.design(sd=1.0, half_width=0.1).n == n()  # another unit
    assert timeless(eb.design(error=0.1, effect=0.02)) == timeless(eb.design(error=0.1, effect=-0.02)) | {
        "effect": 0.02
    }


def test_advice_is_the_same_twice_and_follows_the_budget():
    for n in (50, 300, 2000):
        for budget in (10, 25, 400):
            asked = [eb.advise(n, 2, budget).to_dict() for _ in range(2)]
            assert asked[0] == asked[1] and eb.advise(n, 2, budget).fits <= budget


@pytest.mark.parametrize("span", [(0.0, 1.0), None])
def test_looks_one_by_one_or_at_once_and_swapped(span):
    rng = np.random.default_rng(2)
    a, b = np.round(rng.random((2, 200)), 2)
    once, slowly, swapped, wide = (
        eb.Sequential(loss_range=span, confidence_level=level) for level in (0.95,) * 3 + (0.99,)
    )
    once.extend(a, b)
    for one, other in zip(a, b, strict=True):
        slowly.add(one, other)
    swapped.extend(b, a)
    wide.extend(a, b)
    assert slowly.interval == pytest.approx(once.interval, abs=1e-12)
    assert swapped.interval == pytest.approx((-once.interval[1], -once.interval[0]), abs=1e-12)
    assert wide.interval[0] <= once.interval[0] <= once.interval[1] <= wide.interval[1]
    assert slowly.pvalue == once.pvalue == swapped.pvalue or slowly.pvalue == pytest.approx(swapped.pvalue, rel=1e-9)


def test_a_report_of_one_answer_is_one_page(tmp_path):
    """But for the time of writing it says the same, whatever the file is called and wherever it lies."""
    scores = eb.Scores.from_table(items(), item="id", model="who", loss="loss")
    answer = eb.infer(scores, model="a", versus="b")
    pages = []
    for name in ("one.html", "an other.html", "x[1].html"):
        eb.report(answer, tmp_path / name)
        pages.append((tmp_path / name).read_text())
    assert pages[0] == pages[1] == pages[2]
