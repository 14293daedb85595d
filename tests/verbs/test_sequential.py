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
        (lambda: eb.Sequential(paired=False).add(0.5, 0.5), "both losses"),
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


def test_items_in_groups_are_refused():
    table = {"i": range(8), "loss": [0, 1] * 4, "g": [0, 0, 1, 1, 2, 2, 3, 3]}
    scores = eb.Scores.from_table(table, item="i", loss="loss", group="g")
    with pytest.raises(NeedsError, match="come in groups"):
        eb.Sequential.over(scores)
