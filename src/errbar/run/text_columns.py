"""Text columns of a file for models that read text themselves, such as a TfidfVectorizer in front of a classifier.

A file's X holds numbers: each text by its place among the texts of its column. A first step turns these back, so that
every other model of the same call can learn from the same X.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.errors import InputError


@dataclass(frozen=True, slots=True)
class Texts:
    """One column as texts; empty where there is none."""

    column: int
    texts: tuple[str, ...]

    def __call__(self, X: NDArray[np.float64]) -> NDArray[Any]:
        return _spelled(X[:, self.column], self.texts)


@dataclass(frozen=True, slots=True)
class NamedColumns:
    """All columns as a pandas table, under their names, text as text."""

    names: tuple[str, ...]
    texts: tuple[tuple[int, tuple[str, ...]], ...]

    def __call__(self, X: NDArray[np.float64]) -> Any:
        import pandas as pd

        texts = dict(self.texts)
        columns = {
            name: _spelled(X[:, i], texts[i]) if i in texts else X[:, i].copy() for i, name in enumerate(self.names)
        }
        return pd.DataFrame(columns)


def reading_text(model: Any, names: Sequence[str], texts: Mapping[int, Sequence[str]]) -> Any | None:
    """`model` behind a step that gives it the text it reads; None for a model that reads none.

    A pipeline that begins with a text vectorizer reads the only column there is; one that begins with a
    ColumnTransformer that names columns reads all of them, by name.
    """
    from sklearn.pipeline import Pipeline, make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    first = model.steps[0][1] if isinstance(model, Pipeline) and model.steps else None
    if hasattr(first, "build_analyzer"):
        spelled: Any = _only_column(type(first).__name__, names, texts)
    elif _names_columns(first):
        spelled = _named_columns(names, texts)
    else:
        return None
    return make_pipeline(FunctionTransformer(spelled), model)


def _only_column(step: str, names: Sequence[str], texts: Mapping[int, Sequence[str]]) -> Texts:
    if not texts:
        raise InputError(f"{step} reads text, and no column of the file holds any.")
    if len(names) > 1:
        first = names[next(iter(texts))]
        raise InputError(
            f"{step} reads one column of text, and the file has {len(names)} to learn from ({', '.join(names)}): leave "
            "the others out with --drop, or name the column, sklearn.compose.make_column_transformer("
            f"(...{step}(), {first!r}))."
        )
    return Texts(0, tuple(texts[0]))


def _named_columns(names: Sequence[str], texts: Mapping[int, Sequence[str]]) -> NamedColumns:
    from importlib.util import find_spec

    if find_spec("pandas") is None:
        raise InputError("Columns are named in a pandas table: install pandas, or name them by their numbers, from 0.")
    return NamedColumns(tuple(names), tuple((i, tuple(some)) for i, some in texts.items()))


def _names_columns(step: Any) -> bool:
    from sklearn.compose import ColumnTransformer

    if not isinstance(step, ColumnTransformer):
        return False
    chosen = [columns for _, _, columns in step.transformers]
    return any(isinstance(one, str) for some in chosen for one in (some if isinstance(some, list) else [some]))


def _spelled(codes: NDArray[np.float64], texts: Sequence[str]) -> NDArray[Any]:
    there = ~np.isnan(codes)
    spelled = np.full(codes.size, "", dtype=object)
    spelled[there] = np.array(texts, dtype=object)[codes[there].astype(np.intp)]
    return spelled
