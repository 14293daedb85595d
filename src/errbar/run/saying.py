"""What a fitted model says of its test examples: asked once, heard by every metric, and recalled without the model."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from errbar.run.checked import own_copy
from errbar.run.losses import Reads
from errbar.run.said import as_said

READS: tuple[str, ...] = get_args(Reads)
KIND = ("__sklearn_tags__", "_estimator_type")  # whether it is a classifier


@dataclass(frozen=True, slots=True)
class Said:
    """All that a model said of its test examples.

    Parameters
    ----------
    outputs : by method; None where the model has the method and what it says was not kept.
    classes : the labels behind the columns, where the model has some.
    """

    outputs: Mapping[str, NDArray[Any] | None]
    classes: NDArray[Any] | None


class NotKeptError(Exception):
    """A metric wants more of a model than what it said."""


class Saying:
    """A fitted model as metrics see it; whatever they do with an answer, the next one gets it unchanged."""

    def __init__(self, fitted: Any, X: Any) -> None:
        self._fitted, self._X = fitted, X
        self._heard: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        own = getattr(self._fitted, name)
        return own if name not in READS else _answering(name, lambda: self._hear(name))

    def _hear(self, name: str) -> Any:
        if name not in self._heard:  # models may work in place
            said = getattr(self._fitted, name)(own_copy(self._X))
            of_outputs = isinstance(said, list) and any(np.ndim(one) == 2 for one in said[:1])  # one array for each
            self._heard[name] = said if of_outputs else as_said(name, said)
        return self._heard[name]

    def itself(self) -> Any:
        """For a metric that may look at anything."""
        return self._fitted

    def said(self) -> Said:
        """All of it; a method that fails, and that no metric asked for, is nobody's concern."""
        outputs: dict[str, NDArray[Any] | None] = {}
        for name in READS:
            if hasattr(self._fitted, name):
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        heard = self._hear(name)
                        outputs[name] = None if isinstance(heard, list) else heard
                except Exception:  # any model may do anything
                    outputs[name] = None
        classes = getattr(self._fitted, "classes_", None)
        of_outputs = isinstance(classes, list) and any(np.ndim(one) for one in classes)  # one array for each output
        return Said(outputs, None if classes is None or of_outputs else np.asarray(classes))


class Recalled:
    """What a model said, as metrics see it; `model` is one like it, not fitted."""

    def __init__(self, model: Any, said: Said) -> None:
        self._model, self._said = model, said

    def itself(self) -> Any:
        raise NotKeptError("the model")

    def __getattr__(self, name: str) -> Any:
        if name in KIND:
            return getattr(self._model, name)
        if name.startswith("_") or (name == "classes_" and self._said.classes is None):
            raise AttributeError(name)
        if name == "classes_":
            return self._said.classes
        if name not in READS:
            raise NotKeptError(name)
        if name not in self._said.outputs:
            raise AttributeError(name)
        output = self._said.outputs[name]
        if output is None:
            raise NotKeptError(name)
        return _answering(name, lambda: output)


def _answering(name: str, output: Callable[[], Any]) -> Callable[[Any], Any]:
    def answer(X: Any) -> Any:  # noqa: ARG001 - the test examples, whoever asks
        return deepcopy(output())

    answer.__name__ = name  # scikit-learn's scorers look at it
    return answer
