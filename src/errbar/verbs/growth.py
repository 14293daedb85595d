"""When do more splits, or more training examples, stop helping? From scores that are there: `eb.growth`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import inf, sqrt
from typing import overload

from errbar.answers.ask import ask, series_of
from errbar.answers.growth import Growth
from errbar.answers.learning_curve import LearningCurve
from errbar.check import check_level, check_name
from errbar.core.student import Student
from errbar.core.variance import corrected_factor, mean_and_variance
from errbar.errors import InputError, NeedsError
from errbar.methods import METHODS
from errbar.methods.suits import refuse, why_not_scores
from errbar.types import Question, Results, Scores
from errbar.types.scale import check_scale
from errbar.types.scores import check_scores, limits_of

MANY = 10**9
CLOSE = 1.1  # within a tenth of the width that no number of splits undercuts


@overload
def growth(
    scores: Scores,
    *,
    model: str | None = ...,
    versus: str | None = ...,
    method: str = ...,
    confidence_level: float = ...,
) -> Growth: ...
@overload
def growth(
    scores: Sequence[Scores],
    *,
    model: str | None = ...,
    versus: str | None = ...,
    method: str = ...,
    confidence_level: float = ...,
) -> LearningCurve: ...
def growth(
    scores: Scores | Sequence[Scores],
    *,
    model: str | None = None,
    versus: str | None = None,
    method: str = "corrected_t",
    confidence_level: float = 0.95,
) -> Growth | LearningCurve:
    """How does the interval change as splits are added, or the error as training examples are? Never fits.

    Parameters
    ----------
    scores : over at least two splits: what the first 2, 3, ... splits say. Or a list of such, of the same models
        trained on different numbers of examples (`plans.subsample(25, 0.1, discard=0.5)` throws half of them away): the
        learning curve, and whether more data or `versus` is the better buy.
    model, versus : which model, and which one to subtract; may be left out where there is no choice.
    method : one that reads any splits: corrected_t, bayes_t, or the naive resampled_t and kfold_t.
    confidence_level : of the intervals.

    Returns
    -------
    Growth, or for a list LearningCurve

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
    if not isinstance(scores, Scores):
        if not isinstance(scores, list | tuple):
            scores = [check_scores(scores)]
        return _over_sizes(list(scores), (model, versus), Question(method, level))
    series = series_of(scores, check_scores(scores).chosen(model, versus))
    have = len(series.plan.parts[0])
    if have < 2:
        raise NeedsError(f"growth needs at least two splits; got {have}.")
    whole = series.first(have)
    refuse(why_not_scores(record, whole))
    check_scale(whole)
    limits = limits_of(scores, series)
    question = Question(method, level)
    enough = next(j for j in range(2, have + 1) if series.first(j).plan.n_different > 1)  # splits may test one group
    found = [record(series.first(j), question).within(limits) for j in range(enough, have + 1)]
    ratio = record.overlap and whole.plan.ratio  # what is left of the variance when J is infinite
    assert ratio is not None
    se = sqrt(ratio * mean_and_variance(whole.per_split)[1])
    low, high = Student(0.0, se, inf).interval(level, "two-sided")
    return Growth(Results(found), (high - low) / 2, _enough(ratio, level) if ratio else None)


def _over_sizes(several: list[Scores], names: tuple[str | None, str | None], question: Question) -> LearningCurve:
    """One answer for each training size."""
    if len(several) < 2:
        raise InputError(f"A learning curve needs scores of two or more training sizes; got {len(several)}.")
    sizes = [round(float(check_scores(one).plan.n_train.mean())) for one in several]
    if len({one.loss for one in several}) > 1 or len({one.names for one in several}) > 1:
        raise InputError("The scores of a learning curve must be of the same models and the same loss.")
    if len(set(sizes)) < len(sizes):
        raise InputError(f"Two of these scores have the same training size: {', '.join(map(str, sorted(sizes)))}.")
    model, versus = names
    if model is None and versus is None and len(several[0].names) == 1:
        model = several[0].names[0]
    if model is None:
        raise InputError(f"Name the model of the learning curve: model= one of {', '.join(several[0].names)}.")
    several = [several[i] for i in sorted(range(len(sizes)), key=sizes.__getitem__)]
    alone = question.but(null=None)
    half = alone.but(confidence_level=1.0 - (1.0 - question.confidence_level) / 2.0)
    found = [ask(one, one.chosen(model, None), alone) for one in several]
    before, after = (ask(one, one.chosen(model, None), half) for one in several[-2:])
    sign = -1.0 if several[-1].greater_is_better else 1.0
    ends = sorted((sign * (before.low - after.high), sign * (before.high - after.low)))
    last = several[-1]
    other = None if versus is None else ask(last, last.chosen(model, versus), question.but(null=0.0))
    gain = (sign * (before.estimate - after.estimate), ends[0], ends[1])
    return LearningCurve(tuple(sorted(sizes)), Results(found), gain, other, last.greater_is_better)


def _known() -> list[str]:
    return [name for name, record in METHODS.items() if record.overlap is not None]


def _enough(ratio: float, level: float) -> int:
    """The first J whose t_{J-1} sqrt(1/J + n2/n1) is within a tenth of its limit."""
    least = Student(0.0, sqrt(ratio), inf).interval(level, "two-sided")[1]

    def close(n_splits: int) -> bool:
        reach = Student(0.0, sqrt(corrected_factor(n_splits, ratio)), n_splits - 1.0)
        return reach.interval(level, "two-sided")[1] <= CLOSE * least

    return 2 + bisect_left(range(2, MANY), True, key=close)
