"""Test-set bounds: 10^5 at n = 1000, ours beside what people use; `--csv FILE` keeps the table.

CPU time, one thread, the two taking turns. Scalar loops run on a part of the 10^5 and count in proportion.
"""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

import statistics
import time
from collections.abc import Callable
from math import log

import numpy as np
from scipy.optimize import brentq
from scipy.special import betainccinv
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from errbar import bounds

N, DELTA, MANY = 1000, 0.05, 100_000
rng = np.random.default_rng(0)
errors = rng.integers(0, N + 1, MANY)
means = errors / N
CLOSED = [name for name, record in bounds.BOUNDS.items() if name in {
    "normal", "wilson", "agresti_coull", "chebyshev", "cantelli", "guttman", "guttman_sharp", "bernstein",
    "maurer_pontil", "maurer_pontil_sharp", "chernoff", "chernoff_tight", "hoeffding",
}]  # fmt: skip


def kl_by_brentq(x: float) -> float:
    """Largest p with kl(x, p) <= ln(1/delta) / n, one at a time."""
    goal = -log(DELTA) / N
    if x == 1.0:
        return 1.0

    def gap(p: float) -> float:
        first = x * log(x / p) if x else 0.0
        return first + (1 - x) * log((1 - x) / (1 - p)) - goal

    return float(brentq(gap, x or 1e-300, 1 - 1e-15, xtol=1e-15))


def bentkus_by_brentq(x: float) -> float:
    """Largest p whose lower delta-tail mean of Bin(n, p) is at most nx, one at a time."""
    if x == 1.0:
        return 1.0

    def gap(p: float) -> float:
        q = binom.ppf(DELTA, N, p)
        tail = N * p * binom.cdf(q - 2, N - 1, p) + q * (DELTA - binom.cdf(q - 1, N, p))
        return float(tail / DELTA - N * x)

    return float(brentq(gap, x, kl_by_brentq(x), xtol=1e-14)) if x else -np.expm1(log(DELTA) / N)


def speedup(name: str, ours: Callable[[], object], one: Callable[[float], float], part: int, goal: str) -> Ratio:
    """Time of a scalar loop over `part` means, in proportion, over the time of all of ours."""

    def loop() -> None:
        for x in means[:part].tolist():
            one(x)

    slow = ratio(name, loop, ours, goal=goal, repeats=7)
    factor = MANY / part
    return Ratio(name, slow.median * factor, slow.low * factor, slow.high * factor, goal)


def closed_forms() -> list[Ratio]:
    def wilson() -> object:
        return proportion_confint(errors, N, alpha=2 * DELTA, method="wilson")

    rows = []
    for name in CLOSED:
        bound = getattr(bounds, name)
        rows.append(ratio(f"{name} / statsmodels wilson", lambda b=bound: b(means, N, DELTA), wilson, goal="<= 2"))
        both = ratio(
            f"{name} two-sided / statsmodels wilson",
            lambda b=bound: b(means, N, DELTA, side="two-sided"),
            wilson,
            goal="<= 2",
        )
        rows.append(both)
    return rows


def betting_times() -> list[Ratio]:
    """Milliseconds (wall) at n = 1000, then CPU time per loss against that at n = 10^4."""
    sample = rng.beta(1, 3, 1000)
    times = []
    for _ in range(101):
        start = time.perf_counter()
        bounds.betting(sample, DELTA)
        times.append(1e3 * (time.perf_counter() - start))
    rows = [Ratio("betting, one sample of 1000, ms", statistics.median(times), min(times), max(times), "< 2")]
    small = [rng.beta(1, 3, 10_000) for _ in range(100)]
    for size in (10**5, 10**6):
        large = rng.beta(1, 3, size)

        def growth(data: np.ndarray = large) -> object:
            return bounds.betting(data, DELTA)

        def same_number_of_losses(count: int = size // 10_000) -> None:
            for i in range(count):
                bounds.betting(small[i], DELTA)

        rows.append(
            ratio(f"betting, {size:,} losses / as many in samples of 10^4", growth, same_number_of_losses, goal="~ 1")
        )
    return rows


def ratios() -> list[Ratio]:
    np.testing.assert_allclose(
        bounds.hoeffding_kl(means[:50], N, DELTA), [kl_by_brentq(x) for x in means[:50]], rtol=1e-9
    )
    np.testing.assert_allclose(
        bounds.bentkus(means[:9], N, DELTA), [bentkus_by_brentq(x) for x in means[:9]], rtol=1e-9
    )
    return [
        speedup(
            "brentq loop / hoeffding_kl", lambda: bounds.hoeffding_kl(means, N, DELTA), kl_by_brentq, 5000, ">= 200"
        ),
        ratio(
            "clopper_pearson / betainccinv alone",
            lambda: bounds.clopper_pearson(means, N, DELTA),
            lambda: betainccinv(errors + 1.0, np.maximum(N - errors, 1.0), DELTA),
            goal="<= 1.3",
            repeats=15,
        ),
        *closed_forms(),
        speedup("brentq loop / bentkus", lambda: bounds.bentkus(means, N, DELTA), bentkus_by_brentq, 100, ">= 100"),
        *betting_times(),
    ]


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
