"""One number per split as people have them: scikit-learn's `cross_validate` and `cv_results_`, or plain lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_finite
from errbar.errors import InputError

Floats = NDArray[np.float64]

CANDIDATE = re.compile(r"split(\d+)_test_(.+)")
SEARCH_NOTE = (
    "These are candidates of a search. The best-looking one was chosen on these very splits, so its own interval is "
    "optimistic: to judge the search, evaluate the search object itself."
)


@dataclass(frozen=True, slots=True)
class SplitValues:
    """Rows by model name, the splits `return_indices=True` kept (models x {train, test}), and what to know."""

    rows: dict[str, Floats]
    indices: list[Mapping[str, Any]]
    from_sklearn: bool
    notes: tuple[str, ...] = ()


def read_split_values(values: Any) -> SplitValues:
    """Every model's numbers, from a mapping name -> numbers or from what scikit-learn returns."""
    if not isinstance(values, Mapping):
        values = {"model": values}
    if not values:
        raise InputError("Give a mapping from model name to its numbers, with at least one model.")
    if not all(isinstance(name, str) for name in values):
        raise InputError(f"Model names must be strings; got {list(values)!r}.")
    if "params" in values and _metrics(values, CANDIDATE, 2):
        return SplitValues(_candidates(values), [], True, (SEARCH_NOTE,))
    if "fit_time" in values and "score_time" in values:
        values = {"model": values}
    given = [mapping for mapping in values.values() if isinstance(mapping, Mapping)]
    indices = [mapping["indices"] for mapping in given if "indices" in mapping]
    return SplitValues({name: _row(name, numbers) for name, numbers in values.items()}, indices, bool(given))


def _row(name: str, numbers: Any) -> Floats:
    if isinstance(numbers, Mapping):
        numbers = _from_cross_validate(name, numbers)
    row = check_finite(f"scores of {name!r}", numbers)
    if row.ndim != 1 or row.size == 0:
        raise InputError(f"Give one number per split; {name!r} has an array of shape {row.shape}.")
    return row.copy()


def _from_cross_validate(name: str, numbers: Mapping[str, Any]) -> Any:
    """One model's test scores: `test_score`, the only `test_<metric>`, or a candidate's `split<i>_test_score`."""
    if _metrics(numbers, CANDIDATE, 2):
        columns = [np.atleast_1d(column) for column in _columns(numbers)]
        if columns[0].size != 1:
            raise InputError(
                f"{name!r} is a cv_results_ of {columns[0].size} candidates: pass cv_results_ itself to get one model "
                "per candidate, or the numbers of one of them."
            )
        return [column[0] for column in columns]
    found = _metrics(numbers, re.compile(r"(test)_(.+)"), 2)
    if not found:
        raise InputError(
            f"The dictionary of {name!r} needs 'test_score' (cross_validate) or 'split<i>_test_score' (cv_results_) "
            f"entries; it has {', '.join(map(repr, numbers))}."
        )
    return numbers[f"test_{_only(found, 'test_{}')}"]


def _candidates(results: Mapping[str, Any]) -> dict[str, Floats]:
    """One row per candidate of a search, named by its parameters."""
    table = np.stack([check_finite("scores of the search", column) for column in _columns(results)])
    names: list[str] = []
    for params in results["params"]:
        name = ", ".join(f"{key}={value}" for key, value in params.items()) or "model"
        taken = sum(other == name or other.startswith(f"{name} (") for other in names)
        names.append(f"{name} ({taken + 1})" if taken else name)
    return dict(zip(names, np.ascontiguousarray(table.T), strict=True))


def _columns(results: Mapping[str, Any]) -> list[Any]:
    """The `split<i>_test_<metric>` entries in the order of the splits."""
    metric = _only(_metrics(results, CANDIDATE, 2), "split<i>_test_{}")
    matches = (CANDIDATE.fullmatch(key) for key in results)
    numbers = sorted(int(match[1]) for match in matches if match and match[2] == metric)
    return [results[f"split{i}_test_{metric}"] for i in numbers]


def _metrics(mapping: Mapping[str, Any], pattern: re.Pattern[str], group: int) -> list[str]:
    matches = (pattern.fullmatch(str(key)) for key in mapping)
    return sorted({match[group] for match in matches if match})


def _only(metrics: list[str], entry: str) -> str:
    if len(metrics) > 1:
        entries = ", ".join(entry.format(metric) for metric in metrics)
        raise InputError(f"There are several scores here ({entries}): pass the numbers of one of them.")
    return metrics[0]
