"""Notes about the scores: few splits, small test sets, twins, strata, groups, and the fits needed."""

import numpy as np
import pytest
from tests.methods.series import build, random_judged, random_losses, random_predictions, random_runs

import errbar as eb
from errbar.methods import METHODS, OF_RUNS, WITH_JUDGE


def notes(values, recipe, n=200, **how):
    plan = recipe.build(n, random_state=0, **how)
    return " ".join(
        eb.infer(eb.Scores.from_splits({"m": values}, plan=plan, greater_is_better=False), method="corrected_t").notes
    )


def test_few_splits():
    assert "Only 9 splits" in notes(np.arange(9.0), eb.plans.subsample(9))
    assert "Only" not in notes(np.arange(10.0), eb.plans.subsample(10))


def test_small_test_sets():
    assert "Test sets of 9 examples are small" in notes(np.arange(12.0), eb.plans.subsample(12, 9))
    assert "small" not in notes(np.arange(12.0), eb.plans.subsample(12, 10))


def test_strata_and_groups():
    stratified = notes(np.arange(12.0), eb.plans.subsample(12, stratify=True), y=np.arange(200) % 2)
    assert "stratified; the theory assumes simple random splits" in stratified
    assert "counts groups" in notes(np.arange(12.0), eb.plans.subsample(12), groups=np.arange(200) // 4)


def test_near_identical_models():
    rng = np.random.default_rng(0)
    plan = eb.plans.subsample(12, 0.2).build(100, random_state=0)
    losses = [rng.random(20) for _ in range(12)]
    for gap, said in ((1e-3, True), (1.0, False)):
        other = [block + gap * rng.random(20) for block in losses]
        scores = eb.Scores.from_losses({"a": losses, "b": other}, plan=plan)
        found = eb.infer(scores, model="a", versus="b").notes
        assert any("nearly identical" in note for note in found) is said


@pytest.mark.parametrize("name", METHODS)
def test_every_method_says_which_way_it_errs_and_what_it_costs(name):
    record = METHODS[name]
    if record.needs == "predictions":
        scores = random_predictions(name, 60, 1)
    elif name in (OF_RUNS, WITH_JUDGE):
        scores = random_runs(1) if name == OF_RUNS else random_judged(60, 1)
    else:
        scores = random_losses(
            build(record.plans[0], 60, 1), 1, binary=record.needs in ("binary_losses", "error_rates")
        )
    versus = None if record.compares == "one" else "b"
    result = eb.infer(scores, model="a", versus=versus, method=name)
    assert record.guarantee and result.notes
    if record.plans[0] != "test_set":
        assert f"Fits needed: {len(scores.plan)} per model." in result.notes
