"""Votes between two models at a time -> VoteRanking."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.answers.pairs import ErrorPairs
from errbar.answers.vote_ranking import VoteRanking
from errbar.check import check_level, check_name
from errbar.core.arrays import Floats
from errbar.core.bradley_terry import TIE, strengths
from errbar.core.max_t import Alike
from errbar.core.multiplicity import in_step
from errbar.core.score_interval import ScoreShare
from errbar.core.student import Student
from errbar.errors import InputError, NeedsError
from errbar.ranking.family import CORRECTIONS_OF_RANKS, MANY, MAX_T, PairFamily
from errbar.types.preferences import Preferences

Reach = NDArray[np.bool_]


def rank_votes(votes: Preferences, confidence_level: float = 0.95, correction: str = "holm") -> VoteRanking:
    """Strengths, pairs, ranks that hold together, win rates and what being shown first is worth."""
    level, k = check_level(confidence_level), len(votes.models)
    check_name("correction", correction, CORRECTIONS_OF_RANKS)
    _check_graph(votes)
    groups = votes.groups or (np.arange(len(votes)),)
    counts = tuple(np.unique(one).size for one in groups)
    if min(counts) < 2:
        raise NeedsError("All votes are in one group, so nothing says how groups differ: at least two are needed.")
    df = min(counts) - 1.0
    found = strengths(votes.first, votes.second, votes.result, k)
    covariance = found.covariance(*groups)
    beta, se = found.beta, np.sqrt(np.diag(covariance))
    first, second = np.triu_indices(k, 1)
    laws = [
        Student(
            float(beta[i] - beta[j]), sqrt(max(0.0, covariance[i, i] + covariance[j, j] - 2 * covariance[i, j])), df
        )
        for i, j in zip(first, second, strict=True)
    ]
    tests = np.array([law.test(0.0, "two-sided") for law in laws])
    order = np.array(sorted(range(k), key=lambda i: (-beta[i], votes.models[i])))
    own = [Student(float(b), float(s), df) for b, s in zip(beta, se, strict=True)]
    rates = [_win_rate(votes, i, groups, df, level) for i in order]

    def ends(some: list[Student], at: float) -> tuple[Floats, Floats]:
        both = np.array([law.interval(at, "two-sided") for law in some])
        return both[:, 0], both[:, 1]

    alike = Alike(covariance, np.argsort(beta, kind="stable"), 0, df if df < MANY else inf)
    family = PairFamily(correction, level, *(alike, alike) if correction == MAX_T else ())
    p, of_each = family.judged(tests[:, 1], first, second)
    gaps = np.array([law.estimate for law in laws])
    low, high = (end[order] for end in ends(own, level))
    wide_low, wide_high = (end[order] for end in ends(own, family.level_of_models(k)))
    at_once = in_step(*ends(laws, of_each), gaps, p < 1 - level)
    pairs = ErrorPairs(
        models=votes.models, first=first, second=second,
        estimate=gaps, low=ends(laws, level)[0], high=ends(laws, level)[1],
        simultaneous_low=at_once[0], simultaneous_high=at_once[1], statistic=tests[:, 0],
        se=np.array([law.se for law in laws]), df=np.full(len(laws), df), pvalue=tests[:, 1],
        adjusted_pvalue=p,
    )  # fmt: skip
    best, _ = pairs.rank_limits(pairs.estimate, level, None)
    few = [f"Only {min(counts)} groups: intervals are liberal where there are few; 40 or more are advised."]
    return VoteRanking(
        models=tuple(votes.models[i] for i in order),
        tied=tuple(votes.models[i] for i in order if best[i] == 1),
        control=None, correction=correction, confidence_level=level, pairs=pairs, loss="strength",
        greater_is_better=True, notes=tuple(few if votes.groups and min(counts) < 20 else ()),
        method="davidson" if (votes.result == TIE).any() else "bradley_terry",
        estimate=beta[order], low=low, high=high, simultaneous_low=wide_low, simultaneous_high=wide_high, se=se[order],
        win_rate=np.array([rate[0] for rate in rates]), win_low=np.array([rate[1] for rate in rates]),
        win_high=np.array([rate[2] for rate in rates]),
        position=_position(votes, groups, df, level), n_votes=len(votes),
        n_groups=counts if votes.groups else (),
    )  # fmt: skip


def _win_rate(
    votes: Preferences, i: int, groups: tuple[NDArray[np.intp], ...], df: float, level: float
) -> tuple[float, float, float]:
    """Wilson's interval at the number of independent votes that the groups are worth."""
    mine = (votes.first == i) | (votes.second == i)
    won = np.where(votes.first == i, votes.result, 1.0 - votes.result)[mine]
    rate, n = float(won.mean()), won.size
    variance = max(float(np.sum(np.bincount(one[mine], won - rate) ** 2)) / n**2 for one in groups)
    size = min(float(n), rate * (1.0 - rate) / variance) if variance > 0.0 else float(n)
    low, high = ScoreShare(rate, size, df if votes.groups else inf, sqrt(variance)).interval(level, "two-sided")
    return rate, low, high


def _position(
    votes: Preferences, groups: tuple[NDArray[np.intp], ...], df: float, level: float
) -> tuple[float, float, float] | None:
    """What being shown first adds to the log-odds; None where it cannot be told from the strengths."""
    k = len(votes.models)
    x = np.zeros((len(votes), k))
    x[np.arange(len(votes)), votes.first] += 1.0
    x[np.arange(len(votes)), votes.second] -= 1.0
    if np.linalg.matrix_rank(np.c_[x, np.ones(len(votes))]) < k:
        return None
    won = votes.result[votes.result != TIE]
    if won.size == 0 or won.min() == won.max():
        return None
    try:
        found = strengths(votes.first, votes.second, votes.result, k, position=True)
    except np.linalg.LinAlgError:
        return None
    if not np.isfinite(found.position) or abs(found.position) > 20:
        return None
    law = Student(found.position, sqrt(max(0.0, float(found.covariance(*groups)[k, k]))), df)
    return (found.position, *law.interval(level, "two-sided"))


def _check_graph(votes: Preferences) -> None:
    """Whether strengths exist: all models connected, and none that only ever won or lost [ford1957]."""
    k = len(votes.models)
    if (votes.result == TIE).all():
        raise InputError(
            "Every vote is a tie, so nothing says how far apart the models are: all win half of their votes."
        )
    beats = np.eye(k, dtype=bool)
    beats[votes.first[votes.result > 0], votes.second[votes.result > 0]] = True
    beats[votes.second[votes.result < 1], votes.first[votes.result < 1]] = True
    parts = _parts(_closed(beats | beats.T))
    if len(parts) > 1:
        told = "; ".join(", ".join(votes.models[i] for i in part) for part in parts)
        raise InputError(
            f"No vote connects these sets of models, so they have no common scale: {told}. Rank each alone."
        )
    reach = _closed(beats)
    if not reach.all():
        top = next(part for part in _parts(reach & reach.T) if not reach[np.ix_(_outside(part, k), part)].any())
        names = ", ".join(votes.models[i] for i in top)
        raise InputError(
            f"{names} never lost a vote against any other model, so its strength has no finite estimate: collect votes "
            "until it loses or ties one, or leave it out."
        )


def _closed(links: Reach) -> Reach:
    for _ in range(int(np.ceil(np.log2(max(2, len(links)))))):
        links = (links.astype(float) @ links.astype(float)) > 0
    return links


def _parts(linked: Reach) -> list[list[int]]:
    return [list(part) for part in dict.fromkeys(tuple(np.flatnonzero(row).tolist()) for row in linked)]


def _outside(part: list[int], k: int) -> list[int]:
    return [i for i in range(k) if i not in part]
