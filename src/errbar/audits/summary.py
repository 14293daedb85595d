"""From the numbers of every data set to shares: coverage, size, power, median width, each with its interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr

from errbar.answers.audit_row import AuditRow, Verdict
from errbar.answers.share import PowerCurve, Share
from errbar.audits.one_set import NUMBERS, OneSet, Series
from errbar.audits.pool import method_of, pool
from errbar.core.arrays import Floats
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper
from errbar.methods import METHODS
from errbar.types import Plan

OUTSIDE = 0.05  # of the Monte-Carlo intervals


class Seen(NamedTuple):
    """One method on one series: its intervals, and where each target lies for them.

    Parameters
    ----------
    series, method : which.
    plan : its splits.
    estimate, low, high : one per data set.
    targets : "algorithm", "model", "proxy": one per data set.
    each : the true errors whose mean is the algorithm's.
    seconds : of its fits.
    """

    series: Series
    method: str
    plan: Plan
    estimate: Floats
    low: Floats
    high: Floats
    targets: dict[str, Floats]
    each: Floats
    seconds: Floats

    @property
    def name(self) -> str:
        return self.series[0] if self.series[1] is None else f"{self.series[0]} - {self.series[1]}"

    @property
    def own(self) -> Floats:
        """What its intervals are for."""
        return self.targets[METHODS[method_of(self.method)].target.removesuffix(" at n")]

    def held(self, value: Floats | float) -> NDArray[np.bool_]:
        inside: NDArray[np.bool_] = (self.low <= value) & (value <= self.high)
        return inside

    def stretched(self, value: Floats) -> Floats:
        """By how much each interval must be stretched about its estimate to reach a value; rejected above 1."""
        reach = np.where(value < self.estimate, self.estimate - self.low, self.high - self.estimate)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            factor = np.abs(value - self.estimate) / reach
        factor[np.isnan(factor)] = 0.0  # at the estimate
        factor[np.isnan(self.low)] = np.inf  # every value was rejected
        return factor


def audit_rows(question: OneSet, answers: Floats, difference: float | None) -> tuple[AuditRow, ...]:
    """One row per method and series from sets x numbers."""
    return tuple(_row(question, seen, difference) for seen in _seen(question, answers))


def power_curves(question: OneSet, answers: Floats, differences: Sequence[float]) -> tuple[PowerCurve, ...]:
    """One curve per method and series."""
    if not differences:
        return ()
    return tuple(_curve(seen, tuple(differences), question.confidence_level) for seen in _seen(question, answers))


def _seen(question: OneSet, answers: Floats) -> Iterator[Seen]:
    n, n_methods = question.n, len(question.methods)
    counted = answers[:, : question.n_shares]
    table = counted[:, : -n_methods - 1].reshape(len(answers), len(question.series), n_methods, len(NUMBERS))
    for i, series in enumerate(question.series):
        for j, method in enumerate(question.methods):
            if not question.suits(method, series[1] is not None):
                continue
            estimate, low, high, proxy, model = table[:, i, j].T
            plan = pool((method,), question.plan, n, np.zeros(n), question.seed).plans[method]
            each = model if METHODS[method_of(method)].target == "algorithm at n" else proxy
            first = plan.parts[0]
            n_tested = int(first.sizes()[1][0]) if len(first) == 1 else n
            stretch, shrink = question.population.stretch(n), question.population.shrink(n, n_tested)
            targets = {
                "algorithm": estimate - stretch * (estimate - float(each.mean())),
                "model": estimate - shrink * (estimate - model),
                "proxy": estimate - shrink * (estimate - proxy),
            }
            seconds = counted[:, -n_methods - 1 + j]
            yield Seen(series, method, plan, estimate, low, high, targets=targets, each=each, seconds=seconds)


def _row(question: OneSet, seen: Seen, difference: float | None) -> AuditRow:
    comparing, first = seen.series[1] is not None, seen.plan.parts[0]
    held = {name: share(seen.held(value)) for name, value in seen.targets.items()}
    own = seen.held(seen.own)
    null = None if difference is None and not comparing else 0.0 if difference is None else seen.own - difference
    each, coverage = seen.each, share(own)
    return AuditRow(
        series=seen.name,
        method=seen.method,
        target=METHODS[method_of(seen.method)].target,
        n_train=float(first.sizes()[0].mean()),
        n_fits=len(seen.plan) * (2 if comparing else 1),
        truth=float(each.mean()),
        truth_se=float(each.std(ddof=1) / np.sqrt(len(each))) if len(each) > 1 else float("inf"),
        coverage=coverage,
        **held,
        size=share(~own),
        power=None if null is None else share(~seen.held(null)),
        width=median(np.where(np.isnan(seen.low), 0.0, seen.high - seen.low)),  # NaN: every value was rejected
        seconds=median(seen.seconds),
        verdict=verdict(coverage, question.confidence_level),
    )


def _curve(seen: Seen, differences: tuple[float, ...], confidence_level: float) -> PowerCurve:
    """`adjusted`: intervals stretched by the factor that lets `confidence_level` of them hold the truth."""
    critical = np.quantile(seen.stretched(seen.own), confidence_level, method="inverted_cdf")
    power = tuple(share(~seen.held(seen.own - away)) for away in differences)
    adjusted = tuple(share(seen.stretched(seen.own - away) > critical) for away in differences)
    return PowerCurve(seen.name, seen.method, differences, power, adjusted)


def verdict(coverage: Share, confidence_level: float) -> Verdict:
    """Where the level lies in the Monte-Carlo interval."""
    if coverage.high < confidence_level:
        return "too narrow"
    return "wider than needed" if coverage.low > confidence_level else "as stated"


def share(hits: NDArray[np.bool_]) -> Share:
    """A share with its exact binomial interval (Clopper and Pearson).

    >>> [round(value, 4) for value in share(np.arange(200) < 190)]
    [0.95, 0.91, 0.9758]
    """
    k, n, delta = np.array([float(hits.sum())]), np.array([float(hits.size)]), np.array([OUTSIDE / 2])
    low, high = clopper_pearson_lower(k, n, delta), clopper_pearson_upper(k, n, delta)
    return Share(float(k[0] / n[0]), float(low[0]), float(high[0]))


def median(values: Floats) -> Share:
    """The median, between the order statistics that hold the true one with the same confidence.

    >>> median(np.arange(1.0, 11.0))
    Share(value=5.5, low=2.0, high=9.0)
    """
    ordered, n = np.sort(values), values.size
    below = bdtr(np.arange(n), n, 0.5)  # P(at most k of n lie below the median)
    k = int(np.searchsorted(below, OUTSIDE / 2, side="right"))  # the first k with P above the tail
    return Share(float(np.median(ordered)), float(ordered[max(k - 1, 0)]), float(ordered[min(n - k, n - 1)]))
