"""The survey's twenty figures as its captions state them, and pictures of ours under other names."""

import json
from pathlib import Path

import numpy as np
import pytest

from errbar.bounds import BOUNDS
from errbar.lab.studies.bounds_figures import BEST, BOUNDED, COUNTS, FIGURES, FURTHER, PANELS, caption, draw, series

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "coverage.json").read_text())
NAMES = {"NOR": "normal", "WIL": "wilson", "CP": "clopper_pearson"}
# the survey's captions: figure -> what is drawn, the scenario, and what is fixed
CAPTIONS = {
    1: ("limit", COUNTS, "rate", 0.25), 2: ("limit", COUNTS, "rate", 0.0),
    3: ("limit", COUNTS, "n", 10), 4: ("limit", COUNTS, "n", 200),
    5: ("coverage", COUNTS, "n", 10), 6: ("coverage", COUNTS, "n", 200),
    7: ("coverage", COUNTS, "rate", 0.01), 8: ("coverage", COUNTS, "rate", 0.25),
    9: ("limit", BOUNDED, "rate", 0.25), 10: ("limit", BOUNDED, "rate", 0.0),
    11: ("limit", BOUNDED, "n", 10), 12: ("limit", BOUNDED, "n", 200),
    13: ("coverage", BOUNDED, "n", 10), 14: ("coverage", BOUNDED, "n", 200),
    15: ("coverage", BOUNDED, "rate", 0.01), 16: ("coverage", BOUNDED, "rate", 0.25),
    17: ("limit", BEST, "rate", 0.0), 18: ("limit", BEST, "rate", 0.25),
    19: ("limit", BEST, "n", 10), 20: ("limit", BEST, "n", 200),
}  # fmt: skip


def test_twenty_figures_twenty_with_ours_and_six_more():
    numbered = [name for name in FIGURES if name.removeprefix("bounds-").isdigit()]
    assert numbered == [f"bounds-{i:02d}" for i in range(1, 21)]
    assert len(FIGURES) == 46 and set(FURTHER) < set(FIGURES)


def test_figures_are_numbered_as_in_the_survey():
    assert {number: panel[:4] for number, panel in PANELS.items()} == CAPTIONS
    assert set(BEST) == {"clopper_pearson", "wilson", "hoeffding_kl"}


@pytest.mark.parametrize("number", PANELS)
def test_axes_are_those_of_the_captions(number):
    """All 191 sizes from 10 to 200, or errors from 0 to 50 %; limits are limits, not what they add."""
    panel = PANELS[number]
    for name in panel.names:
        x, y = series(panel, name)
        assert ((y >= 0) & (y <= 1 + 1e-12)).all()
        if panel.fixed == "n":
            assert x[0] == 0 and x[-1] == 0.5
        elif panel.what == "limit" and name == "clopper_pearson" and panel.value == 0.25:
            assert x.tolist() == list(range(12, 201, 4))  # a quarter of n is a whole number of errors
        else:
            assert x.tolist() == list(range(10, 201))
        if panel.what == "limit":
            mean, n = (x, panel.value) if panel.fixed == "n" else (panel.value, x)
            assert y.tolist() == BOUNDS[name](mean, n, 0.05).tolist()
            assert (y >= mean).all()


def test_captions_say_what_is_drawn():
    assert caption(PANELS[10]).startswith("Upper limits at 95 % against n from 10 to 200 where no errors are observed")
    assert caption(PANELS[16]).startswith("Exact coverage of 95 % limits against n from 10 to 200 where the true error")
    assert caption(PANELS[20]) == "Upper limits at 95 % against the observed error, n = 200: CP, WIL, T_HOE."
    assert len({caption(panel) for panel in (*PANELS.values(), *FURTHER.values())}) == 26


@pytest.mark.parametrize(("figure", "number"), [("fig5", 5), ("fig6", 6)])
@pytest.mark.parametrize("key", NAMES)
def test_coverage_curves_pass_through_the_golden_points(figure, number, key):
    x, y = series(PANELS[number], NAMES[key])
    for record in GOLDEN[figure]:
        nearest = np.argmin(np.abs(x - record["L"]))
        if x[nearest] == pytest.approx(record["L"], abs=1e-12):
            assert y[nearest] == pytest.approx(record[key], abs=1e-12)


def test_coverage_curves_show_the_lowest_point_of_every_jump():
    """Clopper-Pearson comes down to 95 % exactly, which a grid would miss; nothing rigorous goes below."""
    lowest = {name: series(PANELS[6], name)[1].min() for name in ("clopper_pearson", *BOUNDED)}
    assert lowest["clopper_pearson"] == pytest.approx(0.95, abs=1e-9)
    assert min(lowest.values()) >= 0.95 - 1e-12


@pytest.mark.parametrize("number", [2, 5, 11, 18])
@pytest.mark.parametrize("ours", [False, True])
def test_drawing_names_every_curve(number, ours):
    figure = draw(number, ours)
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert len(labels) == len(set(labels)) == sum(not line.get_label().startswith("_") for line in figure.axes[0].lines)
    assert ("bentkus" in labels) == (ours and number > 8)
