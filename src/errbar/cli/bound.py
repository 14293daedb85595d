"""`errbar bound ERRORS N`: what k errors out of n say about the true error; or a file of losses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import errbar as eb
from errbar.answers.counted import ALTERNATIVE, Counts, every_bound
from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.finish import Finish
from errbar.cli.inputs import FileColumn
from errbar.cli.result_lines import show_result
from errbar.cli.terminal import Terminal
from errbar.errors import InputError
from errbar.show.as_text import interval_text
from errbar.types import Result, Results, Scores
from errbar.verbs.bound import bound as bound_of

Errors = Annotated[str, typer.Argument(metavar="ERRORS", help="A count, or a file of losses.", show_default=False)]
Count = Annotated[int | None, typer.Argument(metavar="N", help="Test examples (not with a file).", show_default=False)]
Side = Annotated[str | None, typer.Option(help="upper, lower or two-sided; by default upper, for scores lower.")]


def bound(
    errors: Errors,
    n: Count = None,
    *,
    method: Annotated[str, typer.Option(help="A name from --all.")] = "auto",
    side: Side = None,
    confidence_level: o.Level = 0.95,
    every: Annotated[bool, typer.Option("--all", help="Every bound, tightest first.")] = False,
    file: FileColumn,
    finish: Finish,
) -> None:
    """A limit for the true error of a trained model from ERRORS errors on N test examples."""
    finish.check(reads=() if n is not None else (errors,))
    if n is None:
        if every:
            raise InputError("--all reads counts, ERRORS and N; for a file name one --method.")
        result = _limit(file.scores(Path(errors)), method, side, level=confidence_level)
        show_result(result, (), finish, data=errors)
        return
    k, side, data = _count(errors), side or "upper", f"{errors} errors on {n} examples"
    file.refuse()
    if not every:
        name = "clopper_pearson" if method == "auto" else method
        result = bound_of(k, n, method=name, confidence_level=confidence_level, side=side)  # type: ignore[arg-type]
        show_result(result, (), finish, data=data)
        return
    if method != "auto":
        raise InputError("--all shows every bound: leave --method out.")
    results = every_bound(Counts.of(k, n, confidence_level, side))
    finish.show({"results": [one.to_dict() for one in results]}, lambda out: _print_all(results, out))
    finish.write(Results(results), data=data)


def _count(errors: str) -> float:
    try:
        return float(errors)
    except ValueError:
        raise InputError(f"ERRORS must be a number, or N left out and ERRORS a file; got {errors!r}.") from None


def _limit(scores: Scores, method: str, side: str | None, *, level: float) -> Result:
    if method == "auto":
        method = "clopper_pearson" if scores.is_binary else "betting"
    side = side or ("lower" if scores.greater_is_better else "upper")
    alternative = ALTERNATIVE[check_name("side", side, ALTERNATIVE)]
    return eb.infer(scores, method=method, confidence_level=level, null=None, alternative=alternative)


def _print_all(results: list[Result], out: Terminal) -> None:
    """Every bound, tightest first."""
    width = max(len(result.method) for result in results) + 2
    out.line(f"{'method':<{width}}{'interval':<26}guaranteed")
    for result in results:
        sure = "yes" if result.details["rigorous"] else "no"
        out.line(f"{result.method:<{width}}{interval_text(result):<26}{sure}")
