"""Datasets -> DatasetRanking: ranks, tests over data sets, and the groups that the tests leave together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.answers.pairs import RankPairs
from errbar.answers.ranking import DatasetRanking
from errbar.check import check_name, check_number
from errbar.core.arrays import Floats, Indices
from errbar.core.friedman import (
    Friedman,
    bonferroni_dunn_difference,
    friedman,
    nemenyi_difference,
    nemenyi_pvalues,
    normal_pvalues,
    ranked,
)
from errbar.core.multiplicity import adjusted
from errbar.core.signed_rank_bayes import signed_rank_posterior
from errbar.core.wilcoxon import signed_rank
from errbar.errors import InputError
from errbar.methods import OVER_DATASETS
from errbar.ranking.cliques import not_shown_to_differ, runs_alike
from errbar.ranking.family import MAX_T
from errbar.ranking.hierarchy import check_inside, posterior, told
from errbar.ranking.of_models import check_request, chosen_pairs, rank_models
from errbar.show.as_text import number, percent
from errbar.types import Question
from errbar.types.datasets import Datasets

_CELLS = 1 << 15  # differences worked on at a time: they stay in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class Tests:
    """What a test over data sets gives: one statistic and p-value per pair, adjusted ones, a critical difference."""

    statistic: Floats
    pvalue: Floats
    adjusted: Floats
    correction: str
    critical_difference: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """What the tests are asked."""

    data: Datasets
    ranks: Friedman
    first: Indices
    second: Indices
    smaller_rank_sum: Floats
    wilcoxon_pvalue: Floats
    correction: str
    confidence_level: float

    @property
    def z(self) -> Floats:
        """Differences of average ranks over their standard error."""
        ranks = self.ranks.mean_ranks
        return (ranks[self.first] - ranks[self.second]) / self.ranks.rank_se


def wilcoxon(asked: Comparisons) -> Tests:
    """Wilcoxon's signed rank for each pair: what it says does not depend on which other models are in the table."""
    p = asked.wilcoxon_pvalue
    return Tests(asked.smaller_rank_sum, p, adjusted(p, asked.correction), asked.correction)


def rank_z(asked: Comparisons) -> Tests:
    """Differences of average ranks against the normal law."""
    p = normal_pvalues(asked.z)
    return Tests(asked.z, p, adjusted(p, asked.correction), asked.correction)


def nemenyi(asked: Comparisons) -> Tests:
    """Differences of average ranks against the range of all of them: corrected for all pairs by itself."""
    k, n = asked.ranks.n_models, asked.ranks.n_datasets
    p = nemenyi_pvalues(asked.z, k)
    return Tests(asked.z, normal_pvalues(asked.z), p, "nemenyi", nemenyi_difference(asked.confidence_level, k, n))


def bonferroni_dunn(asked: Comparisons) -> Tests:
    """Differences of average ranks from a control, with Bonferroni's correction."""
    k, n = asked.ranks.n_models, asked.ranks.n_datasets
    p = normal_pvalues(asked.z)
    difference = bonferroni_dunn_difference(asked.confidence_level, k, n)
    return Tests(asked.z, p, adjusted(p, "bonferroni"), "bonferroni", difference)


ACROSS: dict[str, Callable[[Comparisons], Tests]] = {
    "wilcoxon": wilcoxon,
    "rank_z": rank_z,
    "nemenyi": nemenyi,
    "bonferroni_dunn": bonferroni_dunn,
    OVER_DATASETS: wilcoxon,  # its probabilities stand beside the tests, which a posterior does not replace
}


def rank_datasets(
    data: Datasets,
    question: Question,
    *,
    control: str | None,
    across: str,
    correction: str,
    rope: float | None,
    seed: int,
) -> DatasetRanking:
    """Friedman's test, the comparisons over data sets, and who cannot be told from the first."""
    names, k, confidence_level = data.models, len(data.models), question.confidence_level
    check_request(names, question, control, correction)
    if correction == MAX_T:
        raise InputError("correction='max_t' is for models on one data set; over data sets take across='nemenyi'.")
    _check_across(across, control, rope)
    rope = None if rope is None else float(rope)
    if across == OVER_DATASETS:
        check_inside(data)
    first, second = chosen_pairs(k, None if control is None else names.index(control))
    ranks = friedman(ranked(data.values, data.greater_is_better))
    smaller, wilcoxon_pvalue, wins, losses = _differences(data, first, second)
    asked = Comparisons(data, ranks, first, second, smaller, wilcoxon_pvalue, correction, confidence_level)
    tests = ACROSS[across](asked)
    inside = _inside(data, first, second, question)
    chances, details, said = _posterior(data, (first, second), across, rope, (seed, confidence_level))
    mean = data.values.mean(axis=0)
    pairs = RankPairs(
        models=names,
        first=first,
        second=second,
        rank_difference=ranks.mean_ranks[first] - ranks.mean_ranks[second],
        mean_difference=mean[first] - mean[second],
        wins=wins,
        ties=len(data.names) - wins - losses,
        losses=losses,
        significant_wins=inside[0],
        significant_losses=inside[1],
        statistic=tests.statistic,
        pvalue=tests.pvalue,
        adjusted_pvalue=tests.adjusted,
        **chances,
    )
    order = np.array(sorted(range(k), key=lambda i: (ranks.mean_ranks[i], names[i])), dtype=np.intp)
    alike = not_shown_to_differ(pairs, confidence_level)
    cliques, apart = runs_alike(names, order, alike, None if control is None else names.index(control))
    centre = order[0] if control is None else names.index(control)
    best = data.values.max(axis=1) if data.greater_is_better else data.values.min(axis=1)
    return DatasetRanking(
        models=tuple(names[i] for i in order),
        tied=tuple(names[i] for i in order if alike[centre, i]),
        control=control,
        correction=tests.correction,
        confidence_level=confidence_level,
        loss=data.loss,
        greater_is_better=data.greater_is_better,
        notes=(*_notes(data, asked, across, tests, control), *said, *apart, *data.notes),
        details=details,
        across=across,
        average_rank=ranks.mean_ranks[order],
        mean=mean[order],
        wins=(data.values == best[:, None]).sum(axis=0)[order],
        friedman=ranks,
        critical_difference=tests.critical_difference,
        pairs=pairs,
        cliques=cliques,
        datasets=data.names,
    )


def _check_across(across: str, control: str | None, rope: float | None) -> None:
    check_name("across", across, ACROSS)
    if across == "nemenyi" and control is not None:
        raise InputError(
            "Nemenyi's test is for all pairs; against a control use across='bonferroni_dunn' or 'wilcoxon'."
        )
    if across == "bonferroni_dunn" and control is None:
        raise InputError("The Bonferroni-Dunn test needs control=, the model that all others are compared with.")
    if rope is not None and check_number("rope", rope) < 0:
        raise InputError(f"rope must not be negative: it is a half-width; got {rope:g}.")


def _differences(data: Datasets, first: Indices, second: Indices) -> tuple[Floats, Floats, Indices, Indices]:
    """Wilcoxon's smaller rank sum and p-value, and how often a is better and worse, pair by pair."""
    by_model = np.ascontiguousarray(data.values.T)
    smaller, pvalue = np.empty(first.size), np.empty(first.size)
    above, below = np.empty(first.size, dtype=np.intp), np.empty(first.size, dtype=np.intp)
    step = max(1, _CELLS // len(data.names))
    for start in range(0, first.size, step):
        block = slice(start, min(start + step, first.size))
        d = by_model[first[block]] - by_model[second[block]]
        test = signed_rank(d)
        smaller[block], pvalue[block] = np.minimum(test.plus, test.minus), test.pvalue
        above[block] = np.count_nonzero(d > 0, axis=1)
        below[block] = test.n_used - above[block]
    return (smaller, pvalue, above, below) if data.greater_is_better else (smaller, pvalue, below, above)


def _inside(data: Datasets, first: Indices, second: Indices, inside: Question) -> tuple[Floats, Floats]:
    """Wins and losses that the method shows inside single data sets; NaN where a data set is one number."""
    if not data.scores:
        if inside.method != "corrected_t" or inside.options:
            raise InputError(
                f"method={inside.method!r} works inside a data set, and each of these gives a single number: leave "
                "method and options out, or bring {data set: Scores}. The test over data sets is across=."
            )
        return np.full(first.size, np.nan), np.full(first.size, np.nan)
    wins, losses = np.zeros(first.size), np.zeros(first.size)
    sign = 1.0 if data.greater_is_better else -1.0
    for scores in data.scores.values():
        pairs = rank_models(scores, inside, control=None, correction="none").pairs
        place = np.array([scores.names.index(name) for name in data.models])
        p, estimate = pairs.matrix(pairs.pvalue, 1.0), pairs.matrix(pairs.estimate, 0.0)
        i, j = place[first], place[second]
        better = sign * np.where(i < j, 1.0, -1.0) * estimate[i, j]
        shown = p[i, j] < 1 - inside.confidence_level
        wins += shown & (better > 0)
        losses += shown & (better < 0)
    return wins, losses


def _posterior(
    data: Datasets, pairs: tuple[Indices, Indices], across: str, rope: float | None, drawn: tuple[int, float]
) -> tuple[dict[str, Floats], dict[str, Any], list[str]]:
    """Probabilities of every pair, where a region of equivalence or the hierarchical model asks for them.

    With them details and notes; `drawn`: the seed, and the level of intervals.
    """
    (first, second), names = pairs, ("p_a_better", "p_equivalent", "p_b_better")
    if rope is None and across != OVER_DATASETS:
        return {name: np.full(first.size, np.nan) for name in names}, {}, []
    width, (seed, level) = rope or 0.0, drawn
    details: dict[str, Any] = {"rope": width, "n_draws_seed": seed}
    if across == OVER_DATASETS:
        found = posterior(data, pairs, seed, rope=width)
        below, inside, above = found.below, found.inside, found.above
        own, said = told(found, data, level)
        details |= {OVER_DATASETS: own}
    else:
        by_model = data.values.T
        law = signed_rank_posterior(by_model[first] - by_model[second], width, seed=seed)
        below, inside, above, said = law.below, law.inside, law.above, []
    a, b = (above, below) if data.greater_is_better else (below, above)
    return dict(zip(names, (a, inside, b), strict=True)), details, said


def _notes(data: Datasets, asked: Comparisons, across: str, tests: Tests, control: str | None) -> list[str]:
    n, m = len(data.names), asked.first.size
    notes = []
    outside = 1 - asked.confidence_level
    exact = ACROSS[across] is wilcoxon and tests.correction in ("holm", "bonferroni")
    smallest = 2.0 ** (1 - n) * m if exact else 0.0
    if smallest >= outside:
        notes.append(
            f"With {n} data sets and {m} comparisons no difference can be shown at the "
            f"{percent(asked.confidence_level)} level, however large: more data sets are needed, or fewer comparisons."
        )
    if ACROSS[across] is not wilcoxon:
        notes.append(
            "Tests of average ranks depend on which other models are in the table; across='wilcoxon' compares only two."
        )
    if control is None and tests.correction in ("none", "fdr_bh"):
        notes.append("The tests are not corrected for the chance of a single false difference among them.")
    if asked.ranks.f_pvalue >= outside:
        notes.append(
            f"Friedman's test does not show that the models differ at all (p = {number(asked.ranks.f_pvalue, 3)}): "
            "read single differences with that in mind."
        )
    notes.append("The data sets are taken as a random sample of the problems the answer is about, and as independent.")
    return notes
