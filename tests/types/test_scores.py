"""Scores: made here or elsewhere, chosen from, saved and read back."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold, cross_validate

import errbar as eb
from errbar.errors import InputError, NeedsError

RNG = np.random.default_rng(0)


def losses_for(plan):
    return [RNG.random(test.size) for _, test in plan]


@pytest.mark.parametrize("name", list(eb.plans.PLANS))
@pytest.mark.parametrize("kind", ["plain", "stratified", "grouped"])
def test_save_and_load_keep_every_plan(tmp_path, name, kind):
    y = np.arange(41) % 2
    if kind == "stratified" and name in ("rolling", "replacements"):
        pytest.skip("splits in time order, or with examples replaced, are not stratified")
    if kind != "plain" and name == "bootstrap":
        pytest.skip("the bootstrap draws single examples")
    recipe = eb.plans.PLANS[name](**({"stratify": True} if kind == "stratified" else {}))
    groups = np.arange(41) // 2 if kind == "grouped" else None
    plan = recipe.build(41, random_state=3, y=y, groups=groups)
    scores = eb.Scores.from_losses({"a": losses_for(plan), "b": losses_for(plan)}, plan=plan)
    scores.save(tmp_path / "s.npz")
    back = eb.Scores.load(tmp_path / "s.npz")
    assert back.names == ("a", "b")
    assert back.items.tobytes() == scores.items.tobytes() and back.values.tobytes() == scores.values.tobytes()
    assert back.plan.fingerprint() == plan.fingerprint() and back.plan.kind == plan.kind
    assert back.plan.ratio == plan.ratio


def test_save_and_load_given_splits(tmp_path):
    X, y = load_iris(return_X_y=True)
    scores = eb.collect({"m": LogisticRegression(max_iter=500)}, X, y, cv=KFold(3, shuffle=True), random_state=0)
    scores.save(tmp_path / "s.npz")
    back = eb.Scores.load(tmp_path / "s.npz")
    assert eb.infer(back, method="corrected_t") == eb.infer(scores, method="corrected_t")


def test_a_file_that_is_no_scores_is_one_error(tmp_path):
    for content in (b"", b"not a zip", b"PK\x03\x04broken"):
        path = tmp_path / "bad.npz"
        path.write_bytes(content)
        with pytest.raises(InputError, match="does not hold saved scores"):
            eb.Scores.load(path)
    with pytest.raises(InputError, match="There is no file"):
        eb.Scores.load(tmp_path / "nowhere.npz")


def test_a_pickle_inside_is_never_loaded(tmp_path):
    path = tmp_path / "evil.npz"
    np.savez(path, header=np.array([{"a": 1}], dtype=object))
    with pytest.raises(InputError, match="does not hold saved scores"):
        eb.Scores.load(path)


def test_losses_in_row_order_are_put_into_split_order():
    plan = eb.plans.kfold(4).build(10, random_state=0)
    by_row = np.arange(10.0)
    whole = eb.Scores.from_losses({"m": by_row}, plan=plan)
    listed = eb.Scores.from_losses({"m": [by_row[test] for _, test in plan]}, plan=plan)
    assert (whole.items == listed.items).all()
    one = eb.plans.holdout(3).build(10, random_state=0)
    assert (eb.Scores.from_losses({"m": by_row}, plan=one).items[0] == one[0][1]).all()
    assert eb.Scores.from_losses({"m": [5.0, 6.0, 7.0]}, plan=one).values[0, 0] == 6.0
    with pytest.raises(InputError, match="unrepeated K-fold"):
        eb.Scores.from_losses({"m": by_row}, plan=eb.plans.kfold(4, n_repeats=2).build(10, random_state=0))


def test_wrong_shapes_are_named():
    plan = eb.plans.subsample(3, 2).build(10, random_state=0)
    with pytest.raises(InputError, match="2 splits; the plan has 3"):
        eb.Scores.from_losses({"m": [[0, 1]] * 2}, plan=plan)
    with pytest.raises(InputError, match="split 1: 3 losses for 2 test examples"):
        eb.Scores.from_losses({"m": [[0, 1], [0, 1, 1], [0, 1]]}, plan=plan)
    with pytest.raises(InputError, match="must be finite"):
        eb.Scores.from_losses({"m": [[0, 1], [0, np.nan], [0, 1]]}, plan=plan)
    with pytest.raises(InputError, match="a: 3, b: 2"):
        eb.Scores.from_splits({"a": [1, 2, 3], "b": [1, 2]}, n_train=9, n_test=1)
    with pytest.raises(InputError, match="one per split"):
        eb.Scores.from_splits({"a": [1, 2, 3]}, n_train=[9, 9], n_test=1)
    with pytest.raises(InputError, match="not both"):
        eb.Scores.from_splits({"a": [1, 2, 3]}, plan=plan, n_train=9)
    with pytest.raises(InputError, match="mapping"):
        eb.Scores.from_splits({})


def test_unknown_sizes_are_asked_for_only_when_needed():
    scores = eb.Scores.from_splits({"m": [0.1, 0.2, 0.3]}, greater_is_better=False)
    assert eb.infer(scores, method="resampled_t").estimate == pytest.approx(0.2)
    with pytest.raises(NeedsError, match="n_train and n_test"):
        eb.infer(scores, method="corrected_t")


def test_unequal_sizes_take_the_ratio_of_sums():
    scores = eb.Scores.from_splits(
        {"m": [0.1, 0.2, 0.4]}, n_train=[90, 80, 70], n_test=[10, 20, 30], greater_is_better=False
    )
    assert scores.plan.ratio == 60 / 240
    assert eb.infer(scores).n_train == 80.0


def test_cross_validate_output_with_indices():
    X, y = load_iris(return_X_y=True)
    cv = KFold(5, shuffle=True, random_state=0)
    out = {
        name: cross_validate(LogisticRegression(C=c, max_iter=1000), X, y, cv=cv, return_indices=True)
        for name, c in (("weak", 0.01), ("strong", 1.0))
    }
    scores = eb.Scores.from_splits(out)
    result = eb.infer(scores, model="strong", versus="weak")
    assert result.n_train == 120 and result.details["greater_is_better"] is True
    other = cross_validate(LogisticRegression(), X, y, cv=KFold(5), return_indices=True)
    with pytest.raises(InputError, match="different splits"):
        eb.Scores.from_splits({"a": out["weak"], "b": other})


def test_grid_search_results():
    X, y = load_iris(return_X_y=True)
    search = GridSearchCV(LogisticRegression(max_iter=1000), {"C": [1.0]}, cv=5).fit(X, y)
    scores = eb.Scores.from_splits({"m": search.cv_results_}, n_train=120, n_test=30)
    assert eb.infer(scores).estimate == pytest.approx(search.best_score_)


def test_choosing_models():
    scores = eb.Scores.from_splits(
        {"a": [1, 2], "b": [0, 0], "c": [5, 5]}, n_train=9, n_test=1, greater_is_better=False
    )
    with pytest.raises(InputError, match="these scores hold: a, b, c"):
        eb.infer(scores)
    with pytest.raises(InputError, match="choose from: a, c"):
        eb.infer(scores, versus="b")
    with pytest.raises(InputError, match="with itself"):
        eb.infer(scores, model="a", versus="a")
    two = eb.Scores.from_splits({"a": [1, 2], "b": [0, 0]}, n_train=9, n_test=1, greater_is_better=False)
    assert eb.infer(two, versus="b").estimate == 1.5


def test_equal_models_differ_by_exactly_zero():
    plan = eb.plans.subsample(4).build(50, random_state=0)
    losses = losses_for(plan)
    result = eb.infer(eb.Scores.from_losses({"a": losses, "b": losses}, plan=plan), model="a", versus="b")
    assert (result.method, result.estimate, result.se, result.pvalue) == ("corrected_t", 0.0, 0.0, 1.0)


def test_arrays_cannot_be_changed_behind_a_result():
    plan = eb.plans.subsample(4).build(50, random_state=0)
    scores = eb.Scores.from_losses({"a": losses_for(plan)}, plan=plan)
    with pytest.raises(ValueError, match="read-only"):
        scores.values[0, 0] = 7


def test_to_frame_has_one_row_per_model_and_split():
    plan = eb.plans.kfold(3, n_repeats=2).build(12, random_state=0)
    frame = eb.Scores.from_losses({"a": losses_for(plan), "b": losses_for(plan)}, plan=plan).to_frame()
    assert len(frame) == 12 and list(frame["fold"][:6]) == [0, 1, 2, 0, 1, 2]
