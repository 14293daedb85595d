r"""Hierarchical model over many data sets: how differences of two models vary, each known as well as its scores tell.

.. math:: \hat d_i \mid \delta_i \sim t_{f_i}(\delta_i, s_i), \qquad \delta_i \sim t_\nu(\delta_0, \sigma_0), \qquad
   \nu - 1 \sim \mathrm{Gamma}(\alpha, \beta)

d_i, s_i, f_i: what data set i says of the difference, its standard error and degrees of freedom; of J folds or other
splits with the correlation n_test / (n_test + n_train) that the corrected t test allows for, the spread integrated out,
f = J - 2; of training runs Welch's; of runs x items those of `two_way_t`. delta_0, sigma_0, nu: the law of differences
over data sets, with flat priors on delta_0, sigma_0, alpha (1 to 2) and beta (0.01 to 0.1). By a Gibbs sampler that
needs no compiler (`core/hierarchical.py`); split R-hat and effective draws are told. The answer is how probable it is
that differences on further data sets fall most often below, inside or above the region of equivalence.

Parameters
----------
rope : half-width of the region of equivalence, in the units of the scores; 0 leaves none.

Use it: Two or more models on many data sets, with folds or training runs inside each, and a question about further
    data sets: which is practically better, or are they equivalent?
Not for: One data set, which says nothing of others (`corrected_t`, `two_way_t`); a table of one number for each data
    set, where `eb.rank(across="wilcoxon")` or the signed-rank posterior (`rope=`) answer.
In more words: probabilities under a hierarchical model, not error rates; on the example of baycomp's manual 0.084,
    0.039 and 0.878 against the published 0.0795, 0.0365 and 0.884 of Stan and 0.075, 0.031 and 0.893 by quadrature,
    within four Monte Carlo errors.
Deviation: the spread inside each data set is integrated out with a flat prior that has no upper end, where baycomp's
    ends at 1,000 times the spread seen; a data set without any spread is taken as spread over the region of
    equivalence.
References: corani2017, benavoli2017, yu2011.

Examples
--------
Eleven folds of each of six data sets, on all of which a is two points better, region one point:

>>> import errbar as eb
>>> folds = [0.81 + 0.002 * i for i in range(11)]
>>> sets = {f"set {i}": eb.Scores.from_splits({"a": folds, "b": [0.8] * 11}, n_train=90, n_test=10,
...                                           loss="accuracy", greater_is_better=True) for i in range(6)}
>>> ranking = eb.rank(sets, method="hierarchical_bayes", rope=0.01)
>>> ranking.pairs[0]["p_a_better"] > 0.9
True
"""

from __future__ import annotations

from typing import Any

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.core.hierarchical import KEPT, WARM, HierarchicalPosterior, SetMeans, hierarchical_posterior
from errbar.core.two_way import TwoWay
from errbar.errors import NeedsError
from errbar.methods.corrected_t import SPLITS
from errbar.types import Finding, Scores
from errbar.types.datasets import Datasets
from errbar.types.method import method

SUMS = 1e-12  # of a mean: what rounding may leave of no spread
LEAST = 3  # scores of a data set: its spread takes two degrees of freedom
RHAT, ENOUGH = 1.01, 400.0  # split R-hat and effective size of draws that are worth showing
MANY = "hierarchical_bayes is for many data sets: eb.rank({data set: Scores}, method='hierarchical_bayes', rope=...)."
NEEDED = (
    "hierarchical_bayes needs the scores inside each data set: {data set: Scores} over folds or other splits, or a "
    "table of training runs (run=)."
)


def check_inside(data: Datasets) -> None:
    """Refuse what has no scores inside its data sets, before anything is drawn."""
    if not data.scores and not data.runs:
        raise NeedsError(NEEDED)
    for name, scores in data.scores.items():
        if scores.runs is None and (len(scores.plan) < LEAST or scores.plan.kind not in SPLITS):
            raise NeedsError(
                f"hierarchical_bayes needs at least {LEAST} folds or splits of every data set, or training runs; "
                f"{name!r} has {len(scores.plan)} of kind {scores.plan.kind!r}."
            )
        if scores.runs is not None and min(map(len, scores.runs.names)) < 2:
            raise NeedsError(f"hierarchical_bayes needs two training runs of every model; {name!r} has one of some.")
    for name, runs in data.runs.items():
        if min(map(len, runs)) < LEAST:
            raise NeedsError(
                f"hierarchical_bayes needs at least {LEAST} training runs of every model on every data set; {name!r} "
                f"has {min(map(len, runs))} of some."
            )


def posterior(data: Datasets, pairs: tuple[Indices, Indices], seed: int, *, rope: float = 0.0) -> HierarchicalPosterior:
    """The posterior of every pair, a - b in the units of the scores."""
    said = [_of_set(data, name, pairs) for name in data.names]
    mean, se, df = (np.stack(part, axis=1) for part in zip(*said, strict=True))
    sets = SetMeans(mean, _spread(se, mean, rope), df)
    return hierarchical_posterior(sets, rope, seed=seed, warm=WARM, kept=KEPT)


@method(
    "Hierarchical Bayes (many data sets)",
    (*SPLITS, "test_set"),
    "probabilities under a model, no error rates; agrees with baycomp's published example",
    needs="data_sets",
    target="data sets",
    compares="two",
)
def hierarchical_bayes(scores: Scores, *, rope: float = 0.0) -> Finding:  # noqa: ARG001
    """Of one data set nothing is known of others; `eb.rank` has many, and asks `posterior`."""
    raise NeedsError(MANY)


def told(found: HierarchicalPosterior, data: Datasets, level: float) -> tuple[dict[str, Any], list[str]]:
    """Details and notes: how well the sampler mixed, and the difference over data sets of every pair."""
    outside = (1.0 - level) / 2.0
    flat = found.centre.reshape(-1, found.centre.shape[-1])
    low, middle, high = np.quantile(flat, [outside, 0.5, 1.0 - outside], axis=0)
    details = {
        "rhat": found.rhat.tolist(),
        "effective_size": found.effective.tolist(),
        "n_draws": flat.shape[0],
        "difference": middle.tolist(),
        "difference_low": low.tolist(),
        "difference_high": high.tolist(),
        "next_a_better": (found.next_above if data.greater_is_better else found.next_below).tolist(),
        "next_equivalent": found.next_inside.tolist(),
        "next_b_better": (found.next_below if data.greater_is_better else found.next_above).tolist(),
    }
    worst, least = float(found.rhat.max()), float(found.effective.min())
    notes = [
        "The probabilities are those of the hierarchical model: that differences on further data sets fall into this "
        f"region more often than into another. Split R-hat at most {worst:.3f}, at least {least:,.0f} effective draws."
    ]
    if not (worst <= RHAT and least >= ENOUGH):
        notes.append("The sampler did not mix well here: take the probabilities as rough.")
    return details, notes


def _of_set(data: Datasets, name: str, pairs: tuple[Indices, Indices]) -> tuple[Floats, Floats, Floats]:
    """Of every pair the mean difference on a data set, its standard error and degrees of freedom."""
    if data.runs:
        return _of_runs(data.runs[name], pairs)
    scores = data.scores[name]
    rows = np.array([scores.names.index(model) for model in data.models])
    first, second = (rows[one] for one in pairs)
    if scores.runs is not None:
        return _of_items(scores, first, second)
    ratio = scores.plan.ratio
    found = SetMeans.of((scores.values[first] - scores.values[second]).T, ratio / (1.0 + ratio))
    return found.mean, found.se, found.df


def _of_runs(runs: tuple[Floats, ...], pairs: tuple[Indices, Indices]) -> tuple[Floats, Floats, Floats]:
    """Runs of two models have nothing to do with each other: Welch's standard error and degrees of freedom."""
    mean = np.array([one.mean() for one in runs])
    part = np.array([one.var(ddof=1) / one.size for one in runs])
    weight = part**2 / np.array([one.size - 1.0 for one in runs])
    first, second = pairs
    both, of_both = part[first] + part[second], weight[first] + weight[second]
    fewest = float(min(one.size for one in runs) - 1)
    df = np.divide(both**2, of_both, out=np.full(both.shape, fewest), where=of_both > 0)
    return mean[first] - mean[second], np.sqrt(both), df


def _of_items(scores: Scores, first: Indices, second: Indices) -> tuple[Floats, Floats, Floats]:
    """Runs x items inside a data set: the two-way variance."""
    assert scores.runs is not None
    groups, cells, known = scores.item_groups, scores.runs.cells, scores.runs.masks
    laws = [TwoWay.of([cells[a], cells[b]], groups, [known[a], known[b]]) for a, b in zip(first, second, strict=True)]
    mean = scores.values[first, 0] - scores.values[second, 0]
    return mean, np.sqrt([law.variance for law in laws]), np.array([law.df for law in laws])


def _spread(se: Floats, mean: Floats, rope: float) -> Floats:
    """Standard errors, where no spread was seen as if scores were spread over the region of equivalence.

    Without a region the smallest that was seen elsewhere stands in: no spread is no certainty.
    """
    some = se > SUMS * np.abs(mean)
    if some.all():
        return se
    if rope > 0:
        return np.where(some, se, rope / 3.0**0.5)
    seen = np.where(some, se, np.inf).min(axis=1, keepdims=True)
    if np.isinf(seen).any():
        raise NeedsError(
            "No data set shows any spread of a difference: give rope=, the difference that does not count."
        )
    return np.where(some, se, np.broadcast_to(seen, mean.shape))
