"""Text and missing columns of a file: a documented preparation, learnt inside each training set."""

from __future__ import annotations

from typing import Any


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
