"""eb.Sequential: item by item, at every look, refused for splits; false alarms of peeking."""

from __future__ import annotations

import numpy as np
import pytest

import errbar as eb
from errbar.core.design import detectable_effect
from errbar.errors import InputError, NeedsError


def test_reference_e_values():
    for b, c, e in ((20, 5, 24.29), (25, 11, 3.0913), (9, 2, 3.1030)):
        watch = eb.Sequential(binary=True)
        watch.extend([1.0] * b + [0.0] * c, [0.0] * b + [1.0] * c)
        assert watch.result().details["e_value"] == pytest.approx(e, abs=0.005)


def test_reference_interval():
    watch = eb.Sequential(paired=False)
    for x in np.tile([1, 1, 0, 1, 1, 1, 0, 1, 1, 1.0], 10):
        watch.add(x)
    low, high = watch.interval
    assert high - low <= 2 * 0.1413505863 + 1e-9  # the running intersection is at most as wide as the last look
    assert low <= 0.8 <= high


def test_item_by_item_is_all_at_once():
    rng = np.random.default_rng(0)
    a, b = rng.random(50), rng.random(50)
    one, other = eb.Sequential(), eb.Sequential()
    one.extend(a, b)
    for i in range(50):
        other.add(a[i], b[i], item=i)
    assert one.interval == pytest.approx(other.interval)
    assert one.result().pvalue == pytest.approx(other.result().pvalue)
    with pytest.raises(InputError, match="seen before"):
        other.add(0.5, 0.5, item=3)


def test_results_are_results():
    watch = eb.Sequential()
    watch.extend([0.1, 0.2, 0.3], [0.2, 0.2, 0.2])
    result = watch.result()
    assert (result.method, result.n, result.null) == ("sequential", 3, 0.0)
    assert result.low <= result.estimate <= result.high
    assert eb.Result.from_dict(result.to_dict()).to_dict() == result.to_dict()
    with pytest.raises(NeedsError, match="one level"):
        result.confidence_interval(0.5)


def test_losses_without_a_range():
    rng = np.random.default_rng(0)
    watch = eb.Sequential(loss_range=None, tuned_for=300)
    watch.extend(rng.normal(1.0, 1.0, 600), rng.normal(0.0, 1.0, 600))
    low, high = watch.interval
    assert low < 1.0 < high and watch.decided
    assert watch.result().pvalue is None
    assert "Close to its level" in watch.result().notes[0] and not any("No interval" in n for n in watch.result().notes)


def test_losses_without_a_range_are_not_judged_too_soon():
    watch = eb.Sequential(loss_range=None)
    watch.extend([0.0] * 400 + [3.0] * 5, [0.0] * 405)
    result = watch.result()
    assert (result.low, result.high) == (-np.inf, np.inf) and not watch.decided
    assert any("No interval yet" in note for note in result.notes)
    assert not any("Valid at every look" in note for note in result.notes)
    assert eb.Result.from_dict(result.to_dict()).to_dict() == result.to_dict()


def test_no_look_is_carried_into_the_next():
    """Without a known range limits are of this look alone: a drift moves them and leaves no contradiction behind."""
    rng = np.random.default_rng(2)
    watch = eb.Sequential(paired=False, loss_range=None)
    watch.extend(rng.normal(size=1000))
    first = watch.interval
    watch.extend(5.0 + rng.normal(size=4000))
    assert watch.interval[0] > first[1] and watch.interval[0] < watch.interval[1]


def test_over_scores():
    rng = np.random.default_rng(0)
    table = {"i": np.arange(300), "a": rng.random(300) < 0.1, "b": rng.random(300) < 0.5}
    scores = eb.Scores.from_table(table, item="i", loss=["a", "b"])
    watch = eb.Sequential.over(scores.difference("a", "b"))
    assert watch.n == 300 and watch.decided
    assert watch.result().estimate == pytest.approx(scores.difference("a", "b").values[0, 0])
    assert eb.Sequential.over(scores.only("a"), null=0.5).decided


def test_splits_are_refused_with_the_reason():
    plan = eb.plans.kfold(5).build(50, random_state=0)
    scores = eb.Scores.from_losses({"m": np.random.default_rng(0).random(50)}, plan=plan)
    with pytest.raises(NeedsError, match="share their data"):
        eb.Sequential.over(scores)


def test_what_does_not_fit_is_refused():
    for call, words in (
        (lambda: eb.Sequential().add(0.5), "both losses"),
        (lambda: eb.Sequential(paired=False).add(0.5, 0.5), "no losses to compare with"),
        (lambda: eb.Sequential().add(1.5, 0.5), "must lie in"),
        (lambda: eb.Sequential(binary=True).add(0.5, 0.0), "0 or 1"),
        (lambda: eb.Sequential().extend([0.1, 0.2], [0.1]), "items must match"),
        (lambda: eb.Sequential().add(float("nan"), 0.0), "finite"),
        (lambda: eb.Sequential(loss_range=(1.0, 0.0)), "loss_range"),
        (lambda: eb.Sequential().result(), "No item"),
    ):
        with pytest.raises(InputError, match=words):
            call()


def test_peeking_at_a_z_test_cries_wolf_and_this_does_not():
    """Two equal classifiers, 400 items, a look after every one of them."""
    rng = np.random.default_rng(11)
    false_z = false_e = false_interval = 0
    for _ in range(200):
        d = (rng.random(400) < 0.25).astype(float) - (rng.random(400) < 0.25)
        b, c = np.cumsum(d > 0), np.cumsum(d < 0)
        discordant = np.maximum(b + c, 1)
        false_z += bool(((np.abs(b - c) / np.sqrt(discordant) > 1.96) & (b + c >= 10)).any())
        watch = eb.Sequential(binary=True)
        watch.extend((d > 0).astype(float), (d < 0).astype(float))
        false_e += watch.result().pvalue < 0.05
        low, high = watch.interval
        false_interval += not low <= 0.0 <= high
    assert false_z / 200 > 0.2
    assert false_e / 200 < 0.05
    assert false_interval / 200 < 0.05


def test_it_still_sees_what_is_there():
    rng = np.random.default_rng(5)
    watch = eb.Sequential(binary=True)
    while not watch.decided and watch.n < 5000:
        watch.add(float(rng.random() < 0.1), float(rng.random() < 0.3))
    assert watch.n < 300
    assert detectable_effect(0.01) > 0


def test_an_e_value_beyond_all_doubles():
    watch = eb.Sequential(binary=True)
    watch.extend([1.0] * 1200, [0.0] * 1200)
    assert watch.result().details["e_value"] == float("inf") and watch.decided


def test_the_p_value_alone_decides_where_there_is_one():
    """Here the interval has left 0 and the e-value is far from its goal: two tests at 5 % are not one."""
    first = np.random.default_rng(11).random(2000) < 0.52
    watch = eb.Sequential(binary=True)
    watch.extend(first.astype(float), (~first).astype(float))
    low, high = watch.interval
    assert not low <= 0.0 <= high and watch.pvalue > 0.2
    assert not watch.decided


def test_looks_that_contradict_each_other_say_so():
    watch = eb.Sequential(paired=False)
    watch.extend([0.0] * 300 + [1.0] * 3000)
    result = watch.result()
    assert result.low == result.high and any("no value in common" in note for note in result.notes)


def grouped(n=60, seed=0, alike=True):
    """Groups of 1 to 5 items that agree throughout, or not at all."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 6, n)
    g = np.repeat(np.arange(n), sizes)
    loss = (rng.random(n) < 0.3)[g] if alike else rng.random(g.size) < 0.3
    return {"i": [f"q{i}" for i in range(g.size)], "loss": loss.astype(float), "g": g}


def test_items_in_groups_count_as_groups():
    table = grouped()
    asked = {"item": "i", "loss": "loss", "loss_range": (0.0, 1.0)}
    together = eb.Sequential.over(eb.Scores.from_table(table, group="g", **asked))
    alone = eb.Sequential.over(eb.Scores.from_table(table, **asked), by="betting")
    assert together.n == alone.n == len(table["i"])
    assert together.result().estimate == pytest.approx(np.mean(table["loss"]))
    assert np.diff(together.interval) > 1.3 * np.diff(alone.interval)


def test_a_group_is_fed_whole_and_once():
    watch = eb.Sequential(paired=False, largest_group=3)
    watch.add_group([0.0, 1.0, 1.0], group="x")
    watch.add_group([0.0])
    assert watch.n == 4 and watch.result().estimate == 0.5
    for call, words in (
        (lambda: watch.add_group([0.0], group="x"), "seen before"),
        (lambda: watch.add_group([0.0] * 4), "1 to 3 items"),
        (lambda: eb.Sequential().add_group([0.0], [1.0]), "largest_group="),
        (lambda: eb.Sequential(loss_range=None, by="betting"), "need loss_range"),
    ):
        with pytest.raises(InputError, match=words):
            call()


@pytest.mark.parametrize("by", ["bernstein", "betting"])
def test_a_log_that_grows_is_gone_on_with(by):
    rng = np.random.default_rng(4)
    names, loss = [f"item {i}" for i in range(400)], (rng.random(400) < 0.2).astype(float)
    read = lambda n: eb.Scores.from_table({"i": names[:n], "loss": loss[:n]}, item="i", loss="loss")  # noqa: E731
    watch = eb.Sequential.over(read(150), by=by)
    before = watch.interval
    assert watch.update(read(150)) == 0 and watch.interval == before
    assert watch.update(read(400)) == 250 and watch.n == 400
    assert before[0] <= watch.interval[0] <= watch.interval[1] <= before[1]
    assert watch.result().estimate == pytest.approx(loss.mean())
    with pytest.raises(InputError, match="same kind"):
        watch.update(
            eb.Scores.from_table({"i": names, "x": loss, "y": loss}, item="i", loss=["x", "y"]).difference("x", "y")
        )
    with pytest.raises(NeedsError, match="begin with"):
        eb.Sequential(paired=False).update(read(10))


def test_a_group_that_comes_in_two_parts_is_refused():
    table = grouped()
    read = lambda n: eb.Scores.from_table({k: v[:n] for k, v in table.items()}, item="i", loss="loss", group="g")  # noqa: E731
    cut = int(np.flatnonzero(np.diff(table["g"]) == 0)[5]) + 1
    watch = eb.Sequential.over(read(cut), largest_group=5)
    with pytest.raises(InputError, match="seen before"):
        watch.update(read(len(table["i"])))


def test_bets_are_narrower_than_bernstein_and_do_not_hang_on_how_items_come():
    rng = np.random.default_rng(9)
    x = (rng.random(500) < 0.1).astype(float)
    one, two, other = (eb.Sequential(paired=False, by=by, null=0.5) for by in ("betting", "betting", "bernstein"))
    one.extend(x)
    for start in range(0, 500, 7):
        two.extend(x[start : start + 7])
    other.extend(x)
    assert one.interval == pytest.approx(two.interval, abs=1e-12) and one.pvalue == pytest.approx(two.pvalue, rel=1e-9)
    assert np.diff(one.interval) < np.diff(other.interval)
    assert one.interval[0] < 0.1 < one.interval[1] and one.decided
    mirrored = eb.Sequential(paired=False, by="betting")
    mirrored.extend(1 - x)
    assert mirrored.interval == pytest.approx((1 - one.interval[1], 1 - one.interval[0]), abs=1e-9)


@pytest.mark.parametrize(("paired", "versus", "said"), [(True, None, "paired=False"), (False, [0.0], "leave versus=")])
def test_what_to_do_where_the_losses_to_compare_with_are_missing_or_too_many(paired, versus, said):
    with pytest.raises(InputError, match=said):
        eb.Sequential(paired=paired).extend([1.0], versus)
