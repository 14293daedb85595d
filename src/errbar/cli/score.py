"""`errbar score`: labels and what a trained model said about them, in a table -> its score with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

import errbar as eb
from errbar.check import check_name
from errbar.cli import options as o
from errbar.cli.finish import Finish
from errbar.cli.inputs import AskedFor
from errbar.cli.result_lines import show_result
from errbar.errors import InputError
from errbar.tables.columns import read_columns

Truth = Annotated[str, typer.Option("--truth", metavar="COL", help="True labels or values.", show_default=False)]
Said = Annotated[str | None, typer.Option(metavar="COL", help="What the model predicted.")]
Probability = Annotated[str | None, typer.Option(metavar="COL", help="Probability of the label that sorts last.")]


@dataclass(frozen=True)
class TestColumns:
    """Named columns of a file, without missing values."""

    __test__ = False
    path: Path
    columns: dict[str, NDArray[Any]]

    @classmethod
    def of(cls, path: Path) -> TestColumns:
        return cls(path, read_columns(path))

    def __getitem__(self, name: str) -> NDArray[Any]:
        values = self.columns[check_name("column", name, self.columns)]
        missing = np.ma.getmaskarray(values) | np.array([one is None for one in np.ma.getdata(values).tolist()])
        if missing.any():
            raise InputError(f"Column {name!r} of {self.path} is empty in row {int(missing.argmax()) + 1}.")
        found = np.ma.getdata(values)
        return found.astype(str) if found.dtype == object else found

    def maybe(self, name: str | None) -> NDArray[Any] | None:
        return None if name is None else self[name]


def score(
    data: o.DataFile,
    *,
    truth: Truth,
    prediction: Said = None,
    probability: Probability = None,
    scoring: o.Scoring = None,
    groups: Annotated[str | None, typer.Option(metavar="COL", help="Items of a group are not independent.")] = None,
    method: o.MethodName = "auto",
    asked: AskedFor,
    finish: Finish,
) -> None:
    """How good is a trained model? From a table of labels and what it said. Nothing is fitted."""
    from errbar.run.told import told_model

    finish.check(reads=(data,))
    if prediction is None and probability is None:
        raise InputError("Name the column of what the model said: --prediction, --probability or both.")
    table = TestColumns.of(data)
    y = table[truth]
    model = told_model(y, table.maybe(prediction), table.maybe(probability))
    result = eb.score(
        model, np.arange(y.size)[:, None], y, scoring=scoring, groups=table.maybe(groups), method=method, **vars(asked)
    )
    show_result(result, (), finish, data=data.name)
