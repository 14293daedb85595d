"""Runs x tasks: against rliable's figures on the same table, and what must not matter."""

import json
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


def test_rliables_intervals():
    """Ours are within five of rliable's own bootstrap errors, joined with ours, which is no larger."""
    golden = json.loads((GOLDEN / "rliable.json").read_text(encoding="utf-8"))
    found = eb.aggregate(read(), n_draws=20_000, thresholds=golden["taus"])
    for name, theirs in golden["aggregates"].items():
        for place, kind in enumerate(("iqm", "mean", "median")):
            ours = getattr(found, kind)[name]
            assert ours.estimate == pytest.approx(theirs["point"][place], abs=1e-12)
            for side, end in enumerate((ours.low, ours.high)):
                assert abs(end - theirs["limits"][side][place]) < _error(theirs["sd"][side][place], end - ours.estimate)
    theirs, ours = golden["improvement"]["steady,wild"], dict(found.improvement).get(("steady", "wild"))
    if ours is None:
        flipped = found.improvement[("wild", "steady")]
        ours = type(flipped)(1 - flipped.estimate, 1 - flipped.high, 1 - flipped.low)
    assert ours.estimate == pytest.approx(theirs["point"][0], abs=1e-12)
    for side, end in enumerate((ours.low, ours.high)):
        assert abs(end - theirs["limits"][side][0]) < _error(theirs["sd"][side][0], end - ours.estimate)
    for name, theirs in golden["profile"].items():
        share, low, high = found.profiles[name]
        assert share == pytest.approx(theirs["point"], abs=1e-12)
        for side, ours in enumerate((low, high)):  # steps of one run in the number of runs
            assert ours == pytest.approx(theirs["limits"][side], abs=1.0 / 60 + 1e-9)


def _error(sd, width):
    """Five errors of a difference of two such percentiles; four runs tell the sd roughly: a fortieth of the width."""
    return max(5 * sd * 2**0.5, abs(width) / 40)


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


def test_a_page(tmp_path):
    found = eb.aggregate(read(), n_draws=200)
    eb.report(found, tmp_path / "tasks.html", data="a table of runs")
    text = (tmp_path / "tasks.html").read_text(encoding="utf-8")
    assert f"{found.models[0]} is ahead over 12 tasks, but not clearly" in text and "eb.aggregate(" in text
    assert "better than" in text and "Share of runs above a score" in text
