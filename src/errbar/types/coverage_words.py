"""What was measured of every method's nominal 95 % intervals, and the only words errbar has for it."""

from __future__ import annotations

from collections.abc import Callable

from errbar.types.measured import BENCHMARK, FOLDS, FRESH, GROUPS, SHALLOW, SMALL, SUITE, Coverage

YOUNGEST: dict[str, Coverage] = {  # what neither has: the first form that the benchmark asked
    name: seen for (name, _, _), seen in reversed(BENCHMARK.items()) if name not in SUITE and name not in FRESH
}
MEASURED: dict[str, Coverage] = {**SMALL, **YOUNGEST, **FRESH, **SUITE}

# a word in a record's guarantee -> what the suite must have seen of the method
WORDS: dict[str, Callable[[Coverage], bool]] = {
    "far too narrow": lambda seen: seen.mean < 0.80,
    "too narrow": lambda seen: seen.mean < 0.91,
    "liberal": lambda seen: seen.mean < 0.94,
    "uneven": lambda seen: seen.mean >= 0.94 and seen.below > 0.10,
    "near nominal": lambda seen: 0.94 <= seen.mean <= 0.96 and seen.below <= 0.10,
    "conservative": lambda seen: seen.mean > 0.955 and seen.below <= 0.10,
}
OVER = {
    "subsample": "25 random splits", "kfold": "10 folds", "halvings": "15 splits and 10 halvings",
    "nested": "nested folds", "pseudo_bootstrap": "rounds of splits", "five_by_two": "five times two folds",
    "holdout": "one hold-out set", "bootstrap": "bootstrap samples", "replacements": "folds with one replaced",
}  # fmt: skip


BENCHMARK_WORDS = "the cells of the 2024 benchmark"
OF_HALVINGS = 315  # fits of the suite's 15 splits and 10 halvings


def coverage_words(method: str) -> str:
    """The one sentence on a method's coverage, from the calibration suite (or fresh or small cells, for others).

    >>> coverage_words("my_t")
    'The calibration suite has not measured my_t: how often its intervals hold is not known.'
    """
    if method not in MEASURED:
        return f"The calibration suite has not measured {method}: how often its intervals hold is not known."
    tables = (("the calibration suite", SUITE), ("fresh cells", FRESH), ("small cells", SMALL))
    where = next((name for name, seen in tables if method in seen), BENCHMARK_WORDS)
    return f"In {where} nominal 95 % intervals of {method} covered {_told(MEASURED[method])}."


def coverage_note(method: str, kind: str, once: bool, n_fits: int = 0, *, groups: bool = False) -> str:
    """The same beside a result: for the plan that was used, where that is another one than the suite's.

    `kind` is the plan's; `once` says whether its folds are those of a single run; halvings are told by their fits.
    `groups`: whether whole groups were split.
    """
    if groups and (method, kind, n_fits) in GROUPS:
        seen = GROUPS[method, kind, n_fits]
        return f"In cells of examples in groups nominal 95 % intervals of {method} covered {_told(seen)}."
    folds = "10 folds" if once else "10 x 10 folds"
    usual = method in MEASURED and MEASURED[method].plan == kind and (kind != "kfold" or once)
    usual = usual and (kind != "halvings" or n_fits == OF_HALVINGS)
    asked = method in YOUNGEST or (kind == "halvings" and not usual)
    if asked and (method, kind, n_fits) in BENCHMARK:
        seen = BENCHMARK[method, kind, n_fits]
        return f"In {BENCHMARK_WORDS} nominal 95 % intervals of {method} from {n_fits} fits covered {_told(seen)}."
    if usual or method not in MEASURED:
        return coverage_words(method)
    if kind == "kfold" and (method, folds) in FOLDS:
        seen = FOLDS[method, folds]
        return (
            f"Over {folds} nominal 95 % intervals of {method} covered {_told(seen)} of a smaller study; the "
            "calibration suite has none of it over folds like these."
        )
    words = coverage_words(method).rstrip(".")
    return f"{words} (over {OVER[MEASURED[method].plan]}, not over splits like these)."


def measured(method: str) -> str:
    """Half a sentence for a record's guarantee."""
    if method not in MEASURED:
        return "not in the calibration suite"
    return _half(MEASURED[method])


def measured_of_fits(method: str, kind: str, n_fits: int) -> str:
    """Half a sentence on a method over so many fits, from the benchmark where it was asked that."""
    if (method, kind, n_fits) not in BENCHMARK:
        return measured(method)
    return f"in {BENCHMARK_WORDS} {_half(BENCHMARK[method, kind, n_fits])}"


def measured_over(method: str, folds: str) -> str:
    """Half a sentence on a method over folds: "10 folds" or "10 x 10 folds"."""
    if (method, folds) not in FOLDS:
        return f"over {folds} it has not been measured"
    return f"over {folds} {_half(FOLDS[method, folds])}"


def shallow_words(method: str) -> str:
    """What became of stumps and shallow trees, where intervals for an algorithm are weakest."""
    low, high = SHALLOW[method]
    return f"Stumps and shallow trees: {_percent(low)} to {_percent(high)}."


def _half(seen: Coverage) -> str:
    return f"95 % intervals covered {_percent(seen.mean)} on average, {_percent(seen.lowest)} in the worst cell"


def _told(seen: Coverage) -> str:
    mean, lowest = _percent(seen.mean), _percent(seen.lowest)
    below = f"below 93 % in {100 * seen.below:.0f} % of the cells"
    return f"{mean} on average over {seen.cells} cells, {lowest} in the worst; {below}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
