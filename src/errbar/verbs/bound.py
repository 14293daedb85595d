"""`eb.bound`: k errors out of n, and what can be said of the true error."""

from __future__ import annotations

from errbar.answers.counted import Counts, of_counts
from errbar.bounds.numbers import Side
from errbar.show.call import recorded
from errbar.types import Result


@recorded
def bound(
    errors: float,
    n: int,
    *,
    method: str = "clopper_pearson",
    confidence_level: float = 0.95,
    side: Side = "upper",
) -> Result:
    """A limit for the true error of a trained classifier that made `errors` errors on `n` test examples.

    Parameters
    ----------
    errors : how many (a sum of losses between 0 and 1, for bounds that do not count).
    n : test examples.
    method : a name from `errbar.bounds.BOUNDS`.
    confidence_level : of the limit, or of both together for `side="two-sided"`.
    side : "upper" (low is 0), "lower" (high is 1) or "two-sided".

    Examples
    --------
    >>> import errbar as eb
    >>> r = eb.bound(0, 60)
    >>> print(f"{r.low:.0f} {r.high:.4f}")  # 1 - 0.05^(1/60)
    0 0.0487
    """
    return of_counts(Counts.of(errors, n, confidence_level, side), method)
