"""The error of the candidate that looked best, corrected for having been picked -> Result. Nothing is fitted.

An interval of the winner must hold for whoever might have won. Its far end, on the side of a larger error, is the
winner's own limit at the level at which the limits of all candidates hold together; how much that takes follows from
how alike the candidates are (max-T). The near end needs no correction: the pick can only make the winner look too good.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from errbar.answers.ask import ask
from errbar.answers.best_set import best_set
from errbar.answers.candidates import Candidates
from errbar.check import Alternative, check_name
from errbar.core.arrays import Floats
from errbar.core.best_of_many import UnitSums, pooled_error, tail_of_one, tilted_upper
from errbar.core.student import Student
from errbar.core.students import Students
from errbar.errors import NeedsError
from errbar.methods import OF_SUBGROUPS
from errbar.methods.defaults import FIXED, default_for
from errbar.show.as_text import number
from errbar.types import Question, Result, Scores
from errbar.types.law import Law
from errbar.types.scale import check_scale

CORRECTIONS_OF_WINNER = ("max_t", "tilted", "bonferroni", "bbc_cv")
_HALVINGS = 50
ROUNDING = 1e-12
OF_ITS_OWN = ("Guaranteed", "For 0/1 losses no one-sided bound", "In the calibration suite")


@dataclass(frozen=True, slots=True, eq=False)
class Pooled:
    """Limits with the spread of all who could have won: the winner's own is small by the same luck as its mean."""

    losses: Floats
    errors: Floats
    df: float

    def limit(self, tail: float) -> float:
        reach = -float(Student(0.0, 1.0, self.df).quantile(tail))
        return float(self.losses.min()) + reach * pooled_error(self.losses, self.errors, reach)


@dataclass(frozen=True, slots=True, eq=False)
class Tilted:
    """Limits by bootstrap tilting."""

    units: UnitSums
    best: int

    def limit(self, tail: float) -> float:
        return tilted_upper(self.units, self.best, tail)


@dataclass(frozen=True, slots=True, eq=False)
class OfTheBest:
    """The law of the winner's error.

    Parameters
    ----------
    estimate : the mean, corrected for the pick.
    own : the winner's own law, as if it had been the only candidate.
    n_candidates, largest : how many there were, and draws of the largest of their errors; None for Bonferroni.
    further : limits of the loss that may reach further than its own; None where its own are enough.
    sign : -1 where greater is better.
    """

    estimate: float
    own: Law
    n_candidates: int
    largest: Floats | None
    further: Pooled | Tilted | None
    sign: float

    def tail(self, outside: float) -> float:
        """The chance that each candidate may have where all together may have `outside`."""
        if self.largest is None:
            return outside / self.n_candidates
        return tail_of_one(self.largest, self.n_candidates, outside)

    @property
    def se(self) -> float | None:
        return self.own.se

    df: None = None

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        outside = (1.0 - confidence_level) / (2.0 if alternative == "two-sided" else 1.0)
        low, high = self.own.interval(1.0 - 2.0 * outside, "two-sided") if outside < 0.5 else (self.estimate,) * 2
        tail = self.tail(outside)
        far = self.own.interval(1.0 - 2.0 * tail, "two-sided") if tail < 0.5 else (self.estimate,) * 2
        reach = -inf if self.further is None else self.further.limit(tail)
        if self.sign > 0:
            low, high = min(low, self.estimate), max(far[1], reach, self.estimate)
        else:
            low, high = min(far[0], -reach, self.estimate), max(high, self.estimate)
        return -inf if alternative == "less" else low, inf if alternative == "greater" else high

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        return None, smallest_outside(self, null, alternative)


@dataclass(frozen=True, slots=True, eq=False)
class OutOfBag:
    """The bootstrap's own law: the quantiles of the out-of-bag means."""

    estimate: float
    values: Floats
    se: None = None
    df: None = None

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        outside = (1.0 - confidence_level) / (2.0 if alternative == "two-sided" else 1.0)
        low, high = np.quantile(self.values, (outside, 1.0 - outside))
        low, high = min(float(low), self.estimate), max(float(high), self.estimate)
        return -inf if alternative == "less" else low, inf if alternative == "greater" else high

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        return None, smallest_outside(self, null, alternative)


def smallest_outside(law: Law, null: float, alternative: Alternative) -> float:
    """The smallest 1 - level at which the interval leaves the null out."""
    outside, inside = 1.0, 0.0
    for _ in range(_HALVINGS):
        p = (outside + inside) / 2.0
        low, high = law.interval(1.0 - p, alternative)
        outside, inside = (outside, p) if low <= null <= high else (p, inside)
    return outside


def ask_winner(scores: Scores, question: Question, baseline: str | None, seed: int) -> Result:
    """The best candidate by its mean, and what is left of it; `question.method` is one of CORRECTIONS_OF_WINNER."""
    candidates = Candidates.of(scores)
    check_scale(scores)
    name, m = scores.names[candidates.best], len(scores.names)
    if baseline is not None:
        check_name("baseline", baseline, scores.names)
    method = _method(scores, question.method)
    own = _alone(scores, name, question)
    corrected = None if scores.runs is not None else candidates.corrected(np.random.default_rng([seed, 0]))
    estimate = own.estimate if corrected is None else candidates.sign * corrected[0]
    law: Law
    if method == "bbc_cv":
        if corrected is None or not corrected[1].size:
            raise NeedsError(
                "bbc_cv draws from the losses or predictions of every item, and they are not known: use method='max_t'."
            )
        if own.se == 0.0 or (own.estimate in (0.0, 1.0) and scores.is_binary):
            raise NeedsError(
                "The winner's losses are all alike, and the interval of bbc_cv would have no width: use method='max_t'."
            )
        law = OutOfBag(estimate, candidates.sign * corrected[1])
    else:
        law = _simultaneous(candidates, own, method, estimate, np.random.default_rng([seed, 1]))
    low, high = law.interval(question.confidence_level, question.alternative)
    told = _told(candidates, own, estimate if corrected is not None else None, baseline)
    others, may_be = best_set(candidates, question.confidence_level, np.random.default_rng([seed, 2]))
    answer = replace(
        own,
        estimate=estimate,
        low=low,
        high=high,
        method=method,
        target=f"{own.target}, picked as the best of {m} candidate{'s' if m > 1 else ''}",
        n_fits=own.n_fits * m,
        se=law.se,
        df=None,
        notes=(*_words(told), *may_be, *_of_method(method, candidates, own.method), *_still_true(own)),
        details={**own.details, **told, **others},
        _law=law,
        _source=None,
    )
    return answer.within(own._limits)


def _method(scores: Scores, asked: str) -> str:
    """What corrects for the pick; training runs are drawn by none that draws items, so Bonferroni's stands for them."""
    if scores.runs is None:
        return "max_t" if asked == "auto" else asked
    if asked not in ("auto", "bonferroni"):
        raise NeedsError(
            f"{asked} draws items alone, and these scores have training runs, whose luck is picked too: use "
            "method='bonferroni', or 'auto', which is the same here."
        )
    return "bonferroni"


def _alone(scores: Scores, name: str, question: Question) -> Result:
    """The winner as if nothing had been picked, by the default method that stands high levels."""
    one = question.but(method="auto", null=None, margin=None)
    if scores.plan.kind in FIXED:
        method = default_for(scores.only(name), False)
        one = one.but(method=OF_SUBGROUPS.get(method, method))
    return ask(scores, (name,), one)


def _simultaneous(
    candidates: Candidates, own: Result, method: str, estimate: float, rng: np.random.Generator
) -> OfTheBest:
    m = len(candidates.scores.names)
    assert own._law is not None
    if m == 1 or method == "bonferroni":
        return OfTheBest(estimate, own._law, m, None, None, candidates.sign)
    further: Pooled | Tilted | None = None
    if method == "tilted":
        if candidates.units is None or not candidates.fixed:
            raise NeedsError("tilted weighs the items of a test set, and they are not known: use method='max_t'.")
        further = Tilted(candidates.units, candidates.best)
    elif not (candidates.fixed and (candidates.scores.is_binary or candidates.scores.predictions is not None)):
        further = _pooled(candidates)
    return OfTheBest(estimate, own._law, m, candidates.largest(rng), further, candidates.sign)


def _pooled(candidates: Candidates) -> Pooled:
    scores = candidates.scores
    if not candidates.fixed:
        errors = Students.of_splits(scores.values, scores.plan.ratio).se
        return Pooled(candidates.losses, errors, scores.plan.n_different - 1.0)
    moments = scores.moments
    squares = moments.squares if moments.group_squares is None else moments.group_squares
    g = moments.n if moments.n_groups is None else moments.n_groups
    return Pooled(candidates.losses, np.sqrt(np.diag(squares) * g / (g - 1)) / moments.n, g - 1.0)


# -- words -----------------------------------------------------------------------------------------------------


def _told(candidates: Candidates, own: Result, estimate: float | None, baseline: str | None) -> dict[str, Any]:
    """What the pick gained, and what of it is luck; in the direction of better."""
    scores, losses, best = candidates.scores, candidates.losses, candidates.best
    middle = float(np.median(losses)) if baseline is None else float(losses[scores.names.index(baseline)])
    ties = int(np.count_nonzero(losses == losses[best]))
    return {
        "winner": scores.names[best],
        "candidates": len(scores.names),
        "apparent": float(candidates.sign * losses[best]),
        "uncorrected": [own.low, own.high],
        "own_method": own.method,
        "gain": middle - float(losses[best]),
        "luck": None if estimate is None else _luck(candidates.sign * estimate, float(losses[best])),
        "baseline": baseline,
        "tied_for_best": ties,
        "_share": own._counts_errors,
    }


def _luck(corrected: float, looked: float) -> float:
    return 0.0 if corrected - looked < ROUNDING * abs(looked) else corrected - looked


def _words(told: dict[str, Any]) -> list[str]:
    share, luck, gain = told.pop("_share"), told["luck"], told["gain"]
    if told["candidates"] == 1:
        return ["There was one candidate, so nothing was picked and nothing is corrected."]
    over = "the middle candidate" if told["baseline"] is None else told["baseline"]
    unit = f" {'point' if 100 * gain == 1 else 'points'}" if share else ""

    def say(value: float) -> str:
        return f"{100 * value:.1f}" if share else number(value, 3)

    said = f"Picking the best of {told['candidates']} gained {say(gain)}{unit} over {over}"
    if luck is None:
        said += "; how much of it is luck cannot be told from splits that overlap, training runs, or sums alone."
    elif not gain > 0:
        said = f"Picking the best of {told['candidates']} gained nothing over {over}"
        said += f", and {say(luck)}{unit} of how well it did are luck." if luck else "."
    elif luck >= gain:
        said += f", and all of it may be luck ({say(luck)}{unit} of luck are expected)."
    else:
        said += f", of which {say(luck)} {'is' if say(luck) in ('1', '1.0') else 'are'} luck."
    ties = told["tied_for_best"]
    return [said] if ties == 1 else [said, f"{ties} candidates look equally good; this is the first of them."]


def _still_true(own: Result) -> list[str]:
    """Of the winner's own notes those that are not about its own interval."""
    return [note for note in own.notes if not note.startswith(OF_ITS_OWN)]


def _of_method(method: str, candidates: Candidates, own: str) -> list[str]:
    if len(candidates.scores.names) == 1:
        return []
    limits = f"The winner's limits are those of {own}, the worse one for all candidates at once"
    how = {
        "max_t": f"{limits}, as alike as they are (max-T).",
        "tilted": f"{limits}, as alike as they are (max-T), and no better than by bootstrap tilting.",
        "bonferroni": f"{limits}, however alike they are (Bonferroni).",
        "bbc_cv": "The interval is that of the out-of-bag means (BBC-CV); it is wider than it need be.",
    }[method]
    over = "" if candidates.fixed else " Over splits this is approximate: evaluate the search itself to be sure."
    return [how + over]
