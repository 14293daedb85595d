"""Bounds over folds: asked of scores they are the functions of `errbar.bounds`, and a bound for one test set names them."""

import json

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.cli.main import run
from errbar.errors import NeedsError

VERSIONS = ("kfold_union", "kfold_hoeffding", "kfold_chebyshev", "kfold_kl", "kfold_average")
PLAN = eb.plans.kfold(5).build(103, random_state=0)  # folds of 21 and of 20


def made(losses, **more):
    return eb.Scores.from_losses({"m": losses}, plan=PLAN, **more)


def folds(scores):
    return scores.values[0], PLAN.n_test


@pytest.mark.parametrize("version", VERSIONS)
def test_errors(version):
    scores = made((np.random.default_rng(0).random(103) < 0.1).astype(float), loss="zero_one")
    result = eb.infer(scores, method=version, alternative="less", confidence_level=0.9)
    call = getattr(eb.bounds, version)
    named = ("clopper_pearson",) if version in ("kfold_union", "kfold_average") else ()
    assert result.high == pytest.approx(call(*named, *folds(scores), 0.1), rel=1e-12)
    assert result.low == 0.0 and result.estimate == pytest.approx(scores.values.mean())
    assert result.target.startswith("the mean error of the models fitted here")


@pytest.mark.parametrize("version", VERSIONS)
def test_losses_in_a_range_of_their_own(version):
    losses = np.random.default_rng(0).beta(1, 3, 103)
    one = eb.infer(made(losses, loss_range=(0, 1)), method=version)
    ten = eb.infer(made(10 * losses - 4, loss_range=(-4, 6)), method=version)
    assert [ten.low, ten.high] == pytest.approx([10 * one.low - 4, 10 * one.high - 4], rel=1e-9)
    assert "with losses from -4 to 6" in ten.notes[0]


def test_the_fold_bound_can_be_named():
    scores = made(np.random.default_rng(0).beta(1, 3, 103), loss_range=(0, 1))
    for name in ("hoeffding_kl", "chebyshev"):
        result = eb.infer(scores, method="kfold_union", options={"fold_bound": name}, alternative="less")
        assert result.high == pytest.approx(eb.bounds.kfold_union(name, *folds(scores), 0.05), rel=1e-12)


def test_the_average_says_how_often_it_fails():
    average = eb.infer(made(np.zeros(103), loss="zero_one"), method="kfold_average")
    assert "9.5 % at a nominal 5 %" in average.notes[0] and average.details["rigorous"] is False
    union = eb.infer(made(np.zeros(103), loss="zero_one"), method="kfold_union")
    assert union.notes[0].startswith("Guaranteed") and union.details["rigorous"] is True
    assert "kfold_average" not in {*eb.methods.DEFAULTS.values(), *eb.methods.COUNTED_DEFAULTS.values()}


@pytest.mark.parametrize("method", ["clopper_pearson", "hoeffding_kl", "betting"])
def test_a_bound_for_one_test_set_names_what_to_call(method):
    with pytest.raises(NeedsError, match="method='kfold_union'"):
        eb.infer(made(np.zeros(103), loss="zero_one"), method=method)


def test_groups_are_refused():
    plan = eb.plans.kfold(5).build(100, groups=np.arange(100) // 5, random_state=0)
    scores = eb.Scores.from_losses({"m": np.zeros(100)}, plan=plan, loss="zero_one")
    with pytest.raises(NeedsError, match="keep groups together"):
        eb.infer(scores, method="kfold_union")


def test_a_loss_without_a_range_is_refused():
    with pytest.raises(NeedsError, match="known range"):
        eb.infer(made(np.arange(103.0)), method="kfold_kl")


def test_fitted_and_scores_of_a_whole_set_are_refused_first():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 2, 60)
    result = eb.evaluate(GaussianNB(), X, y, plan=eb.plans.kfold(3), method="kfold_union", random_state=0)
    assert result.low <= result.estimate <= result.high <= 1.0

    class Never(GaussianNB):
        def fit(self, *_, **__):
            pytest.fail("fitted")

    with pytest.raises(NeedsError, match="a loss per example"):
        eb.evaluate(Never(), X, y, plan=eb.plans.kfold(3), method="kfold_union", scoring="roc_auc")


def test_command_line(tmp_path, capsys):
    rng = np.random.default_rng(0)
    path = tmp_path / "folds of a model.csv"
    rows = [f"{i},{i % 5},{int(rng.random() < 0.1)}" for i in range(100)]
    path.write_text("\n".join(["id,fold,wrong", *rows]))
    table = ["infer", str(path), "--item", "id", "--split", "fold", "--loss-col", "wrong"]
    for version in VERSIONS:
        assert run([*table, "--method", version, "--alternative", "less", "--loss-range", "0", "1", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["method"] == version and found["estimate"] < found["high"] < 1
    assert run([*table, "--method", "clopper_pearson"]) == 2
    assert "kfold_union" in capsys.readouterr().err
