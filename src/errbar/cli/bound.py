"""`errbar bound ERRORS N`: what k errors out of n say about the true error; or a file of losses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from errbar import api
from errbar.bounds.verb import ALTERNATIVE, bounds_table
from errbar.bounds.verb import bound as bound_of
from errbar.check import check_finite, check_name
from errbar.cli import options as o
from errbar.cli.data import read_columns
from errbar.cli.output import check_report, print_json, print_result, write_report
from errbar.cli.terminal import Terminal
from errbar.draws import TestSet
from errbar.errors import InputError
from errbar.next_step import naive_beside
from errbar.render.text import interval_text
from errbar.types import Plan, Result, Results, Scores

Errors = Annotated[str, typer.Argument(metavar="ERRORS", help="A count, or a file of losses.", show_default=False)]
Count = Annotated[int | None, typer.Argument(metavar="N", help="Test examples (not with a file).", show_default=False)]


def bound(
    errors: Errors,
    n: Count = None,
    *,
    method: Annotated[str, typer.Option(help="A name from --all.")] = "auto",
    side: Annotated[str, typer.Option(help="upper, lower or two-sided.")] = "upper",
    confidence_level: o.Level = 0.95,
    every: Annotated[bool, typer.Option("--all", help="Every bound, tightest first.")] = False,
    column: Annotated[str | None, typer.Option(metavar="COL", help="Which column of the file.")] = None,
    item: Annotated[
        str | None, typer.Option(metavar="COL", help="Names the rows: their order then does not matter at all.")
    ] = None,
    low_high: Annotated[tuple[float, float], typer.Option("--range", help="Of the losses in a file.")] = (0.0, 1.0),
    json: o.Json = False,
    plain: o.Plain = False,
    report: o.Report = None,
) -> None:
    """A limit for the true error of a trained model from ERRORS errors on N test examples."""
    check_report(report)
    if n is None:
        if every:
            raise InputError("--all reads counts, ERRORS and N; for a file name one --method.")
        results = [_of_file(Path(errors), column, item, low_high, method=method, side=side, level=confidence_level)]
    else:
        k = _count(errors)
        if column is not None or item is not None or low_high != (0.0, 1.0):
            raise InputError("--column, --item and --range are for a file of losses; ERRORS and N are counts.")
        if every and method != "auto":
            raise InputError("--all shows every bound: leave --method out.")
        if every:
            results = bounds_table(k, n, confidence_level, side)
        else:
            name = "clopper_pearson" if method == "auto" else method
            results = [bound_of(k, n, method=name, confidence_level=confidence_level, side=side)]
    if json:
        rows = [result.to_dict() for result in results]
        print_json({"results": rows} if every else rows[0])
    elif every:
        _print_table(results, Terminal.of(plain))
    else:
        print_result(results[0], (), naive_beside(results[0]), terminal=Terminal.of(plain))
    answer = results[0] if len(results) == 1 else Results(results)
    write_report(report, answer, (), errors if n is None else f"{errors} errors on {n} examples")


def _count(errors: str) -> float:
    try:
        return float(errors)
    except ValueError:
        raise InputError(f"ERRORS must be a number, or N left out and ERRORS a file; got {errors!r}.") from None


def _of_file(
    path: Path, column: str | None, item: str | None, low_high: tuple[float, float], *, method: str, side: str,
    level: float,
) -> Result:  # fmt: skip
    """The limit from the losses in a file; bets take them in an order that cannot know them."""
    columns = read_columns(path)
    if column is None:
        others = [name for name in columns if name != item]
        if len(others) != 1:
            raise InputError(f"{path} has {len(columns)} columns: say which with --column ({', '.join(columns)}).")
        column = others[0]
    for name in (column, item):
        if name is not None and name not in columns:
            raise InputError(f"{path} has no column {name!r}; it has {', '.join(columns)}.")
    losses = check_finite(f"column {column!r}", np.ma.filled(np.ma.asarray(columns[column], dtype=float), np.nan))
    if ((losses < low_high[0]) | (losses > low_high[1])).any():
        raise InputError(f"Losses must lie in the range {low_high[0]:g} to {low_high[1]:g}; give it with --range.")
    test_set = TestSet(losses.size, names=None if item is None else _names(item, columns[item]))
    scores = Scores.from_losses({"model": losses}, plan=Plan("test_set", losses.size, (test_set,)), loss_range=low_high)
    if method == "auto":
        method = "clopper_pearson" if scores.is_binary else "betting"
    alternative = ALTERNATIVE[check_name("side", side, ALTERNATIVE)]
    return api.infer(scores, method=method, confidence_level=level, null=None, alternative=alternative)


def _names(item: str, column: Any) -> NDArray[Any]:
    names = np.array([*map(str, column)], dtype=object)
    called, counts = np.unique(names, return_counts=True)
    if (counts > 1).any():
        raise InputError(f"--item {item} must tell the rows apart; {called[counts > 1][0]!r} names several.")
    return names


def _print_table(results: list[Result], out: Terminal) -> None:
    """Every bound, tightest first."""
    width = max(len(result.method) for result in results) + 2
    out.line(f"{'method':<{width}}{'interval':<26}guaranteed")
    for result in results:
        sure = "yes" if result.details["rigorous"] else "no"
        out.line(f"{result.method:<{width}}{interval_text(result):<26}{sure}")
