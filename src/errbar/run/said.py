"""What a model says of its test examples, checked before it is judged: a wrong shape or type never becomes a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from errbar.errors import InputError

if TYPE_CHECKING:
    from errbar.run.losses import Loss

NUMBERS = "biuf"  # kinds of NumPy arrays
ROUNDING = 1e-6  # by which a probability may miss [0, 1]


def check_said(metric: Loss, output: Any, y: NDArray[Any], classes: Any) -> NDArray[Any]:
    """The output as an array of the shape and type the loss reads; a loss of the user's own may read any shape."""
    said = as_said(metric.reads, output)
    if metric.task == "any":
        check_length(metric.reads, said, len(y))
    elif metric.reads == "predict_proba":
        _check_probabilities(said, y, classes)
    elif metric.reads == "predict" and metric.task == "classification":
        check_labels(said, y, classes)
    else:
        _check_shape(metric.reads, said.shape, y.shape)
        check_numbers(metric.reads, said)
        return said if said.dtype.kind == "f" else said.astype(np.float64)  # unsigned differences would wrap around
    return said


def as_said(reads: str, output: Any) -> NDArray[Any]:
    """As an array; labels and numbers of one column are one each."""
    return np.asarray(output) if reads == "predict_proba" else one_column(output)


def one_column(output: Any) -> NDArray[Any]:
    """One value per example where there is one column, as CatBoost gives; sparse labels made dense."""
    said = np.asarray(output.toarray() if hasattr(output, "tocsr") else output)
    return said[:, 0] if said.ndim == 2 and said.shape[1] == 1 else said


def check_labels(said: NDArray[Any], y: NDArray[Any], classes: Any) -> None:
    """Refuse predictions that could never equal a label: each of them would count as an error, without a word."""
    _check_shape("predict", said.shape, y.shape)
    none_missing("predict", said)
    said, y = said.ravel(), y.ravel()
    given, wanted = _kinds(said), _kinds(y)
    if given and wanted and not given <= wanted:
        strange = next(value for value in said.tolist() if _kind(value) not in wanted)
        raise InputError(
            f"predict gave {strange!r} ({_kind(strange)}) where the labels are {' and '.join(sorted(wanted))} "
            f"such as {y[:1].tolist()[0]!r}."
        )
    if said.dtype.kind == "f" and (off := said != np.round(said)).any() and _whole(y, classes):
        raise InputError(
            f"predict gave {said[off][0]!s} where the labels are whole numbers such as {y[:1].tolist()[0]!r}: "
            "is the model a regressor?"
        )


def check_length(reads: str, said: NDArray[Any], n: int) -> None:
    """One row per test example, of whatever shape."""
    _check_shape(reads, said.shape[:1], (n,))


def check_numbers(reads: str, said: NDArray[Any]) -> None:
    """Numbers, all of them finite."""
    none_missing(reads, said)
    if said.dtype.kind not in NUMBERS:
        first = said.ravel()[:1].tolist()
        raise InputError(f"{reads} gave values such as {first[0]!r} ({said.dtype}); needed are numbers.")


def _check_shape(reads: str, shape: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    if shape != wanted:
        raise InputError(
            f"{reads} gave an array of shape {shape} for {wanted[0]} test examples; needed is shape {wanted}."
        )


def _check_probabilities(said: NDArray[Any], y: NDArray[Any], classes: Any) -> None:
    if classes is None:
        raise InputError("predict_proba needs classes_ beside it, to say which column is whose; the model has none.")
    _check_shape("predict_proba", said.shape, (y.size, np.asarray(classes).size))
    check_numbers("predict_proba", said)
    if said.size and (said.min() < -ROUNDING or said.max() > 1 + ROUNDING):
        raise InputError(f"predict_proba gave values from {said.min():.4g} to {said.max():.4g}: no probabilities.")


def none_missing(reads: str, said: NDArray[Any]) -> None:
    if said.dtype.kind in "fc":
        bad = ~np.isfinite(said)
    elif said.dtype.kind in "mM":
        bad = np.isnat(said)
    elif said.dtype == object:
        bad = np.array([value is None or value != value for value in said.ravel()], dtype=bool).reshape(said.shape)  # noqa: PLR0124 - NaN
    else:
        return
    if bad.any():
        raise InputError(
            f"{reads} gave {said[bad].tolist()[0]} for {int(bad.any(axis=tuple(range(1, bad.ndim))).sum())} of "
            f"{len(said)} test examples."
        )


def _kinds(values: NDArray[Any]) -> set[str]:
    """Words for the types in an array: labels of one kind can be equal, of two kinds never."""
    if values.dtype == object:
        return {_kind(value) for value in values.tolist()}
    return {_kind(value) for value in values[:1].tolist()}


def _kind(value: Any) -> str:
    if isinstance(value, (bool, int, float, complex, np.number, np.bool_)):
        return "numbers"
    return "text" if isinstance(value, str) else f"of type {type(value).__name__}"


def _whole(y: NDArray[Any], classes: Any) -> bool:
    """Whether all labels are known to be whole numbers; a test set alone may miss those that are not."""
    if y.dtype.kind in "biu":
        return True
    known = None if classes is None else np.asarray(classes)
    return (
        y.dtype.kind == "f"
        and known is not None
        and known.dtype.kind in NUMBERS
        and bool((y == np.round(y)).all() and (known == np.round(known)).all())
    )
