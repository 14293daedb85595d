"""A result keeps its numbers, its words and its promises."""

import json
import math
import pickle
from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest

import errbar as eb
from errbar.errors import NeedsError

M = [0.20, 0.24, 0.18, 0.22, 0.26, 0.19, 0.21, 0.25, 0.23, 0.17]
SCORES = eb.Scores.from_splits({"m": M}, n_train=90, n_test=10, greater_is_better=False)


def test_fields_are_the_fixed_ones():
    names = [f.name for f in fields(eb.Result) if f.name[0] != "_"]
    assert (
        names
        == (
            "estimate low high confidence_level pvalue statistic se df null alternative method target loss n n_train "
            "n_test n_splits n_fits notes details verdict"
        ).split()
    )


def test_frozen():
    result = eb.infer(SCORES)
    with pytest.raises(FrozenInstanceError):
        result.estimate = 0.0


def test_another_level_needs_no_refit():
    result = eb.infer(SCORES)
    ninety = result.confidence_interval(0.9)
    direct = eb.infer(SCORES, confidence_level=0.9)
    assert (ninety.low, ninety.high) == (direct.low, direct.high)
    assert result.confidence_interval() == (result.low, result.high)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_dict_and_json_round_trip_with_infinities(alternative):
    result = eb.infer(SCORES, alternative=alternative, null=0.2)
    data = json.loads(result.to_json())
    assert data["schema"] == 1
    back = eb.Result.from_dict(data)
    assert back == result
    assert back.to_dict() == result.to_dict()
    with pytest.raises(NeedsError, match="read from a file"):
        back.confidence_interval(0.5)


def test_pickle_round_trip_keeps_other_levels():
    result = eb.infer(SCORES)
    back = pickle.loads(pickle.dumps(result))
    assert back == result and back.confidence_interval(0.5) == result.confidence_interval(0.5)


def test_one_sided_follows_scipy():
    stats = pytest.importorskip("scipy.stats")
    theirs = stats.ttest_1samp(M, 0.2, alternative="less")
    ours = eb.infer(SCORES, method="resampled_t", null=0.2, alternative="less")
    assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-12)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.low == -math.inf
    assert ours.high == pytest.approx(theirs.confidence_interval(0.95).high, rel=1e-12)


def test_p_is_not_chosen_by_the_observed_sign():
    """Peers take the tail on the side of the observed difference, which halves p."""
    up = eb.infer(SCORES, null=0.25, alternative="greater")
    assert up.estimate < 0.25 and up.pvalue > 0.5
    two = eb.infer(SCORES, null=0.25)
    less = eb.infer(SCORES, null=0.25, alternative="less")
    assert two.pvalue == pytest.approx(2 * less.pvalue, rel=1e-12)


def test_no_null_no_test():
    result = eb.infer(SCORES, null=None)
    assert result.pvalue is None and result.statistic is None and result.null is None


def test_words_are_escaped_in_html():
    name = "<script>alert(1)</script>"
    plan = eb.plans.subsample(5).build(60, random_state=0)
    scores = eb.Scores.from_losses({name: [np.arange(6.0)] * 5, "b": [np.ones(6)] * 5}, plan=plan, loss=name)
    result = eb.infer(scores, model=name)
    assert "<script" not in result._repr_html_()
    assert "<script" not in eb.Results([result])._repr_html_()


def test_str_is_one_line():
    assert "\n" not in str(eb.infer(SCORES))
    assert "has a mean score of 0.215; 95 % interval 0.184 to 0.246." in str(eb.infer(SCORES))


def test_repr_is_short_and_has_the_numbers():
    result = eb.infer(SCORES)
    assert "0.215, 95 % interval [0.1835, 0.2465]" in repr(result) and "method='corrected_t'" in repr(result)
    assert len(repr(result)) < 160 and "\n" not in repr(result)
    assert str(eb.Results([result])).startswith("corrected_t: 0.215, 95 % interval [0.1835, 0.2465]")


def test_several_results():
    results = eb.Results([eb.infer(SCORES, method=name) for name in ("corrected_t", "resampled_t")])
    assert len(results) == 2 and results[1].method == "resampled_t" and len(results[:1]) == 1
    frame = results.to_frame()
    assert list(frame["method"]) == ["corrected_t", "resampled_t"] and "notes" not in frame


def test_plot_is_shown_like_any_matplotlib_plot():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.close("all")
    ax = eb.infer(SCORES).plot()
    assert ax.get_yticklabels()[0].get_text() == "corrected_t"
    assert [pyplot.figure(number) for number in pyplot.get_fignums()] == [ax.figure]
    assert eb.infer(SCORES).plot(ax) is ax and len(pyplot.get_fignums()) == 1
    pyplot.close("all")
