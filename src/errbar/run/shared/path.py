"""What every shared path is: outputs for the test examples of a batch, and the splits it would rather not answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.run.losses import Reads
from errbar.run.shared.gathered import Kind, Source, Step
from errbar.run.shared.guard import EPSILON, VISIBLE, Flags, winners


@dataclass(frozen=True, eq=False, slots=True)
class PathOutput:
    """What the model's method gives for every split of a batch.

    Parameters
    ----------
    values : splits x test examples, or splits x test examples x classes for probabilities.
    declined : splits that must go through scikit-learn.
    """

    values: NDArray[Any]
    declined: Flags


class Path(Protocol):
    def outputs(self, step: Step) -> PathOutput: ...


@dataclass(frozen=True, slots=True)
class Request:
    """One model to be computed: its parameters, what the loss reads, and whether a StandardScaler comes first."""

    parameters: Mapping[str, Any]
    reads: Reads
    scaled: bool


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of model that can be shared.

    Parameters
    ----------
    name : as `details["path"]` reports it.
    kind : what it learns.
    allowed : for each parameter, which values can be shared; a parameter not listed here declines.
    reads : the methods whose output can be computed.
    build : makes the path, or None where these data or parameters cannot be shared.
    by_default : whether "auto" takes hundreds of splits where all of them are shared.
    """

    name: str
    kind: Kind
    allowed: Mapping[str, Callable[[Any], bool]]
    reads: tuple[Reads, ...]
    build: Callable[[Request, Source], Path | None]
    by_default: bool = True


def anything(_: Any) -> bool:
    return True


def is_none(value: Any) -> bool:
    return value is None


def is_false(value: Any) -> bool:
    return value is False


def is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_not_negative(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and bool(0 <= value < np.inf)


def predicted(values: Floats, step: Step, rounding: Floats, declined: Flags) -> PathOutput:
    """Predicted numbers, one per split or per example; splits where rounding would show in them are declined too."""
    residuals = step.targets - (values - step.source.middle)
    residual = np.sqrt(np.einsum("bm,bm->b", residuals, residuals) / residuals.shape[1])
    largest = np.abs(values).max(axis=1)
    shows = ~(rounding + EPSILON * largest <= VISIBLE * np.minimum(residual, largest))
    return PathOutput(
        np.broadcast_to(values, residuals.shape), declined | (shows & ~((rounding == 0) & (largest == 0)))
    )


def labelled(codes: NDArray[np.intp], source: Source, declined: Flags) -> PathOutput:
    """Class numbers as the user's labels."""
    return PathOutput(source.classes.take(codes), declined)


def best_scored(scores: Floats, rounding: Floats, source: Source, declined: Flags) -> PathOutput:
    """The label of the highest score of each example; splits in which rounding might decide are declined too."""
    codes, close = winners(scores, rounding)
    return labelled(codes, source, declined | close)
