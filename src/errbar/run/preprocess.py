"""Text and missing columns of a file: a documented preparation, learnt inside each training set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from errbar.run.text_columns import reading_text


def all_prepared(
    models: Sequence[Any], names: Sequence[str], texts: Mapping[int, Sequence[str]], kinds: dict[str, list[int]]
) -> tuple[list[Any], bool]:
    """Every model behind what the columns need for it, and whether all of them read text themselves."""
    readers = [reading_text(model, names, texts) for model in models]
    ready = [
        prepared(model, kinds, len(names)) if reader is None else reader
        for model, reader in zip(models, readers, strict=True)
    ]
    return ready, all(reader is not None for reader in readers)


def prepared(model: Any, kinds: dict[str, list[int]], n_columns: int) -> Any:
    """`model` behind the preparation its columns need; the model itself where they need none.

    Missing numbers become the training median, with a 0/1 column that says where; text becomes one 0/1 column
    per value seen in training (missing counts as a value, unseen values get zeros). Nothing else is touched.
    """
    if not kinds["text"] and not kinds["missing"]:
        return model
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder

    plain = [i for i in range(n_columns) if i not in {*kinds["text"], *kinds["missing"]}]
    columns = make_column_transformer(
        ("passthrough", plain),
        (SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True), kinds["missing"]),
        (OneHotEncoder(handle_unknown="ignore", sparse_output=False), kinds["text"]),
    )
    return make_pipeline(columns, model)
