"""eb.design: the reference numbers through the public verb, tables, and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from scipy.stats import chi2
from scipy.stats import t as student

import errbar as eb
from errbar.answers.seeds_design import of_variances
from errbar.core import design as formulas
from errbar.errors import InputError, UnknownNameError


def test_items():
    assert eb.design(effect=0.03, item_variance=1 / 9).n == 969
    assert eb.design(effect=0.03, item_variance=1 / 9, answer_variance=1 / 6).n == 3876
    assert eb.design(effect=0.03, item_variance=1 / 9, answer_variance=(1 / 6, 1 / 6), answers=(10, 10)).n == 1260
    for pd, gap, n in ((0.10, 0.02, 1960), (0.20, 0.05, 626), (0.10, 0.01, 7847)):
        assert eb.design(effect=gap, discordance=pd).n == n
    assert eb.design(half_width=0.03, error=0.5).n == 1068
    assert eb.design(half_width=0.03, error=0.5, cluster_size=5, cluster_correlation=0.1).n == pytest.approx(
        1.4 * 1068, abs=2
    )


def test_what_one_has():
    for answers, effect in ((1, 0.1327333), (10, 0.0756696)):
        plan = eb.design(n=198, item_variance=1 / 9, answer_variance=1 / 6, answers=answers)
        assert plan.effect == pytest.approx(effect, abs=5e-8)
    paired = eb.design(n=1960, discordance=0.10)
    assert paired.effect == pytest.approx(0.02, abs=1e-5)
    assert eb.design(effect=paired.effect, discordance=0.10).n == pytest.approx(1960, abs=1)
    assert eb.design(n=1068, error=0.5).half_width == pytest.approx(0.03, abs=1e-4)


def test_a_difference_takes_the_errors_of_both_models():
    plan = eb.design(effect=0.02, error=0.1)
    assert plan.n == 3844 and plan.table["items"] == (14754, 3844)
    assert "err independently, the worst plausible case" in str(plan) and "19.6 %" in plan.notes[0]
    assert eb.design(effect=-0.02, error=0.1).n == 3844
    pair = eb.design(effect=0.02, error=0.1, correlation=0.5)
    assert pair.n == 1931 and "correlate by 0.5" in str(pair) and pair.to_dict()["notes"] == list(pair.notes)
    assert eb.design(effect=0.02, error=0.1, cluster_size=5, cluster_correlation=0.1).n == round(1.4 * 3844 + 0.5)
    have = eb.design(n=3844, error=0.1)
    assert have.effect == pytest.approx(0.02, abs=1e-5) and "one model's" in have.notes[0]
    assert have.half_width == pytest.approx(eb.design(n=3844, sd=0.3).half_width)
    assert eb.design(half_width=0.03, error=0.1).notes == ()
    few = eb.design(n=3, error=0.01)
    assert few.effect is None and "so few" in str(few)


def test_splits_and_halvings():
    for test_size, row in (
        (0.1, (4.65, 3.12, 2.71, 2.41, 2.18, 2.07, 1.96)),
        (0.2, (3.72, 2.68, 2.41, 2.22, 2.09, 2.02, 1.96)),
        (1 / 3, (3.29, 2.48, 2.28, 2.14, 2.05, 2.00, 1.96)),
    ):
        assert eb.design("splits", test_size=test_size).table["half_width"] == pytest.approx(row, abs=0.005 + 1e-9)
    assert eb.design("splits").n == 25
    assert eb.design("splits", n=25, sd=0.1).effect > 0
    halvings = eb.design("halvings")
    assert halvings.n == 10 and "5 to 10" in str(halvings)
    assert halvings.table["se_error"][1] == pytest.approx(0.2236, abs=1e-4)


def test_a_known_correlation_of_splits():
    assert eb.design("splits", rho=0.1).table == eb.design("splits").table
    loose, tight = eb.design("splits", rho=0.3), eb.design("splits", rho=0.02)
    assert loose.n < eb.design("splits").n < tight.n  # the more splits have in common, the fewer are worth it
    # Var(mean) = s1 (rho + (1 - rho)/J): from 1 to 3 splits at rho = 0.1 it falls by 60 %, from 3 to 9 by half
    one, three, nine = (formulas.splits_variance(j, 1 / 9, 1 / 9) for j in (1, 3, 9))
    assert three / one == pytest.approx(0.4) and nine / three == pytest.approx(0.5)
    for rho in (0.02, 0.1, 0.3):
        columns = eb.design("splits", rho=rho).table
        assert sorted(columns["variance"], reverse=True) == list(columns["variance"])  # falls in J
        assert all(b < a for a, b in zip(columns["variance"], columns["if_test_doubled"], strict=True))  # and in n2
    with pytest.raises(InputError, match="rho must be a share"):
        eb.design("splits", rho=0.0)
    with pytest.raises(InputError, match="rho, the correlation of two splits"):
        eb.design("halvings", rho=0.1)


def test_words_and_columns():
    plan = eb.design(effect=0.02, discordance=0.1)
    assert str(plan) == "1,960 items: a difference of 0.02 seen with power 80 %."
    assert "halvings" in str(eb.design("halvings")) and "splits never" in str(eb.design("splits"))
    assert plan.to_dict()["n"] == 1960
    assert eb.design("splits").to_dict()["table"]["splits"][-1] is None
    assert list(plan.to_frame().columns) == ["effect", "items"]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({}, "one of half_width, effect"),
        ({"effect": 0.1, "half_width": 0.1, "sd": 1}, "one of half_width, effect"),
        ({"effect": 0.1}, "Say how the losses vary"),
        ({"effect": 0.1, "sd": 1, "error": 0.1}, "Say how the losses vary"),
        ({"effect": 0.1, "sd": 1, "discordance": 0.2}, "discordance or sd"),
        ({"effect": 0.3, "discordance": 0.2}, "between 0 and the discordance"),
        ({"half_width": 0.0, "sd": 1}, "above 0"),
        ({"half_width": 0.1, "error": 1.5}, "share between"),
        ({"n": 1, "sd": 1}, "at least 2"),
        ({"effect": 0.1, "sd": 1, "power": 1.2}, "power"),
        ({"effect": 0.1, "sd": 1, "cluster_size": 0.5}, "at least 1"),
        ({"half_width": 1e-300, "error": 0.1}, "more than 1e.15 items"),
        ({"effect": 1e-300, "discordance": 0.1}, "more than 1e.15 items"),
        ({"half_width": 0.1, "sd": 1e200}, "square of sd"),
        ({"effect": 0.95, "error": 0.1}, "at most 0.9 where error is 0.1"),
        ({"effect": 0.05, "error": 0.1, "correlation": 0.95}, "more than two models can have"),
        ({"effect": 0.05, "error": 0.1, "correlation": 1.5}, "between -1 and 1"),
        ({"effect": 0.05, "sd": 0.1, "correlation": 0.5}, "goes with error"),
        ({"effect": 0.05, "discordance": 0.1, "correlation": 0.5}, "discordance or correlation"),
        ({"half_width": 0.05, "error": 0.1, "correlation": 0.5}, "one model's"),
    ],
)
def test_refusals(how, words):
    with pytest.raises(InputError, match=words):
        eb.design(**how)


def test_unknown_kind():
    with pytest.raises(UnknownNameError, match="what='item'"):
        eb.design("item", n=5, sd=1)


def test_small_test_sets_take_many_splits():
    plan = eb.design("splits", test_size=0.01)
    assert plan.n == 200 and plan.half_width <= 1.25 * plan.table["half_width"][-1]


def test_no_difference_above_the_discordance_is_promised():
    few = eb.design(n=50, discordance=0.1)
    assert few.effect is None and "seen" not in str(few)
    assert eb.design(n=77, discordance=0.1).effect == pytest.approx(0.1, abs=1e-3)


@pytest.mark.parametrize(
    ("what", "how", "words"),
    [
        ("items", {"half_width": 0.01, "error": 0.0}, "error must be a share between"),
        ("items", {"n": 100, "discordance": 0.0}, "discordance must be a share between"),
        ("items", {"n": 100, "item_variance": 0.0}, "above 0"),
        ("items", {"effect": 0.1, "sd": 1, "power": 0.0}, "power must be a share between"),
        ("items", {"effect": 0.1, "sd": 1, "answers": 10}, "go with item_variance"),
        ("splits", {"test_size": 0.0}, "test_size must be a share between"),
        ("splits", {"effect": 0.1}, "effect is for items"),
        ("halvings", {"half_width": 0.1}, "half_width is for items"),
    ],
)
def test_what_has_no_answer_or_no_use_is_refused(what, how, words):
    with pytest.raises(InputError, match=words):
        eb.design(what, **how)


# -- training runs ---------------------------------------------------------------------------------------------------

KNOWN = {"run_variance": 0.0007, "item_variance": 0.116, "cell_variance": 0.038}
COST = {"run": 60, "answer": 1}


def test_seeds_of_a_budget_are_the_best_of_a_plain_grid():
    """Every number of runs with all the items that the money buys, by the formula written out."""
    plan = eb.design("seeds", **KNOWN, budget=3600, cost=COST)
    widths = {}
    for runs in range(2, 60):
        items = (3600 - 60 * runs) // runs
        if items >= 2:
            cell = 0.038 / (runs * items)
            by_run, by_item = 0.0007 / runs + cell, 0.116 / items + cell
            larger, rest = by_run * (runs - 1) / chi2.ppf(0.3, runs - 1), by_item - cell
            df = (larger + rest) ** 2 / (larger**2 / (runs - 1) + rest**2 / (items - 1))
            widths[runs, items] = student.ppf(0.975, df) * (by_run + rest) ** 0.5
    assert (plan.n, plan.items) == min(widths, key=widths.get)
    assert plan.half_width == pytest.approx(min(widths.values()), rel=1e-9)
    assert list(plan.table["budget"]) == [1800, 3600, 7200, 14400]
    assert sorted(plan.table["half_width"], reverse=True) == list(plan.table["half_width"])
    assert str(plan).startswith("6 runs on 540 items") and plan.to_dict()["items"] == 540


def test_seeds_for_a_half_width_are_the_cheapest_of_a_plain_grid():
    plan = eb.design("seeds", **KNOWN, half_width=0.05, cost=COST | {"item": 2})
    known = of_variances(0.0007, 0.116, 0.038, 0.0, level=0.95)
    enough = {
        (60 * runs + items * (2 + runs)): (runs, items)
        for runs in range(2, 25)
        for items in range(2, 1000)
        if known.half_width(runs, items) <= 0.05
    }
    assert plan.half_width <= 0.05 and (plan.n, plan.items) == enough[min(enough)]
    assert f"They cost {min(enough):,}" in str(plan)


def test_seeds_from_what_was_measured():
    path = Path(__file__).parents[2] / "docs" / "howto" / "three-seeds.csv"
    scores = eb.Scores.from_table(path, item="image", model="model", run="seed", correct="correct")
    found = eb.sources(scores, model="narrow net", confidence_level=0.8)
    plan = eb.design("seeds", sources=found, budget=3600, cost=COST)
    assert plan.confidence_level == 0.95 and "itself uncertain" in str(plan)
    same = eb.sources(scores, model="narrow net").plan(budget=3600, cost=COST)
    assert (plan.n, plan.items, plan.half_width) == (same["runs"], same["items"], same["half_width"])


def test_several_answers_where_they_vary_and_runs_are_dear():
    plan = eb.design(
        "seeds", run_variance=0.0, item_variance=0.01, answer_variance=0.2, budget=5000,
        cost={"run": 500, "item": 20, "answer": 1},
    )  # fmt: skip
    (answers,) = {a for a, runs in zip(plan.table["answers"], plan.table["budget"], strict=True) if runs == 5000}
    assert answers > 1 and f"each item {answers} times" in str(plan)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (KNOWN | {"cost": COST}, "one of budget"),
        (KNOWN | {"cost": COST, "budget": 9, "half_width": 1}, "one of budget"),
        (KNOWN | {"cost": COST, "budget": 10}, "does not pay for two runs"),
        (KNOWN | {"budget": 10}, "cost names"),
        (KNOWN | {"budget": 10, "cost": {"answer": 0}}, "must be positive"),
        (KNOWN | {"half_width": 1e-9, "cost": COST}, "Not even 200 runs"),
        (KNOWN | {"budget": 10, "cost": COST, "n": 3}, "n is for items"),
        ({"run_variance": 1.0, "budget": 10, "cost": COST}, "need item_variance"),
        ({"run_variance": -1.0, "item_variance": 1.0, "budget": 10, "cost": COST}, "at least 0"),
        ({"run_variance": 0.0, "item_variance": 0.0, "budget": 10, "cost": COST}, "above 0"),
        ({"sources": "all", "budget": 10, "cost": COST}, "what eb.sources gives"),
    ],
)
def test_seeds_that_cannot_be_planned(how, words):
    with pytest.raises(InputError, match=words):
        eb.design("seeds", **how)


def test_what_only_seeds_take():
    with pytest.raises(InputError, match="budget is for seeds"):
        eb.design(effect=0.02, discordance=0.1, budget=3)


@pytest.mark.parametrize(
    ("what", "given"),
    [
        ("seeds", {"answers": 3}),
        ("seeds", {"test_size": 0.2}),
        ("labels", {"n": 100}),
        ("labels", {"effect": 0.1}),
        ("splits", {"item_variance": 0.1}),
        ("splits", {"cluster_size": 3}),
        ("halvings", {"sd": 1.0}),
        ("halvings", {"answer_variance": 0.1}),
        ("items", {"rho": 0.1}),
    ],
)
def test_nothing_that_is_given_is_left_unread(what, given):
    with pytest.raises(InputError, match="have no use for it"):
        eb.design(what, **given)


def test_a_pilot_and_a_share_that_differs_leave_nothing_unread():
    pilot = eb.Scores.from_table({"i": range(20), "loss": [0.1, 0.2] * 10}, item="i", loss="loss")
    for given in ({"cluster_size": 2}, {"test_size": 0.3}, {"answer_variance": 0.1}):
        with pytest.raises(InputError, match="not both"):
            eb.design(pilot, half_width=0.1, **given)
        if "test_size" not in given and "cluster_size" not in given:
            with pytest.raises(InputError, match="not both"):
                eb.design(effect=0.01, discordance=0.1, **given)
