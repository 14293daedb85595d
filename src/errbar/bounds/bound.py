"""A bound: its formulas and all that is known of it. It is called with numbers, and gives the row of METHODS."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property, wraps
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from errbar.bounds import numbers
from errbar.bounds.numbers import Side
from errbar.check import check_name, check_number, check_range
from errbar.core.arrays import Floats
from errbar.core.binomial import halved
from errbar.errors import InputError
from errbar.types import Finding, Method, Scores

Sided = Literal["one", "two", "both only"]
Variance = ArrayLike | None  # of the losses; that of 0/1 losses where it is None
Reads = Literal["errors", "proportion", "mean", "variance", "losses"]
# what is claimed of several
IN_RANGE = "rigorous for losses in a known range"
SMALL_MEANS = f"{IN_RANGE}; for small means"
ADAPTS = f"{IN_RANGE}; adapts to small variance"
NEAR_NOMINAL = "approximate: near nominal on average"
ORDERED = {"row order": "the bets need an order, and items without names have only their places"}
DEVIATION = "Deviation: none; the p-value is the smallest level at which the null value is outside."


def _nothing_else(scores: Scores) -> Finding | None:  # noqa: ARG001
    """No option, so no other way to find the law."""
    return None


@dataclass(frozen=True, eq=False)
class AnyBound:
    """What the two kinds of bounds for the mean loss of one trained model have in common.

    Parameters
    ----------
    module : its file, `__name__` there, which gives it its name and its documentation.
    title, words : for a table; in a sentence, where that is not the title's bound.
    upper, lower : the formulas in `core`; values not yet clipped.
    reads : what of the losses; "errors" are whole numbers.
    sided : "one" where delta buys one limit, "two" where it already buys both, "both only" for Blaker.
    claim, compares, exceptions, slow_from : as in `Method`.
    other : for an option, another way to find the law: (scores, **options) -> Finding, or None for the bound itself.
    """

    module: str
    title: str
    upper: Callable[..., Floats | float]
    lower: Callable[..., Floats | float]
    _: KW_ONLY
    words: str = ""
    reads: Reads = "mean"
    sided: Sided = "one"
    claim: str = IN_RANGE
    compares: Literal["one", "either"] = "either"
    exceptions: Mapping[str, str] = field(default_factory=dict)
    slow_from: float = np.inf
    other: Callable[..., Finding | None] = _nothing_else

    def __post_init__(self) -> None:
        doc = sys.modules[self.module].__doc__ or ""
        told = doc if "Deviation:" in doc else doc.replace("References:", f"{DEVIATION}\nReferences:")
        words, compares = self.words or f"{self.title}'s bound", "one" if self.counts else self.compares
        for name, value in {"__doc__": told, "__name__": self.name, "words": words, "compares": compares}.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds its name alone."""
        return _known, (self.name,)

    @property
    def name(self) -> str:
        return self.module.rpartition(".")[2]

    @property
    def rigorous(self) -> bool:
        """Whether its coverage is proved for every law and every n."""
        return self.claim.startswith(("exact", "rigorous"))

    @property
    def usual_side(self) -> Side:
        return "two-sided" if self.sided == "both only" else "upper"

    @property
    def counts(self) -> bool:
        """Whether it is for errors, each loss 0 or 1; it cannot judge a difference then."""
        return self.reads in ("errors", "proportion")

    @cached_property
    def method(self) -> Method:
        """Its row of METHODS."""
        from errbar.bounds.limits import bound_finding, sums_only

        @wraps(self.other)
        def find(scores: Scores, **options: Any) -> Finding:
            return self.other(scores, **options) or bound_finding(self, scores)

        find.__module__, find.__name__, find.__doc__ = self.module, self.name, self.__doc__
        return Method(
            find,
            self.title,
            ("test_set", "holdout"),
            self.claim,
            needs="binary_losses" if self.counts else "losses",
            target="model",
            compares=self.compares,
            without_range=None if self.counts else "holdout_t",
            refuses=sums_only if self.reads == "losses" else None,
            instead_of=("normal",) if self.counts and self.name != "normal" else (),
            slow_from=self.slow_from,
            exceptions=self.exceptions,
        )


def check_side(bound: AnyBound, side: object) -> Side:
    chosen = cast(Side, check_name("side", side, ("upper", "lower", "two-sided")))
    if bound.sided == "both only" and chosen != "two-sided":
        one_side = "use side='two-sided', or clopper_pearson for one side"
        raise InputError(f"{bound.words} is a two-sided interval: {one_side}.")
    return chosen


def _known(name: str) -> AnyBound:
    from errbar.bounds import EVERY

    return EVERY[name]


class Bound(AnyBound):
    """A bound that reads how many errors there are, or the mean (and the variance) of the losses."""

    def __call__(
        self, mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: Variance = None, side: Side = "upper"
    ) -> Floats:
        """The limits, broadcast over all arguments; two-sided ones stand along a new first axis."""
        chosen = check_side(self, side)
        x, count, level = numbers.check_mean(mean), numbers.check_n(n), numbers.check_delta(delta)
        numbers.check_shapes(mean=x, n=count, delta=level)
        rest: tuple[Floats, ...] = ()
        if self.reads == "variance":
            rest = (numbers.variance_of(x, count, variance),)
            numbers.check_shapes(mean=x, n=count, delta=level, variance=rest[0])
        elif variance is not None:
            raise InputError("This bound reads the mean alone: leave variance out.")
        first = numbers.check_errors(x, count) if self.reads == "errors" else x
        each = halved(level) if chosen == "two-sided" and self.sided == "one" else level
        ends = {"lower": (self.lower, 0.0), "upper": (self.upper, 1.0)}
        asked = ends.values() if chosen == "two-sided" else [ends[chosen]]
        found = [numbers.ended(formula(first, count, each, *rest), end, x, each) for formula, end in asked]
        return np.stack(found) if chosen == "two-sided" else found[0]


@dataclass(frozen=True, eq=False)
class TwoSidedBound(Bound):
    """A bound that has both limits or none."""

    sided: Sided = field(default="both only", kw_only=True)

    def __call__(
        self, mean: ArrayLike, n: ArrayLike, delta: ArrayLike, *, variance: Variance = None, side: Side = "two-sided"
    ) -> Floats:
        """Both limits, along a new first axis."""
        return super().__call__(mean, n, delta, variance=variance, side=side)


@dataclass(frozen=True, eq=False)
class SampleBound(AnyBound):
    """A bound that reads the losses themselves; their order may be part of the data."""

    reads: Reads = field(default="losses", kw_only=True)

    def __call__(
        self, losses: ArrayLike, delta: float, *, range: tuple[float, float] = (0.0, 1.0), side: Side = "upper"
    ) -> float | Floats:
        """One limit, or for `side="two-sided"` both, of the mean of losses in `range`."""
        chosen, level = check_side(self, side), check_number("delta", delta)
        low, high = check_range("range", range)
        numbers.check_delta(level)
        unit = (numbers.check_losses(losses, (low, high)) - low) / (high - low)
        each = float(halved(np.asarray(level))) if chosen == "two-sided" else level
        asked = {"lower": [self.lower], "upper": [self.upper], "two-sided": [self.lower, self.upper]}[chosen]
        found = [low + (high - low) * min(1.0, max(0.0, float(formula(unit, each)))) for formula in asked]
        return np.array(found) if chosen == "two-sided" else found[0]
