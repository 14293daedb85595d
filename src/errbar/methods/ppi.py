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

from functools import partial
from typing import Literal

import numpy as np

from errbar.core import prediction_powered as core
from errbar.core.arrays import Floats
from errbar.core.clustered import ONE_GROUP
from errbar.core.judged_bets import JudgedBets, JudgedLimits
from errbar.core.student import Student
from errbar.errors import NeedsError
from errbar.methods.clustered_t import IN_GROUPS, group_count
from errbar.plans.families import TestSet
from errbar.show.as_text import number
from errbar.types import Finding, Scores, method
from errbar.types.blind_order import blind_order
from errbar.types.judged import JudgedItems
from errbar.types.law import unclipped

Form = Literal["auto", "t", "betting", "normal"]
FEWEST = 40  # labels other than the commonest one, below which "t" is not to be believed: docs/results/ppi.md
CHANCE = 1e-4  # of refusing labels that were drawn at random, by each of the two looks
CLAIM = "asymptotic in the number of labels; the betting form holds at any number of labels in a known range"
NO_JUDGE = "ppi needs a judge's scores of all items: read the table with judge= (--judge)."
NO_BETS = "The betting form needs labels in a known range (loss_range=, score_range=) and no groups: take form='t'."
NO_GROUPS = "The published formula takes no groups: leave form='normal' or the groups out."


def not_powered(scores: Scores) -> str | None:
    """What speaks against it: no judge, one group, or labels that were not drawn at random."""
    if scores.judged is None:
        return NO_JUDGE
    if group_count(scores).get("n_groups", 2) < 2:
        return ONE_GROUP
    return None if scores.judged.at_random else _not_drawn(scores, scores.judged)


FACTS = IN_GROUPS | {"refuses": not_powered, "instead_of": ("normal",)}


@method("Prediction-powered", ("test_set",), CLAIM, **FACTS)
def ppi(scores: Scores, *, form: Form = "auto") -> Finding:
    assert scores.judged is not None
    groups, judged, span = scores.item_groups, scores.judged, _unit_range(scores)
    y, f, others = scores.losses, judged.labelled[0], judged.others[0]
    if form == "betting" and span is None:
        raise NeedsError(NO_BETS)
    if form == "normal" and groups is not None:
        raise NeedsError(NO_GROUPS)
    if groups is None or judged.groups is None:
        found, alone = (core.powered(y, f, others, weight) for weight in (core.tuned_weight(y, f, others), 0.0))
    else:
        both = groups, judged.groups
        found, alone = core.grouped_powered(y, f, others, *both), core.grouped_at(y, f, others, both, 0.0)
    telling = labels_that_tell(y)
    if form == "auto":
        form = "betting" if span is not None and telling < FEWEST else "t"
    if form == "normal":
        found = core.as_published(y, f, others)
    worth = y.size * alone.variance / found.variance if found.variance > 0.0 else None
    details = {"form": form, "n_labels": y.size, "n_judged": y.size + others.size, "weight": found.weight}
    details |= {"labels_alone": float(y.mean()), "worth_labels": worth} | group_count(scores)
    notes = _notes((y.size, telling), others.size, form, worth)
    if form != "betting" or span is None:
        return Finding(Student(found.estimate, found.se, found.df), notes, details)
    law = _bets(scores, judged, span, found)
    return Finding(law, notes, details, at=partial(unclipped, law))


def labels_that_tell(y: Floats) -> int:
    """Other than the commonest one: errors where most are right, disagreements where two models mostly agree.

    >>> labels_that_tell(np.array([0.0, 0.0, 1.0, 0.0]))
    1
    """
    return y.size - int(np.unique(y, return_counts=True)[1].max())


def _notes(labels: tuple[int, int], others: int, form: str, worth: float | None) -> list[str | bool]:
    (n, telling), bets = labels, form == "betting"
    return [
        f"{n:,} labels by people; {others:,} more items have the judge's score alone.",
        bets
        and f"Guaranteed for labels drawn at random, however few; once {FEWEST} of them differ from the commonest one, "
        "form='t' is narrower.",
        not bets and worth is not None and f"With the judge the {n:,} labels are worth {worth:,.0f}.",
        not bets
        and telling < FEWEST
        and f"{telling:,} labels other than the commonest one are few for Student's law, which is then too narrow: the "
        "betting form holds, where there are a known range and no groups.",
    ]


def _unit_range(scores: Scores) -> tuple[float, float] | None:
    """The range of labels and judge, where bets can be made."""
    judged, known = scores.judged, scores.loss_range is not None or scores.is_binary
    if judged is None or scores.item_groups is not None or not known:
        return None
    low, high = scores.limits
    return (low, high) if all(low <= x.min() and x.max() <= high for x in (judged.labelled, judged.others)) else None


def _bets(scores: Scores, judged: JudgedItems, span: tuple[float, float], found: core.Powered) -> JudgedLimits:
    (low, high), part = span, scores.plan.parts[0]
    names = part.names if isinstance(part, TestSet) else None
    order = blind_order(range(scores.losses.size) if names is None else names.tolist())
    rest = blind_order(judged.names.tolist())
    each = scores.losses[order], judged.labelled[0][order], judged.others[0][rest]
    bets = JudgedBets.of(*(np.clip((one - low) / (high - low), 0.0, 1.0) for one in each))
    return JudgedLimits(bets, min(high, max(low, found.estimate)), found.se, low, high - low)


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
        if (p := core.chance_of_draw(values, has, groups)) < CHANCE:
            return (
                f"The labelled items do not look like a random draw from all items: {words} (p = {number(p, 2)}). "
                "Label items drawn at random; if these were, say so with labelled='random' (--labelled random)."
            )
    return None
