"""k errors out of n -> Result: a limit for the true error, from one of `errbar.bounds`."""

from __future__ import annotations

from typing import NamedTuple

from errbar.bounds import BOUNDS, SAMPLE_BOUNDS
from errbar.bounds.bound import Bound, check_side
from errbar.bounds.limits import ADVICE, BoundLimits
from errbar.check import Alternative, check_count, check_level, check_name, check_number
from errbar.errors import InputError, NeedsError
from errbar.types import Result

ALTERNATIVE: dict[str, Alternative] = {"upper": "less", "lower": "greater", "two-sided": "two-sided"}


class Counts(NamedTuple):
    """What was counted, and the limit asked for."""

    errors: float
    n: int
    confidence_level: float
    side: str

    @classmethod
    def of(cls, errors: float, n: int, confidence_level: float, side: str) -> Counts:
        """Checked."""
        n, level = check_count("n", n), check_level(confidence_level)
        return cls(check_number("errors", errors), n, level, check_name("side", side, ALTERNATIVE))


def of_counts(counts: Counts, method: str) -> Result:
    """What one bound says."""
    record = _record(method)
    chosen = check_side(record, counts.side)
    k, n, level, _ = counts
    if not 0 <= k <= n:
        raise InputError(f"errors must lie between 0 and n = {n}; got {k!r:.80}.")
    if record.reads == "errors" and k != round(k):
        raise InputError(
            f"{method} counts errors, so they must be a whole number; got {k!r:.80}. Try method='bentkus'."
        )
    law, alternative, counted = BoundLimits(k / n, record, n), ALTERNATIVE[chosen], k == round(k)
    low, high = law.interval(level, alternative)
    return Result(
        estimate=k / n,
        low=low,
        high=high,
        confidence_level=level,
        pvalue=None,
        statistic=None,
        se=None,
        df=None,
        null=None,
        alternative=alternative,
        method=method,
        target=f"the {'error' if counted else 'mean loss'} of this trained model",
        loss="zero_one" if counted else "loss",
        n=n,
        n_train=None,
        n_test=n,
        n_splits=1,
        n_fits=0,
        notes=(_guarantee(record, counted), ADVICE["errors" if counted else "bounded"]),
        details={"rigorous": record.rigorous, "errors": float(k), "side": chosen, "greater_is_better": False},
        _law=law,
        _source=counts,
    )


def every_bound(counts: Counts) -> list[Result]:
    """Every bound that can answer, tightest first."""
    results = [of_counts(counts, name) for name, record in BOUNDS.items() if can_answer(record, counts)]
    return sorted(results, key=lambda r: (r.high - r.low, r.method))


def can_answer(record: Bound, counts: Counts) -> bool:
    whole = record.reads != "errors" or counts.errors == round(counts.errors)
    return whole and (record.sided != "both only" or counts.side == "two-sided")


def _record(method: str) -> Bound:
    if check_name("method", method, [*BOUNDS, *SAMPLE_BOUNDS]) in SAMPLE_BOUNDS:
        raise NeedsError(
            f"{method} reads the losses themselves, not their sum: use errbar.bounds.{method}(losses, delta), "
            f"eb.score(...) or eb.infer(scores, method={method!r})."
        )
    return BOUNDS[method]


def _guarantee(record: Bound, counted: bool) -> str:
    if record.rigorous:
        losses = "" if counted else " with losses from 0 to 1"
        return f"Guaranteed for independent test examples{losses} ({record.words})."
    return f"Not guaranteed: {record.words} holds the level on average at best."
