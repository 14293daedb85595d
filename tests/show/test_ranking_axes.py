"""The two pictures at 4, 12 and 30 models: every name is there, no two texts overlap, nothing leaves the page."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from tests.pictures.boxes import assert_readable, texts

import errbar as eb

KINDS = [
    "logistic regression",
    "random forest",
    "boosting",
    "5-nn",
    "naive Bayes",
    "a pipeline with a very long name indeed",
]


def names(k):
    return [f"{KINDS[i % len(KINDS)]} {i}" if i % 3 else f"m{i}" for i in range(k)]


def one_data_set(k):
    rng = np.random.default_rng(k)
    base = 0.02 * rng.normal(size=25)
    rows = {name: 0.2 + 0.004 * i + base + 0.006 * rng.normal(size=25) for i, name in enumerate(names(k))}
    return eb.rank(eb.Scores.from_splits(rows, n_train=180, n_test=20, loss="zero_one"), random_state=0)


def many_data_sets(k, **given):
    rng = np.random.default_rng(k)
    table = 0.2 + 0.003 * np.arange(k) + 0.03 * rng.normal(size=(30, 1)) + 0.015 * rng.normal(size=(30, k))
    return eb.rank(
        pd.DataFrame(table, columns=names(k), index=[f"set {i}" for i in range(30)]), greater_is_better=False, **given
    )


def assert_all_named(ax, k):
    assert_readable(ax)
    written = " ".join(text for text, _ in texts(ax))
    for name in names(k):
        assert name[:20] in written


@pytest.mark.parametrize("k", [4, 12, 30])
def test_forest_plot(k):
    ranking = one_data_set(k)
    ax = ranking.plot()
    assert_all_named(ax, k)
    shaded = sum(patch.get_height() == pytest.approx(1.0) for patch in ax.patches)
    assert shaded == len(ranking.tied)


@pytest.mark.parametrize(
    ("k", "across"), [(4, "wilcoxon"), (12, "wilcoxon"), (30, "wilcoxon"), (12, "nemenyi"), (30, "bonferroni_dunn")]
)
def test_critical_difference_diagram(k, across):
    ranking = many_data_sets(k, across=across, control=names(k)[1] if across == "bonferroni_dunn" else None)
    ax = ranking.plot()
    assert_all_named(ax, k)
    bars = [line for line in ax.lines if line.get_linewidth() > 3]
    assert len(bars) == len(ranking.cliques)
    spans = [(line.get_ydata()[0], *line.get_xdata()) for line in bars]
    for (y, low, high), (other, left, right) in combinations(spans, 2):
        assert y != other or high < left or right < low  # bars of one level do not touch
    assert any("CD = " in text for text, _ in texts(ax)) == (across != "wilcoxon")


def test_bars_join_exactly_the_cliques():
    ranking = many_data_sets(12)
    rank = dict(zip(ranking.models, ranking.average_rank, strict=True))
    bars = sorted(tuple(line.get_xdata()) for line in ranking.plot().lines if line.get_linewidth() > 3)
    wanted = sorted((rank[clique[0]], rank[clique[-1]]) for clique in ranking.cliques)
    assert np.array(bars) == pytest.approx(np.array(wanted), abs=0.1)


def test_drawing_on_given_axes_returns_them():
    from errbar.show.intervals import new_axes

    ax = new_axes(width=9, height=5)
    assert one_data_set(4).plot(ax) is ax
    assert many_data_sets(4).plot(ax) is ax


def test_models_that_all_rank_alike():
    values = {f"set {i}": {"a": 0.1, "b": 0.1} for i in range(4)}
    assert any(text.startswith("a ") for text, _ in texts(eb.rank(values, greater_is_better=False).plot()))
