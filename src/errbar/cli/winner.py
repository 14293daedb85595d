"""`errbar winner`: the candidates of a search, in a table -> the error of the best, corrected for the pick."""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.cli import options as o
from errbar.cli.finish import DrawnFinish
from errbar.cli.infer import Tables
from errbar.cli.reading import Pair, Reading, Values, Where, files_of, is_log, read_scores
from errbar.cli.result_lines import show_result
from errbar.tables.any_log import log_format
from errbar.tables.columns import read_columns
from errbar.tables.files import file_kind
from errbar.types.split_values import CANDIDATE

Baseline = Annotated[
    str | None, typer.Option(metavar="NAME", help="Count the gain from this candidate; else the middle one.")
]
How = Annotated[str, typer.Option("--method", help="max_t (auto), tilted, bonferroni or bbc_cv.")]


def winner(
    table: Tables,
    *,
    where: Where,
    values: Values,
    reading: Reading,
    baseline: Baseline = None,
    method: How = "auto",
    confidence_level: o.Level = 0.95,
    alternative: o.Alternative = "two-sided",
    random_state: o.RandomState = None,
    finish: DrawnFinish,
) -> None:
    """How good is the best of many candidates, now that it was picked? From a TABLE of all, or a saved cv_results_."""
    finish.check(reads=files_of(table))
    asked: dict[str, Any] = {"baseline": baseline, "method": method, "alternative": alternative}
    asked |= {"confidence_level": confidence_level, "random_state": random_state}
    results = _search_results(table, where, reading)
    if results is None:
        scores = read_scores(table, where, Pair(), values, reading, sequential=False)
        result = eb.winner(scores, **asked)
    else:
        sizes: dict[str, Any] = {
            "n_train": where.n_train,
            "n_test": where.n_test,
            "greater_is_better": values.greater_is_better,
        }
        result = eb.winner(results, metric=where.metric, **sizes, **asked)
    data = ", ".join(Path(path).name for path in table)
    show_result(result, (result.details["winner"],), finish, data=data, seed=random_state)
    finish.draw(result)


def _search_results(table: list[str], where: Where, reading: Reading) -> dict[str, Any] | None:
    """A `cv_results_` that was saved as a table, known by its columns; None for any other."""
    if len(table) > 1 or reading.format not in ("auto", "table") or where.item is not None or where.split is not None:
        return None
    path = Path(table[0])
    if file_kind(table[0]) is None or not path.is_file():  # a folder of logs, an archive, NAME=LOG
        return None
    if is_log(table, where, reading) and log_format(path)[0] is not None:
        return None
    columns = read_columns(path)
    if "params" not in columns or not any(CANDIDATE.fullmatch(name) for name in columns):
        return None
    return {**columns, "params": [_params(text) for text in columns["params"].tolist()]}


def _params(text: str) -> dict[str, Any]:
    """As pandas writes a dictionary."""
    try:
        read = literal_eval(text)
    except (ValueError, SyntaxError):
        return {"params": text}
    return read if isinstance(read, dict) else {"params": text}
