"""What a model said, as bytes and a line of JSON that says how to read them: exactly the same arrays come back."""

from __future__ import annotations

import json
import zlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from errbar.errors import StoreError
from errbar.run.saying import Said

NUMBERS = "biuf"  # kinds of arrays that are kept as they are; labels of other kinds by their places among the classes
MOST_BYTES = 1000  # per example: of more classes than that, only the labels are kept


class Packed(NamedTuple):
    """How to read it, and the bytes."""

    how: str
    content: bytes


def pack(said: Said) -> Packed | None:
    """None where it cannot be kept without pickles, or is of a shape that nobody reads."""
    classes = None if said.classes is None else _labels(said.classes)
    if said.classes is not None and classes is None:
        return None
    arrays: list[dict[str, Any]] = []
    content = b""
    for name, output in said.outputs.items():
        entry, data = _packed(name, output, said)
        arrays.append({"of": name} | entry)
        content += data
    small = zlib.compress(content, 1)  # a tree says few different things
    header = {"classes": classes, "arrays": arrays, "small": len(small) < len(content)}
    return Packed(json.dumps(header), small if header["small"] else content)


def unpack(packed: Packed) -> Said:
    """What was packed, and nothing but that: anything else is an error, never a pickle."""
    try:
        return _read_back(packed)
    except (KeyError, IndexError, TypeError, ValueError, zlib.error, RecursionError):
        raise StoreError("The store holds what errbar did not write: start another.") from None


def _read_back(packed: Packed) -> Said:
    header = json.loads(packed.how)
    classes = None if header["classes"] is None else np.array(header["classes"][1], dtype=header["classes"][0])
    outputs: dict[str, NDArray[Any] | None] = {}
    content = zlib.decompress(packed.content) if header["small"] else packed.content
    start, after = 0, []
    for entry in header["arrays"]:
        name = entry["of"]
        outputs[name] = None
        if "from" in entry:
            after.append(entry)
        elif "dtype" in entry:
            array = np.frombuffer(content, entry["dtype"], int(np.prod(entry["shape"])), start)
            start += array.nbytes
            outputs[name] = _unpacked(array.reshape(entry["shape"]), entry, classes)
    for entry in after:
        source = outputs[entry["from"]]
        assert source is not None
        assert classes is not None
        outputs[entry["of"]] = classes[_chosen(source)].astype(entry["labels"])
    return Said(outputs, classes)


def _packed(name: str, output: NDArray[Any] | None, said: Said) -> tuple[dict[str, Any], bytes]:
    """How to read it, and the bytes; nothing where it is not kept."""
    if output is None or output.ndim == 0:
        return {}, b""
    if name == "predict" and said.classes is not None and output.ndim == 1:
        return _packed_labels(output, said)
    if not _is_kept(output):
        return {}, b""
    array, more = np.ascontiguousarray(output), {}
    if name == "predict_proba" and array.shape[1:] == (2,) and (1 - array[:, 1] == array[:, 0]).all():
        array, more = np.ascontiguousarray(array[:, 1]), {"second": True}
    return _plain(array) | more, array.tobytes()


def _packed_labels(output: NDArray[Any], said: Said) -> tuple[dict[str, Any], bytes]:
    """By their places among the classes, or, where these follow from another output, not at all."""
    assert said.classes is not None
    codes = _codes(output, said.classes)
    if codes is None:
        return {}, b""
    for source in ("predict_proba", "decision_function"):
        other = said.outputs.get(source)
        if other is not None and _is_kept(other) and np.array_equal(_chosen(other), codes):
            return {"from": source, "labels": output.dtype.str}, b""
    return _plain(codes) | {"labels": output.dtype.str}, codes.tobytes()


def _unpacked(array: NDArray[Any], entry: dict[str, Any], classes: NDArray[Any] | None) -> NDArray[Any]:
    if "labels" in entry:
        assert classes is not None
        labels: NDArray[Any] = classes[array].astype(entry["labels"])
        return labels
    return np.column_stack([1 - array, array]) if entry.get("second") else array


def _is_kept(output: NDArray[Any]) -> bool:
    return output.dtype.kind in NUMBERS and output.ndim <= 2 and output.nbytes <= MOST_BYTES * len(output)


def _plain(array: NDArray[Any]) -> dict[str, Any]:
    return {"dtype": array.dtype.str, "shape": array.shape}


def _chosen(output: NDArray[Any]) -> NDArray[np.intp]:
    """The places of the labels that most classifiers would give."""
    return output.argmax(axis=1) if output.ndim == 2 else (output > 0).astype(np.intp)


def _codes(labels: NDArray[Any], classes: NDArray[Any]) -> NDArray[Any] | None:
    """The place of every label among the classes; None if one is none of them, or would come back as another type."""
    if labels.dtype != classes.dtype and labels.dtype.kind not in "biufU":
        return None
    try:
        places = np.searchsorted(classes, labels).clip(0, classes.size - 1)
        same = bool((classes[places].astype(labels.dtype) == labels).all())
    except (TypeError, ValueError):
        return None
    return places.astype("|u1" if classes.size <= 256 else "<u4") if same else None


def _labels(classes: NDArray[Any]) -> tuple[str, list[Any]] | None:
    """Classes as JSON; None for a kind that JSON does not have."""
    values = classes.tolist()
    text = classes.dtype == object and all(type(value) is str for value in values)
    if classes.ndim != 1 or not (classes.dtype.kind in "biuU" or text or _whole(classes)):
        return None
    return ("O" if text else classes.dtype.str), values


def _whole(classes: NDArray[Any]) -> bool:
    return classes.dtype.kind == "f" and bool(np.isfinite(classes).all())
