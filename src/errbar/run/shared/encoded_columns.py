"""ColumnTransformer and OneHotEncoder in front of a model: all rows encoded once, each split's scales its own.

One column per category is the same whatever is trained on, as long as every category is trained on: a split that misses
one goes through scikit-learn. Scalers are taken out, and the columns behind them remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.cuts import PerParent
from errbar.run.shared.fixed_steps import MOST_FEATURES, STEPS
from errbar.run.shared.gathered import Source, Step, dense
from errbar.run.shared.guard import Flags
from errbar.run.shared.path import Path, PathOutput

TRANSFORMER = "sklearn.compose._column_transformer.ColumnTransformer"
SELECTOR = "sklearn.compose._column_transformer.make_column_selector"
ENCODER = "sklearn.preprocessing._encoders.OneHotEncoder"
SCALER = "sklearn.preprocessing._data.StandardScaler"
PIPELINE = "sklearn.pipeline.Pipeline"
ENCODERS = (TRANSFORMER, ENCODER)

PlaceOf = Callable[[Any], str]  # where a model's class lives


@dataclass(frozen=True, eq=False, slots=True)
class Encoded:
    """What all rows become, which columns a scaler divides, and which are categories that must be trained on."""

    X: Floats
    scaled: Flags
    categories: Floats


class _Part(NamedTuple):
    """One transformer of several: what is left of it without its scaler, and what the scaler and the encoder were."""

    kept: Any
    scaled: bool
    encoder: Any


class CategoriesPath:
    """A path for the splits that train on every category; the others are declined."""

    def __init__(self, categories: Floats, path: Path) -> None:
        self.categories, self.path = categories, path
        self._of_parents = PerParent(self._sums)

    def outputs(self, step: Step) -> PathOutput:
        batch, output = step.batch, self.path.outputs(step)
        trained = np.stack(self._of_parents(batch))[batch.which]
        if batch.leaves:
            trained = trained - self.categories.take(batch.test, axis=0).sum(axis=1)
        return PathOutput(output.values, output.declined | (trained == 0).any(axis=1))

    def _sums(self, rows: Indices | None) -> Floats:
        sums: Floats = (self.categories if rows is None else self.categories.take(rows, axis=0)).sum(axis=0)
        return sums


def encoded(step: Any, X: Any, place_of: PlaceOf) -> Encoded | None:
    """What a ColumnTransformer or a OneHotEncoder makes of rows; None where that depends on the rows trained on."""
    from sklearn.compose import ColumnTransformer

    if getattr(X, "ndim", 0) != 2 or hasattr(X, "tocsr"):
        return None
    if place_of(step) == ENCODER:
        step = ColumnTransformer([("encoder", step, list(range(X.shape[1])))], sparse_threshold=0)
        if step.transformers[0][1].sparse_output:
            return None
    if not _plain(step, place_of):
        return None
    parts = {name: _part(inner, place_of) for name, inner, _ in step.transformers}
    if any(part is None for part in parts.values()):
        return None
    known = {name: part for name, part in parts.items() if part is not None}
    try:
        return _made(step, known, X)
    except Exception:  # scikit-learn's own path reports where
        return None


def encoded_source(found: Encoded, source: Source) -> Source:
    """The features as a model reads them, and which of them a scaler divides."""
    return Source(found.X, source.y, source.cuts, None if found.scaled.all() else found.scaled)


def _made(step: Any, parts: dict[str, _Part], X: Any) -> Encoded | None:
    from sklearn.base import clone
    from sklearn.utils import _safe_indexing

    own = clone(step).set_output(transform="default")
    own.transformers = [(name, clone(parts[name].kept, safe=False), columns) for name, _, columns in step.transformers]
    found = own.fit_transform(X)
    features = None if hasattr(found, "tocsr") else dense(found)
    if features is None or features.shape[1] > MOST_FEATURES:
        return None
    scaled, categories = np.zeros(features.shape[1], dtype=bool), [np.zeros((len(features), 0))]
    for name, _, columns in own.transformers:
        scaled[own.output_indices_[name]] = parts[name].scaled
        if parts[name].kept in ("passthrough", "drop"):
            continue
        given = _safe_indexing(X, columns(X) if callable(columns) else columns, axis=1)
        if parts[name].encoder is not None:
            one = clone(parts[name].encoder).set_output(transform="default").set_params(drop=None, sparse_output=False)
            categories.append(one.fit_transform(given))
        elif dense(given) is None:  # something to impute
            return None
    return Encoded(features, scaled, np.hstack(categories))


def _plain(step: Any, place_of: PlaceOf) -> bool:
    """Whether nothing but its columns tells what it does."""
    chosen = [columns for _, _, columns in step.transformers]
    known = all(not callable(columns) or place_of(columns) == SELECTOR for columns in chosen)
    return known and step.remainder in ("drop", "passthrough") and step.transformer_weights is None and not step.verbose


def _part(inner: Any, place_of: PlaceOf) -> _Part | None:
    """What a transformer does, if it is made of known steps: fixed ones, then a scaler or an encoder or neither."""
    if isinstance(inner, str):
        return _Part(inner, False, None)
    if place_of(inner) == PIPELINE:
        return None if inner.memory is not None or inner.verbose else _chain([one for _, one in inner.steps], place_of)
    return _chain([inner], place_of)


def _chain(steps: list[Any], place_of: PlaceOf) -> _Part | None:
    from sklearn.pipeline import make_pipeline

    last, *_ = steps[::-1]
    scaled = place_of(last) == SCALER and last.with_mean is True and last.with_std is True
    encoder = last if place_of(last) == ENCODER else None
    before = steps[:-1] if scaled or encoder is not None else steps
    fixed = all(place_of(one) in STEPS and STEPS[place_of(one)](one.get_params(deep=False)) for one in before)
    if not fixed or (encoder is not None and (before or not _every_category(encoder))):
        return None
    kept = [*before, *([] if encoder is None else [encoder])]
    return _Part(make_pipeline(*kept) if kept else "passthrough", scaled, encoder)


def _every_category(encoder: Any) -> bool:
    """Whether each category has a column, in whatever order they come."""
    found = encoder.get_params(deep=False)
    automatic = isinstance(found["categories"], str) and found["dtype"] is np.float64
    whole = found["min_frequency"] is None and found["max_categories"] is None
    return automatic and whole and (found["drop"] is None or not found["sparse_output"])
