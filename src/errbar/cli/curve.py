"""`errbar curve`: labels and probabilities in a table -> a ROC, precision-recall or calibration curve with bands."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import typer

import errbar as eb
from errbar.cli import options as o
from errbar.cli.finish import Finish, draw, say
from errbar.cli.score import TestColumns, Truth
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.show.as_text import number, percent

Score = Annotated[str, typer.Option("--probability", metavar="COL", help="Probability or score.", show_default=False)]
Kind = Annotated[str, typer.Option(help="roc, precision_recall or calibration.")]
SHOWN = 11  # points of a long curve


def curve(
    data: o.DataFile,
    *,
    truth: Truth,
    probability: Score,
    kind: Kind = "roc",
    positive: Annotated[str | None, typer.Option(metavar="LABEL", help="The label that counts as positive.")] = None,
    confidence_level: o.Level = 0.95,
    n_bins: Annotated[int, typer.Option("--n-bins", help="Of a calibration curve.")] = 10,
    plot: o.Plot = None,
    finish: Finish,
) -> None:
    """A curve with a band at each point and one that holds the whole of it. Nothing is fitted."""
    finish.check(plot, reads=(data,))
    if finish.report is not None:
        raise InputError("A curve has no page: draw it with --plot.")
    table = TestColumns.of(data)
    labels = np.unique(table[truth])
    if labels.size != 2:
        raise InputError(f"--truth must hold two labels; {truth!r} holds {labels.size}.")
    chosen = labels[1] if positive is None else _label(positive, labels)
    scores = eb.Scores.from_predictions(table[truth], {"model": table[probability]}, positive=chosen)
    found = eb.curve(scores, kind=kind, confidence_level=confidence_level, n_bins=n_bins)  # type: ignore[arg-type]
    draw(found, plot)

    def lines(_: Terminal) -> None:
        say(str(found))
        level = percent(confidence_level)
        say(f"  {'x':>8} {'y':>8}   {level + ' at a point':<20} {level + ', whole curve':<20}")
        step = max(1, (found.x.size - 1) // (SHOWN - 1))
        for i in range(0, found.x.size, step):
            point, whole = (
                f"[{number(float(low[i]))}, {number(float(high[i]))}]"
                for low, high in ((found.low, found.high), (found.simultaneous_low, found.simultaneous_high))
            )
            say(f"  {number(float(found.x[i])):>8} {number(float(found.y[i])):>8}   {point:<20} {whole:<20}")
        for note in found.notes:
            say(f"note: {note}")

    finish.show(found.to_dict(), lines)


def _label(positive: str, labels: Any) -> Any:
    known = {str(label): label for label in labels.tolist()}
    if positive not in known:
        raise InputError(f"--positive {positive!r} is no label of the column; it holds {', '.join(known)}.")
    return known[positive]
