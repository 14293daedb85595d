"""Scores of many models on one data set -> ModelRanking. Nothing is fitted here.

Methods that only read the variance of split scores are worked out for all models and pairs at once; every other method
is asked about one model and one pair after another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from errbar.answers.asking import Asking
from errbar.answers.pairs import ErrorPairs
from errbar.answers.ranking import ModelRanking
from errbar.check import Range, check_name
from errbar.core.arrays import Floats, Indices
from errbar.core.multiplicity import in_step
from errbar.core.students import Students
from errbar.errors import InputError, NeedsError
from errbar.methods import METHODS
from errbar.methods.suits import kind_for
from errbar.ranking.best import best_pvalues, few_splits_note, set_note
from errbar.ranking.family import CORRECTIONS_OF_RANKS, PairFamily, family_of
from errbar.show.as_text import percent
from errbar.types import Question, Result, Scores
from errbar.types.ranges import of_difference


def rank_models(
    scores: Scores, question: Question, *, control: str | None, correction: str, seed: int = 0
) -> ModelRanking:
    """Every model's error, the comparisons, and who is tied for best; of a checked request."""
    asking = Asking(scores, question)
    names, confidence_level = asking.names, question.confidence_level
    family, stands_in = family_of(scores, correction, confidence_level, seed)
    correction = family.correction
    first, second = chosen_pairs(len(names), None if control is None else names.index(control))
    one, two = asking(names[0]), asking(names[first[0]], names[second[0]])
    asked = PairsAsked(names, first, second, family)
    if one.method == two.method and METHODS[two.method].law is not None and not scores.stages:
        models, compared = _at_once(asking, two.method, asked)
        notes = [*one.notes, *_twin_note(asking.everyone, first, second)]  # no pair was asked on its own
    else:
        models, compared, notes = _one_by_one(asking, asked)
        if scores.stages:  # of a race: who left was fitted less often
            notes = [note for note in notes if "Fits needed:" not in note]
    pairs, level = asked.pairs(compared)
    pvalue = best_pvalues(pairs, scores.greater_is_better)
    sign = -1.0 if scores.greater_is_better else 1.0
    gone = [name not in scores.names for name in names]
    keys = [(gone[i], sign * models.estimate[i], names[i]) for i in range(len(names))]
    order = np.array(sorted(range(len(names)), key=keys.__getitem__), dtype=np.intp)
    wide_low, wide_high = models.intervals(family.level_of_models(len(names)))
    return ModelRanking(
        models=tuple(names[i] for i in order),
        tied=tuple(names[i] for i in order if not pvalue[i] < 1 - confidence_level),
        control=control,
        correction=correction,
        confidence_level=confidence_level,
        loss=scores.loss,
        greater_is_better=scores.greater_is_better,
        notes=(
            _winner_note(names[order[0]], len(names), confidence_level),
            *stands_in,
            set_note(correction, control, confidence_level),
            *_step_note(pairs, correction, confidence_level),
            *([] if scores.stages else few_splits_note(pairs.df, two.n_splits, len(pairs), level)),
            *notes,
        ),
        details=dict(scores.details) | ({} if family.of_pairs is None else {"draws_seed": seed}),
        method=two.method,
        error_method=one.method,
        target=one.target,
        estimate=models.estimate[order],
        low=models.low[order],
        high=models.high[order],
        simultaneous_low=wide_low[order],
        simultaneous_high=wide_high[order],
        se=models.se[order],
        best_pvalue=pvalue[order],
        pairs=pairs,
        n_splits=max(asking.n_splits(name) for name in names) if scores.stages else two.n_splits,
        n_fits=sum(map(asking.n_splits, names)) if scores.stages else one.n_fits * len(names),
        _asking=asking,
    )


def check_request(names: tuple[str, ...], question: Question, control: str | None, correction: str) -> None:
    """Everything that can be refused before a model is fitted."""
    if len(names) < 2:
        raise InputError(f"A ranking needs at least two models; got {len(names)}. For one model use evaluate.")
    if control is not None:
        check_name("control", control, names)
    check_name("correction", correction, CORRECTIONS_OF_RANKS)
    method = question.method
    if method != "auto" and METHODS[method].compares == "one":
        raise NeedsError(f"{method} is for one model and compares none: use method='corrected_t' or method='auto'.")
    if method != "auto" and "p-value" in METHODS[method].exceptions:
        raise NeedsError(
            f"{method} gives no p-value that could be adjusted for many pairs: use method='corrected_t', or "
            f"eb.infer(scores, model=..., versus=..., method={method!r}) for one pair."
        )


def chosen_pairs(k: int, control: int | None) -> tuple[Indices, Indices]:
    """All pairs in the order given, or every other model against the control."""
    if control is None:
        return np.triu_indices(k, 1)
    others = np.delete(np.arange(k), control)
    return others, np.full(k - 1, control)


_CELLS = 1 << 16  # differences worked on at a time: they stay in the processor's cache


# -- numbers ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairsAsked:
    """Which pairs, and how they are to be judged as a family."""

    names: tuple[str, ...]
    first: Indices
    second: Indices
    family: PairFamily

    def pairs(self, series: _Series) -> tuple[ErrorPairs, float]:
        """Tests and intervals of one family, and the level of one of its intervals."""
        p, level = self.family.judged(series.pvalue, self.first, self.second)
        low, high = series.intervals(level)
        low, high = in_step(low, high, series.estimate, p < 1 - self.family.confidence_level)
        pairs = ErrorPairs(
            models=self.names,
            first=self.first,
            second=self.second,
            estimate=series.estimate,
            low=series.low,
            high=series.high,
            simultaneous_low=low,
            simultaneous_high=high,
            statistic=series.statistic,
            se=series.se,
            df=series.df,
            pvalue=series.pvalue,
            adjusted_pvalue=p,
        )
        return pairs, level


@dataclass(frozen=True, slots=True, eq=False)
class _Series:
    """Columns of numbers, one entry per model or per pair; `intervals` are those at another level."""

    estimate: Floats
    low: Floats
    high: Floats
    statistic: Floats
    pvalue: Floats
    se: Floats
    df: Floats
    intervals: Callable[[float], tuple[Floats, Floats]]


def _at_once(ask: Asking, method: str, asked: PairsAsked) -> tuple[_Series, _Series]:
    """All models and all pairs from the table of split scores; those without any spread are asked one by one."""
    record, scores, names = METHODS[method], ask.scores, asked.names
    assert record.law is not None
    seen = scores.view(kind_for(record, scores.plan))
    models, step = record.law(seen.values, seen.plan), max(1, _CELLS // seen.values.shape[1])
    ends = range(0, asked.first.size, step)
    blocks = ((asked.first[i : i + step], asked.second[i : i + step]) for i in ends)
    pairs = Students.joined(record.law(seen.values[a] - seen.values[b], seen.plan) for a, b in blocks)
    flat = {int(i): ask(names[i]) for i in np.flatnonzero(models.se == 0)}
    equal = {int(i): ask(names[asked.first[i]], names[asked.second[i]]) for i in np.flatnonzero(pairs.se == 0)}
    level, limits = asked.family.confidence_level, seen.limits
    return _series_of(models, level, limits, flat), _series_of(pairs, level, of_difference(limits), equal)


def _series_of(law: Students, confidence_level: float, limits: Range, flat: Mapping[int, Result]) -> _Series:
    """Intervals inside the limits, as `infer` gives them; `flat` are its own answers where nothing varied."""

    def inside(level: float) -> tuple[Floats, Floats]:
        low, high = (np.clip(end, *limits) for end in law.interval(level))
        for place, result in flat.items():
            low[place], high[place] = result.confidence_interval(level)
        return low, high

    df = np.full(law.estimate.size, float(law.df))
    return _Series(law.estimate, *inside(confidence_level), *law.test(), law.se, df, inside)


def _one_by_one(ask: Asking, asked: PairsAsked) -> tuple[_Series, _Series, list[str]]:
    """The method asked about every model and every pair."""
    models, pairs = [ask(name) for name in ask.names], ask.pairs(asked.first, asked.second)
    notes = list(dict.fromkeys(note for result in models for note in result.notes))
    counts = Counter(note for result in pairs for note in dict.fromkeys(result.notes) if note not in notes)
    notes += [note if n == len(pairs) else f"({n} of {len(pairs)} comparisons) {note}" for note, n in counts.items()]
    return _gathered(models), _gathered(pairs), notes


def _gathered(results: list[Result]) -> _Series:
    def column(name: str) -> Floats:
        values = [getattr(result, name) for result in results]
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)

    return _Series(
        estimate=column("estimate"),
        low=column("low"),
        high=column("high"),
        statistic=column("statistic"),
        pvalue=column("pvalue"),
        se=column("se"),
        df=column("df"),
        intervals=partial(_intervals, results),
    )


def _intervals(results: list[Result], level: float) -> tuple[Floats, Floats]:
    wide = np.array([result.confidence_interval(level) for result in results], dtype=np.float64)
    return wide[:, 0], wide[:, 1]


# -- words -----------------------------------------------------------------------------------------------------


def _winner_note(winner: str, k: int, confidence_level: float) -> str:
    return (
        f"{winner} looks best of {k}: the winner's own interval is optimistic, because the luckiest is picked. The "
        f"simultaneous intervals hold for all {k} models at once with confidence {percent(confidence_level)}, also for "
        "the winner."
    )


def _step_note(pairs: ErrorPairs, correction: str, confidence_level: float) -> list[str]:
    """Pairs that only the steps of the correction tell apart."""
    differs = pairs.adjusted_pvalue < 1 - confidence_level
    ends = (pairs.simultaneous_low == 0) | (pairs.simultaneous_high == 0)
    n = int(np.count_nonzero(differs & ends & (pairs.estimate != 0)))
    if n == 0:
        return []
    return [
        f"{n} of {len(pairs)} pairs differ only by the steps of {correction!r}: their interval ends at 0, and says no "
        "more than which of the two is better."
    ]


def _twin_note(scores: Scores, first: Indices, second: Indices) -> list[str]:
    """Pairs whose differences vary far less than either model's losses: the rule of `guidance`, for all at once."""
    if scores.sums is not None:
        covariance = scores.sums.squares
    else:
        rows = scores.values if scores.items is None else scores.items
        centred = rows - rows.mean(axis=1, keepdims=True)
        covariance = centred @ centred.T
    own = np.diag(covariance)
    smaller = np.minimum(own[first], own[second])
    twins = (smaller > 0) & (own[first] + own[second] - 2 * covariance[first, second] < 0.01 * smaller)
    n = int(np.count_nonzero(twins))
    if n == 0:
        return []
    return [
        f"{n} of {first.size} pairs are nearly identical here: their difference varies far less than either error, and "
        "intervals for such differences are unreliable."
    ]
