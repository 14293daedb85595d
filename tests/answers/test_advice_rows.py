"""The table of "which method?": every row can be reached, names what exists, and costs what it says."""

from functools import cache
from itertools import product

import pytest

from errbar.answers.advice_rows import TABLE
from errbar.answers.situation import HAVE, METRICS, Situation
from errbar.cli.spec import parse_plan
from errbar.methods import METHODS
from errbar.run.losses import LOSSES
from errbar.types.of_predictions import METRICS as WHOLE_SET_METRICS
from errbar.verbs.advise import rows_for

SIZES, BUDGETS, MODELS = (20, 60, 200, 400, 600, 6000), (1, 5, 10, 25, 100, 150, 315, 400), (1, 2, 3)
QUESTIONS = [
    Situation(n, models, budget, metric, have, groups, guarantee)
    for n, models, budget, metric, have, groups, guarantee in product(
        SIZES, MODELS, BUDGETS, METRICS, HAVE, (False, True), (False, True)
    )
    if (have == "data" or budget == 1) and not (have == "datasets" and models == 1)
]
# read from the same fits, or for something else than the algorithm: never the first choice
ONLY_BESIDE = {"bayes_t", "nested_cv", "five_by_two_f", "cv_wald"}


@cache
def answers():
    """Of every question; not while tests are collected, which every worker does."""
    return [rows_for(question) for question in QUESTIONS]


def identity(row):
    return f"{row.have}: {row.situation}"


@pytest.mark.parametrize("row", TABLE, ids=identity)
def test_every_row_is_reached(row):
    assert any(row in found for found in answers())
    first = any(found and found[0] is row for found in answers())
    beside = row.method in ONLY_BESIDE or (row.method == "calibrated_t" and row.models == (2, 2))
    assert first != beside


@pytest.mark.parametrize("row", TABLE, ids=identity)
def test_a_row_names_a_method_that_reads_its_plan(row):
    if row.method is None:
        assert row.have in ("datasets", "stream") and row.plan is None
        return
    method = METHODS[row.method]
    if row.plan is None:
        assert ("test_set" if row.have == "trained" else "custom") in method.plans
    else:
        assert parse_plan(row.plan.replace("1/3", "0.3333")).kind in method.plans
    assert (method.compares != "two" or row.models[0] >= 2) and (method.compares != "one" or row.models[1] == 1)
    whole_set = {"auc", "f1", "other"} & set(row.kinds)
    assert not whole_set or method.needs in ("split_scores", "predictions", "items")
    assert not row.proven or method.guarantee.startswith(("exact", "rigorous"))


@pytest.mark.parametrize("row", [row for row in TABLE if row.plan is not None], ids=identity)
@pytest.mark.parametrize("edge", [0, 1])
def test_the_plan_costs_what_the_row_says(row, edge):
    n = min(row.n[edge], 20_000)
    assert len(parse_plan(row.plan.replace("1/3", "0.3333")).build(n, random_state=0)) == row.fits


def test_the_default_plan_is_what_is_advised_for_25_fits():
    from errbar.plans.by_default import default_plan

    for n in (60, 299, 300, 5000):
        advised = rows_for(Situation(n))[0].plan
        assert parse_plan(advised) == default_plan("subsample", n)


@pytest.mark.parametrize(("metric", "counted"), [("zero_one", True), ("squared", False), ("roc_auc", False)])
@pytest.mark.parametrize("n_models", [1, 2, 3])
@pytest.mark.parametrize("n", [20, 60, 300, 5000])
def test_the_default_method_is_what_is_advised_for_25_fits(metric, counted, n_models, n):
    from errbar.methods.defaults import default_method

    assert rows_for(Situation(n, n_models, 25, metric))[0].method == default_method("subsample", counted)


def test_nobody_is_advised_below_the_smallest_n_of_the_verbs():
    from errbar.plans.by_default import SMALLEST

    assert rows_for(Situation(SMALLEST)) and not rows_for(Situation(SMALLEST - 1))


def test_metrics_are_the_losses_of_the_verbs_and_the_metrics_of_tables():
    assert list(METRICS) == [*LOSSES, *WHOLE_SET_METRICS, "other"]
    for name, loss in LOSSES.items():
        bounded = loss.low_high is not None
        assert METRICS[name] == ("0/1" if name == "zero_one" else "bounded" if bounded else "unbounded")


def test_a_guarantee_is_never_given_for_an_algorithm():
    for question in QUESTIONS:
        if question.guarantee:
            for row in rows_for(question):
                assert row.method is None or METHODS[row.method].target == "model"
