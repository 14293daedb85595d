"""Looking while running: items arrive one after another, one may look after each and stop whenever one likes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from errbar.check import (
    Alternative,
    check_count,
    check_finite,
    check_flag,
    check_level,
    check_name,
    check_number,
    check_range,
)
from errbar.core.arrays import Floats
from errbar.core.betting_walk import BettingWalk
from errbar.core.sequential import Asymptotic, EmpiricalBernstein, McNemarE
from errbar.errors import InputError, NeedsError
from errbar.plans.families import TestSet
from errbar.types import Finding, Plan, Question, Result, Scores
from errbar.types.blind_order import blind_order
from errbar.types.scale import LARGEST
from errbar.types.scores import check_scores

Walk = EmpiricalBernstein | Asymptotic | BettingWalk

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

    The interval is the running intersection of an empirical Bernstein confidence sequence, or, with `by="betting"`, of
    one by bets, which takes groups of items too. For losses without a known range it is an asymptotic one, close to its
    level but not guaranteed, that is infinite until the items tell enough about the losses' spread. The test of two
    classifiers (`binary=True`) is the e-value form of McNemar's.

    Parameters
    ----------
    paired : feed two losses per item and look at their difference, first minus second.
    binary : the losses are 0 or 1.
    loss_range : smallest and largest possible loss; None where there is none.
    confidence_level : chosen before the first item, for good.
    null : the value to test; None tests nothing for one model and 0 for a difference.
    tuned_for : the number of items at which the asymptotic sequence is narrowest.
    by : "bernstein" or "betting".
    largest_group : where items come in groups that are fed whole (`add_group`), how many items one may have; by bets.

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
        by: Literal["bernstein", "betting"] = "bernstein",
        largest_group: int | None = None,
    ) -> None:
        self.paired, self.binary = check_flag("paired", paired), check_flag("binary", binary)
        self.confidence_level = check_level(confidence_level)
        self.null = 0.0 if null is None and paired else null if null is None else check_number("null", null)
        self._range = None if loss_range is None else _checked_range(loss_range)
        self._e = McNemarE() if paired and binary and self.null == 0.0 else None
        low, high = (-inf, inf) if self._range is None else self._range
        self._low, self._width = (low - high, 2 * (high - low)) if paired else (low, high - low)
        lowest, highest = self._low, self._low + self._width
        if self._range is not None and self.null is not None and not lowest <= self.null <= highest:
            raise InputError(
                f"null must be a value that the mean can have, {lowest:g} to {highest:g}; got {null!r:.80}."
            )
        alpha = 1.0 - self.confidence_level
        self.by = check_name("by", by, ("bernstein", "betting"))
        best_at = float(check_count("tuned_for", tuned_for))
        self.largest_group = None if largest_group is None else check_count("largest_group", largest_group)
        self._walk: Walk
        tested = None if self.null is None else (self.null - self._low) / self._width
        if (self.by == "betting" or largest_group is not None) and self._range is None:
            raise InputError("Bets, and groups, need loss_range: the smallest and largest possible loss.")
        if self._range is None:
            self._walk = Asymptotic(alpha, best_at)
        elif self.by == "betting" or largest_group is not None:
            self._walk = BettingWalk(alpha, tested)
        else:
            self._walk = EmpiricalBernstein(alpha, tested)
        if largest_group is not None:
            self._e = None  # items of a group are not independent tosses of a coin
        self._n, self._total, self._seen = 0, 0.0, set[Hashable]()
        self._loss, self._greater_is_better = "loss", False

    @classmethod
    def over(
        cls,
        scores: Scores,
        *,
        confidence_level: float = 0.95,
        null: float | None = None,
        tuned_for: int = 500,
        by: Literal["bernstein", "betting"] = "bernstein",
        largest_group: int | None = None,
    ) -> Sequential:
        """The items of fixed models, one series (a model or a difference), replayed in their order.

        A table or log is sorted by name, which is no order of arrival: its items are replayed in a shuffled order that
        depends on their names alone. `update` goes on with what a later table or log has more. Items in groups are
        replayed group by group; `largest_group` is that of these scores unless a larger one is to come.
        """
        if check_scores(scores).plan.kind != "test_set":
            raise NeedsError(
                f"Looking while running needs fresh items scored by fixed models; these are of {scores.plan.kind!r} "
                "splits. Splits of cross-validation share their data, so no guarantee holds at every look."
            )
        if scores.plan.groups is not None and largest_group is None:
            largest_group = int(np.bincount(scores.plan.groups).max())
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
            by=by,
            largest_group=largest_group,
        )
        watch._loss, watch._greater_is_better = scores.loss, scores.greater_is_better
        watch._replay(scores)
        return watch

    def update(self, scores: Scores) -> int:
        """Go on with the items of a table or log that were not seen yet; how many these are.

        For an evaluation that is stopped and resumed: its log grows, and what was looked at before stays as it was.
        """
        if not self._seen:
            raise NeedsError("update goes on from a table or log: begin with Sequential.over, whose items have names.")
        if scores.plan.kind != "test_set" or scores.is_difference != self.paired or scores.loss != self._loss:
            raise InputError("These scores are not of the same kind as those before: one series, one metric.")
        before = self.n
        self._replay(scores)
        return self.n - before

    def _replay(self, scores: Scores) -> None:
        names, groups, values = getattr(scores.plan.parts[0], "names", None), scores.plan.groups, scores.losses
        if names is None and self._seen:
            raise InputError("These items have no names, so nobody can tell which of them were seen.")
        named = [None] * values.size if names is None else [str(name) for name in names.tolist()]
        order = range(values.size) if names is None else blind_order(names.tolist()).tolist()
        fresh = [i for i in order if named[i] is None or named[i] not in self._seen]
        if groups is None:
            self._take(values[fresh])
        else:
            old = {int(groups[i]) for i in order if named[i] in self._seen}
            split = next((i for i in fresh if int(groups[i]) in old), None)
            if split is not None:
                raise InputError(f"Item {named[split]!r} is of a group that was seen before: groups count once, whole.")
            together: dict[int, list[int]] = {}
            for i in fresh:
                together.setdefault(int(groups[i]), []).append(i)
            self._take_groups([values[own] for own in together.values()])
        self._seen.update(name for name in named if name is not None)

    @property
    def n(self) -> int:
        """Items so far."""
        return self._n

    def add(self, loss: float, versus: float | None = None, *, item: Hashable = None) -> None:
        """One more item: the model's loss, and the other model's where two are compared.

        An item given by name is refused the second time: only fresh items count.
        """
        if item is not None and item in self._seen:
            raise InputError(f"Item {item!r} was seen before: only fresh items count.")
        self.extend([loss], None if versus is None else [versus])
        if item is not None:
            self._seen.add(item)

    def add_group(self, losses: ArrayLike, versus: ArrayLike | None = None, *, group: Hashable = None) -> None:
        """One more group of items, whole; one given by name is refused the second time."""
        if self.largest_group is None:
            raise InputError("Groups need largest_group=, how many items one may have, before the first item.")
        if group is not None and ("group", group) in self._seen:
            raise InputError(f"Group {group!r} was seen before: only fresh groups count.")
        self._take_groups([self._series(losses, versus)])
        if group is not None:
            self._seen.add(("group", group))

    def extend(self, losses: ArrayLike, versus: ArrayLike | None = None) -> None:
        """More items, in order."""
        self._take(self._series(losses, versus))

    def _series(self, losses: ArrayLike, versus: ArrayLike | None) -> Floats:
        """The losses, or their differences."""
        first = self._checked("losses", losses)
        if self.paired != (versus is not None):
            if self.paired:
                raise InputError(
                    "A comparison needs both losses of every item: give versus= too; one model is watched by "
                    "Sequential(paired=False)."
                )
            raise InputError(
                "One model has no losses to compare with: leave versus= out; Sequential() takes both losses of an item."
            )
        if versus is None:
            return first
        second = self._checked("versus", versus)
        if first.shape != second.shape:
            raise InputError(f"{first.size} losses and {second.size} to compare with: items must match.")
        return first - second

    def _checked(self, what: str, losses: ArrayLike) -> Floats:
        values = np.atleast_1d(check_finite(what, losses))
        if values.ndim != 1 or np.abs(values).max(initial=0.0) > LARGEST:
            raise InputError(f"{what} must be one number per item, none beyond {LARGEST:g}; got {losses!r:.80}.")
        if self.binary and not np.isin(values, (0.0, 1.0)).all():
            raise InputError(f"{what} must be 0 or 1 here; got {values[~np.isin(values, (0.0, 1.0))][0]:g}.")
        if self._range is not None and ((values < self._range[0]) | (values > self._range[1])).any():
            raise InputError(f"{what} must lie in {self._range}, the range given at the start.")
        return values

    def _take_groups(self, groups: list[Floats]) -> None:
        most = self.largest_group
        assert most is not None and isinstance(self._walk, BettingWalk)
        sizes = np.array([own.size for own in groups], dtype=np.float64)
        if groups and (sizes.max() > most or sizes.min() < 1):
            raise InputError(f"A group has 1 to {most:,} items, as largest_group= says; got {int(sizes.max()):,}.")
        sums = np.array([((own - self._low) / self._width).sum() for own in groups])
        self._walk.extend(np.clip(sums, 0.0, sizes) / most, sizes / most)
        self._n += int(sizes.sum())
        self._total += float(sum(own.sum() for own in groups))

    def _take(self, x: Floats) -> None:
        if self.largest_group is not None:
            self._take_groups([x[i : i + 1] for i in range(x.size)])
            return
        self._n += x.size
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
        return None if isinstance(self._walk, Asymptotic) else self._walk.pvalue

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


def _notes(walk: Walk) -> list[str]:
    if isinstance(walk, Asymptotic):
        return [CLOSE] if walk.has_begun else [CLOSE, NOT_YET]
    return [VALID, CONTRADICTION] if walk.low > walk.high else [VALID]


def _checked_range(loss_range: tuple[float, float]) -> tuple[float, float]:
    return check_range("loss_range", loss_range)
