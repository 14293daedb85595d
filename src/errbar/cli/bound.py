"""`errbar bound ERRORS N`: what k errors out of n say about the true error; or a file of losses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

import errbar as eb
from errbar.answers.counted import ALTERNATIVE, Counts, every_bound
from errbar.answers.next_step import naive_beside
from errbar.check import check_finite, check_name
from errbar.cli import options as o
from errbar.cli.cells import Cells
from errbar.cli.data import read_columns
from errbar.cli.finish import check_report, print_json, print_result, write_report
from errbar.cli.terminal import Terminal
from errbar.core.direction import check_loss_names, check_score_names
from errbar.errors import InputError
from errbar.plans.families import TestSet
from errbar.show.numbers import interval_text
from errbar.types import Plan, Result, Results, Scores
from errbar.verbs.bound import bound as bound_of

Errors = Annotated[str, typer.Argument(metavar="ERRORS", help="A count, or a file of losses.", show_default=False)]
Count = Annotated[int | None, typer.Argument(metavar="N", help="Test examples (not with a file).", show_default=False)]


def bound(
    errors: Errors,
    n: Count = None,
    *,
    method: Annotated[str, typer.Option(help="A name from --all.")] = "auto",
    side: Annotated[
        str | None, typer.Option(help="upper, lower or two-sided; by default upper, for scores lower.")
    ] = None,
    confidence_level: o.Level = 0.95,
    every: Annotated[bool, typer.Option("--all", help="Every bound, tightest first.")] = False,
    column: Annotated[str | None, typer.Option(metavar="COL", help="Which column of the file.")] = None,
    item: Annotated[
        str | None, typer.Option(metavar="COL", help="Names the rows: their order then does not matter at all.")
    ] = None,
    low_high: Annotated[tuple[float, float] | None, typer.Option("--range", help="Of the losses in a file.")] = None,
    score_col: Annotated[
        str | None, typer.Option(metavar="COL", help="A column of scores, higher is better, instead of losses.")
    ] = None,
    score_range: o.ScoreRange = None,
    greater_is_better: o.Direction = None,
    json: o.Json = False,
    plain: o.Plain = False,
    report: o.Report = None,
) -> None:
    """A limit for the true error of a trained model from ERRORS errors on N test examples."""
    check_report(report)
    if n is None:
        if every:
            raise InputError("--all reads counts, ERRORS and N; for a file name one --method.")
        if low_high is not None and score_range is not None:
            raise InputError("Give the range once: --range for losses or --score-range for scores.")
        if column is not None and score_col is not None:
            raise InputError("Give the numbers once: --column for losses or --score-col for scores.")
        span = low_high or score_range or (0.0, 1.0)
        scores = _of_file(Path(errors), column, score_col, item, span, greater_is_better=greater_is_better)
        results = [_limit(scores, method=method, side=side, level=confidence_level)]
    else:
        k = _count(errors)
        if any(one is not None for one in (column, item, low_high, score_col, score_range, greater_is_better)):
            raise InputError(
                "--column, --item, --range, --score-col, --score-range and a direction are for a file; ERRORS and N "
                "are counts."
            )
        side = side or "upper"
        if every and method != "auto":
            raise InputError("--all shows every bound: leave --method out.")
        if every:
            results = every_bound(Counts(k, n, confidence_level, side))
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
    path: Path,
    column: str | None,
    score_col: str | None,
    item: str | None,
    low_high: tuple[float, float],
    *,
    greater_is_better: bool | None,
) -> Scores:
    """The losses or scores in a file; bets take them in an order that cannot know them."""
    columns = read_columns(path)
    column = column or score_col
    if column is None:
        others = [name for name in columns if name != item]
        if len(others) != 1:
            raise InputError(f"{path} has {len(columns)} columns: say which with --column ({', '.join(columns)}).")
        column = others[0]
    for name in (column, item):
        if name is not None and name not in columns:
            raise InputError(f"{path} has no column {name!r}; it has {', '.join(columns)}.")
    if score_col is None:
        better = check_loss_names([column], greater_is_better, instead=f"--score-col {column}")
    else:
        better = check_score_names([column], greater_is_better, instead=f"--column {column}")
    values = check_finite(f"column {column!r}", _numbers(column, columns[column]))
    if ((values < low_high[0]) | (values > low_high[1])).any():
        what, option = ("Losses", "--range") if score_col is None else ("Scores", "--score-range")
        raise InputError(f"{what} must lie in the range {low_high[0]:g} to {low_high[1]:g}; give it with {option}.")
    test_set = TestSet(values.size, names=None if item is None else _names(item, columns[item]))
    plan = Plan("test_set", values.size, (test_set,))
    called = "loss" if score_col is None and not better else column
    return Scores(plan, ("model",), np.array([[values.mean()]]), values[None], called, low_high, better)


def _limit(scores: Scores, *, method: str, side: str | None, level: float) -> Result:
    if method == "auto":
        method = "clopper_pearson" if scores.is_binary else "betting"
    side = side or ("lower" if scores.greater_is_better else "upper")
    alternative = ALTERNATIVE[check_name("side", side, ALTERNATIVE)]
    return eb.infer(scores, method=method, confidence_level=level, null=None, alternative=alternative)


def _numbers(name: str, values: NDArray[Any]) -> NDArray[np.float64]:
    """NaN where a loss is missing."""
    if np.ma.getdata(values).dtype != object:
        numbers: NDArray[np.float64] = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)
        return numbers
    cells = Cells.of(values)
    if not cells.are_numbers:
        cells.refuse_mostly_numbers(f"Column {name!r}", None)
        raise InputError(f"Column {name!r} must hold numbers; it holds text such as {cells.first(~cells.empty)!r}.")
    return cells.numbers()


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
