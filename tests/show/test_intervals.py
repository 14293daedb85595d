"""Intervals drawn: naive methods stand out, infinite ends are arrows, the numbers stand beside."""

import math
from dataclasses import replace

import pytest
from tests.pictures.boxes import assert_readable, texts

import errbar as eb
from errbar.errors import InputError
from errbar.methods import METHODS
from errbar.show.intervals import new_axes, plot_results
from errbar.show.style import VERMILLION

SCORES = eb.Scores.from_splits({"m": [0.20, 0.24, 0.18, 0.22, 0.26]}, n_train=90, n_test=10, loss="zero_one")


def results(*names, **given):
    return eb.Results([eb.infer(SCORES, method=name, **given) for name in names])


def test_the_naive_methods_are_those_without_a_guarantee():
    naive = {name for name, method in METHODS.items() if method.guarantee.startswith("none")}
    assert naive == {"kfold_t", "normal", "pseudo_bootstrap", "resampled_t"}
    told = results("corrected_t", "resampled_t")
    assert [result.is_naive for result in told] == [False, True]
    assert eb.Result.from_dict(told[1].to_dict()).is_naive


def test_naive_methods_differ_in_colour_marker_and_line():
    ax = results("corrected_t", "resampled_t").plot()
    bars = {int(line.get_ydata()[0]): line for line in ax.lines if len(set(line.get_xdata())) == 2}
    dots = {int(line.get_ydata()[0]): line for line in ax.lines if len(line.get_xdata()) == 1}
    assert bars[0].get_color() != bars[1].get_color() == VERMILLION
    assert bars[0].get_linestyle() != bars[1].get_linestyle()
    assert dots[0].get_marker() != dots[1].get_marker()
    assert "naive: too narrow" in [text.get_text() for text in ax.get_legend().get_texts()]
    alone = results("corrected_t", null=None).plot()
    assert alone.get_legend() is None


def test_the_picture_holds_the_numbers():
    found = results("corrected_t", null=0.2)
    ax = found.plot()
    (bar,) = [line for line in ax.lines if len(set(line.get_xdata())) == 2]
    assert tuple(bar.get_xdata()) == (found[0].low, found[0].high)
    written = [text for text, _ in texts(ax)]
    # 2.7764 sqrt((1/5 + 1/9) 0.001) = 0.04897
    assert "22.0 [17.1, 26.9] %" in written and "null 20 %" in written
    assert " ".join(ax.get_xlabel().split()).endswith("(error rate, %)")
    ax.figure.draw_without_rendering()
    assert {"20", "25"} <= {text.get_text() for text in ax.get_xticklabels()}  # in the units of the row
    (dashed,) = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert dashed.get_xdata()[0] == 0.2


def test_the_axis_has_the_units_of_the_rows_and_zero_is_labelled():
    two = eb.Scores.from_splits(
        {"m": [0.20, 0.24, 0.18], "k": [0.30, 0.31, 0.29]}, n_train=90, n_test=10, loss="zero_one"
    )
    ax = eb.infer(two, model="m", versus="k").plot()
    ax.figure.draw_without_rendering()
    assert "points" in ax.get_xlabel() and any(text.endswith("] points") for text, _ in texts(ax))
    assert "0" in {text.get_text() for text in ax.get_xticklabels()}
    squared = eb.Scores.from_splits({"m": [0.20, 0.24, 0.18]}, n_train=90, n_test=10, loss="squared")
    mixed = eb.Results([eb.infer(squared), eb.infer(two, model="m")]).plot()
    mixed.figure.draw_without_rendering()
    assert not any("%" in text for text, _ in texts(mixed) if "[" in text)  # two units: numbers as they are


@pytest.mark.parametrize(("alternative", "arrow"), [("less", "<"), ("greater", ">"), ("two-sided", None)])
def test_an_infinite_end_is_an_arrow_at_the_edge(alternative, arrow):
    ax = results("corrected_t", alternative=alternative).plot()
    heads = [line for line in ax.lines if line.get_marker() in ("<", ">")]
    assert [line.get_marker() for line in heads] == ([arrow] if arrow else [])
    if heads:
        assert heads[0].get_xdata()[0] == ax.get_xlim()[alternative == "greater"]


def test_an_interval_that_is_unknown_leaves_the_estimate():
    ax = plot_results([replace(results("corrected_t")[0], low=math.nan, high=math.nan)])
    assert_readable(ax)


def test_several_levels_are_said():
    both = eb.Results([eb.infer(SCORES, confidence_level=level) for level in (0.9, 0.95)])
    written = " ".join(text for text, _ in texts(both.plot()))
    assert "at 90 %" in written and "at 95 %" in written


def test_what_each_interval_is_for_where_they_differ():
    both = eb.Results([eb.infer(SCORES), eb.bound(2, 10)])
    labels = [label.get_text() for label in both.plot().get_yticklabels()]
    assert "of the algorithm" in " ".join(labels[0].split()) and "of this trained model" in " ".join(labels[1].split())


@pytest.mark.parametrize("count", [1, 12, 40])
def test_rows_never_overlap_on_small_axes_either(count):
    names = [f"a model with quite a long name, number {i}" for i in range(count)]
    ax = new_axes(width=6, height=3)
    eb.Results([eb.infer(SCORES, null=None)] * count).plot(ax, labels=names)
    assert_readable(ax)


def test_refusals():
    with pytest.raises(InputError, match="one label per result: 2 results, 1 labels"):
        results("corrected_t", "resampled_t").plot(labels=["a"])
    with pytest.raises(InputError, match="no results"):
        eb.Results([]).plot()
