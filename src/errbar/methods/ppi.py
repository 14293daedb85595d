r"""Prediction-powered inference: people's labels of some items, and a judge's scores of all.

.. math:: \hat\theta = \lambda \bar f_U + \overline{(y - \lambda f)}_L \pm t_\nu \sqrt{s^2_{y - \lambda f} / n +
          \lambda^2 s^2_f / N}, \qquad \lambda = \frac{\mathrm{Cov}(y, f)}{(1 + n/N)\, \mathrm{Var} f}

y: people's labels of n items L drawn at random (or differences of two models on them); f: the judge's scores, on L and
on the N other items U. A judge that is always wrong in the same way does no harm: what it adds on U is taken off on L.

Parameters
----------
form : how the interval is made
    "t" is above; in groups its variances are those of sums over groups, and lambda is the best for them. "betting" bets
    on each label, set against a block of items that only the judge scored: valid at any number of labels, for labels
    in a known range and without groups. "normal" is the formula as it was published. "auto": t where 40
    labels or more differ from the commonest one, and where bets cannot be made; else betting.

Use it: A test set too large to label by hand, a judge (a model, a program) that scores all of it, and labels by people
    for items drawn at random.
Not for: Labels of items that somebody picked: the first ones, the doubtful ones. They are refused where the judge's
    scores or the order of the names give it away.
In more words: how often the forms hold at 15 to 200 labels is in a table of its own, docs/results/ppi.md.
Deviation: from PPI++ in Student's law, variances over n - 1 and a weight that may pass 1 (a judge in other units);
    "normal" has none of them. The betting form is errbar's own, after Waudby-Smith and Ramdas.
References: angelopoulos2023, angelopoulos2023ppi, waudby2024.

>>> import errbar as eb
>>> table = {"id": range(8), "people": [1, 0, 1, None, None, None, None, None], "judge": [1, 0, 0, 1, 1, 0, 1, 1]}
>>> scores = eb.Scores.from_table(table, item="id", score="people", judge="judge", score_range=(0, 1))
>>> r = eb.infer(scores, method="ppi", options={"form": "t"})
>>> print(f"{r.estimate:.4f} {r.details['weight']:.4f}")  # 0.2593 * (0.8 - 1/3) + 2/3
0.7877 0.2593
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.clustered import ONE_GROUP
from errbar.core.judged_bets import JudgedBets
from errbar.core.limits_in_range import smallest_delta
from errbar.core.prediction_powered import (
    Codes,
    Powered,
    as_published,
    chance_of_draw,
    grouped_at,
    grouped_powered,
    powered,
    tuned_weight,
)
from errbar.core.student import Student
from errbar.errors import NeedsError
from errbar.plans.families import TestSet
from errbar.show.as_text import number
from errbar.types import Finding, More, Scores
from errbar.types.blind_order import blind_order
from errbar.types.judged import JudgedItems
from errbar.types.method import method

Form = Literal["auto", "t", "betting", "normal"]

FEWEST = 40  # labels other than the commonest one, below which "t" is not to be believed: docs/results/ppi.md
CHANCE = 1e-4  # of refusing labels that were drawn at random, by each of the two looks


def not_powered(scores: Scores) -> str | None:
    """What speaks against it: no judge, one group, or labels that were not drawn at random."""
    judged, groups = scores.judged, scores.item_groups
    if judged is None:
        return "ppi needs a judge's scores of all items: read the table with judge= (--judge)."
    if groups is not None and np.unique(groups).size < 2:
        return ONE_GROUP
    return None if judged.at_random else _not_drawn(scores, judged)


@method(
    "Prediction-powered",
    ("test_set",),
    "asymptotic in the number of labels; the betting form holds at any number of labels in a known range",
    needs="losses",
    target="model",
    in_groups=True,
    refuses=not_powered,
    instead_of=("normal",),
)
def ppi(scores: Scores, *, form: Form = "auto") -> Finding:
    assert scores.judged is not None
    groups, judged, span = scores.item_groups, scores.judged, _unit_range(scores)
    y, f, others = scores.losses, judged.labelled[0], judged.others[0]
    if form == "betting" and span is None:
        raise NeedsError(
            "The betting form needs labels in a known range (loss_range=, score_range=) and no groups: take form='t'."
        )
    if form == "normal" and groups is not None:
        raise NeedsError("The published formula takes no groups: leave form='normal' or the groups out.")
    found, alone = _powered(y, f, others, groups, judged.groups)
    telling = labels_that_tell(y)
    if form == "auto":
        form = "betting" if span is not None and telling < FEWEST else "t"
    if form == "normal":
        found = as_published(y, f, others)
    details = {
        "form": form,
        "n_labels": y.size,
        "n_judged": y.size + others.size,
        "weight": found.weight,
        "labels_alone": float(y.mean()),
        "worth_labels": y.size * alone.variance / found.variance if found.variance > 0.0 else None,
    } | ({} if groups is None else {"n_groups": int(np.unique(groups).size)})
    notes = _notes((y.size, telling), others.size, form, details["worth_labels"])
    if form != "betting":
        return Finding(Student(found.estimate, found.se, found.df), notes=notes, details=details)
    assert span is not None
    law = _bets(scores, judged, span, found)
    return Finding(law, notes=notes, details=details, at=law.moved)


def labels_that_tell(y: Floats) -> int:
    """Other than the commonest one: errors where most are right, disagreements where two models mostly agree.

    >>> labels_that_tell(np.array([0.0, 0.0, 1.0, 0.0]))
    1
    """
    return y.size - int(np.unique(y, return_counts=True)[1].max())


def _powered(
    y: Floats, f: Floats, others: Floats, groups: Codes | None, other_groups: Codes | None
) -> tuple[Powered, Powered]:
    """With the judge at its best weight, and without."""
    if groups is None or other_groups is None:
        return powered(y, f, others, tuned_weight(y, f, others)), powered(y, f, others, 0.0)
    both = groups, other_groups
    return grouped_powered(y, f, others, *both), grouped_at(y, f, others, both, 0.0)


def _notes(labels: tuple[int, int], others: int, form: str, worth: float | None) -> list[str]:
    n, telling = labels
    said = [f"{n:,} labels by people; {others:,} more items have the judge's score alone."]
    if form == "betting":
        said.append(
            f"Guaranteed for labels drawn at random, however few; once {FEWEST} of them differ from the commonest one, "
            "form='t' is narrower."
        )
        return said
    if worth is not None:
        said.append(f"With the judge the {n:,} labels are worth {worth:,.0f}.")
    if telling < FEWEST:
        said.append(
            f"{telling:,} labels other than the commonest one are few for Student's law, which is then too narrow: the "
            "betting form holds, where there are a known range and no groups."
        )
    return said


# -- betting ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgedLimits:
    """Limits by betting for labels in [low, low + width]; a limit beyond the estimate moves out to it."""

    bets: JudgedBets
    estimate: float
    se: float
    low: float
    width: float
    df: None = None

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        return self._around(1.0 - confidence_level, alternative)

    def _around(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        low, high = self._limits(delta, alternative)
        return min(low, self.estimate), max(high, self.estimate)

    def _limits(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        each = delta / 2.0 if alternative == "two-sided" else delta
        low = 0.0 if alternative == "less" else self.bets.lower(each)
        high = 1.0 if alternative == "greater" else self.bets.upper(each)
        return self.low + self.width * low, self.low + self.width * high

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        """The smallest delta at which `null` is outside."""
        return None, smallest_delta(lambda delta: self._around(delta, alternative), null)

    def moved(self, level: float, alternative: Alternative) -> More:
        computed = self._limits(1.0 - level, alternative)
        return More() if computed[0] <= self.estimate <= computed[1] else More(details={"unclipped": [*computed]})


def _unit_range(scores: Scores) -> tuple[float, float] | None:
    """The range of labels and judge, where bets can be made."""
    judged, span = scores.judged, scores.loss_range
    if judged is None or scores.item_groups is not None:
        return None
    if span is None and scores.is_binary:
        span = (-1.0, 1.0) if scores.is_difference else (0.0, 1.0)
    seen = (judged.labelled, judged.others)
    inside = span is not None and all(span[0] <= one.min() and one.max() <= span[1] for one in seen)
    return span if inside else None


def _bets(scores: Scores, judged: JudgedItems, span: tuple[float, float], found: Powered) -> JudgedLimits:
    low, width = span[0], span[1] - span[0]
    part = scores.plan.parts[0]
    names = part.names if isinstance(part, TestSet) else None
    order = blind_order(range(scores.losses.size) if names is None else names.tolist())
    rest = blind_order(judged.names.tolist())
    y, f, others = (
        np.clip((one - low) / width, 0.0, 1.0)
        for one in (scores.losses[order], judged.labelled[0][order], judged.others[0][rest])
    )
    estimate = min(span[1], max(low, found.estimate))
    return JudgedLimits(JudgedBets.of(y, f, others), estimate, found.se, low, width)


# -- were the labels drawn at random? --------------------------------------------------------------------------


def _not_drawn(scores: Scores, judged: JudgedItems) -> str | None:
    """Labelled items whose judge's scores, or places among the names, are unlike the others' far beyond chance."""
    n, total = judged.places.size, judged.places.size + judged.names.size
    has = np.arange(total) < n
    groups = None if scores.item_groups is None or judged.groups is None else np.r_[scores.item_groups, judged.groups]
    said = np.r_[judged.labelled[0], judged.others[0]]
    places = np.r_[judged.places, np.setdiff1d(np.arange(total), judged.places)].astype(np.float64)
    looks = {
        f"the judge's mean is {number(said[has].mean(), 3)} on them and {number(said[~has].mean(), 3)} elsewhere": said,
        f"in the order of names their mean place is {1 + places[has].mean():,.0f} of {total:,}": places,
    }
    for words, values in looks.items():
        p = chance_of_draw(values, has, groups)
        if p < CHANCE:
            return (
                f"The labelled items do not look like a random draw from all items: {words} (p = {number(p, 2)}). "
                "Label items drawn at random; if these were, say so with labelled='random' (--labelled random)."
            )
    return None
