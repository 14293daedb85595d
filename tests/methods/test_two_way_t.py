"""Training runs x items: against sums worked out by hand, and what is refused or must not matter."""

import numpy as np
import pytest
from scipy.stats import f_oneway

import errbar as eb
from errbar.errors import ErrbarError, InputError, NeedsError


def table(cells, models="ab", first=0):
    """Rows of models' runs x items."""
    rows = [
        (model, f"seed {first + r}", i, loss)
        for model, runs in zip(models, cells, strict=False)
        for r, run in enumerate(runs)
        for i, loss in enumerate(run)
    ]
    return dict(zip(("model", "seed", "item", "loss"), zip(*rows, strict=True), strict=True))


def read(found, **how):
    return eb.Scores.from_table(found, **{"model": "model", "run": "seed", "item": "item", "loss": "loss"} | how)


def normal(seed, shapes=((4, 30), (3, 30)), runs=0.5):
    rng = np.random.default_rng(seed)
    item = rng.normal(size=shapes[0][1])
    return [item + runs * rng.normal(size=(r, 1)) + rng.normal(size=(r, n)) for r, n in shapes]


def test_variance_from_mean_squares():
    """Of one model: (MS of runs - MS of cells + MS of items) / (R n), the textbook's crossed random effects."""
    (cells,) = normal(1, ((4, 30),))
    runs, n = cells.shape
    between = f_oneway(*cells)
    items = runs * cells.mean(axis=0).var(ddof=1)
    per_run = n * cells.mean(axis=1).var(ddof=1)
    total = ((cells - cells.mean()) ** 2).sum()
    left = (total - (runs - 1) * per_run - (n - 1) * items) / ((runs - 1) * (n - 1))
    r = eb.infer(read(table([cells])), model="a")
    assert between.statistic > 1 and per_run > left
    assert r.method == "two_way_t" and r.se**2 == pytest.approx((per_run - left + items) / (runs * n), rel=1e-12)


def test_runs_that_do_not_differ_leave_the_item_test():
    """Two models, runs whose means are equal: the t test over items, less a quarter of what cells explain."""
    cells = normal(2)
    level = [one - one.mean(axis=1, keepdims=True) + one.mean() for one in cells]
    r = eb.infer(read(table(level)), model="a", versus="b", null=0.0)
    items = level[0].mean(axis=0) - level[1].mean(axis=0)
    left = [one - one.mean(axis=1, keepdims=True) - one.mean(axis=0) + one.mean() for one in level]
    noise = sum((one**2).sum() / ((len(one) - 1) * 29) / (len(one) * 30) for one in left)
    assert r.se**2 == pytest.approx(items.var(ddof=1) / 30 - noise / 4, rel=1e-12) and r.df == pytest.approx(29)
    assert r.details["run_share"] == 0


def test_much_spread_over_runs_is_welch_over_runs():
    cells = normal(3, ((5, 400), (5, 400)), runs=50.0)
    r = eb.infer(read(table(cells)), model="a", versus="b")
    means = [one.mean(axis=1) for one in cells]
    assert r.se == pytest.approx(sum(m.var(ddof=1) / 5 for m in means) ** 0.5, rel=1e-3)
    assert r.details["run_share"] > 0.99 and r.df < 9


def test_pairs_of_runs_only_when_asked():
    rng = np.random.default_rng(4)
    shared = rng.normal(size=(4, 1))
    cells = [shared + 0.1 * rng.normal(size=(4, 50)) for _ in range(2)]
    scores = read(table(cells))
    apart = eb.infer(scores, model="a", versus="b")
    paired = eb.infer(scores, model="a", versus="b", options={"pair": "runs"})
    assert any("taken as unrelated" in note for note in apart.notes)
    assert paired.high - paired.low < 0.2 * (apart.high - apart.low)
    other = table([cells[0]]), table([cells[1]], models="b", first=9)
    unlike = read({key: [*other[0][key], *other[1][key]] for key in other[0]})
    with pytest.raises(InputError, match="same runs"):
        eb.infer(unlike, model="a", versus="b", options={"pair": "runs"})
    assert not any("unrelated" in note for note in eb.infer(unlike, model="a", versus="b").notes)


def test_row_order_and_swapped_models_do_not_matter():
    found = table(normal(5))
    one = eb.infer(read(found), model="a", versus="b", null=0.0)
    order = np.random.default_rng(0).permutation(len(found["loss"]))
    again = eb.infer(read({key: np.array(v)[order] for key, v in found.items()}), model="a", versus="b", null=0.0)
    assert again.to_json() == one.to_json()
    other = eb.infer(read(found), model="b", versus="a", null=0.0)
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low)) and other.pvalue == pytest.approx(one.pvalue)


def test_one_run_is_refused():
    scores = read(table(normal(6, ((1, 20), (3, 20)))))
    with pytest.raises(NeedsError, match="One run says nothing"):
        eb.infer(scores, model="a", versus="b")
    assert eb.infer(scores, model="a", versus="b", method="holdout_t").method == "holdout_t"
    with pytest.raises(NeedsError, match="run="):
        eb.infer(scores.by(None)._but(runs=None), model="a", method="two_way_t")


def test_no_errors_leave_width():
    scores = read(table([np.zeros((3, 40)), np.zeros((2, 40))]))
    both = eb.infer(scores, model="a", versus="b", null=0.0)
    one = eb.infer(scores, model="a")
    assert both.low < 0 < both.high and both.pvalue == 1.0
    assert one.low == 0 and one.high == pytest.approx(2.0227**2 / (40 + 2.0227**2), rel=1e-3)  # t of 39


def test_missing_cells_are_named_or_left_out():
    found = table(normal(7))
    short = {key: value[:-1] for key, value in found.items()}
    with pytest.raises(ErrbarError, match="b, run seed 2"):
        read(short)
    scores = read(short, missing="drop")
    assert scores.plan.n == 29 and any("1 item was left out" in note for note in scores.notes)


def test_answers_are_averaged_within_a_run_and_their_spread_is_kept():
    rng = np.random.default_rng(8)
    answers = rng.random((2, 3, 10, 4)) < 0.4
    index = np.indices(answers.shape).reshape(4, -1)
    found = {"model": index[0], "seed": index[1], "item": index[2], "answer": index[3], "loss": answers.ravel()}
    scores = read(found, repeat="answer")
    assert scores.runs.cells[1] == pytest.approx(answers[1].mean(axis=-1)) and scores.averaged
    assert (scores.runs.answers[0] == 4).all()
    squares = ((answers - answers.mean(axis=-1, keepdims=True)) ** 2).sum(axis=(1, 2, 3))
    assert scores.runs.squares == pytest.approx(squares)


def test_seeds_as_answers_are_refused_and_answers_are_not():
    rng = np.random.default_rng(9)
    for spread, refused in ((0.0, False), (0.15, True)):
        share = 0.5 + spread * np.array([-1, 0, 1])
        found = table([(rng.random((3, 300)) < share[:, None]) * 1.0])
        how = {"run": None, "repeat": "seed"}
        if refused:
            with pytest.raises(InputError, match="run="):
                read(found, **how)
        else:
            assert read(found, **how).details["answers"] == 3


def test_groups_of_items_count_once():
    (cells,) = normal(10, ((3, 40),))
    copies = np.repeat(cells, 5, axis=1)
    found = table([copies])
    found["passage"] = [i // 5 for i in found["item"]]
    alone, grouped = eb.infer(read(table([cells])), model="a"), eb.infer(read(found, group="passage"), model="a")
    assert grouped.se == pytest.approx(alone.se, rel=1e-9) and grouped.df == pytest.approx(alone.df, rel=1e-9)


def test_saved_and_joined(tmp_path):
    cells = normal(11)
    scores = read(table(cells))
    scores.save(tmp_path / "s.npz")
    again = eb.Scores.load(tmp_path / "s.npz")
    assert eb.infer(again, model="a", versus="b").to_json() == eb.infer(scores, model="a", versus="b").to_json()
    joined = read(table(cells[:1])).join(read(table(cells[1:], models="b")))
    assert eb.infer(joined, model="a", versus="b").estimate == eb.infer(scores, model="a", versus="b").estimate
    ranking = eb.rank(scores, method="auto")
    assert ranking.method == "two_way_t"


def test_many_metrics_of_a_table_do_not_go_with_runs():
    found = table(normal(12))
    with pytest.raises(InputError, match="leave split"):
        read(found, split="seed")
    with pytest.raises(InputError, match="keep='sums'"):
        read(found, keep="sums")
    with pytest.raises(InputError, match="one row per run"):
        eb.Scores.from_table(found, item="item", run="seed", loss=["loss", "item"])


def holed(found, share, seed=0):
    """The same rows, some of them gone."""
    keep = np.random.default_rng(seed).random(len(found["loss"])) > share
    return {key: [value for value, stays in zip(values, keep, strict=True) if stays] for key, values in found.items()}


def test_holes_are_kept_and_cost_little(tmp_path):
    found = table(normal(13))
    whole, few = read(found), read(holed(found, 0.1), missing="keep")
    assert few.plan.n == 30 and any("missing and were filled" in note for note in few.notes)
    one, other = (eb.infer(scores, model="a", versus="b") for scores in (whole, few))
    assert abs(one.estimate - other.estimate) < 0.2 * one.se and 0.8 < other.se / one.se < 1.3
    few.save(tmp_path / "s.npz")
    assert eb.infer(eb.Scores.load(tmp_path / "s.npz"), model="a", versus="b").to_json() == other.to_json()
    order = np.random.default_rng(1).permutation(len(holed(found, 0.1)["loss"]))
    mixed = read({key: np.array(values)[order] for key, values in holed(found, 0.1).items()}, missing="keep")
    assert eb.infer(mixed, model="a", versus="b").to_json() == other.to_json()
    assert eb.infer(read(found, missing="keep"), model="a").to_json() == eb.infer(whole, model="a").to_json()


def test_holes_that_cannot_be_filled_are_refused():
    apart = {"model": ["a"] * 4, "seed": [0, 0, 1, 1], "item": [0, 1, 2, 3], "loss": [0.1, 0.2, 0.3, 0.4]}
    with pytest.raises(InputError, match="share no items"):
        read(apart, missing="keep")
    with pytest.raises(InputError, match="run="):
        read(apart, run=None, missing="keep")
    unlike = {"model": ["a", "a", "b", "b"], "seed": [0, 1, 0, 1], "item": [0, 0, 1, 1], "loss": [0.1, 0.2, 0.3, 0.4]}
    with pytest.raises(InputError, match="No item"):
        read(unlike, missing="keep")


def test_pairs_of_runs_with_holes():
    cells = normal(14, ((4, 40), (4, 40)))
    few = read(holed(table(cells), 0.1), missing="keep")
    paired = eb.infer(few, model="a", versus="b", options={"pair": "runs"})
    whole = eb.infer(read(table(cells)), model="a", versus="b", options={"pair": "runs"})
    assert abs(paired.estimate - whole.estimate) < 0.5 * whole.se and 0.7 < paired.se / whole.se < 1.5
