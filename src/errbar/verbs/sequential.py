"""Looking while running: items arrive one after another, one may look after each and stop whenever one likes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from errbar.check import Alternative, check_count, check_finite, check_level, check_number, check_range
from errbar.core.arrays import Floats
from errbar.core.sequential import Asymptotic, EmpiricalBernstein, McNemarE
from errbar.errors import InputError, NeedsError
from errbar.methods.suits import LARGEST
from errbar.plans.families import TestSet
from errbar.types import Finding, Plan, Question, Result, Scores
from errbar.types.scores import check_scores

ORDER = "for fresh items scored by fixed models in an order that does not depend on the outcomes."
VALID = f"Valid at every look and whenever one stops, {ORDER}"
CLOSE = (
    f"Close to its level at every look and whenever one stops, {ORDER} The losses have no known range, so nothing is "
    "guaranteed: rare large losses that have not occurred yet cannot be foreseen. Give loss_range where there is one."
)
NOT_YET = (
    "No interval yet: the items so far tell too little about the spread of the losses (too few items, too few that are "
    "not alike, or a few that outweigh the rest). Go on, or give loss_range."
)
CONTRADICTION = (
    "The intervals of earlier and later looks have no value in common, so this one has zero width and says nothing: "
    "the items are not independent, or their mean drifted, or this is one of the few runs that miss the truth."
)


class Sequential:
    """An interval and a test that stay valid at every item, for one fixed model or the difference of two.

    The interval is the running intersection of an empirical Bernstein confidence sequence. For losses without a known
    range it is an asymptotic one, close to its level but not guaranteed, that is infinite until the items tell enough
    about the losses' spread. The test of two classifiers (`binary=True`) is the e-value form of McNemar's.

    Parameters
    ----------
    paired : feed two losses per item and look at their difference, first minus second.
    binary : the losses are 0 or 1.
    loss_range : smallest and largest possible loss; None where there is none.
    confidence_level : chosen before the first item, for good.
    null : the value to test; None tests nothing for one model and 0 for a difference.
    tuned_for : the number of items at which the asymptotic sequence is narrowest.

    Examples
    --------
    >>> watch = Sequential(binary=True)
    >>> watch.extend([1.0] * 20 + [0.0] * 5, [0.0] * 20 + [1.0] * 5)
    >>> print(f"{watch.result().details['e_value']:.2f} {watch.decided}")
    24.29 True
    """

    def __init__(
        self,
        *,
        paired: bool = True,
        binary: bool = False,
        loss_range: tuple[float, float] | None = (0.0, 1.0),
        confidence_level: float = 0.95,
        null: float | None = None,
        tuned_for: int = 500,
    ) -> None:
        self.paired, self.binary = paired, binary
        self.confidence_level = check_level(confidence_level)
        self.null = 0.0 if null is None and paired else null if null is None else check_number("null", null)
        self._range = None if loss_range is None else _checked_range(loss_range)
        self._e = McNemarE() if paired and binary and self.null == 0.0 else None
        low, high = (-inf, inf) if self._range is None else self._range
        self._low, self._width = (low - high, 2 * (high - low)) if paired else (low, high - low)
        lowest, highest = self._low, self._low + self._width
        if self._range is not None and self.null is not None and not lowest <= self.null <= highest:
            raise InputError(f"null must be a value that the mean can have, {lowest:g} to {highest:g}; got {null!r}.")
        alpha = 1.0 - self.confidence_level
        self._walk: EmpiricalBernstein | Asymptotic
        if self._range is None:
            self._walk = Asymptotic(alpha, float(check_count("tuned_for", tuned_for)))
        else:
            self._walk = EmpiricalBernstein(alpha, None if self.null is None else (self.null - self._low) / self._width)
        self._total, self._seen = 0.0, set[Hashable]()
        self._loss, self._greater_is_better = "loss", False

    @classmethod
    def over(
        cls, scores: Scores, *, confidence_level: float = 0.95, null: float | None = None, tuned_for: int = 500
    ) -> Sequential:
        """The items of fixed models, one series (a model or a difference), replayed in their order.

        A table read by `Scores.from_table` is sorted by name, which is no order of arrival: its items are replayed in
        a shuffled order that depends on their names alone.
        """
        if check_scores(scores).plan.kind != "test_set":
            raise NeedsError(
                f"Looking while running needs fresh items scored by fixed models; these are of {scores.plan.kind!r} "
                "splits. Splits of cross-validation share their data, so no guarantee holds at every look."
            )
        if scores.plan.groups is not None:
            raise NeedsError(
                "Looking while running needs independent items; these come in groups, and items of one group are not. "
                "Average each group first, or ask eb.infer once at the end."
            )
        span = scores.loss_range
        if scores.is_difference and span is not None:
            span = (0.0, span[1])
        elif span is None and scores.is_binary:
            span = (0.0, 1.0)
        watch = cls(
            paired=scores.is_difference,
            binary=scores.is_binary,
            loss_range=span,
            confidence_level=confidence_level,
            null=null,
            tuned_for=tuned_for,
        )
        watch._loss, watch._greater_is_better = scores.loss, scores.greater_is_better
        in_sorted_order = getattr(scores.plan.parts[0], "names", None) is not None
        watch._take(scores.blind_losses if in_sorted_order else scores.losses)
        return watch

    @property
    def n(self) -> int:
        """Items so far."""
        return self._walk.t

    def add(self, loss: float, versus: float | None = None, *, item: Hashable = None) -> None:
        """One more item: the model's loss, and the other model's where two are compared.

        An item given by name is refused the second time: only fresh items count.
        """
        if item is not None and item in self._seen:
            raise InputError(f"Item {item!r} was seen before: only fresh items count.")
        self.extend([loss], None if versus is None else [versus])
        if item is not None:
            self._seen.add(item)

    def extend(self, losses: ArrayLike, versus: ArrayLike | None = None) -> None:
        """More items, in order."""
        first = self._checked("losses", losses)
        if self.paired != (versus is not None):
            raise InputError("A comparison needs both losses of every item; one model has none to compare with.")
        if versus is None:
            self._take(first)
            return
        second = self._checked("versus", versus)
        if first.shape != second.shape:
            raise InputError(f"{first.size} losses and {second.size} to compare with: items must match.")
        self._take(first - second)

    def _checked(self, what: str, losses: ArrayLike) -> Floats:
        values = np.atleast_1d(check_finite(what, losses))
        if values.ndim != 1 or np.abs(values).max(initial=0.0) > LARGEST:
            raise InputError(f"{what} must be one number per item, none beyond {LARGEST:g}; got {losses!r:.80}.")
        if self.binary and not np.isin(values, (0.0, 1.0)).all():
            raise InputError(f"{what} must be 0 or 1 here; got {values[~np.isin(values, (0.0, 1.0))][0]:g}.")
        if self._range is not None and ((values < self._range[0]) | (values > self._range[1])).any():
            raise InputError(f"{what} must lie in {self._range}, the range given at the start.")
        return values

    def _take(self, x: Floats) -> None:
        self._total += float(x.sum())
        self._walk.extend(x if self._range is None else (x - self._low) / self._width)
        if self._e is not None:
            self._e.extend(x)

    @property
    def interval(self) -> tuple[float, float]:
        """In units of the loss; the running intersection where the range is known, else that of this look alone."""
        low, high = self._walk.low, self._walk.high
        if low > high:  # only where the items are not what they should be, or in a fraction alpha of all runs
            low = high = (low + high) / 2
        if self._range is None:
            return low, high
        return self._low + low * self._width, self._low + high * self._width

    @property
    def pvalue(self) -> float | None:
        """The smallest level at which any look so far rejects `null`; None where nothing is tested."""
        if self._e is not None:
            return self._e.pvalue
        return self._walk.pvalue if isinstance(self._walk, EmpiricalBernstein) else None

    @property
    def decided(self) -> bool:
        """Whether one may stop: the null hypothesis is rejected at the level chosen at the start.

        Where there is a p-value it alone decides: two tests at one level would not keep it.
        """
        if (pvalue := self.pvalue) is not None:
            return pvalue < 1.0 - self.confidence_level
        low, high = self.interval
        return self.null is not None and not low <= self.null <= high

    def result(self) -> Result:
        """The answer at this look."""
        if self.n == 0:
            raise InputError("No item has arrived yet.")
        plan = Plan("test_set", self.n, (TestSet(self.n),))
        mean = self._total / self.n
        name = "a - b" if self.paired else "model"
        scores = Scores(
            plan,
            (name,),
            np.array([[mean]]),
            is_difference=self.paired,
            loss=self._loss,
            greater_is_better=self._greater_is_better,
        )
        details: dict[str, object] = {"mean": mean, "decided": self.decided}
        if self._e is not None:
            wrong = (self._e.c, self._e.b) if self._greater_is_better else (self._e.b, self._e.c)
            details |= {"e_value": self._e.e_value, "only_first_wrong": wrong[0], "only_second_wrong": wrong[1]}
        found = Finding(_Look(mean, self.interval, self.confidence_level, self.pvalue), _notes(self._walk), details)
        null = self.null if self.pvalue is not None else None
        return Result.of(scores, "sequential", "model", found, Question("sequential", self.confidence_level, null))


@dataclass(frozen=True, slots=True)
class _Look:
    """A confidence sequence at one time: its level was fixed before the first item."""

    mean: float
    edges: tuple[float, float]
    confidence_level: float
    pvalue: float | None

    @property
    def estimate(self) -> float:
        """The mean so far, moved into the interval where earlier looks have left it outside."""
        return min(max(self.mean, self.edges[0]), self.edges[1])

    @property
    def se(self) -> None:
        return None

    @property
    def df(self) -> None:
        return None

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        if confidence_level != self.confidence_level or alternative != "two-sided":
            raise NeedsError(
                "A confidence sequence is made for one level, chosen before the first item, and two sides."
            )
        return self.edges

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:  # noqa: ARG002 - fixed at the start
        assert self.pvalue is not None
        return None, self.pvalue


def _notes(walk: EmpiricalBernstein | Asymptotic) -> list[str]:
    if isinstance(walk, Asymptotic):
        return [CLOSE] if walk.has_begun else [CLOSE, NOT_YET]
    return [VALID, CONTRADICTION] if walk.low > walk.high else [VALID]


def _checked_range(loss_range: tuple[float, float]) -> tuple[float, float]:
    return check_range("loss_range", loss_range)
