r"""Posterior of the mean difference of two models, and how likely it is that they are practically equal.

.. math:: \mu \mid d \sim t_{N-1}\Big(\bar d,\ \big(1/N + \tfrac{\rho}{1-\rho}\big) s_d^2\Big),
   \qquad \frac{\rho}{1-\rho} = \frac{n_2}{n_1}

d_j: difference a - b in split j; N: number of splits; s_d^2: variance of the d_j, divisor N - 1; n_1, n_2:
training and test size.

`details`: "p_a_better", "p_equivalent" and "p_b_better", the posterior mass below, inside and above
[-rope, rope] (sides swapped where a high score is good), and "decision", which claims a region only if its
mass reaches the confidence level. The interval is the highest-density interval. A posterior has no p-value:
`pvalue` and `null` are None.

Parameters
----------
rope : half-width of practical equivalence; default 0.01 for 0/1 losses, else 0
    In units of the loss; 0.01 for accuracies too.

Use it: Two algorithms, and a difference below some size does not matter: it gives the probability that one is better,
    or that they are practically equal.
Not for: One model. A half-width of practical equivalence chosen after looking. It is no better calibrated than
    `corrected_t`, whose fits it reads.
In more words: heuristic, the corrected t under a flat prior.
Deviation: n_2/n_1 is read from the splits, where the paper has 1/(K - 1).
References: corani2015, benavoli2017.

>>> import errbar as eb
>>> d = [.02, .03, -.01, .04, .01, .03, 0, .02, .05, .01]
>>> scores = eb.Scores.from_splits({"a": d, "b": [0.0] * 10}, n_train=90, n_test=10, loss="error")
>>> p = eb.infer(scores, model="a", versus="b", method="bayes_t", options={"rope": 0.01}).details
>>> print(f"{p['p_a_better']:.10f} {p['p_equivalent']:.10f} {p['p_b_better']:.10f}")
0.0029828747 0.1288737654 0.8681433599
"""

from dataclasses import dataclass

from errbar.core.student import Student
from errbar.core.students import Students
from errbar.errors import InputError
from errbar.methods.corrected_t import NAIVE, SPLITS, unequal_note
from errbar.types import Finding, More, Scores, method

SHARES = ("zero_one", "accuracy", "balanced_accuracy")  # losses and scores whose hundredths mean something
CLAIM = "heuristic: the corrected t read as a posterior, uneven"
UNTESTED = {
    "p-value": "a posterior has none; details hold its probabilities",
    "any null": "a posterior tests nothing; the option rope says which differences count",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """The region whose mass reaches a level."""

    regions: dict[str, float]
    ratio: float

    def at(self, level: float, _side: str) -> More:
        claimed = [name for name, mass in self.regions.items() if mass >= level]
        return More(details={"decision": claimed[0] if claimed else "no decision", "ratio": self.ratio})


@method("Correlated Bayesian t", SPLITS, CLAIM, instead_of=NAIVE, overlap=1.0, compares="two", exceptions=UNTESTED)
def bayes_t(scores: Scores, *, rope: float | None = None) -> Finding:
    if rope is not None and rope < 0:
        raise InputError(f"Option rope must not be negative: it is a half-width; got {rope:g}.")
    width = rope if rope is not None else 0.01 if scores.loss in SHARES else 0.0
    ratio = scores.plan.ratio
    posterior = Students.of_splits(scores.per_split, ratio).one
    below, inside, above = _masses(posterior, width)
    a, b = (above, below) if scores.greater_is_better else (below, above)
    regions = {"a better": a, "equivalent": inside, "b better": b}
    notes = [_note(scores, rope, width, regions), unequal_note(scores)]
    details = {"rope": width, "p_a_better": a, "p_equivalent": inside, "p_b_better": b}
    return Finding(posterior, notes, details, at=Decision(regions, ratio).at)


def _masses(posterior: Student, rope: float) -> tuple[float, float, float]:
    """Posterior mass below -rope, inside and above rope; with no spread all of it lies at the mean."""
    if posterior.se == 0:
        below, above = float(posterior.estimate < -rope), float(posterior.estimate > rope)
        return below, 1.0 - below - above, above
    below = posterior.cdf((-rope - posterior.estimate) / posterior.se)
    above = posterior.cdf((posterior.estimate - rope) / posterior.se)
    return below, max(0.0, 1.0 - below - above) if rope else 0.0, above


def _note(scores: Scores, rope: float | None, width: float, regions: dict[str, float]) -> str:
    masses = ", ".join(f"{name} {100 * mass:.1f} %" for name, mass in regions.items())
    prior = "under a flat prior and a correlation of n_test/(n_train + n_test) between splits, so there is no p-value."
    equal = f"Differences within {width:g} count as equivalent."
    if rope is None and width == 0:
        equal = f"No region of practical equivalence was given for {scores.loss!r}: set options={{'rope': ...}}."
    return f"Posterior: {masses}; {prior} {equal}"
