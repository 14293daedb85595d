"""Subgroups at once: what each interval is, that they hold together, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm, t

import errbar as eb
from errbar.errors import InputError

RNG = np.random.default_rng(0)
N = 300
TOWN = np.array(["north", "south east", "west"])[RNG.integers(0, 3, N)]
WRONG = (RNG.random(N) < np.where(TOWN == "west", 0.3, 0.1)) * 1.0
SCORES = eb.Scores.from_table({"i": range(N), "m": WRONG}, item="i", loss="m")
BY = dict(enumerate(TOWN))


def test_each_subgroup_at_the_level_that_all_take():
    results = eb.infer(SCORES, by=BY)
    assert [one.details["subgroup"] for one in results[:3]] == ["north", "south east", "west"]
    for one in results[:3]:
        held = one.details["subgroup"] == TOWN
        low, high = eb.bounds.clopper_pearson(WRONG[held].mean(), held.sum(), 0.05 / 3, side="two-sided")
        assert (one.n, one.low, one.high) == (held.sum(), pytest.approx(low), pytest.approx(high))


def test_gaps_to_the_rest_and_the_largest():
    results = eb.infer(SCORES, by=BY)
    gaps, largest = results[3:6], results[6]
    west = gaps[2]
    assert west.estimate == pytest.approx(WRONG[TOWN == "west"].mean() - WRONG[TOWN != "west"].mean())
    ends = [
        (WRONG[held].mean(), *eb.bounds.clopper_pearson(WRONG[held].mean(), held.sum(), 0.05 / 3, side="two-sided"))
        for held in (TOWN == "west", TOWN != "west")
    ]
    (a, low_a, high_a), (b, low_b, high_b) = ends
    assert west.low == pytest.approx(a - b - np.hypot(a - low_a, high_b - b))
    assert west.high == pytest.approx(a - b + np.hypot(high_a - a, b - low_b))
    assert (west.pvalue < 0.05) == (west.low > 0)
    assert largest.low <= largest.estimate <= largest.high and largest.confidence_level == 0.95
    assert largest.estimate == pytest.approx(
        max(r.estimate for r in results[:3]) - min(r.estimate for r in results[:3])
    )


def test_rows_in_another_order_and_names_of_items():
    order = RNG.permutation(N)
    table = {"i": [f"q{i}" for i in order], "m": WRONG[order]}
    turned = eb.infer(
        eb.Scores.from_table(table, item="i", loss="m"), by={f"q{i}": town for i, town in enumerate(TOWN)}
    )
    same = eb.infer(SCORES, by=BY)
    assert [(r.low, r.high) for r in turned] == [pytest.approx((r.low, r.high)) for r in same]
    with pytest.raises(InputError, match="give by= as a mapping from the item"):
        eb.infer(SCORES, by=TOWN)
    with pytest.raises(InputError, match="no subgroup for 1 items"):
        eb.infer(SCORES, by={i: town for i, town in BY.items() if i})


def test_small_subgroups_are_named():
    with pytest.raises(InputError, match=r"too small: 'tiny one' \(4\)"):
        eb.infer(SCORES, by=BY | dict.fromkeys(range(4), "tiny one"))
    with pytest.raises(InputError, match="2 to 500 subgroups; it names 1"):
        eb.infer(SCORES, by=dict.fromkeys(range(N), "all"))


def test_a_subgroup_without_errors_has_width():
    perfect = eb.Scores.from_table({"i": range(40), "m": np.zeros(40)}, item="i", loss="m")
    first, second, *_, largest = eb.infer(perfect, by={i: i % 2 for i in range(40)})
    assert first.low == second.low == 0.0
    assert first.high == pytest.approx(1 - 0.0125 ** (1 / 20))
    assert largest.low == 0.0 < largest.high


def test_over_splits_and_for_areas():
    from sklearn.datasets import load_breast_cancer
    from sklearn.naive_bayes import GaussianNB

    X, y = load_breast_cancer(return_X_y=True)
    big = np.where(X[:, 0] > 13, "large", "small")
    scores = eb.collect({"nb": GaussianNB()}, X, y, random_state=0, progress=False)
    results = eb.infer(scores, by=big)
    assert [one.method for one in results] == ["corrected_t"] * 5
    tests = np.concatenate([test for _, test in scores.plan])
    assert results[0].estimate == pytest.approx(scores.items[0][big[tests] == "large"].mean(), abs=0.02)
    said = eb.Scores.from_predictions(y, {"radius": X[:, 0]}, positive=0)
    assert {one.method for one in eb.infer(said, by=X[:, 1] > 18)} == {"delong"}


def test_groups_that_lie_across_subgroups_widen_the_gaps():
    groups = np.arange(N) // 3
    table = {"i": range(N), "m": WRONG, "g": groups}
    apart = eb.infer(eb.Scores.from_table(table | {"g": range(N)}, item="i", loss="m", group="g"), by=BY)
    across = eb.infer(eb.Scores.from_table(table, item="i", loss="m", group="g"), by=BY)
    assert across[5].high - across[5].low > apart[5].high - apart[5].low


def test_a_frame_and_a_picture():
    results = eb.infer(SCORES, by=BY)
    frame = results.to_frame()
    assert frame["subgroup"][2] == "west" and frame["gap"][5] == "the rest"
    assert results[:3].plot().get_yticklabels()[2].get_text() == "west"


def skewed(n=120, shift=0.0):
    rng = np.random.default_rng(3)
    return eb.Scores.from_table({"i": range(n), "m": rng.exponential(1.0, n) - shift}, item="i", loss="m")


def test_skewed_losses_are_held_on_their_logs_with_the_spread_of_all():
    scores, codes = skewed(), np.arange(120) % 6
    first, *_ = eb.infer(scores, by=dict(enumerate(codes.tolist())))
    losses = scores.losses
    means = np.array([losses[codes == g].mean() for g in range(6)])
    relative = losses / means[codes]
    spread = np.sqrt(((relative - 1) ** 2).sum() / (120 - 6))
    *_, quarter = np.split(np.log(np.sort(relative)), [89])  # the largest 30, and the one before them
    normal = norm.pdf(norm.ppf(0.75)) / 0.25 - norm.ppf(0.75)
    sigma = (quarter[1:].mean() - quarter[0]) / normal * (1 + 0.25 / np.sqrt(30))
    own = losses[codes == 0]
    share = max(own.std(ddof=1) / own.mean(), spread, np.sqrt(np.exp(sigma**2) - 1))
    reach = t(19).ppf(1 - 0.05 / 12) * share / np.sqrt(20)
    assert (first.low, first.high) == pytest.approx((own.mean() * np.exp(-reach), own.mean() * np.exp(reach)), rel=1e-4)
    assert first.low > 0 and "log" in first.notes[0]


def test_losses_without_an_end_have_the_spread_of_all_and_reach_further_by_their_skewness():
    scores, codes = skewed(shift=0.5), np.arange(120) % 6
    first, *_ = eb.infer(scores, by=dict(enumerate(codes.tolist())))
    losses = scores.losses
    deviations = losses - np.array([losses[codes == g].mean() for g in range(6)])[codes]
    spread = np.sqrt((deviations**2).sum() / (120 - 6))
    skewness = (deviations**3).mean() / spread**3
    own = losses[codes == 0]
    reach = t(19).ppf(1 - 0.05 / 12) * max(own.std(ddof=1), spread) * (1 + skewness / np.sqrt(20)) / np.sqrt(20)
    assert (first.low, first.high) == pytest.approx((own.mean() - reach, own.mean() + reach))
    turned = eb.Scores.from_table({"i": range(120), "m": -losses}, item="i", loss="m")
    mirror, *_ = eb.infer(turned, by=dict(enumerate(codes.tolist())))
    assert (-mirror.high, -mirror.low) == pytest.approx((first.low, first.high))


def test_losses_of_nearly_nothing_are_refused():
    by = {i: i % 6 for i in range(120)}
    hardly = eb.Scores.from_table(
        {"i": range(120), "m": np.arange(120) % 40 * (np.arange(120) > 90)}, item="i", loss="m"
    )
    with pytest.raises(InputError, match="at least 10 items whose loss is not 0; too small: 0"):
        eb.infer(hardly, by=by)
