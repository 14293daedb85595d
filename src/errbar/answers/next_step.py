"""What to do next: how many more items or splits would help."""

from __future__ import annotations

from math import ceil, inf, isfinite

from errbar.core.design import splits_half_width
from errbar.methods import METHODS
from errbar.show.as_text import percent
from errbar.show.sentence import Unit, counts_errors, is_difference, is_rate, is_shown
from errbar.types import Result
from errbar.types.method import OF_SPLITS

LITTLE = 0.15  # more splits that narrow an interval by less are not worth their fits
OF_RUNS = 0.2  # of the variance: from there on more items alone are poor advice
POWER = 0.8  # behind details["minimum_detectable_effect"]


def next_step(result: Result) -> str | None:
    """One sentence: would more items, more splits or only more data settle it?"""
    if result.n is None:
        return None
    if result.details.get("run_share", 0.0) >= OF_RUNS:
        return _more_runs(result.details["run_share"])
    if result.n_fits == 0:
        return _more_items(result)
    return _more_splits(result)


def _more_runs(share: float) -> str:
    """Where training runs make much of the variance."""
    most = percent(round(1.0 - share**0.5, 2))
    return (
        f"Training runs make {percent(round(share, 2))} of the variance: more runs of each model narrow the interval, "
        f"more items alone by at most {most}."
    )


def _more_items(result: Result) -> str | None:
    assert result.n is not None
    what = "items in new groups" if "n_groups" in result.details else "items"
    if "n_runs" in result.details:  # few of them hardly show what they add
        what += " and more training runs"
    if is_difference(result):
        return _to_see_a_difference(result, result.n, what)
    if not isfinite(result.high - result.low) or result.high == result.low:
        return None
    if result.alternative == "two-sided":
        return f"An interval half as wide would take about {_round(3 * result.n):,} more {what}."
    if result.estimate == 0.0 and counts_errors(result):
        return "With no error in twice as many test examples the limit would be about half as high."
    same = "rate" if is_rate(result) else "mean"
    return f"At the same {same}, 4 times as many test examples would bring the limit about twice as close to it."


def _to_see_a_difference(result: Result, n: int, what: str) -> str | None:
    seen = result.details.get("minimum_detectable_effect")
    if not seen:
        return None
    unit = _at(Unit.of(result), seen)
    if is_shown(result):
        return f"A test set like this one sees differences from {unit(seen)} on (with {percent(POWER)} power)."
    wanted = _worth_seeing(result, seen)
    more = ceil(n * ((seen / wanted) ** 2 - 1))
    size = "A 1-point difference" if wanted == 0.01 and is_rate(result) else f"A difference of {unit(wanted)}"
    return f"{size} would be settled by about {_round(more):,} more {what} (with {percent(POWER)} power)."


def _worth_seeing(result: Result, seen: float) -> float:
    """One point of an error rate; else, or where that is seen already, as much as was estimated, or half of it."""
    if is_rate(result) and seen > 0.01:
        return 0.01
    return abs(result.estimate) if 0.05 * seen < abs(result.estimate) < seen else 0.5 * seen


def _more_splits(result: Result) -> str:
    ratio = result.details.get("ratio")
    data = "only more data narrow it: about 4 times as many examples for half the width"
    record = METHODS.get(result.method)  # of a winner none
    if ratio is None or record is None or record.needs not in OF_SPLITS or result.n_splits < 2:
        return f"{data[0].upper()}{data[1:]}."
    now = splits_half_width(result.n_splits, ratio, result.confidence_level)
    gain = 1 - splits_half_width(inf, ratio, result.confidence_level) / now
    if gain < LITTLE:
        return f"More splits would narrow the interval by at most {percent(round(gain, 2))}; {data[5:]}."
    many = max(50, 4 * result.n_splits)
    part = 1 - splits_half_width(many, ratio, result.confidence_level) / now
    return (
        f"More splits would help a little: {many} instead of {result.n_splits} narrow the interval by about "
        f"{percent(round(part, 2))}, no number of them by more than {percent(round(gain, 2))}; beyond that {data}."
    )


def _round(count: int) -> int:
    """Two digits: more would pretend to know."""
    digits = max(0, len(str(count)) - 2)
    return int(ceil(count / 10**digits) * 10**digits)


def _at(unit: Unit, value: float) -> Unit:
    """The unit with two digits for a number of this size."""
    scaled = abs(unit.factor * value)
    decimals = 1 if scaled >= 1 else 2 if scaled >= 0.1 else 4
    return Unit(unit.factor, unit.word, decimals)
