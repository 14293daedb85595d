"""Scores in one .npz file: arrays and one JSON header, never a pickle."""

from __future__ import annotations

import json
import zipfile
from dataclasses import fields
from math import prod
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_path
from errbar.errors import InputError
from errbar.plans.families import (
    Bags,
    Chosen,
    Distinct,
    Everything,
    Explicit,
    FoldPairs,
    Folds,
    Halves,
    Part,
    Replaced,
    Sizes,
    Subsample,
    TestSet,
    Windows,
)
from errbar.plans.plan import Plan
from errbar.types.answer import plain, restored
from errbar.types.moments import Moments
from errbar.types.of_predictions import METRICS
from errbar.types.predictions import Predictions
from errbar.types.runs import Runs
from errbar.types.scores import Scores
from errbar.types.written import beside
from errbar.types.zips import check_members

SCHEMA = 1
RENAMED = {"time": "rolling"}  # kinds of splits as version 0.1.0 called them
_CLASSES = (Bags, Everything, Subsample, Distinct, Folds, FoldPairs, Halves, Replaced, Sizes, TestSet, Windows)
_DRAWN = {cls.__name__: cls for cls in _CLASSES}


def save_scores(scores: Scores, path: str | PathLike[str]) -> None:
    if scores.judged is not None:
        raise InputError("Scores with a judge are not saved: keep the table instead.")
    arrays: dict[str, Any] = {}
    if scores.sums is not None:
        kept = {f"sums.{f.name}": getattr(scores.sums, f.name) for f in fields(Moments)}
        arrays |= {name: value for name, value in kept.items() if value is not None}
    for start, one in _metrics(scores).items():
        arrays[f"{start}values"] = one.values
        if one.items is not None:
            arrays[f"{start}items"] = one.items
        if one.predictions is not None:
            if any(metric is not METRICS.get(one.loss) for metric in one.predictions.metrics):
                raise InputError("Scores of a metric of your own hold code and are not saved: keep the table instead.")
            arrays[f"{start}truth"], arrays[f"{start}said"] = one.predictions.truth, np.stack(one.predictions.outputs)
    if scores.runs is not None:
        arrays |= {f"runs.cells{i}": one for i, one in enumerate(scores.runs.cells)}
        arrays |= {f"runs.answers{i}": one for i, one in enumerate(scores.runs.answers or ())}
        arrays |= {f"runs.known{i}": one for i, one in enumerate(scores.runs.known or ())}
    if scores.plan.groups is not None:
        arrays["groups"] = scores.plan.groups
    header = {
        "schema": SCHEMA,
        "names": scores.names,
        **_judged(scores),
        "is_difference": scores.is_difference,
        "averaged": scores.averaged,
        "runs": None if scores.runs is None else {"names": scores.runs.names, "squares": scores.runs.squares},
        "others": [_judged(other) for other in scores.others],
        "plan": {"kind": scores.plan.kind, "n": scores.plan.n, "stratified": scores.plan.stratified},
        "parts": [_describe(part, f"part{i}", arrays) for i, part in enumerate(scores.plan.parts)],
    }
    arrays["header"] = np.frombuffer(json.dumps(plain(header)).encode(), dtype=np.uint8)
    checked = check_path("path", path)
    try:
        if checked.exists() and not checked.is_file():
            raise InputError(f"{str(path)!r} is not a file that scores can be kept in.")
        with beside(checked) as place, place.open("wb") as file:
            np.savez_compressed(file, **arrays)
    except OSError as cause:
        raise InputError(f"The scores cannot be written to {str(path)!r}: {cause.strerror}.") from None


def _metrics(scores: Scores) -> dict[str, Scores]:
    """The first, and the others under names of their own."""
    return {"": scores} | {f"other{i}.": other for i, other in enumerate(scores.others)}


def _judged(scores: Scores) -> dict[str, Any]:
    """What is a metric's own."""
    return {
        "loss": scores.loss,
        "loss_range": scores.loss_range,
        "greater_is_better": scores.greater_is_better,
        "details": plain(scores.details),
        "notes": scores.notes,
    }


def load_scores(path: str | PathLike[str]) -> Scores:
    check_path("path", path)
    damaged = f"{str(path)!r} does not hold saved scores, or is damaged"
    try:
        with zipfile.ZipFile(path) as archive:
            check_members(str(path), archive.infolist())
            arrays = {member.filename.removesuffix(".npy"): _array(archive, member) for member in archive.infolist()}
        header = restored(json.loads(arrays["header"].tobytes()))
        if header.get("schema") == SCHEMA:
            return _built(header, arrays)
    except FileNotFoundError:
        raise InputError(f"There is no file {str(path)!r}.") from None
    except (PermissionError, IsADirectoryError) as cause:
        raise InputError(f"{str(path)!r} cannot be read: {cause.strerror}.") from None
    except InputError:
        raise
    except Exception:  # a damaged archive raises a dozen kinds, and damaged numbers as many again
        raise InputError(f"{damaged}.") from None
    raise InputError(f"{str(path)!r} has schema {header.get('schema')!r}; this errbar reads schema {SCHEMA}.")


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> NDArray[Any]:
    """One array, whose size is as large as its first lines say; nothing is allocated before that is known."""
    with archive.open(member) as file:
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(file)
        if dtype.hasobject or prod(shape) * dtype.itemsize != member.file_size - file.tell():
            raise ValueError("the header does not fit the data")
    with archive.open(member) as file:
        found: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    return found


def _built(header: dict[str, Any], arrays: dict[str, Any]) -> Scores:
    parts = tuple(_rebuild(_today(description), arrays) for description in header["parts"])
    plan = Plan(**_today(header["plan"]), parts=parts, groups=arrays.get("groups"))

    def read(found: dict[str, Any], start: str, **more: Any) -> Scores:
        return Scores(
            plan=plan,
            names=tuple(header["names"]),
            values=arrays[f"{start}values"],
            items=arrays.get(f"{start}items"),
            loss=found["loss"],
            loss_range=None if found["loss_range"] is None else tuple(found["loss_range"]),
            greater_is_better=found["greater_is_better"],
            details=found["details"],
            notes=tuple(found["notes"]),
            predictions=_said(found["loss"], arrays.get(f"{start}truth"), arrays.get(f"{start}said")),
            **more,
        )

    return read(
        header,
        "",
        is_difference=header["is_difference"],
        averaged=header.get("averaged", False),
        sums=_moments({key[5:]: value for key, value in arrays.items() if key.startswith("sums.")}),
        runs=_runs(header.get("runs"), arrays),
        others=tuple(read(other, f"other{i}.") for i, other in enumerate(header.get("others", ()))),
    )


def _runs(found: dict[str, Any] | None, arrays: dict[str, Any]) -> Runs | None:
    if found is None:
        return None
    names = tuple(map(tuple, found["names"]))
    answers = tuple(arrays[f"runs.answers{i}"] for i in range(len(names))) if "runs.answers0" in arrays else None
    squares = None if found["squares"] is None else tuple(found["squares"])
    known = tuple(arrays[f"runs.known{i}"] for i in range(len(names))) if "runs.known0" in arrays else None
    return Runs(names, tuple(arrays[f"runs.cells{i}"] for i in range(len(names))), answers, squares, known)


def _said(metric: str, truth: NDArray[Any] | None, outputs: NDArray[Any] | None) -> Predictions | None:
    if truth is None or outputs is None:
        return None
    return Predictions(truth, tuple(outputs), (METRICS[metric],) * len(outputs))


def _today(description: dict[str, Any]) -> dict[str, Any]:
    """A plan or a part under the name its kind has now."""
    kind = description.get("kind")
    return description if kind not in RENAMED else description | {"kind": RENAMED[kind]}


def _moments(arrays: dict[str, Any]) -> Moments | None:
    if not arrays:
        return None
    counts: dict[str, Any] = {name: int(arrays[name]) for name in ("n", "n_groups") if name in arrays}
    sizes = {"size_squares": float(arrays["size_squares"])} if "size_squares" in arrays else {}
    return Moments(**arrays | counts | sizes | {"binary": tuple(arrays["binary"].tolist())})


def _describe(part: Part, prefix: str, arrays: dict[str, Any]) -> dict[str, Any]:
    """A part as JSON; its arrays go to `arrays` under names that start with `prefix`."""
    if isinstance(part, Chosen):
        arrays[f"{prefix}.places"] = part.places
        return {"class": "Chosen", "prefix": prefix, "of": _describe(part.of, f"{prefix}.of", arrays)}
    if isinstance(part, Explicit):
        sizes = part.sizes()
        arrays[f"{prefix}.train"] = np.concatenate([train for train, _ in part.splits])
        arrays[f"{prefix}.test"] = np.concatenate([test for _, test in part.splits])
        arrays[f"{prefix}.n_train"], arrays[f"{prefix}.n_test"] = sizes
        return {"class": "Explicit", "prefix": prefix, "n": part.n, "kind": part.kind, "n_folds": part.n_folds}
    plain: dict[str, Any] = {"class": type(part).__name__, "prefix": prefix}
    for f in fields(part):  # type: ignore[arg-type]
        value = getattr(part, f.name)
        if isinstance(value, np.ndarray) and value.dtype == object:
            arrays[f"{prefix}.{f.name}"] = np.frombuffer(json.dumps(list(map(str, value))).encode(), dtype=np.uint8)
        elif isinstance(value, np.ndarray):
            arrays[f"{prefix}.{f.name}"] = value
        elif f.init:
            plain[f.name] = value
    return plain


def _rebuild(description: dict[str, Any], arrays: dict[str, Any]) -> Part:
    plain = dict(description)
    name, prefix = plain.pop("class"), plain.pop("prefix")
    if name == "Chosen":
        return Chosen(_rebuild(_today(plain["of"]), arrays), arrays[f"{prefix}.places"])
    if name == "Explicit":
        trains = np.split(arrays[f"{prefix}.train"], np.cumsum(arrays[f"{prefix}.n_train"])[:-1])
        tests = np.split(arrays[f"{prefix}.test"], np.cumsum(arrays[f"{prefix}.n_test"])[:-1])
        return Explicit(plain["n"], tuple(zip(trains, tests, strict=True)), plain["kind"], plain["n_folds"])
    if name not in _DRAWN:
        raise InputError(f"The file names a kind of split this errbar does not know: {name!r}.")
    own = {key[len(prefix) + 1 :]: value for key, value in arrays.items() if key.startswith(f"{prefix}.")}
    if "names" in own and own["names"].dtype == np.uint8:  # text, as JSON
        own["names"] = np.array(json.loads(own["names"].tobytes()), dtype=object)
    part: Part = _DRAWN[name](**plain, **own)
    return part
