"""Whether the splits so far settle what all splits will say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.completed import completed
from errbar.core.students import Students
from errbar.core.variance import means_and_variances
from errbar.errors import NeedsError
from errbar.methods import METHODS
from errbar.plans.plan import Plan
from errbar.show.as_text import number
from errbar.types.method import Method
from errbar.types.question import Question
from errbar.types.scores import Scores
from errbar.types.stopping import Stopping

STEP = 5  # looks: after 5, 10, 15, ... splits
FEWEST, ENOUGH = 10, 25  # splits before a width may count as reached, and as out of reach
_RISK = "0.2 %"
RISK = 0.002  # the chance, given the scores so far, that all splits would say otherwise


def looks(n_splits: int) -> Iterator[tuple[int, int]]:
    """The blocks that splits are added in, as ranges.

    >>> list(looks(12))
    [(0, 5), (5, 10), (10, 12)]
    """
    ends = range(STEP, n_splits, STEP)
    return zip([0, *ends], [*ends, n_splits], strict=True)


@dataclass(frozen=True, slots=True)
class Settling:
    """A method on a plan that may end early."""

    record: Method
    plan: Plan
    greater_is_better: bool
    stopping: Stopping

    def going_on(self, values: Floats) -> list[int]:
        """The models (rows of split scores so far) that still need splits."""
        everyone = list(range(values.shape[0]))
        if values.shape[1] == len(self.plan):
            return []
        if self.stopping.race:
            return self._racing(values)
        if self.stopping.half_width is not None:
            return [] if self._width_settled(values[0], self.stopping.half_width) else everyone
        settled = self.chance_of_change((values[0] - values[1])[None], self.stopping.question)[0] <= RISK
        return [] if settled else everyone

    def said(self, values: Floats, left: Mapping[str, int]) -> str:
        """In a sentence, how the run ended; `left` are models that went before its end."""
        have, of = values.shape[1], len(self.plan)
        if self.stopping.race:
            gone = ", ".join(f"{name} after {n}" for name, n in left.items())
            told = [f"Left the race: {gone}."] if gone else []
            told += (
                [f"It ended after {have} of {of} splits, with one model not shown to be worse."] if have < of else []
            )
            risk = f"That all {of} splits would keep one of them in has a chance of at most {_RISK}."
            return " ".join([*told, risk] if told else [f"No model left the race before all {of} splits."])
        wanted = self.stopping.half_width
        if wanted is not None:
            if self._half_width(values[0]) <= wanted:
                return f"The half-width of {number(wanted)} was reached after {have} of at most {of} splits."
            only = f"a chance of {_RISK} that all {of} reach" if have < of else "no more were asked for to reach"
            return f"{have} of {of} splits, and {only} a half-width of {number(wanted)}: that takes more data."
        price = f"The standard error is taken {self.stopping.wider:g} times as large: the price of looking early."
        if have == of:
            return f"No number of splits before all {of} made the verdict clear. {price}"
        return (
            f"{have} of {of} splits were enough: given their scores, all {of} would give another verdict with a chance "
            f"of at most {_RISK}. {price}"
        )

    # -- the difference of two ---------------------------------------------------------------------------------

    def chance_of_change(self, series: Floats, question: Question) -> Floats:
        """Of each series of differences, that all splits give another verdict; 1 where nothing varied so far."""
        mean, variance = means_and_variances(series)
        have = series.shape[-1]
        now = self.verdicts(mean, variance, have, question)
        then = self.verdicts(*completed(mean, variance, have, len(self.plan)), len(self.plan), question)
        return np.where(variance > 0, (then != now[..., None]).mean(axis=-1), 1.0)

    def verdicts(self, mean: Floats, variance: Floats, n_splits: int, question: Question) -> NDArray[np.int_]:
        """-1, 0 or 1: which side of the null value, or of the margin, is shown."""
        law = self._law(mean, variance, n_splits, difference=True)
        one_sided = law.critical(question.confidence_level, two_sided=False)
        if question.margin is not None:
            sign = -1.0 if self.greater_is_better else 1.0
            gap = _apart(sign * mean - question.margin, law.se)
            return np.where(gap > one_sided, 1, 0) - np.where(gap < -one_sided, 1, 0)
        assert question.null is not None
        gap = _apart(mean - question.null, law.se)
        if question.alternative == "two-sided":
            reach = law.critical(question.confidence_level, two_sided=True)
            return np.where(gap > reach, 1, 0) - np.where(gap < -reach, 1, 0)
        return np.where((gap if question.alternative == "greater" else -gap) > one_sided, 1, 0)

    def _law(self, mean: Floats, variance: Floats, n_splits: int, *, difference: bool) -> Students:
        assert self.record.mean_variance is not None
        plan = self.plan if n_splits == len(self.plan) else self.plan.started(n_splits)
        squared = self.stopping.wider**2 * self.record.mean_variance(variance, plan, difference)
        return Students(mean, squared, plan.n_different - 1)

    # -- the width of one --------------------------------------------------------------------------------------

    def _width_settled(self, series: Floats, half_width: float) -> bool:
        """Whether it is reached, or is not going to be by all splits."""
        mean, variance = means_and_variances(series)
        have, question = series.size, self.stopping.question
        if variance == 0 or have < FEWEST:
            return False
        now = self._half_width(series)
        if now <= half_width or have < ENOUGH:
            return now <= half_width
        level = question.confidence_level
        before = self._law(mean, variance, have, difference=False).half_widths(level)
        means, variances = completed(mean, variance, have, len(self.plan))
        after = self._law(means, variances, len(self.plan), difference=False).half_widths(level)
        return bool((now * after / before <= half_width).mean() <= RISK)

    def _half_width(self, series: Floats) -> float:
        """As the method gives it."""
        plan = self.plan if series.size == len(self.plan) else self.plan.started(series.size)
        answer = self.record(Scores(plan, ("model",), series[None]), self.stopping.question)
        return (answer.high - answer.low) / 2

    # -- a race ------------------------------------------------------------------------------------------------

    def _racing(self, values: Floats) -> list[int]:
        """All that are not shown, for good, to be worse than the best so far; nobody where one is left."""
        k = values.shape[0]
        sign = -1.0 if self.greater_is_better else 1.0
        best = int((sign * values.mean(axis=1)).argmin())
        question = self.stopping.question
        gaps = sign * (values - values[best])
        mean, variance = means_and_variances(gaps)
        worse = np.zeros(k, dtype=bool)
        others = np.flatnonzero((variance > 0) & (np.arange(k) != best))
        if others.size:
            now = self.verdicts(mean[others], variance[others], values.shape[1], question)
            worse[others] = (now == 1) & (self.chance_of_change(gaps[others], question) <= RISK / k)
        left = np.flatnonzero(~worse).tolist()
        return [] if len(left) == 1 else left


def settling(stopping: Stopping, plan: Plan, record: Method, greater_is_better: bool) -> Settling:
    """Refused where splits are no independent draws, or the method's standard error is another one."""
    able = " or ".join(f"method={name!r}" for name, one in METHODS.items() if one.mean_variance is not None)
    if record.mean_variance is None:
        raise NeedsError(f"{record.name} cannot tell early what all splits will say: take {able}.")
    if not plan.can_start:
        raise NeedsError(
            f"Splits can be added one after another where they are drawn at random, with plans.subsample; this plan "
            f"is of kind {plan.kind!r}."
        )
    return Settling(record, plan, greater_is_better, stopping)


def _apart(gap: Floats, se: Floats) -> Floats:
    """In standard errors; beyond all numbers where a null value or margin is."""
    with np.errstate(over="ignore"):
        return np.asarray(gap / se)
