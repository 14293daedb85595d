"""When do more splits stop helping? The interval after 2, 3, ... splits of scores that are there: `eb.growth`."""

from __future__ import annotations

from bisect import bisect_left
from math import inf, sqrt

from errbar.answers.ask import series_of
from errbar.answers.growth import Growth
from errbar.check import check_level, check_name
from errbar.core.student import Student
from errbar.core.variance import corrected_factor, mean_and_variance
from errbar.errors import NeedsError
from errbar.methods import METHODS
from errbar.methods.suits import check_scale, refuse, why_not_scores
from errbar.types import Question, Results, Scores
from errbar.types.scores import check_scores, limits_of

MANY = 10**9
CLOSE = 1.1  # within a tenth of the width that no number of splits undercuts


def growth(
    scores: Scores,
    *,
    model: str | None = None,
    versus: str | None = None,
    method: str = "corrected_t",
    confidence_level: float = 0.95,
) -> Growth:
    """How does the interval change as splits are added? Infers from the first 2, 3, ... splits; never fits.

    Parameters
    ----------
    scores : over at least two splits.
    model, versus : which model, and which one to subtract; may be left out where there is no choice.
    method : one that reads any splits: corrected_t, bayes_t, or the naive resampled_t and kfold_t.
    confidence_level : of the intervals.

    Returns
    -------
    Growth

    Examples
    --------
    >>> import errbar as eb
    >>> m = [.20, .24, .18, .22, .26, .19, .21, .25, .23, .17]
    >>> found = eb.growth(eb.Scores.from_splits({"m": m}, n_train=90, n_test=10, loss="error"))
    >>> len(found.results), found.results[-1].n_splits
    (9, 10)
    >>> print(found)
    10 splits: 95 % half-width 0.0315, 0.0198 at best; more than 57 splits narrow it by a tenth at most.
    """
    level, record = check_level(confidence_level), METHODS[check_name("method", method, _known())]
    series = series_of(scores, check_scores(scores).chosen(model, versus))
    have = len(series.plan.parts[0])
    if have < 2:
        raise NeedsError(f"growth needs at least two splits; got {have}.")
    whole = series.first(have)
    refuse(why_not_scores(record, whole))
    check_scale(whole)
    limits = limits_of(scores, series)
    question = Question(method, level)
    found = [record(series.first(j), question).within(limits) for j in range(2, have + 1)]
    ratio = record.overlap and whole.plan.ratio  # what is left of the variance when J is infinite
    assert ratio is not None
    se = sqrt(ratio * mean_and_variance(whole.per_split)[1])
    low, high = Student(0.0, se, inf).interval(level, "two-sided")
    return Growth(Results(found), (high - low) / 2, _enough(ratio, level) if ratio else None)


def _known() -> list[str]:
    return [name for name, record in METHODS.items() if record.overlap is not None]


def _enough(ratio: float, level: float) -> int:
    """The first J whose t_{J-1} sqrt(1/J + n2/n1) is within a tenth of its limit."""
    least = Student(0.0, sqrt(ratio), inf).interval(level, "two-sided")[1]

    def close(n_splits: int) -> bool:
        reach = Student(0.0, sqrt(corrected_factor(n_splits, ratio)), n_splits - 1.0)
        return reach.interval(level, "two-sided")[1] <= CLOSE * least

    return 2 + bisect_left(range(2, MANY), True, key=close)
