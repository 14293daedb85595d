"""Against statsmodels' HAC standard errors, by hand, and what it does with times, series and short series."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t as student

import errbar as eb
from errbar.errors import InputError, NeedsError
from errbar.methods.diebold_mariano import automatic_lag, small_sample

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "time_order.json").read_text())


def in_time(losses, **columns):
    return eb.Scores.from_table({"t": range(len(losses)), "loss": losses, **columns}, time="t", loss="loss")


def ask(scores, method="diebold_mariano", **options):
    return eb.infer(scores, method=method, null=0.0, options=options or None)


@pytest.mark.parametrize("case", GOLDEN["cases"])
def test_standard_errors_of_statsmodels(case):
    scores, n = in_time(case["losses"]), len(case["losses"])
    for variance, kept in (("newey_west", "bartlett"), ("hln", "uniform")):
        for lag, se in zip(GOLDEN["lags"], case[kept], strict=False):
            found = ask(scores, variance=variance, lag=lag)
            if se is None:  # a negative sum
                assert any("falling weights" in note for note in found.notes)
                continue
            assert found.se * sqrt(small_sample(n, lag + 1)) == pytest.approx(se, rel=1e-12)
            assert found.df == n - 1 and found.details["lag"] == lag
            statistic = np.mean(case["losses"]) / se * sqrt(small_sample(n, lag + 1))  # Harvey, Leybourne and Newbold
            assert found.pvalue == pytest.approx(2 * student.sf(abs(statistic), n - 1), rel=1e-9)


def test_the_default_by_the_formula():
    x = np.array(GOLDEN["cases"][2]["losses"])
    u, n = x - x.mean(), x.size
    r = (n * (u[1:] @ u[:-1]) / (u @ u) + 1) / (n - 3)
    e = u[1:] - r * u[:-1]
    e, m = e - e.mean(), n - 1
    b = int(0.4 * n ** (2 / 3))
    steps = np.arange(m) + 0.5
    waves = [sqrt(2 / m) * np.cos(np.pi * j * steps / m) @ e for j in range(1, b + 1)]
    found = ask(in_time(x.tolist()))
    assert found.se == pytest.approx(sqrt(np.mean(np.square(waves)) / (1 - r) ** 2 / n), rel=1e-10)
    assert found.df == b == 9 and found.details["lag_one"] == pytest.approx(r)


def test_rows_of_the_table_may_stand_in_any_order():
    x = GOLDEN["cases"][1]["losses"]
    order = np.random.default_rng(0).permutation(len(x))
    table = {"t": order, "loss": np.array(x)[order]}
    assert ask(eb.Scores.from_table(table, time="t", loss="loss")).low == ask(in_time(x)).low


def test_items_without_times_are_not_taken_for_ordered():
    scores = eb.Scores.from_table({"i": range(30), "loss": np.arange(30.0)}, item="i", loss="loss")
    with pytest.raises(NeedsError, match="not of time: read the table with time="):
        ask(scores)


def test_several_series_are_summed_at_each_time():
    """Copies of a series tell nothing new; independent ones do."""
    rng = np.random.default_rng(5)
    days, x = np.arange(100), rng.normal(size=(100, 4))
    table = {"day": np.repeat(days, 4), "shop": ["a", "b", "c", "d"] * 100}

    def of(losses):
        return ask(eb.Scores.from_table(table | {"loss": losses.ravel()}, time="day", group="shop", loss="loss"))

    copies, apart, alone = of(np.repeat(x[:, :1], 4, axis=1)), of(x), ask(in_time(x[:, 0]))
    assert copies.se == pytest.approx(alone.se) and apart.se < 0.75 * alone.se
    assert apart.details["n_groups"] == 4 and apart.details["n_times"] == 100
    assert not any("groups" in note for note in apart.notes)


def test_a_long_memory_is_told():
    rng = np.random.default_rng(1)
    x = np.cumsum(rng.normal(size=50))
    assert any("worth about" in note for note in ask(in_time(x)).notes)
    assert not any("worth about" in note for note in ask(in_time(rng.normal(size=50))).notes)


def test_options_that_do_not_go_together():
    scores = in_time(GOLDEN["cases"][0]["losses"])
    with pytest.raises(InputError, match="lag"):
        ask(scores, lag=2)
    with pytest.raises(InputError, match="more than a third of the 40 times"):
        ask(scores, variance="hln", lag=14)
    with pytest.raises(NeedsError, match="Losses at 9 times are too few"):
        ask(in_time([0.0, 1.0, 0.5] * 3))


def test_equal_weights_that_sum_to_nothing_fall():
    found = ask(in_time([1.0, -1.0] * 20), variance="hln", lag=1)
    assert found.se > 0 and any("falling weights" in note for note in found.notes)


def test_the_automatic_lag_follows_the_memory():
    lags = [automatic_lag(np.array(case["losses"]) - np.mean(case["losses"])) for case in GOLDEN["cases"]]
    assert lags[0] <= 1 < lags[1] < lags[2]


def test_a_model_that_is_always_right_is_no_certainty():
    found = ask(in_time([0.0] * 40))
    assert found.low == found.high == 0.0 and found.pvalue == 1.0
    assert any("not certainty" in note for note in found.notes)
