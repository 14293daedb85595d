"""What Larsen and Hansen say, asked of the table of the study (a fresh one, or the one that is kept)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Any

from errbar.lab.study import Claim, Row, stated

TABLE = "table 1, percent"
PLAIN = "table 1 without the transform, percent"
BACK = "table 1 brought back to G, percent"
SMALLER = "smaller model"
LEAK = "leave-out error / true error"
LOCATIONS, DISPERSIONS = ("average", "trimmed_average", "median"), ("std", "mad", "iqr")
PAPERS_SETS = {"fpe": 30_000}
LEAVE_OUT_SETS = 500
ENOUGH = 250  # data sets: with fewer, a quartile may be anywhere
Z = 1.96
WRONG = 0.3  # the share of wrong rejections that the paper prints


@dataclass(frozen=True)
class Measured:
    """Rows by part, case and measure."""

    rows: Sequence[Row]

    def row(self, part: str, case: str, measure: str) -> Mapping[str, Any]:
        return next(r for r in self.rows if (r["part"], r["case"], r["measure"]) == (part, case, measure))

    def __call__(self, part: str, case: str, measure: str) -> float:
        return float(self.row(part, case, measure)["measured"])

    def told(self, part: str, case: str, measure: str, digits: int = 1) -> str:
        """The value and its interval."""
        row = self.row(part, case, measure)
        value, low, high = (float(row[name]) for name in ("measured", "low", "high"))
        return f"{value:+.{digits}f} [{low:+.{digits}f}, {high:+.{digits}f}]"

    def same(self, case: str, measure: str) -> bool:
        """Whether the printed number and ours can be of one law: both have the noise of their own data sets."""
        row = self.row(TABLE, case, measure)
        value, low, high, printed, sets = (float(row[n]) for n in ("measured", "low", "high", "printed", "sets"))
        ours = (high - low) / (2 * Z)
        theirs = ours * sqrt(sets / PAPERS_SETS.get(measure, LEAVE_OUT_SETS))
        return abs(value - printed) <= Z * sqrt(ours**2 + theirs**2) + 0.05  # rounding

    def width(self, part: str, measure: str) -> float:
        """Between the quartiles."""
        return self(part, "75 %", measure) - self(part, "25 %", measure)

    @property
    def enough(self) -> bool:
        return float(self.row(TABLE, "median", "average")["sets"]) >= ENOUGH


def larsen_hansen_claims(rows: Sequence[Row]) -> list[Claim]:
    found = Measured(rows)
    return [*_table(found), *_distribution(found), *_comparison(found), *_ours(found)]


def _table(found: Measured) -> list[Claim]:
    enough = found.enough
    quartiles = ("25 %", "75 %")
    claims = [
        stated(
            "Table 1: FPE underestimates by 12.3 % in the median",
            found.told(TABLE, "median", "fpe"),
            found.same("median", "fpe"),
            enough,
        ),
        stated(
            "Table 1: the quartiles of FPE's deviation are -19.3 and -5.83 %",
            ", ".join(found.told(TABLE, case, "fpe") for case in quartiles),
            all(found.same(case, "fpe") for case in quartiles),
            enough,
        ),
        stated(
            "Table 1: FPE's extremes are -62.0 and +19.7 %",
            f"{found(TABLE, 'min', 'fpe'):+.1f} and {found(TABLE, 'max', 'fpe'):+.1f}; exact 95 % ranges for 30,000 "
            "data sets: "
            + " and ".join("[{low:.1f}, {high:.1f}]".format(**_limits(found, case)) for case in ("min", "max")),
            all(
                _limits(found, c)["low"] <= _limits(found, c)["printed"] <= _limits(found, c)["high"]
                for c in ("min", "max")
            ),
        ),
    ]
    for name in (*LOCATIONS, *DISPERSIONS):
        printed = float(found.row(TABLE, "median", name)["printed"])
        text = f"Table 1: the median deviation of the leave-out {name.replace('_', ' ')} is {printed:+g} %"
        claims.append(stated(text, found.told(TABLE, "median", name), found.same("median", name), enough))
    outside = found.row(TABLE, "outside", "average")
    inside = 1 - float(outside["low"])
    middle = {name: abs(found(TABLE, "median", name)) for name in ("fpe", *LOCATIONS)}
    size = {name: found(TABLE, "median size", name) for name in ("fpe", "average")}
    wide = {name: found.width(TABLE, name) for name in ("fpe", "average")}
    return [
        *claims,
        stated(
            "Table 1: in 500 data sets the leave-out average is never off by more than -24 or +6.7 %",
            f"{100 * float(outside['measured']):.0f} % of the data sets are outside; all 500 inside has probability "
            f"below {inside**500:.0e}",
            inside**500 > 1e-4,
            enough,
        ),
        stated(
            "in the median the location measures underestimate",
            ", ".join(found.told(TABLE, "median", name) for name in LOCATIONS),
            all(float(found.row(TABLE, "median", name)["high"]) < 0 for name in LOCATIONS),
            enough,
        ),
        stated(
            "in the median they are closer to the truth than FPE",
            f"{', '.join(f'{middle[name]:.1f}' for name in LOCATIONS)} % off against {middle['fpe']:.1f} %",
            max(middle[name] for name in LOCATIONS) < middle["fpe"],
            enough,
        ),
        stated(
            "leave-out outperforms FPE",
            f"a typical (median) deviation of {size['average']:.1f} % against {size['fpe']:.1f} %",
            size["average"] < size["fpe"],
            enough,
        ),
        stated(
            "the leave-out average fluctuates less than FPE (printed quartiles: 17.8 against 13.5 points apart)",
            f"quartiles {wide['average']:.1f} against {wide['fpe']:.1f} points apart",
            wide["average"] < wide["fpe"],
            enough,
        ),
        stated(
            "dispersion measures overestimate",
            ", ".join(found.told(TABLE, "median", name, 0) for name in DISPERSIONS),
            all(float(found.row(TABLE, "median", name)["low"]) > 0 for name in DISPERSIONS),
            enough,
        ),
    ]


def _limits(found: Measured, case: str) -> dict[str, float]:
    row = found.row(TABLE, case, "fpe")
    return {name: float(row[name]) for name in ("low", "high", "printed")}


def _distribution(found: Measured) -> list[Claim]:
    average, median = (found("truth of G", "", name) for name in ("average", "median"))
    largest = found.row("truth of G", "", "largest")
    log, plain, back = (found.width(part, "average") for part in (TABLE, PLAIN, BACK))
    law = [(n, found("law of G", f"N = {n}, independent inputs", "distance of chi-squared")) for n in (20, 200, 10_000)]
    return [
        stated(
            "the average overstates the typical (most frequent) error",
            f"average {average:.1f}, median {median:.1f}, mode "
            + found.told("truth of G", "", "mode").replace("+", ""),
            float(found.row("truth of G", "", "mode")["high"]) < average,
        ),
        stated(
            "G is skewed with a long tail (the paper: up to about 1000)",
            f"mode, median and average as above; the largest of {int(largest['sets']):,} is "
            f"{float(largest['measured']):,.0f}, {float(largest['measured']) / median:.0f} medians",
            float(found.row("truth of G", "", "mode")["high"]) < median < average,
        ),
        stated(
            "the transform log(1 + G) makes the estimates fluctuate less, in percent of what is estimated",
            f"quartiles of the average's deviation {log:.1f} points apart with it, {plain:.1f} without",
            log < plain,
            found.enough,
        ),
        stated(
            "the gain is more than the smaller scale: brought back to G it stays (ours)",
            f"quartiles {back:.1f} points apart brought back, {plain:.1f} without the transform",
            back < plain,
            found.enough,
        ),
        stated(
            "G follows sigma^2 (1 + chi2_p/N) for large N",
            "largest distance from the exact law "
            + ", ".join(f"{gap:.3f} at N = {n:,}" for n, gap in law)
            + " (p = 10, independent inputs)",
            law[0][1] > law[1][1] > law[2][1] and law[2][1] < 0.01,
        ),
    ]


def _comparison(found: Measured) -> list[Claim]:
    def of(delta: float, measure: str) -> float:
        return found(SMALLER, f"delta/sigma2 = {delta:g}", measure)

    deltas = (0.4, 0.7, 1.0, 1.5)
    enough = float(found.row(SMALLER, "delta/sigma2 = 1", "estimate")["sets"]) >= ENOUGH
    under = {d: 100 * (1 - of(d, "estimate") / of(d, "probability")) for d in deltas}
    below, above = _around(deltas, of)
    weight = (
        (of(below, "rejected") - WRONG) / (of(below, "rejected") - of(above, "rejected")) if above != below else 0.0
    )
    there = under[below] + weight * (under[above] - under[below])
    row = found.row(SMALLER, "delta/sigma2 = 1", "estimate")
    reach = 100 * (float(row["high"]) - float(row["low"])) / 2 / of(1.0, "probability")
    return [
        stated(
            "the t-test finds the smaller, worse model better in about 30 % of the data sets",
            ", ".join(f"{100 * of(d, 'rejected'):.0f} % at delta = {d:g} sigma^2" for d in deltas)
            + " (the paper does not give delta)",
            of(1.5, "rejected") < WRONG < of(0.4, "rejected"),
        ),
        stated(
            "Prob(G2 > G1) is underestimated",
            ", ".join(f"by {under[d]:.0f} % at delta = {d:g}" for d in deltas),
            min(under.values()) > 0,
            enough,
        ),
        stated(
            "Prob(G2 > G1) is underestimated by 20 %",
            f"by {there:.0f} +- {reach:.0f} % where the t-test errs in 30 %; by {under[1.5]:.0f} % at delta = 1.5",
            abs(there - 20) <= reach + 0.5,
            enough,
        ),
        stated(
            "the estimate of Prob(G2 > G1) is more robust than that of the average difference",
            "quartiles, in percent of the truth, "
            + ", ".join(
                f"{of(d, 'probability_iqr'):.0f} against {of(d, 'difference_iqr'):.0f} points apart at delta = {d:g}"
                for d in (0.7, 1.0)
            ),
            all(of(d, "probability_iqr") < of(d, "difference_iqr") for d in deltas),
            enough,
        ),
        stated(
            "the estimate of Prob(G2 > G1) picks the wrong model less often than the t-test (ours)",
            ", ".join(
                f"{100 * of(d, 'wrong_side'):.0f} % against {100 * of(d, 'rejected'):.0f} % at delta = {d:g}"
                for d in (0.7, 1.0)
            ),
            all(of(d, "wrong_side") < of(d, "rejected") for d in (0.7, 1.0)),
            enough,
        ),
    ]


def _around(deltas: Sequence[float], of: Any) -> tuple[float, float]:
    """The neighbours between which the t-test errs in 30 % of the data sets."""
    for low, high in pairwise(deltas):
        if of(low, "rejected") >= WRONG >= of(high, "rejected"):
            return low, high
    return deltas[-1], deltas[-1]


def _ours(found: Measured) -> list[Claim]:
    cases = [f"delta/sigma2 = {d:g}" for d in (0.2, 0.4, 0.7, 1.0, 1.5)]
    wrongly = [found(SMALLER, c, "rejected_corrected") for c in cases if found(SMALLER, c, "difference") > 0]
    small, large = (found(SMALLER, f"delta/sigma2 = {d:g}", "difference") for d in (0.0, 0.4))
    seen = found(SMALLER, "delta/sigma2 = 0", "rejected_corrected")
    leaks = {c: {way: found(LEAK, f"AR {c:g}", way) for way in ("random", "block")} for c in (0.0, 0.6518)}
    above = {name: found("95 % fractile of G", name, "training sets above it") for name in ("chi-squared", "F")}
    return [
        stated(
            "below delta of about 0.2 sigma^2 the smaller model is truly better (ours)",
            f"true difference {small:.1f} at 0, {large:+.1f} at 0.4",
            small < 0 < large,
        ),
        stated(
            "the corrected t-test does not make that mistake (ours)",
            f"at most in {100 * max(wrongly):.1f} % of the data sets; "
            f"but where the smaller model is better it sees it in {100 * seen:.1f} % only",
            max(wrongly) <= 0.05,
        ),
        stated(
            "random splits leak where inputs are autocorrelated, blocks less so (ours)",
            ", ".join(f"AR {c:g}: random {r['random']:.2f}, block {r['block']:.2f}" for c, r in leaks.items()),
            leaks[0.6518]["random"] < leaks[0.6518]["block"] - 0.1,
        ),
        stated(
            "with twice as many examples as weights the asymptotic 95 % fractile is no 95 % fractile (ours)",
            f"{100 * above['chi-squared']:.0f} % of the training sets are above that of chi-squared, "
            f"{100 * above['F']:.0f} % above that of the exact law for independent inputs",
            above["chi-squared"] > 0.1,
        ),
    ]
