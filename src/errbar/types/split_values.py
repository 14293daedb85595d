"""One number per split as people have them: scikit-learn's `cross_validate` and `cv_results_`, or plain lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.check import check_finite, check_model_names
from errbar.core.arrays import Floats
from errbar.core.direction import check_direction, direction_of, known_direction
from errbar.errors import InputError

CANDIDATE = re.compile(r"split(\d+)_test_(.+)")
TEST = re.compile(r"(test)_(.+)")
SEARCH_NOTE = (
    "These are candidates of a search. The best-looking one was chosen on these very splits, so its own interval is "
    "optimistic: to judge the search, evaluate the search object itself."
)


@dataclass(frozen=True, slots=True)
class SplitValues:
    """Rows by model name, the splits `return_indices=True` kept (models x {train, test}), and what to know.

    `from_sklearn`: how many rows are scikit-learn's own; `metric`: what its dictionaries call their numbers.
    """

    rows: dict[str, Floats]
    indices: list[Mapping[str, Any]]
    from_sklearn: int
    metric: str | None = None
    notes: tuple[str, ...] = ()

    def direction(self, name: str, greater_is_better: bool | None) -> bool:
        """Whether greater is better: scikit-learn's scorers always say so, other numbers by their name or not at all.

        A metric that has the name of a loss may be negated or not: nobody but the user knows.
        """
        said = check_direction(greater_is_better)
        sounds_lower = known_direction(name) is False
        if self.from_sklearn and said is False and not sounds_lower:
            raise InputError(
                "greater_is_better=False contradicts scikit-learn, whose scorers (neg_ ones too) are all greater is "
                "better: leave it out, or pass the numbers of one score as a list."
            )
        if self.from_sklearn and said is None and sounds_lower:
            raise InputError(
                f"{name!r} sounds like a loss, and scikit-learn's scorers are greater is better: say "
                "greater_is_better=True where the numbers are negated losses, or greater_is_better=False where they "
                "are losses."
            )
        if said is None and self.from_sklearn == len(self.rows):
            return True
        return direction_of("these numbers", None if name == "score" else name, said)


def read_split_values(values: Any) -> SplitValues:
    """Every model's numbers, from a mapping name -> numbers or from what scikit-learn returns."""
    if not isinstance(values, Mapping):
        values = {"model": values}
    if not values:
        raise InputError("Give a mapping from model name to its numbers, with at least one model.")
    check_model_names(values)
    if "params" in values and _metrics(values, CANDIDATE, 2):
        rows, metric = _candidates(values), _only(_metrics(values, CANDIDATE, 2), "split<i>_test_{}")
        return SplitValues(rows, [], len(rows), _called({metric}), (SEARCH_NOTE,))
    if "fit_time" in values and "score_time" in values:
        values = {"model": values}
    given = [mapping for mapping in values.values() if isinstance(mapping, Mapping)]
    indices = [mapping["indices"] for mapping in given if "indices" in mapping]
    rows = {name: _row(name, numbers) for name, numbers in values.items()}
    return SplitValues(rows, indices, len(given), _called({_metric_of(one) for one in values.values()}))


def _called(metrics: set[str | None]) -> str | None:
    """The one name that all dictionaries give their numbers; scikit-learn's "score" says nothing."""
    names = sorted(name for name in metrics if name not in (None, "score"))
    if len(names) > 1:
        raise InputError(f"These are scores of different kinds, {' and '.join(names)}: compare one.")
    return names[0] if names else None


def _metric_of(numbers: Any) -> str | None:
    """What a model's dictionary calls its numbers; None for plain numbers."""
    if not isinstance(numbers, Mapping):
        return None
    found = _metrics(numbers, CANDIDATE, 2) or _metrics(numbers, TEST, 2)
    return found[0] if found else None


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
    found = _metrics(numbers, TEST, 2)
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
