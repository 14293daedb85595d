"""Steps in front of a model that do to a row the same whatever is trained on: done once, to all rows.

Polynomials, norms and thresholds look at one row alone, and an imputer changes nothing where nothing is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.path import Path, PathOutput

MOST_FEATURES = 256  # of all that a polynomial makes


@dataclass(frozen=True, eq=False, slots=True)
class SteppedPath:
    """A path that reads features of its own, made of the run's."""

    source: Source
    path: Path

    def outputs(self, step: Step) -> PathOutput:
        return self.path.outputs(Step(self.source, step.batch))


def stepped(steps: Sequence[tuple[str, Any]], source: Source) -> Source | None:
    """What the steps make of the features, which are finite; None where that depends on the rows trained on."""
    X = source.X
    for path, step in steps:
        if not STEPS[path](step.get_params(deep=False)):
            return None
        made = _made(step, X)
        if made is None:
            return None
        X = made
    return Source(X, source.y, source.cuts)


def _made(step: Any, X: Floats) -> Floats | None:
    from sklearn.base import clone

    try:
        found = clone(step).set_output(transform="default").fit(X[:2]).transform(X)
    except Exception:  # scikit-learn's own path reports where
        return None
    usual = isinstance(found, np.ndarray) and found.dtype == np.float64 and found.shape[1] <= MOST_FEATURES
    return np.ascontiguousarray(found) if usual and np.isfinite(found).all() else None


def _polynomial(parameters: Mapping[str, Any]) -> bool:
    return bool(parameters["order"] == "C")


def _imputer(parameters: Mapping[str, Any]) -> bool:
    value = parameters["missing_values"]
    return isinstance(value, float) and isnan(value) and not parameters["add_indicator"]


def _any_way(parameters: Mapping[str, Any]) -> bool:  # noqa: ARG001
    return True


STEPS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "sklearn.preprocessing._polynomial.PolynomialFeatures": _polynomial,
    "sklearn.preprocessing._data.Normalizer": _any_way,
    "sklearn.preprocessing._data.Binarizer": _any_way,
    "sklearn.impute._base.SimpleImputer": _imputer,
}
