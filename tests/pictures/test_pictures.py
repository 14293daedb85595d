"""Every picture: the same as its baseline, drawn on the axes it is given, without a change of settings.

After a change that is meant: `python tests/pictures/redraw.py`, and look at what it drew.
"""

import io
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
from matplotlib.testing.compare import compare_images
from matplotlib.text import Text
from tests.pictures.boxes import assert_readable
from tests.pictures.redraw import BASELINE, VERSION, minor_version, pictures, save
from tests.pictures.scenes import SCENES, models, scores

import errbar as eb
from errbar.show.intervals import new_axes

TOLERANCE = 2.0  # root mean square of the difference, of 255
DRAWN_WITH = VERSION.read_text().strip()
STRANGE = ("$x^2$", "_a_b", "100%")  # a formula to matplotlib, a label it hides, a comment to TeX


def test_every_picture_has_a_baseline_and_no_other():
    assert {path.stem for path in BASELINE.glob("*.png")} == set(pictures())


@pytest.mark.skipif(minor_version() != DRAWN_WITH, reason=f"baselines were drawn with matplotlib {DRAWN_WITH}")
@pytest.mark.parametrize("name", pictures())
def test_looks_as_it_did(name, tmp_path):
    difference = compare_images(str(BASELINE / f"{name}.png"), str(save(name, tmp_path)), TOLERANCE)
    assert difference is None, difference


def test_another_picture_would_be_noticed(tmp_path):
    """One model in place of the other: the tolerance is small enough to see it."""
    mine = tmp_path / "other.png"
    mine.write_bytes((BASELINE / "results-of-models.png").read_bytes())
    from tests.pictures import redraw

    with redraw.fixed_settings():
        found, labels = models()
        eb.Results([found[1], found[0]]).plot(labels=labels).figure.savefig(tmp_path / "swapped.png", dpi=redraw.DPI)
    assert compare_images(str(mine), str(tmp_path / "swapped.png"), TOLERANCE) is not None


@pytest.mark.parametrize("name", SCENES)
def test_is_drawn_on_the_axes_it_is_given(name):
    ax = new_axes(width=7, height=5)
    assert SCENES[name](ax) is ax
    assert ax.lines or ax.patches or ax.collections
    assert ax.figure.axes == [ax]


@pytest.mark.parametrize("name", SCENES)
def test_no_two_texts_overlap(name):
    assert_readable(SCENES[name]())


def test_no_plot_changes_settings_and_none_on_given_axes_needs_pyplot():
    code = """
import io, sys
import matplotlib
settings = lambda: {name: repr(value) for name, value in dict.items(matplotlib.rcParams) if name != "backend"}
before = settings()
from errbar.show.intervals import new_axes
from tests.pictures.redraw import pictures
from tests.pictures.scenes import SCENES
for scene in SCENES.values():
    scene(new_axes())
assert "matplotlib.pyplot" not in sys.modules, "pyplot was loaded"
figures = [draw() for draw in list(pictures().values())[::4]]
figures[0].savefig(io.BytesIO(), format="png")
assert settings() == before, {name: value for name, value in settings().items() if value != before[name]}
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def named(a, b):
    """Every picture that shows a user's own words."""
    mine = scores(a, b)
    results, labels = models(a, b)
    strange_loss = eb.Scores.from_splits(
        {a: mine.only(a).per_split}, n_train=9, n_test=1, loss=b, greater_is_better=False
    )
    table = {f"set {i}": {a: 0.1 + 0.01 * i, b: 0.2, "c": 0.1 * i} for i in range(6)}
    plan = eb.plans.subsample(6, 2, distinct=True).build(8, random_state=0)
    losses = eb.Scores.from_losses({"m": [[0.1, 0.2 * i] for i in range(6)]}, plan=plan, loss=a)
    return {
        "results": results.plot(labels=labels),
        "loss": eb.infer(strange_loss).plot(),
        "one": mine.plot(model=a),
        "two": mine.plot(model=a, versus=b),
        "growth": eb.growth(strange_loss).plot(),
        "distribution": eb.ErrorDistribution(losses).plot(),
        "ranking": eb.rank(mine, random_state=0).plot(),
        "rankings": eb.rank(table, greater_is_better=False).plot(),
    }


@pytest.mark.parametrize(("a", "b"), [STRANGE[:2], pytest.param(*STRANGE[1:], marks=pytest.mark.slow)])
def test_names_are_drawn_as_they_are_written(a, b):
    for what, ax in named(a, b).items():
        ax.figure.savefig(io.BytesIO(), format="png", dpi=20)
        words = [text for text in ax.figure.findobj(Text) if any(name in text.get_text() for name in (a, b))]
        assert words, what
        for text in words:
            assert not text.get_parse_math() and not text.get_usetex(), f"{what}: {text.get_text()}"
