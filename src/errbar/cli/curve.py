"""`errbar curve`: labels and what was said of them, in a table -> a curve with bands, or which labels are confused."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import typer

import errbar as eb
from errbar.cli import options as o
from errbar.cli.finish import DrawnFinish, say
from errbar.cli.score import Said, TestColumns, Truth
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.show.as_text import number, percent

Score = Annotated[str | None, typer.Option("--probability", metavar="COL", help="Probability or score.")]
Kind = Annotated[str, typer.Option(help="roc, precision_recall, calibration or confusion.")]
SHOWN = 11  # points of a long curve


def curve(
    data: o.DataFile,
    *,
    truth: Truth,
    probability: Score = None,
    prediction: Said = None,
    kind: Kind = "roc",
    positive: Annotated[str | None, typer.Option(metavar="LABEL", help="The label that counts as positive.")] = None,
    confidence_level: o.Level = 0.95,
    n_bins: Annotated[int, typer.Option("--n-bins", help="Of a calibration curve.")] = 10,
    finish: DrawnFinish,
) -> None:
    """A curve with a band at each point and one that holds the whole of it. Nothing is fitted."""
    finish.check(reads=(data,))
    if finish.report is not None and kind == "confusion":
        raise InputError("Confusions have no page: draw them with --plot.")
    table = TestColumns.of(data)
    if kind == "confusion":
        return _confusion(table[truth], table[_named(prediction, "--prediction", kind)], confidence_level, finish)
    labels = np.unique(table[truth])
    if labels.size != 2:
        raise InputError(f"--truth must hold two labels; {truth!r} holds {labels.size}.")
    chosen = labels[1] if positive is None else _label(positive, labels)
    output = table[_named(probability, "--probability", kind)]
    scores = eb.Scores.from_predictions(table[truth], {"model": output}, positive=chosen)
    found = eb.curve(scores, kind=kind, confidence_level=confidence_level, n_bins=n_bins)  # type: ignore[call-overload]

    def lines(out: Terminal) -> None:
        out.line(str(found))
        level = percent(confidence_level)
        say(f"  {'x':>6} {'y':>6}   {level + ' at a point':<18} {level}, whole curve")
        step = max(1, (found.x.size - 1) // (SHOWN - 1))
        for i in range(0, found.x.size, step):
            point, whole = (
                f"[{number(float(low[i]))}, {number(float(high[i]))}]"
                for low, high in ((found.low, found.high), (found.simultaneous_low, found.simultaneous_high))
            )
            say(f"  {number(float(found.x[i])):>6} {number(float(found.y[i])):>6}   {point:<18} {whole}")
        for note in found.notes:
            out.under("note", note)

    finish.show(found.to_dict(), lines)
    finish.draw(found)
    finish.write(found, data=data.name)
    return None


def _named(column: str | None, option: str, kind: str) -> str:
    if column is None:
        raise InputError(f"--kind {kind} needs {option} COL.")
    return column


def _confusion(truth: Any, said: Any, level: float, finish: DrawnFinish) -> None:
    if truth.dtype.kind != said.dtype.kind:
        truth, said = truth.astype(str), said.astype(str)
    scores = eb.Scores.from_predictions(truth, {"model": said}, metric=_share_right, greater_is_better=True)
    found = eb.curve(scores, kind="confusion", confidence_level=level)

    def lines(_: Terminal) -> None:
        say(f"{found}.")
        one = percent(level)
        wide = max(len(str(label)) for label in (*found.labels, "predicted"))
        head = f"{'true':<{wide}}  {'predicted':<{wide}} {'count':>7} {'share':>8}"
        say(f"  {head}   {one:<18} {one}, all at once")
        for i, j in np.argwhere(found.counts > 0):
            each, whole = (
                f"{100 * low[i, j]:.1f} to {100 * high[i, j]:.1f} %"
                for low, high in ((found.low, found.high), (found.simultaneous_low, found.simultaneous_high))
            )
            true, predicted = (f"{found.labels[place]!s:<{wide}}" for place in (i, j))
            share = f"{100 * found.shares[i, j]:.1f} %"
            say(f"  {true}  {predicted} {found.counts[i, j]:>7.6g} {share:>8}   {each:<18} {whole}")
        for note in found.notes:
            say(f"note: {note}")

    finish.show(found.to_dict(), lines)
    finish.draw(found)


def _share_right(truth: Any, said: Any) -> float:
    return float(np.mean(truth == said))


def _label(positive: str, labels: Any) -> Any:
    known = {str(label): label for label in labels.tolist()}
    if positive not in known:
        raise InputError(f"--positive {positive!r} is no label of the column; it holds {', '.join(known)}.")
    return known[positive]
