"""`eb.bound`: k errors out of n, and what can be said of the true error."""

from __future__ import annotations

from functools import partial

import numpy as np

from errbar.bounds.law import ADVICE, BoundLimits
from errbar.bounds.record import Bound, check_side
from errbar.bounds.sample import SAMPLE_BOUNDS
from errbar.bounds.table import BOUNDS
from errbar.check import Alternative, check_count, check_level, check_name, check_number
from errbar.errors import InputError, NeedsError
from errbar.show.call import recorded
from errbar.types import Result

ALTERNATIVE: dict[str, Alternative] = {"upper": "less", "lower": "greater", "two-sided": "two-sided"}


@recorded
def bound(
    errors: float,
    n: int,
    *,
    method: str = "clopper_pearson",
    confidence_level: float = 0.95,
    side: str = "upper",
) -> Result:
    """A limit for the true error of a trained classifier that made `errors` errors on `n` test examples.

    Parameters
    ----------
    errors : how many (a sum of losses between 0 and 1, for bounds that do not count).
    n : test examples.
    method : a name from `errbar.bounds.BOUNDS`.
    confidence_level : of the limit, or of both together for `side="two-sided"`.
    side : "upper" (low is 0), "lower" (high is 1) or "two-sided".

    Returns
    -------
    Result

    Examples
    --------
    >>> import errbar as eb
    >>> r = eb.bound(0, 60)
    >>> print(f"{r.low:.0f} {r.high:.4f}")  # 1 - 0.05^(1/60)
    0 0.0487
    """
    record = _record(method)
    chosen = check_side(record, side)
    n, level = check_count("n", n), check_level(confidence_level)
    k = check_number("errors", errors)
    if not 0 <= k <= n:
        raise InputError(f"errors must lie between 0 and n = {n}; got {errors!r}.")
    if record.reads == "errors" and k != round(k):
        raise InputError(
            f"{method} counts errors, so they must be a whole number; got {errors!r}. Try method='bentkus'."
        )
    inference = BoundLimits(method, k / n, n)
    alternative = ALTERNATIVE[chosen]
    low, high = inference.interval(level, alternative)
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
        target="the error of this trained model",
        loss="zero_one",
        n=n,
        n_train=None,
        n_test=n,
        n_splits=1,
        n_fits=0,
        notes=(_guarantee(record), ADVICE["errors"]),
        details={"rigorous": record.rigorous, "errors": float(k), "side": chosen, "greater_is_better": False},
        _interval_at=partial(inference.interval, alternative=alternative),
        _ask=partial(bound, errors, n, confidence_level=confidence_level, side=side),
    )


def bounds_table(errors: float, n: int, confidence_level: float, side: str) -> list[Result]:
    """Every bound that can answer, tightest first."""
    results = [
        bound(errors, n, method=name, confidence_level=confidence_level, side=side)
        for name, record in BOUNDS.items()
        if _answers(record, errors, side)
    ]
    return sorted(results, key=lambda r: (r.high - r.low, r.method))


def _answers(record: Bound, errors: float, side: str) -> bool:
    counts = record.reads != "errors" or errors == np.round(errors)
    return counts and (record.sided != "both only" or side == "two-sided")


def _record(method: str) -> Bound:
    if check_name("method", method, [*BOUNDS, *SAMPLE_BOUNDS]) in SAMPLE_BOUNDS:
        raise NeedsError(
            f"{method} reads the losses themselves, not their sum: use errbar.bounds.{method}(losses, delta), "
            f"eb.score(...) or eb.infer(scores, method={method!r})."
        )
    return BOUNDS[method]


def _guarantee(record: Bound) -> str:
    if record.rigorous:
        return f"Guaranteed for independent test examples ({record.title})."
    return f"Not guaranteed: {record.title} holds the level on average at best."
