"""The survey's figures: all forty can be drawn, and their curves are the golden numbers."""

import json
from pathlib import Path

import numpy as np
import pytest

from errbar.lab.studies.bounds_figures import BOUNDED, FIGURES, draw, series

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "coverage.json").read_text())
NAMES = {"NOR": "normal", "WIL": "wilson", "CP": "clopper_pearson"}


def test_twenty_figures_and_twenty_with_ours():
    assert [name for name in FIGURES if not name.endswith("-ours")] == [f"bounds-{i:02d}" for i in range(1, 21)]
    assert len(FIGURES) == 40


@pytest.mark.parametrize(("figure", "fixed", "value"), [("fig5", "n", 10), ("fig6", "n", 200)])
@pytest.mark.parametrize("key", NAMES)
def test_coverage_curves_pass_through_the_golden_points(figure, fixed, value, key):
    x, y = series("coverage", NAMES[key], fixed, value)
    for record in GOLDEN[figure]:
        nearest = np.argmin(np.abs(x - record["L"]))
        if x[nearest] == pytest.approx(record["L"], abs=1e-12):
            assert y[nearest] == pytest.approx(record[key], abs=1e-12)


def test_coverage_curves_show_the_lowest_point_of_every_jump():
    """Clopper-Pearson comes down to 95 % exactly, which a grid would miss; nothing rigorous goes below."""
    lowest = {name: series("coverage", name, "n", 200)[1].min() for name in ("clopper_pearson", *BOUNDED)}
    assert lowest["clopper_pearson"] == pytest.approx(0.95, abs=1e-9)
    assert min(lowest.values()) >= 0.95 - 1e-12


@pytest.mark.parametrize("number", [2, 5, 11, 18])
@pytest.mark.parametrize("ours", [False, True])
def test_drawing_names_every_curve(number, ours):
    figure = draw(number, ours)
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert len(labels) == len(set(labels)) == sum(not line.get_label().startswith("_") for line in figure.axes[0].lines)
    assert ("bentkus" in labels) == (ours and number > 8)
