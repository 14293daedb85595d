"""The page of a curve: the picture with both bands, the number that sums it up, and its points."""

from __future__ import annotations

import json
from typing import Any

from errbar.answers.curve import Curve
from errbar.reports import paper
from errbar.reports.assumptions import CHANGES, INDEPENDENT, UNSEEN
from errbar.reports.call_again import again
from errbar.reports.cited import Cited
from errbar.reports.origin import Origin, versions
from errbar.reports.page import Page, Table
from errbar.reports.picture import picture
from errbar.show.as_text import number, percent
from errbar.show.curve import AXES, plot_curve, summary_words
from errbar.show.intervals import new_axes

CALLED = {"roc": "ROC curve", "precision_recall": "precision-recall curve", "calibration": "calibration curve"}
SHOWN = 11  # points of a long curve


def curve_page(curve: Curve, names: tuple[str, ...], origin: Origin) -> Page:
    level, called = percent(curve.confidence_level), CALLED[curve.kind]
    of = f" of {names[0]}" if names else ""
    summed = summary_words(curve)
    sentence = f"On data like these, the {called}{of}{f' has {summed}' if summed else ' stands with its bands'}."
    table = _table(curve)
    band = f"With {level} confidence the whole curve lies inside the pale band, and any one point inside the dark one."
    more = "About 4 times as many items would halve the bands."
    return Page(
        kind=called[0].upper() + called[1:],
        headline=f"{called[0].upper()}{called[1:]}{of}{f': {summed}' if summed else ''}",
        sentence=sentence,
        what=sentence,
        sure=band,
        next=more,
        picture=picture(lambda width: _draw(curve, width), f"{sentence} {band}"),
        target=f"Both bands are for the {called} of the model as it is, on items like these.",
        assumed=[INDEPENDENT, UNSEEN],
        changes=[more, CHANGES["data"]],
        tables=[table],
        notes=list(curve.notes),
        facts=origin.facts(curve) | {"Size": f"{curve.n:,} items, {curve.n_positive:,} of them positive"},
        settings={"kind": curve.kind, "confidence level": level, **versions()},
        again=again([curve], origin.command),
        paper=paper.of_table(f"{sentence} {band}", table, sentence, Cited.of()),
        answer=json.dumps(curve.to_dict(), allow_nan=False, ensure_ascii=False),
    )


def _draw(curve: Curve, width: float) -> Any:
    return plot_curve(curve, new_axes(width=width, height=min(width, 4.6)))


def _table(curve: Curve) -> Table:
    level, (x, y) = percent(curve.confidence_level), AXES[curve.kind]
    step = max(1, (curve.x.size - 1) // (SHOWN - 1))
    rows = [
        (
            number(float(curve.x[i]), 3),
            number(float(curve.y[i]), 3),
            f"[{number(float(curve.low[i]), 3)}, {number(float(curve.high[i]), 3)}]",
            f"[{number(float(curve.simultaneous_low[i]), 3)}, {number(float(curve.simultaneous_high[i]), 3)}]",
        )
        for i in range(0, curve.x.size, step)
    ]
    return Table("Points of the curve", (x, y, f"{level} at a point", f"{level}, whole curve"), rows)
