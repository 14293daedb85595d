"""Larsen and Hansen (1995) again: linear models on 20 autocorrelated examples, 500 distinct splits of each set.

The law of every number here is the same for any input covariance and any true weights, so both are left out: inputs
of unit variance, true weights zero (but for the one that the smaller model lacks).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

from errbar.core.algebraic import fpe, fpe_of_log
from errbar.core.arrays import Floats
from errbar.core.error_law import ErrorLaw
from errbar.core.leave_out import leave_out_residuals
from errbar.core.split_sizes import optimal_split
from errbar.core.spread import MEASURES
from errbar.core.student import Student
from errbar.errors import InputError
from errbar.lab.studies.larsen_hansen_claims import BACK, LEAK, PLAIN, SMALLER, TABLE, larsen_hansen_claims
from errbar.lab.studies.larsen_hansen_figures import draw_comparison, draw_figure_one, draw_split, draw_table
from errbar.lab.study import Findings, How, Row, Study

N, P, HELD_OUT, SPLITS = 20, 10, 5, 500
VARIANCE = 32.45  # of the noise
CORRELATION = 0.6518  # lag-one, of every input
TRUTH_SETS, TABLE_SETS, COMPARISON_SETS, BLOCK_SETS = 30_000, 500, 1000, 20_000
LEVEL = 0.05
DENSE = 0.2
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
GROUPS, Z = 20, 1.96
LAW_SIZES = (20, 50, 200, 1000, 10_000)
QUANTILES = ("min", "25 %", "median", "75 %", "max")

# Table 1: percent deviation from the truth on the scale log(1 + G)
PRINTED: dict[str, tuple[float, ...]] = {
    "fpe": (-62.0, -19.3, -12.3, -5.83, 19.7),
    "average": (-24.0, -15.5, -7.00, 2.27, 6.72),
    "trimmed_average": (-23.5, -15.2, -6.47, 2.38, 7.05),
    "median": (-23.2, -15.3, -6.47, 3.36, 9.31),
    "std": (44.6, 49.9, 53.8, 62.9, 89.4),
    "mad": (21.6, 29.9, 40.7, 51.4, 83.6),
    "iqr": (20.1, 28.6, 40.3, 53.2, 89.4),
}
DELTAS = (0.0, 0.2, 0.4, 0.7, 1.0, 1.5)  # of the dropped weight, in units of the noise variance
OPTIMA = ((5, 50), (5, 100), (5, 200), (5, 1000), (5, 10_000), (10, 100), (10, 1000), (10, 10_000))


@dataclass(frozen=True, eq=False)
class DataSets:
    """Many data sets at once: inputs (sets x examples x inputs) and noise (sets x examples)."""

    X: Floats
    noise: Floats

    def some(self, n_sets: int) -> DataSets:
        return DataSets(self.X[:n_sets], self.noise[:n_sets])


def data_sets(rng: np.random.Generator, n_sets: int, *, correlation: float = CORRELATION, n: int = N) -> DataSets:
    """Inputs that follow independent stationary AR(1) series of unit variance, and independent normal noise."""
    X = rng.standard_normal((n, n_sets, P))
    fresh = np.sqrt(1 - correlation**2)
    for k in range(1, n):
        X[k] = correlation * X[k - 1] + fresh * X[k]
    noise = np.sqrt(VARIANCE) * rng.standard_normal((n_sets, n))
    return DataSets(np.ascontiguousarray(X.transpose(1, 0, 2)), noise)


def weights(X: Floats, y: Floats) -> Floats:
    """Least squares without intercept, one fit per data set."""
    transposed = X.transpose(0, 2, 1)
    return np.asarray(np.linalg.solve(transposed @ X, transposed @ y[..., np.newaxis])[..., 0], dtype=np.float64)


def true_error(w: Floats, dropped: float = 0.0) -> Floats:
    """G = noise variance + squared distance from the true weights; `dropped` is a true weight the model lacks."""
    error: Floats = VARIANCE + (w**2).sum(axis=-1) + dropped**2
    return error


def random_splits(rng: np.random.Generator, n_sets: int, n_splits: int = SPLITS) -> NDArray[np.intp]:
    """Sets x splits x held-out examples: in each set, splits drawn without replacement from all C(20, 5)."""
    every = np.array(list(combinations(range(N), HELD_OUT)))
    return np.stack([every[rng.choice(len(every), n_splits, replace=False)] for _ in range(n_sets)])


def leave_out(X: Floats, y: Floats, tests: NDArray[np.intp]) -> Floats:
    """Sets x splits: mean squared error on the held-out examples of the model fitted without them."""
    gram = X.transpose(0, 2, 1) @ X
    basis = X @ np.linalg.inv(np.linalg.cholesky(gram)).transpose(0, 2, 1)
    residuals = y - (basis @ (basis.transpose(0, 2, 1) @ y[..., np.newaxis]))[..., 0]
    errors = np.empty(tests.shape[:2])
    for i, held in enumerate(tests):
        left, _ = leave_out_residuals(basis[i][held], residuals[i][held])
        errors[i] = (left**2).mean(axis=1)
    return errors


@dataclass(frozen=True, eq=False)
class LeaveOut:
    """True errors and training errors of many data sets, and the errors of all splits of the first of them."""

    true: Floats
    training: Floats
    splits: Floats

    def table(self, *, logarithm: bool = True) -> tuple[dict[str, float], dict[str, Floats]]:
        """The true measures, and for each estimate its deviation in percent, data set by data set.

        FPE is judged on all data sets, the leave-out measures on those with splits; truth is all.
        """

        def scale(errors: Floats) -> Floats:
            return np.log1p(errors) if logarithm else errors

        law, errors = scale(self.true), scale(self.splits)
        truth = {name: float(measure(law)) for name, measure in MEASURES.items()}
        final = np.asarray((fpe_of_log if logarithm else fpe)(self.training, N, P))
        found = {"fpe": 100 * (final / truth["average"] - 1)}
        found |= {name: 100 * (measure(errors) / truth[name] - 1) for name, measure in MEASURES.items()}
        return truth, found

    def truth_error(self, name: str, *, logarithm: bool = True) -> float:
        """Relative standard error of a true measure, from the spread over groups of data sets."""
        law = np.log1p(self.true) if logarithm else self.true
        groups = MEASURES[name](law[: law.size // GROUPS * GROUPS].reshape(GROUPS, -1))
        return float(groups.std(ddof=1) / GROUPS**0.5 / groups.mean())

    def brought_back(self) -> Floats:
        """The average of log(1 + G), brought back to the scale of G: its deviation in percent."""
        truth = np.expm1(np.log1p(self.true).mean())
        return np.asarray(100 * (np.expm1(np.log1p(self.splits).mean(axis=1)) / truth - 1))


def leave_out_sets(seed: int, *, n_sets: int, n_truth: int, correlation: float = CORRELATION) -> LeaveOut:
    """`n_truth` data sets, 500 distinct splits of each of the first `n_sets`."""
    rng = np.random.default_rng(seed)
    sets = data_sets(rng, n_truth, correlation=correlation)
    w = weights(sets.X, sets.noise)
    training = ((sets.noise - (sets.X @ w[..., np.newaxis])[..., 0]) ** 2).mean(axis=1)
    some = sets.some(n_sets)
    return LeaveOut(true_error(w), training, leave_out(some.X, some.noise, random_splits(rng, n_sets)))


def table_one(
    seed: int,
    *,
    n_sets: int = TABLE_SETS,
    n_truth: int = TRUTH_SETS,
    correlation: float = CORRELATION,
    logarithm: bool = True,
) -> tuple[dict[str, float], dict[str, Floats]]:
    """The true measures, and for each estimate the quantiles (0, 25, 50, 75, 100 %) of its deviation in percent."""
    made = leave_out_sets(seed, n_sets=n_sets, n_truth=n_truth, correlation=correlation)
    truth, found = made.table(logarithm=logarithm)
    return truth, {name: np.quantile(values, SHARES) for name, values in found.items()}


def mode(values: Floats) -> float:
    """Where values are densest: the middle of the shortest interval that holds a fifth of them.

    >>> mode(np.array([1.0, 2.0, 2.1, 2.2, 3.0, 5.0, 8.0, 9.0, 12.0, 20.0]))
    2.05
    """
    ordered = np.sort(values)
    held = max(2, round(DENSE * values.size))
    start = int(np.argmin(ordered[held - 1 :] - ordered[: ordered.size - held + 1]))
    return float((ordered[start] + ordered[start + held - 1]) / 2)


def fpe_law(average: float, shares: Floats) -> Floats:
    """Exact quantiles of FPE's percent deviation: N S / sigma^2 is chi-square with N - p degrees of freedom.

    `average` is the true average of log(1 + G), the only number in it that is not known exactly.
    """
    from scipy.special import gammaincinv

    residual = VARIANCE * 2 * gammaincinv((N - P) / 2, shares) / N
    deviations: Floats = 100 * (np.asarray(fpe_of_log(residual, N, P)) / average - 1)
    return deviations


def fpe_extremes(average: float, n_sets: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the smallest and the largest of `n_sets` deviations of FPE lie, each with probability 0.95."""
    edges = np.array([0.025, 0.975])
    lowest, highest = fpe_law(average, -np.expm1(np.log1p(-edges) / n_sets)), fpe_law(average, edges ** (1 / n_sets))
    return (float(lowest[0]), float(lowest[1])), (float(highest[0]), float(highest[1]))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The smaller model (last input dropped) against the larger: G2 - G1, truth and leave-out, with standard errors."""

    delta: float
    difference: float
    difference_se: float
    probability: float
    estimate: float
    estimate_se: float
    rejected: float
    rejected_corrected: float
    wrong_side: float
    probability_iqr: float
    difference_iqr: float
    variance: float
    n_sets: int


def model_comparison(
    seed: int, delta: float, *, n_sets: int = COMPARISON_SETS, n_truth: int = TRUTH_SETS
) -> Comparison:
    """How often the paper's t-test says that the smaller model is better, and the corrected one; Prob(G2 > G1)."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(round(1000 * delta),)))
    sets, dropped = data_sets(rng, n_truth), float(np.sqrt(delta * VARIANCE))
    last = np.zeros(P)
    last[-1] = dropped
    y = sets.noise + sets.X @ last
    large = true_error(weights(sets.X, y) - last)
    small = true_error(weights(sets.X[..., :-1], y), dropped)
    X, y, tests = sets.X[:n_sets], y[:n_sets], random_splits(rng, n_sets)
    differences = leave_out(np.ascontiguousarray(X[..., :-1]), y, tests) - leave_out(X, y, tests)
    mean, variance = differences.mean(axis=1), differences.var(axis=1, ddof=1)
    lower = Student(0.0, 1.0, SPLITS - 1).quantile(LEVEL)
    positive = (differences > 0).mean(axis=1)
    return Comparison(
        delta=delta,
        difference=float((small - large).mean()),
        difference_se=float((small - large).std(ddof=1) / np.sqrt(n_truth)),
        probability=float((small > large).mean()),
        estimate=float(positive.mean()),
        estimate_se=float(positive.std(ddof=1) / np.sqrt(n_sets)),
        rejected=float((mean < lower * np.sqrt(variance / SPLITS)).mean()),
        rejected_corrected=float((mean < lower * np.sqrt(variance * (1 / SPLITS + HELD_OUT / (N - HELD_OUT)))).mean()),
        wrong_side=float((positive < 0.5).mean()),
        probability_iqr=_quartile_range(positive / (small > large).mean()),
        difference_iqr=_quartile_range(mean / (small - large).mean()),
        variance=float(small.mean()) - VARIANCE - dropped**2,
        n_sets=n_sets,
    )


def _quartile_range(ratios: Floats) -> float:
    """In percent."""
    low, high = np.quantile(100 * ratios, (0.25, 0.75))
    return float(abs(high - low))


def held_out_blocks(seed: int, *, correlation: float, n_sets: int = BLOCK_SETS) -> dict[str, float]:
    """One split per data set, at random or a block of neighbours: mean leave-out error over mean true error.

    Both are of the model trained on the same 15 examples, so 1 means that nothing leaks.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(round(1e4 * correlation),)))
    sets = data_sets(rng, n_sets, correlation=correlation)
    start = HELD_OUT * rng.integers(0, N // HELD_OUT, size=n_sets)
    ways = {
        "random": random_splits(rng, n_sets, 1)[:, 0],
        "block": start[:, np.newaxis] + np.arange(HELD_OUT),
    }
    ratios = {}
    for name, held in ways.items():
        kept = np.ones((n_sets, N), dtype=bool)
        np.put_along_axis(kept, held, False, axis=1)
        w = weights(sets.X[kept].reshape(n_sets, -1, P), sets.noise[kept].reshape(n_sets, -1))
        inputs, noise = np.take_along_axis(sets.X, held[..., np.newaxis], 1), np.take_along_axis(sets.noise, held, 1)
        errors = ((noise - (inputs @ w[..., np.newaxis])[..., 0]) ** 2).mean(axis=1)
        ratios[name] = float(errors.mean() / true_error(w).mean())
    return ratios


def optimum_table() -> list[tuple[int, int, int, float]]:
    """(p, N, exact optimum of N_t, sqrt(2 p N)) of the hold-out split."""
    return [(p, n, found.n_train, found.leading_order) for p, n in OPTIMA for found in [optimal_split(n, p)]]


# -- the study ------------------------------------------------------------------------------------------------


def run(how: How) -> Findings:
    """Table 1, the model comparison, the split sizes and the AR(1) experiment: half a minute in one process."""
    if how.store is not None:
        raise InputError("larsen-hansen takes half a minute and keeps nothing between runs: leave --store out.")

    seed, share = how.seed, partial(how.share, at_least=40)
    how.tell("table 1")
    made = leave_out_sets(seed, n_sets=share(TABLE_SETS), n_truth=share(TRUTH_SETS))
    pairs = []
    for delta in DELTAS:
        how.tell(f"smaller model, delta = {delta:g}")
        pairs.append(model_comparison(seed, delta, n_sets=share(COMPARISON_SETS), n_truth=share(TRUTH_SETS)))
    how.tell("blocks of a series")
    leaks = {c: held_out_blocks(seed, correlation=c, n_sets=share(BLOCK_SETS)) for c in (0.0, CORRELATION)}
    rows = [
        *truth_rows(made),
        *table_rows(made),
        *_law_rows(made),
        *_comparison_rows(pairs),
        *_split_rows(),
        *_leak_rows(leaks),
    ]
    figures = {
        "larsen-hansen-figure-1": draw_figure_one(made, ErrorLaw(VARIANCE, P, N), mode(made.true)),
        "larsen-hansen-table": draw_table({n: np.quantile(v, SHARES) for n, v in made.table()[1].items()}, PRINTED),
        "larsen-hansen-comparison": draw_comparison(pairs, LEVEL),
        "larsen-hansen-split": draw_split(),
    }
    return Findings(rows, larsen_hansen_claims(rows), figures)


def _row(part: str, case: str, measure: str, measured: float, **more: float | None) -> Row:
    """`low` and `high`: a 95 % interval for what infinitely many data sets would give."""
    row = {"part": part, "case": case, "measure": measure, "measured": measured}
    return row | {name: more.get(name) for name in ("low", "high", "printed", "sets")}


def truth_rows(made: LeaveOut) -> list[Row]:
    """Of log(1 + G) and of G itself, and what G is made of."""
    truth, size = made.table()[0], made.true.size
    rows = [_row("truth of log(1 + G)", "", name, value, sets=size) for name, value in truth.items()]
    some = made.true[: size // GROUPS * GROUPS].reshape(GROUPS, -1)
    measures: dict[str, Callable[[Floats], Any]] = {"average": np.mean, "median": np.median, "mode": mode}
    for name, measure in measures.items():
        value, se = float(measure(made.true)), float(np.std([measure(g) for g in some], ddof=1)) / GROUPS**0.5
        rows.append(_row("truth of G", "", name, value, low=value - Z * se, high=value + Z * se, sets=size))
    for name, value in {"smallest": made.true.min(), "largest": made.true.max()}.items():
        rows.append(_row("truth of G", "", name, float(value), sets=size))
    parts = {"noise": VARIANCE, "bias": 0.0, "variance": float(made.true.mean()) - VARIANCE}
    return rows + [_row("parts of the average G", "10 inputs", name, value, sets=size) for name, value in parts.items()]


def table_rows(made: LeaveOut) -> list[Row]:
    """Table 1 as printed, without the transform, and what lies outside the range that the paper prints."""
    rows = []
    extremes = dict(zip((0.0, 1.0), fpe_extremes(made.table()[0]["average"], TRUTH_SETS), strict=True))
    for part, logarithm in ((TABLE, True), (PLAIN, False)):
        for name, values in made.table(logarithm=logarithm)[1].items():
            printed = PRINTED[name] if logarithm else (None,) * len(SHARES)
            unsure = made.truth_error("average" if name == "fpe" else name, logarithm=logarithm)
            for quantile, share, value in zip(QUANTILES, SHARES, printed, strict=True):
                measured, low, high = quantile_interval(values, share, unsure)
                if logarithm and name == "fpe" and share in extremes:
                    low, high = extremes[share]  # exact, for as many data sets as the paper's
                rows.append(_row(part, quantile, name, measured, low=low, high=high, printed=value, sets=values.size))
            middle, low, high = quantile_interval(np.abs(values), 0.5)
            rows.append(_row(part, "median size", name, middle, low=low, high=high, sets=values.size))
    back = made.brought_back()
    for quantile, share in zip(QUANTILES, SHARES, strict=True):
        measured, low, high = quantile_interval(back, share)
        rows.append(_row(BACK, quantile, "average", measured, low=low, high=high, sets=back.size))
    average = made.table()[1]["average"]
    outside = int(((average < PRINTED["average"][0]) | (average > PRINTED["average"][-1])).sum())
    low, high = clopper_pearson(outside, average.size)
    rows.append(_row(TABLE, "outside", "average", outside / average.size, low=low, high=high, sets=average.size))
    return rows


def clopper_pearson(k: int, n: int) -> tuple[float, float]:
    """Exact 95 % limits of a share."""
    low = float(betaincinv(k, n - k + 1, 0.025)) if k else 0.0
    return low, float(betaincinv(k + 1, n - k, 0.975)) if k < n else 1.0


def quantile_interval(values: Floats, share: float, unsure: float = 0.0) -> tuple[float, float | None, float | None]:
    """A quantile with its 95 % interval by order statistics; none for the extremes, which have no limit.

    `unsure` is the relative standard error of the truth from which `values` are deviations in percent.
    """
    measured = float(np.quantile(values, share))
    if share in (0.0, 1.0):
        return measured, None, None
    n, ordered = values.size, np.sort(values)
    reach = Z * (n * share * (1 - share)) ** 0.5
    ranks = np.clip([np.floor(n * share - reach) - 1, np.ceil(n * share + reach)], 0, n - 1).astype(int)
    low, high, more = *(float(ordered[rank]) - measured for rank in ranks), Z * unsure * (100 + measured)
    return measured, measured - float(np.hypot(low, more)), measured + float(np.hypot(high, more))


def _law_rows(made: LeaveOut) -> list[Row]:
    """How far the chi-squared law is from the truth, and what its 95 % fractile is worth."""
    rows = []
    for n in LAW_SIZES:
        exact, law = ErrorLaw(VARIANCE, P, n, exact=True), ErrorLaw(VARIANCE, P, n)
        grid = exact.quantile(np.linspace(0.0005, 0.9995, 1000))
        gap = float(np.abs(law.cdf(grid) - exact.cdf(grid)).max())
        rows.append(_row("law of G", f"N = {n}, independent inputs", "distance of chi-squared", gap))
    true = np.sort(made.true)
    below = np.arange(1, true.size + 1) / true.size
    size = made.true.size
    s2 = made.training * N / (N - P)
    for exact_law, name in ((False, "chi-squared"), (True, "F")):
        law = ErrorLaw(VARIANCE, P, N, exact_law)
        gap = float(np.abs(law.cdf(true) - below).max())
        rows.append(_row("law of G", f"N = {N}, AR {CORRELATION:g}", f"distance of {name}", gap, sets=size))
        fractiles = s2 * float(ErrorLaw(1.0, P, N, exact_law).quantile(0.95))
        above = float(1 - np.searchsorted(true, fractiles, side="right").mean() / size)
        rows.append(_row("95 % fractile of G", name, "mean estimate", float(fractiles.mean()), sets=size))
        rows.append(_row("95 % fractile of G", name, "training sets above it", above, sets=size))
    return [*rows, _row("95 % fractile of G", "", "true", float(np.quantile(true, 0.95)), sets=size)]


def _comparison_rows(pairs: Sequence[Comparison]) -> list[Row]:
    rows = []
    for pair in pairs:
        case = f"delta/sigma2 = {pair.delta:g}"
        for name in ("difference", "estimate"):
            value, reach = getattr(pair, name), Z * getattr(pair, f"{name}_se")
            rows.append(_row(SMALLER, case, name, value, low=value - reach, high=value + reach, sets=pair.n_sets))
        for name in ("rejected", "rejected_corrected", "wrong_side"):
            value = getattr(pair, name)
            low, high = clopper_pearson(round(value * pair.n_sets), pair.n_sets)
            rows.append(_row(SMALLER, case, name, value, low=low, high=high, sets=pair.n_sets))
        for name in ("probability", "probability_iqr", "difference_iqr"):
            rows.append(_row(SMALLER, case, name, getattr(pair, name), sets=pair.n_sets))
        parts = {"noise": VARIANCE, "bias": pair.delta * VARIANCE, "variance": pair.variance}
        rows += [_row("parts of the average G", f"9 inputs, {case}", name, value) for name, value in parts.items()]
    return rows


def _split_rows() -> list[Row]:
    rows = []
    for p, n, exact, leading in optimum_table():
        case = f"p = {p}, N = {n}"
        rows += [_row("best N_t", case, "exact", exact), _row("best N_t", case, "sqrt(2 p N)", leading)]
    return rows


def _leak_rows(leaks: dict[float, dict[str, float]]) -> list[Row]:
    return [
        _row(LEAK, f"AR {correlation:g}", way, ratio)
        for correlation, ratios in leaks.items()
        for way, ratio in ratios.items()
    ]


STUDY = Study(
    title="Larsen and Hansen 1995: the distribution of the error, model comparison, split sizes",
    references=("larsen1995",),
    run=run,
    seconds=30.0,
    figures={"larsen-hansen-split": draw_split},
)
