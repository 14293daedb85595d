"""f1_delta: reference numbers, two models, groups, the ends, and agreement with the bootstrap."""

from __future__ import annotations

import numpy as np
import pytest

import errbar as eb

TRUTH = [1] * 54 + [0] * 46
SAID = [1] * 45 + [0] * 9 + [1] * 12 + [0] * 34


def test_reference_numbers():
    result = eb.infer(eb.Scores.from_predictions(TRUTH, {"m": SAID}, metric="f1"))
    assert (result.method, result.estimate) == ("f1_delta", pytest.approx(0.8108108108, abs=1e-9))
    assert result.se == pytest.approx(0.0405388953, abs=1e-9)
    assert 0.0 < result.low < result.estimate < result.high < 1.0


def test_two_models_on_the_same_items():
    rng = np.random.default_rng(0)
    y = rng.random(600) < 0.4
    a = y ^ (rng.random(600) < 0.15)
    b = np.where(rng.random(600) < 0.9, a, ~a)
    scores = eb.Scores.from_predictions(y, {"a": a, "b": b}, metric="f1", positive=True)
    paired = eb.infer(scores, model="a", versus="b")
    alone = [eb.infer(scores, model=name) for name in "ab"]
    assert paired.estimate == pytest.approx(alone[0].estimate - alone[1].estimate)
    assert paired.se < 0.9 * np.hypot(alone[0].se, alone[1].se)
    drawn = eb.infer(scores, model="a", versus="b", method="bootstrap_bca", options={"n_draws": 1000})
    assert paired.se == pytest.approx(drawn.se, rel=0.1)
    assert (paired.low, paired.high) == pytest.approx((drawn.low, drawn.high), abs=0.01)


def test_copies_in_groups_add_nothing():
    y, said = np.array(TRUTH), np.array(SAID)
    alone = eb.Scores.from_predictions(y, {"m": said}, metric="f1", groups=np.arange(100))
    copied = eb.Scores.from_predictions(
        np.repeat(y, 3), {"m": np.repeat(said, 3)}, metric="f1", groups=np.repeat(np.arange(100), 3)
    )
    assert eb.infer(copied).se == pytest.approx(eb.infer(alone).se, rel=1e-9)
    assert eb.infer(copied).details["n_groups"] == 100


def test_perfect_labels_are_defined():
    result = eb.infer(eb.Scores.from_predictions(TRUTH, {"m": TRUTH}, metric="f1"))
    assert (result.low, result.high) == (1.0, 1.0)
    assert any("not certainty" in note for note in result.notes)
