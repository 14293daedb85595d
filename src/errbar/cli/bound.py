"""`errbar bound ERRORS N`: what k errors out of n say about the true error; or a file of losses.

Several N or several deltas give a table: every bound beside the others, and a picture of it.
"""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

import errbar as eb
from errbar.answers.counted import ALTERNATIVE, Counts, can_answer, every_bound, of_counts
from errbar.bounds import BOUNDS
from errbar.bounds.numbers import check_delta
from errbar.check import check_level, check_name
from errbar.cli import options as o
from errbar.cli.bound_lines import BoundGrid, print_all
from errbar.cli.finish import Finish
from errbar.cli.inputs import FileColumn
from errbar.cli.result_lines import show_result
from errbar.cli.standard_input import spooled
from errbar.errors import InputError
from errbar.types import Result, Results, Scores
from errbar.verbs.bound import bound as bound_of

Errors = Annotated[
    str,
    typer.Argument(
        metavar="ERRORS",
        help="A count, a share such as 25%, or a file of losses (- is standard input).",
        show_default=False,
        callback=spooled,
    ),
]
Sizes = Annotated[
    str | None,
    typer.Argument(metavar="N", help="Test examples, or several: 10,50,200 (not with a file).", show_default=False),
]
Side = Annotated[str | None, typer.Option(help="upper, lower or two-sided; by default upper, for scores lower.")]
Delta = Annotated[
    str | None, typer.Option(metavar="D", help="One minus the level, or several: .01,.05; not with --confidence-level.")
]


def bound(
    errors: Errors,
    n: Sizes = None,
    *,
    method: Annotated[str, typer.Option(help="A name from --all; for a table several, with commas.")] = "auto",
    side: Side = None,
    confidence_level: o.Level = 0.95,
    delta: Delta = None,
    every: Annotated[bool, typer.Option("--all", help="Every bound, tightest first.")] = False,
    plot: o.Plot = None,
    file: FileColumn,
    finish: Finish,
) -> None:
    """A limit for the true error of a trained model from ERRORS errors on N test examples."""
    finish.check(plot, reads=() if n is not None else (errors,))
    levels = _levels(delta, confidence_level)
    if n is None:
        if every or len(levels) > 1:
            raise InputError("--all and several deltas read counts, ERRORS and N; for a file name one --method.")
        result = _limit(file.scores(Path(errors)), method, side, level=levels[0])
        show_result(result, (), finish, data=errors)
        finish.draw(result, plot)
        return
    file.refuse()
    if every and method != "auto":
        raise InputError("--all shows every bound: leave --method out.")
    asked, side = [_counted(errors, size) for size in _sizes(n)], side or "upper"
    data = f"{errors} errors on {n} examples"
    if not every and len(asked) == len(levels) == 1 and "," not in method:
        (k, size), name = asked[0], "clopper_pearson" if method == "auto" else method
        result = bound_of(k, size, method=name, confidence_level=levels[0], side=side)  # type: ignore[arg-type]
        show_result(result, (), finish, data=data)
        finish.draw(result, plot)
        return
    cells = [Counts.of(k, size, level, side) for level in levels for k, size in asked]
    found = [one for cell in cells for one in _answers(cell, method, every=every)]
    if not found:
        raise InputError("No bound can answer here: bounds that count errors need a whole number of them.")
    grid = BoundGrid(found)
    finish.show(
        {"results": [one.to_dict() for one in found]},
        lambda out: print_all(found, out) if len(cells) == 1 else grid.print(out),
    )
    finish.draw(Results(found) if len(cells) == 1 else grid, plot)
    finish.write(Results(found), data=data)


def _levels(delta: str | None, confidence_level: float) -> list[float]:
    if delta is None:
        return [check_level(confidence_level)]
    if confidence_level != 0.95:
        raise InputError("Give --delta or --confidence-level, not both: one is 1 minus the other.")
    return [float(f"{1 - one:.12g}") for one in check_delta(_listed("--delta", delta)).tolist()]


def _sizes(n: str) -> list[int]:
    sizes = _listed("N", n)
    if any(one != round(one) or one < 1 for one in sizes):
        raise InputError(f"N must be a whole number from 1, or several with commas; got {n!r:.80}.")
    return [int(one) for one in sizes]


def _listed(what: str, text: str) -> list[float]:
    """Numbers with commas between them, each once, in order."""
    try:
        numbers = sorted({float(one) for one in text.split(",")})
    except ValueError:
        numbers = []
    if not numbers or not all(map(isfinite, numbers)):
        raise InputError(f"{what} must be a number, or several with commas and no blanks; got {text!r:.80}.")
    return numbers


def _counted(errors: str, n: int) -> tuple[float, int]:
    """Errors among n: a count, or a share of n."""
    try:
        count = float(errors.removesuffix("%"))
    except ValueError:
        raise InputError(f"ERRORS must be a number, or N left out and ERRORS a file; got {errors!r:.80}.") from None
    return (count * n / 100 if errors.endswith("%") else count), n


def _answers(counts: Counts, method: str, *, every: bool) -> list[Result]:
    """Every bound that can answer, or those named that can; one that was named alone says why not."""
    if every:
        return every_bound(counts)
    names = ["clopper_pearson"] if method == "auto" else method.split(",")
    if len(names) == 1:
        return [of_counts(counts, names[0])]
    return [of_counts(counts, name) for name in names if can_answer(BOUNDS[check_name("method", name, BOUNDS)], counts)]


def _limit(scores: Scores, method: str, side: str | None, *, level: float) -> Result:
    if method == "auto":
        method = "clopper_pearson" if scores.is_binary else "betting"
    side = side or ("lower" if scores.greater_is_better else "upper")
    alternative = ALTERNATIVE[check_name("side", side, ALTERNATIVE)]
    return eb.infer(scores, method=method, confidence_level=level, null=None, alternative=alternative)
