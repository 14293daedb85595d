"""A bound: its formulas and all that is known of it. It is called with numbers, and gives the row of METHODS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from errbar.bounds.numbers import (
    Side,
    check_delta,
    check_errors,
    check_losses,
    check_mean,
    check_n,
    check_shapes,
    check_side,
    ended,
    variance_of,
)
from errbar.core.arrays import Floats
from errbar.errors import InputError
from errbar.types import Finding, Method, Option, Scores

Reads = Literal["errors", "proportion", "mean", "variance", "losses"]


@dataclass(frozen=True, eq=False, kw_only=True)
class AnyBound:
    """What the two kinds of bounds for the mean loss of one trained model have in common.

    Parameters
    ----------
    name, title, words, code : in METHODS; for a table; in a sentence; the survey's abbreviation, or ours in its style.
    guarantee, references, when, when_not, options, exceptions : as in `Method`.
    upper, lower : the formulas in `core`; values not yet clipped.
    rigorous : whether its coverage is proved for every law and every n.
    sided : "one" where delta buys one limit, "two" where it already buys both, "both only" for Blaker.
    compares : "one" where it cannot judge a difference.
    other : for an option, another way to find the law: (scores, **options) -> Finding, or None for the bound itself.
    """

    name: str
    title: str
    words: str
    code: str
    guarantee: str
    references: tuple[str, ...]
    upper: Callable[..., Floats | float]
    lower: Callable[..., Floats | float]
    when: str
    when_not: str
    doc: str
    rigorous: bool = True
    sided: Literal["one", "two", "both only"] = "one"
    reads: Reads = "losses"
    compares: Literal["one", "either", ""] = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    exceptions: Mapping[str, str] = field(default_factory=dict)
    other: Callable[..., Finding | None] | None = None
    slow_from: float = np.inf
    instead_of: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self.doc)
        object.__setattr__(self, "__name__", self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds its name alone."""
        return _known, (self.name,)

    @property
    def counts(self) -> bool:
        """Whether it is for errors, each loss 0 or 1."""
        return self.reads in ("errors", "proportion")

    @cached_property
    def method(self) -> Method:
        """Its row of METHODS."""
        from errbar.bounds.law import bound_finding, sums_only

        def find(scores: Scores, **options: Any) -> Finding:
            found = None if self.other is None else self.other(scores, **options)
            return bound_finding(self, scores) if found is None else found

        find.__name__, find.__doc__ = self.name, self.doc
        return Method(
            fn=find,
            title=self.title,
            needs="binary_losses" if self.counts else "losses",
            plans=("test_set", "holdout"),
            target="model",
            guarantee=self.guarantee,
            references=self.references,
            options=self.options,
            compares=self.compares or ("one" if self.counts else "either"),
            without_range=None if self.counts else "holdout_t",
            refuses=sums_only if self.reads == "losses" else None,
            instead_of=self.instead_of,
            slow_from=self.slow_from,
            when=self.when,
            when_not=self.when_not,
            exceptions=self.exceptions,
        )


def _known(name: str) -> AnyBound:
    from errbar.bounds.known import EVERY

    return EVERY[name]


@dataclass(frozen=True, eq=False, kw_only=True)
class Bound(AnyBound):
    """A bound that reads how many errors there are, or the mean (and the variance) of the losses."""

    def __call__(
        self,
        mean: ArrayLike,
        n: ArrayLike,
        delta: ArrayLike,
        *,
        variance: ArrayLike | None = None,
        side: Side | None = None,
    ) -> Floats:
        """The limits, broadcast over all arguments; two-sided ones stand along a new first axis.

        `side` is "upper" where nothing is said (for Blaker's interval: "two-sided").
        """
        chosen = check_side(self, ("two-sided" if self.sided == "both only" else "upper") if side is None else side)
        x, count, level = check_mean(mean), check_n(n), check_delta(delta)
        check_shapes(mean=x, n=count, delta=level)
        rest: tuple[Floats, ...] = ()
        if self.reads == "variance":
            rest = (variance_of(x, count, variance),)
            check_shapes(mean=x, n=count, delta=level, variance=rest[0])
        elif variance is not None:
            raise InputError("This bound reads the mean alone: leave variance out.")
        first = check_errors(x, count) if self.reads == "errors" else x
        if chosen == "upper":
            return ended(self.upper(first, count, level, *rest), 1.0, x, level)
        if chosen == "lower":
            return ended(self.lower(first, count, level, *rest), 0.0, x, level)
        each = level if self.sided != "one" else level / 2
        low = ended(self.lower(first, count, each, *rest), 0.0, x, each)
        return np.stack([low, ended(self.upper(first, count, each, *rest), 1.0, x, each)])


@dataclass(frozen=True, eq=False, kw_only=True)
class SampleBound(AnyBound):
    """A bound that reads the losses themselves; their order may be part of the data."""

    def __call__(
        self, losses: ArrayLike, delta: float, *, range: tuple[float, float] = (0.0, 1.0), side: Side = "upper"
    ) -> float | Floats:
        """One limit, or for `side="two-sided"` both, of the mean of losses in `range`."""
        chosen, level, (low, high) = check_side(self, side), float(check_delta(delta)), range
        unit = (check_losses(losses, range) - low) / (high - low)

        def end(formula: Callable[..., Any], at: float) -> float:
            return low + (high - low) * min(1.0, max(0.0, float(formula(unit, at))))

        if chosen == "two-sided":
            return np.array([end(self.lower, level / 2), end(self.upper, level / 2)])
        return end(self.upper if chosen == "upper" else self.lower, level)
