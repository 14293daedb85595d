"""Colours on dark pages."""

import pytest

from errbar.reports.picture import DARK_PAPER, contrast, luminance, on_dark
from errbar.show.style import BLACK, BLUE, GREEN, GREY, ORANGE, PALE, PURPLE, SKY, VERMILLION


def of(colour):
    return luminance(tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))


def test_the_dark_paper_is_the_template_s():
    assert of("#16181c") == pytest.approx(DARK_PAPER, rel=0.15)


@pytest.mark.parametrize("colour", [BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILLION])
def test_marks_and_text_stand_out_on_dark(colour):
    assert contrast(of(on_dark(colour.lower())), of("#16181c")) >= 4.5


def test_a_shade_stays_behind_what_is_drawn_on_it():
    shade = of(on_dark(PALE.lower()))
    assert contrast(shade, of("#16181c")) < 3 and contrast(of(on_dark(BLUE.lower())), shade) >= 2.5
