"""The naive resampled t: its numbers, and the words that warn of it."""

import pytest
from tests.methods.test_corrected_t import M

import errbar as eb


def test_published_number_and_warning():
    result = eb.infer(
        eb.Scores.from_splits({"m": M}, n_train=90, n_test=10, greater_is_better=False), method="resampled_t"
    )
    assert (result.estimate, result.se) == pytest.approx((0.215, 0.0095742711), abs=1e-9)
    assert any("Too narrow" in note and "corrected_t" in note for note in result.notes)


def test_it_is_the_corrected_t_without_the_ratio():
    scores = eb.Scores.from_splits({"m": M}, n_train=90, n_test=10, greater_is_better=False)
    corrected = eb.infer(scores, method="corrected_t")
    assert corrected.details["uncorrected_se"] == eb.infer(scores, method="resampled_t").se
