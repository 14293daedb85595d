"""From the numbers of every data set to shares: coverage, size, power, median width, each with its interval."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr

from errbar.answers.audit import AuditRow, Share, Verdict
from errbar.audits.one_set import NUMBERS, OneSet, Series
from errbar.audits.pool import pool
from errbar.core.arrays import Floats
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper
from errbar.methods import METHODS

OUTSIDE = 0.05  # of the Monte-Carlo intervals


def audit_rows(question: OneSet, answers: Floats, difference: float | None) -> tuple[AuditRow, ...]:
    """One row per method and series from sets x numbers."""
    n_methods = len(question.methods)
    shape = (len(answers), len(question.series), n_methods, len(NUMBERS))
    table = answers[:, : -n_methods - 1].reshape(shape)
    seconds = answers[:, -n_methods - 1 : -1]
    return tuple(
        _row(question, series, method, numbers=table[:, i, j], seconds=seconds[:, j], difference=difference)
        for i, series in enumerate(question.series)
        for j, method in enumerate(question.methods)
        if question.suits(method, series[1] is not None)
    )


def _row(
    question: OneSet, series: Series, method: str, *, numbers: Floats, seconds: Floats, difference: float | None
) -> AuditRow:
    estimate, low, high, proxy, model = numbers.T
    record, n = METHODS[method], question.n
    plan = pool((method,), question.plan, n, np.zeros(n), question.seed).plans[method]
    first, comparing = plan.parts[0], series[1] is not None
    each = model if record.target == "algorithm at n" else proxy
    truth = float(each.mean())
    n_tested = int(first.sizes()[1][0]) if len(first) == 1 else n
    stretch, shrink = question.population.stretch(n), question.population.shrink(n, n_tested)
    seen = {
        "algorithm": estimate - stretch * (estimate - truth),
        "model": estimate - shrink * (estimate - model),
        "proxy": estimate - shrink * (estimate - proxy),
    }
    held = {name: (low <= value) & (value <= high) for name, value in seen.items()}
    own = record.target.removesuffix(" at n")
    coverage = share(held[own])
    null = None if difference is None and not comparing else 0.0 if difference is None else seen[own] - difference
    power = None if null is None else share(~((low <= null) & (null <= high)))
    return AuditRow(
        series=series[0] if series[1] is None else f"{series[0]} - {series[1]}",
        method=method,
        target=record.target,
        n_train=float(first.sizes()[0].mean()),
        n_fits=len(plan) * (2 if comparing else 1),
        truth=truth,
        truth_se=float(each.std(ddof=1) / np.sqrt(len(each))) if len(each) > 1 else float("inf"),
        coverage=coverage,
        algorithm=share(held["algorithm"]),
        model=share(held["model"]),
        proxy=share(held["proxy"]),
        size=share(~held[own]),
        power=power,
        width=median(np.where(np.isnan(low), 0.0, high - low)),  # NaN: every value was rejected
        seconds=median(seconds),
        verdict=verdict(coverage, question.confidence_level),
    )


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
