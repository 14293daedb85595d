"""The law of the error over training sets, as leave-out cross-validation sees it: one number per split, all kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import inf
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from errbar.answers.guidance import guidance
from errbar.check import Alternative, Range, check_alternative, check_level, check_number
from errbar.core.algebraic import Algebraic
from errbar.core.arrays import Floats
from errbar.core.box_cox import box_cox, box_cox_back, most_likely_power
from errbar.core.error_law import ErrorLaw
from errbar.core.spread import MEASURES, noise
from errbar.errors import InputError, NeedsError
from errbar.methods import METHODS
from errbar.plans.families import LARGEST, Distinct
from errbar.show.call import Call, recorded
from errbar.types import Question, Result, Results, Scores
from errbar.types.answer import Answer, plain
from errbar.types.ranges import ANY, of_difference

SCHEMA = 1
LARGEST_POWER = 100
ONLY_AVERAGE = (
    "Only the average has an interval (corrected_t). The splits of one data set overlap, so nothing in them tells how "
    "far a median, a fractile or a measure of spread would move with other data; `noise` is how far each would move "
    "with other splits of these data."
)
SPREAD = (
    "The spread holds the noise of {n_test} test examples too: std, mad and iqr overstate that of the error itself."
)
TRANSFORMED = (
    "Everything is on the scale ((1 + error)^{power:g} - 1)/{power:g}; brought back, fractiles and the median are "
    "those of the error, averages are not."
)
LOGARITHM = (
    "Everything is on the scale log(1 + error); brought back, fractiles and the median are those of the error, "
    "averages are not."
)


class Measure(NamedTuple):
    """One number about the distribution: its interval (None: there is no honest one), and the noise of the splits."""

    name: str
    estimate: float
    low: float | None
    high: float | None
    noise: float


@dataclass(frozen=True, eq=False, repr=False)
class ErrorDistribution(Answer):
    """How the error is spread over training sets: `cdf`, `quantile`, location, dispersion, `compare`, `plot`.

    Made by `errbar.distribution`, or without fitting by `ErrorDistribution(scores)`.

    Parameters
    ----------
    scores : one model over random splits.
    confidence_level : of the average's interval.
    power : of the Box-Cox transform of 1 + error the numbers are on; 1 is none, 0 is log(1 + error).
    algebraic : for linear models and squared loss, what one fit to all examples estimates.
    """

    scores: Scores
    confidence_level: float = 0.95
    power: float = 1.0
    algebraic: Algebraic | None = field(default=None, kw_only=True)
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_level(self.confidence_level)
        if self.scores.per_split.size < 2:
            raise NeedsError("A distribution needs at least two splits; got one.")

    # -- the distribution itself ------------------------------------------------------------------------------

    @cached_property
    def values(self) -> Floats:
        """One error per split, in the order of the splits, on the scale of `power`."""
        return box_cox(self.scores.per_split, self.power)

    @cached_property
    def _sorted(self) -> Floats:
        return np.sort(self.values)

    def cdf(self, x: ArrayLike) -> Floats:
        """The share of splits whose error is at most x."""
        return np.searchsorted(self._sorted, x, side="right") / self.values.size

    def quantile(self, p: ArrayLike) -> Floats:
        """The p-fractile, between neighbouring errors by linear interpolation."""
        shares = np.asarray(p, dtype=np.float64)
        if not ((shares >= 0) & (shares <= 1)).all():
            raise InputError(f"p must lie between 0 and 1; got {p!r:.80}.")
        return np.asarray(np.quantile(self._sorted, shares))

    @property
    def average(self) -> float:
        return self._measure("average")

    @property
    def trimmed_average(self) -> float:
        """The average of the errors between the 5 % and the 95 % fractile."""
        return self._measure("trimmed_average")

    @property
    def median(self) -> float:
        return self._measure("median")

    @property
    def std(self) -> float:
        return self._measure("std")

    @property
    def mad(self) -> float:
        """Median absolute distance from the median, not rescaled."""
        return self._measure("mad")

    @property
    def iqr(self) -> float:
        """Distance between the quartiles."""
        return self._measure("iqr")

    def _measure(self, name: str) -> float:
        return float(MEASURES[name](self.values))

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """All six, the average with its interval."""
        seed = self.scores.details.get("seed", 0)
        movement = noise(self.values, self.n_possible, int(seed))
        average = self.result
        return tuple(
            Measure(
                name,
                self._measure(name),
                average.low if name == "average" else None,
                average.high if name == "average" else None,
                movement[name],
            )
            for name in MEASURES
        )

    @cached_property
    def result(self) -> Result:
        """The average, with the corrected resampled t interval."""
        scores = self._on_scale()
        found = METHODS["corrected_t"](scores, Question(confidence_level=self.confidence_level)).within(self._limits)
        notes = (*found.notes, *guidance(scores, scores, scores), *self.scores.notes)
        return replace(found, notes=notes, details={**self.scores.details, **found.details})

    @property
    def n_possible(self) -> int:
        """How many different splits there are; 2**62 stands for any larger number."""
        part = self.scores.plan.parts[0]
        return part.n_possible if isinstance(part, Distinct) else LARGEST

    @property
    def notes(self) -> tuple[str, ...]:
        own = [ONLY_AVERAGE, SPREAD.format(n_test=f"{self.result.n_test:g}")]
        if self.power != 1:
            own.append(TRANSFORMED.format(power=self.power) if self.power else LOGARITHM)
        return (*own, *self.result.notes)

    @property
    def law(self) -> ErrorLaw | None:
        """For plain least squares and squared loss: the large-sample law of the error over training sets, noise
        (1 + chi2_p/N) with N the training size of the splits; None for any other model.

        Unlike the errors of the splits it holds no noise of test sets. `law.quantile(0.95)` is an algebraic fractile.
        """
        size = self.result.n_train
        return None if self.algebraic is None or size is None else self.algebraic.law(round(size))

    @property
    def _limits(self) -> Range:
        """What an error can be, on this scale."""
        low, high = (float(box_cox(np.array(end), self.power)) if end > -1 else -inf for end in self.scores.limits)
        return low, high

    def _on_scale(self) -> Scores:
        if self.power == 1:
            return self.scores
        return replace(self.scores, values=self.values[np.newaxis], items=None, loss_range=None)

    # -- another scale ----------------------------------------------------------------------------------------

    @recorded
    def transformed(self, power: float | Literal["fit"] = 0.0) -> ErrorDistribution:
        """The same errors on the scale ((1 + error)^power - 1)/power; 0 is log(1 + error), 1 is back to none.

        "fit" takes the power under which the errors look most normal (Box-Cox, maximum likelihood).
        """
        if power == "fit":
            power = most_likely_power(self.scores.per_split)
        if abs(check_number("power", power)) > LARGEST_POWER:
            raise InputError(f"power must lie between -{LARGEST_POWER} and {LARGEST_POWER}; got {power:g}.")
        return replace(self, power=float(power))

    def back(self, values: ArrayLike) -> Floats:
        """Numbers of this scale as errors."""
        return box_cox_back(np.asarray(values, dtype=np.float64), self.power)

    # -- two models -------------------------------------------------------------------------------------------

    @recorded
    def compare(self, other: ErrorDistribution, *, alternative: str = "two-sided") -> DistributionComparison:
        """This model against another one on the same splits: the difference of averages, and who loses how often.

        Parameters
        ----------
        other : from the same data, splits (the same `random_state`) and loss.
        alternative : "two-sided"; "less": is this model's average error lower?; "greater": higher?

        Returns
        -------
        DistributionComparison
        """
        direction = check_alternative(alternative)
        if self.power != other.power:
            raise InputError(f"Bring both to one scale first: the powers are {self.power:g} and {other.power:g}.")
        a, b = (replace(one._on_scale(), names=(name,)) for one, name in ((self, "a"), (other, "b")))
        return DistributionComparison(self, other, a.join(b).difference("a", "b"), direction)

    # -- showing ----------------------------------------------------------------------------------------------

    def plot(self, ax: Any = None) -> Any:
        """The cumulative distribution, its quartiles shaded, the average's interval below; returns the axes."""
        from errbar.show.error_distribution import plot_distributions

        return plot_distributions({"": self}, ax)

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe: a row per measure under `results`, fractiles, sizes, notes, and the error of every split."""
        return {
            "schema": SCHEMA,
            "target": self.result.target,
            "loss": self.result.loss,
            "confidence_level": self.confidence_level,
            "power": self.power,
            "n": self.result.n,
            "n_train": self.result.n_train,
            "n_test": self.result.n_test,
            "n_splits": self.result.n_splits,
            "n_possible": None if self.n_possible == LARGEST else self.n_possible,
            "n_fits": self.result.n_fits,
            "results": [measure._asdict() for measure in self.measures],
            "quantiles": {f"{p:g}": float(self.quantile(p)) for p in (0.05, 0.25, 0.5, 0.75, 0.95)},
            "algebraic": None if self.algebraic is None else plain(asdict(self.algebraic)),
            "law": None if self.law is None else self._law_dict(self.law),
            "values": self.values.tolist(),
            "notes": list(self.notes),
            "details": plain(self.result.details),
        }

    def _law_dict(self, law: ErrorLaw) -> dict[str, Any]:
        shares = (0.05, 0.25, 0.5, 0.75, 0.95)
        return {**plain(asdict(law)), "quantiles": {f"{p:g}": float(law.quantile(p)) for p in shares}}

    def __str__(self) -> str:
        from errbar.show.error_distribution import distribution_text

        return distribution_text(self)


@dataclass(frozen=True, eq=False, repr=False)
class DistributionComparison(Answer):
    """Two models on the same splits, a - b: two t-tests of the average difference, and how often a is worse.

    Parameters
    ----------
    a, b : the distributions.
    difference : the error of a minus that of b, split by split.
    alternative : of both tests.
    """

    a: ErrorDistribution
    b: ErrorDistribution
    difference: Scores
    alternative: Alternative = "two-sided"
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    @cached_property
    def corrected(self) -> Result:
        """The difference of averages with the corrected resampled t: allows for the overlap of the splits."""
        return self._test("corrected_t")

    @cached_property
    def independent(self) -> Result:
        """The paper's own t-test, which takes the splits for independent: far too sure of itself."""
        return self._test("resampled_t")

    def _test(self, method: str) -> Result:
        found = METHODS[method](self.difference, Question(method, self.a.confidence_level, 0.0, self.alternative))
        limits = of_difference(self.a._limits) if self.a.power == 1 else ANY
        return replace(found.within(limits), n_fits=2 * len(self.difference.plan))

    @property
    def results(self) -> Results:
        """Both tests, the one to believe first."""
        return Results([self.corrected, self.independent])

    @property
    def probability_greater(self) -> float:
        """Prob(G_a > G_b): the share of splits in which a has the larger error."""
        return float((self.difference.per_split > 0).mean())

    @property
    def probability_equal(self) -> float:
        """The share of splits in which both have the same error."""
        return float((self.difference.per_split == 0).mean())

    @property
    def notes(self) -> tuple[str, ...]:
        return (
            "resampled_t is the t-test of Larsen and Hansen: it takes the splits for independent, which they are not. "
            "In their own experiment it finds the wrong model better in 30 % of the data sets at the 5 % level; "
            "corrected_t allows for the overlap.",
            "Prob(G_a > G_b) counts splits; with few data it is too close to 1/2.",
            *self.corrected.notes,
        )

    def plot(self, ax: Any = None) -> Any:
        """Both cumulative distributions, quartiles shaded, intervals of the averages below; returns the axes."""
        from errbar.show.error_distribution import plot_distributions

        return plot_distributions({"a": self.a, "b": self.b}, ax)

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe: both tests under `results`, the probabilities, and both distributions."""
        return {
            "schema": SCHEMA,
            "results": [result.to_dict() for result in self.results],
            "probability_greater": self.probability_greater,
            "probability_equal": self.probability_equal,
            "a": self.a.to_dict(),
            "b": self.b.to_dict(),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        from errbar.show.error_distribution import comparison_text

        return comparison_text(self)
