"""Runs x tasks: what must not matter, and what is refused."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import trim_mean

import errbar as eb
from errbar.core.interquartile import interquartile_mean
from errbar.errors import ErrbarError, InputError, NeedsError

GOLDEN = Path(__file__).parents[1] / "golden"
HOW = {"dataset": "task", "model": "model", "run": "seed", "value": "score", "greater_is_better": True}


def read(source=GOLDEN / "rliable_runs.csv", **more):
    return eb.Datasets.from_table(source, **HOW | more)


def test_the_interquartile_mean_is_the_trimmed_mean():
    rng = np.random.default_rng(0)
    for n in (1, 2, 3, 4, 7, 50):
        x = rng.normal(size=n)
        assert interquartile_mean(x) == pytest.approx(trim_mean(x, 0.25))


def test_order_of_rows_names_and_direction_do_not_matter(tmp_path):
    one = eb.aggregate(read(), n_draws=500)
    lines = (GOLDEN / "rliable_runs.csv").read_text(encoding="utf-8").splitlines()
    order = np.random.default_rng(1).permutation(len(lines) - 1)
    (tmp_path / "mixed.csv").write_text("\n".join([lines[0], *(lines[1 + i] for i in order)]), encoding="utf-8")
    assert eb.aggregate(read(tmp_path / "mixed.csv"), n_draws=500).to_json() == one.to_json()
    rows = [line.split(",") for line in lines[1:]]
    turned = dict(zip(("task", "model", "seed", "score"), zip(*rows, strict=True), strict=True))
    turned["score"] = [-float(x) for x in turned["score"]]
    losses = eb.aggregate(read(turned, greater_is_better=False), n_draws=500)
    assert losses.models == one.models
    for name in one.models:
        assert losses.iqm[name].estimate == pytest.approx(-one.iqm[name].estimate)
        assert losses.profiles[name][0][::-1] == pytest.approx(one.profiles[name][0], abs=1e-9)
    assert losses.improvement[one.models].estimate == pytest.approx(one.improvement[one.models].estimate)


def test_tasks_drawn_too_are_wider_and_need_as_many_runs_of_each():
    runs, both = eb.aggregate(read(), n_draws=1000), eb.aggregate(read(), n_draws=1000, over_tasks=True)
    for name in runs.models:
        assert both.iqm[name].high - both.iqm[name].low > runs.iqm[name].high - runs.iqm[name].low
    rows = [("x", "a", 0, 0.1), ("x", "a", 1, 0.2), ("y", "a", 0, 0.3), ("x", "b", 0, 0.3), ("y", "b", 0, 0.5)]
    uneven = read(dict(zip(("task", "model", "seed", "score"), zip(*rows, strict=True), strict=True)))
    assert any("one run on a task" in note for note in eb.aggregate(uneven, n_draws=200).notes)
    with pytest.raises(NeedsError, match="as many runs"):
        eb.aggregate(uneven, over_tasks=True)


def test_refusals():
    values = eb.Datasets.from_values({"x": {"a": 1, "b": 2}, "y": {"a": 2, "b": 1}}, greater_is_better=True)
    with pytest.raises(NeedsError, match="run="):
        eb.aggregate(values)
    with pytest.raises(InputError, match="finite"):
        eb.aggregate(read(), thresholds=[float("nan")])
    with pytest.raises(ErrbarError, match="holes"):
        read({"task": ["x", "x", "y"], "model": ["a", "b", "a"], "seed": [0, 0, 0], "score": [1.0, 2.0, 3.0]})


def test_picture_and_frame():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    found = eb.aggregate(read(), n_draws=200)
    axes = found.plot()
    assert len(axes.lines) == 2 and "share of runs above" in axes.get_ylabel()
    assert list(found.to_frame()["model"]) == list(found.models)
