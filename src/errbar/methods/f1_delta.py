r"""Interval for F1 from its counts, or for a difference from the linear part of its dependence on the items.

.. math:: \widehat{Var}(F) = \frac{1}{n^2} \sum_i h_i^2 = \frac{F (1 - F) (2 - F)}{2 TP + FP + FN}

h_i: influence of item i on F; for two models on the same items, the difference of theirs. One model's interval is
the mid-p interval for the share of true positives p among the TP + FP + FN items that are positive or said to be,
mapped by F = 2p / (1 + p): it has width where every such item is right. A difference is normal with the variance
above, and so far from the estimate has at least the variance that a model needs to lose as much from F = 1.

Parameters
----------
scores : from `Scores.from_predictions` or `Scores.from_table` with metric="f1".
interval : from the counts, with width at F1 = 1, or the delta method
    "score" (above), or "wald": the variance above alone, normal on the log odds for one model and as it is for a
    difference. Without width at F = 1, and far too narrow near it.

Use it: F1 of one or two trained models on one test set, also when every label is right.
Not for: Two models and a handful of positives: the difference is rough there.
Deviation: the papers are "wald". With groups the influence values of a group are added up first (CR1, t with G - 1
    degrees of freedom), and one model's interval is Wilson's at the number of items that this variance implies.
References: takahashi2022, miller2024, brown2001, korn1998.

>>> import errbar as eb
>>> truth, said = [1] * 54 + [0] * 46, [1] * 45 + [0] * 9 + [1] * 12 + [0] * 34
>>> r = eb.infer(eb.Scores.from_predictions(truth, {"m": said}, metric="f1"), method="f1_delta")
>>> print(f"{r.estimate:.10f} {r.se:.10f}")
0.8108108108 0.0405388953
"""

from math import inf, sqrt
from typing import Literal

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.core.clustered import clustered_se
from errbar.core.delong import Logit
from errbar.core.f1 import F1Law, f1_values, f1_variance_floor
from errbar.core.floored import Floored, fading
from errbar.core.score_interval import MidPShare, ScoreShare
from errbar.core.student import Student
from errbar.methods.clustered_t import group_count, one_group
from errbar.methods.delong import FIXED, OF_WHAT_IS_SAID
from errbar.types import Finding, Law, Predictions, Scores, method

CLAIM = "asymptotic; width at F1 = 1"


def _refuses(scores: Scores) -> str | None:
    said = scores.predictions
    if said is None or all((said.truth | output).any() for output in said.outputs):
        return one_group(scores)
    return "No item is positive and none is said to be, so F1 is undefined: label some items positive."


@method("F1 by the delta method", FIXED, CLAIM, scoring="f1", refuses=_refuses, **OF_WHAT_IS_SAID)
def f1_delta(scores: Scores, *, interval: Literal["score", "wald"] = "score") -> Finding:
    said, groups, score = scores.predictions, scores.item_groups, interval == "score"
    assert said is not None
    parts = [f1_values(said.truth, output) for output in said.outputs]
    both = zip("ab", parts, strict=True) if scores.is_difference else ()
    details = group_count(scores) | {f"f1_{which}": part[0] for which, part in both}
    law = _of_two(said, parts, groups, score) if scores.is_difference else _of_one(said, parts[0], groups, score)
    return Finding(law, _notes(parts, score), details)


def _of_one(said: Predictions, part: tuple[float, Floats], groups: Indices | None, score: bool) -> Law:
    (f, values), counted = part, said.truth | said.outputs[0]
    se, df = _spread(values, groups)
    if not score:
        return Logit(f, se, df)
    size, right = float(counted.sum()), float((said.truth & said.outputs[0]).sum())
    if groups is None:
        return F1Law(MidPShare(right, size), se)
    p = right / size
    slope = 2.0 / (1.0 + p) ** 2  # of F in p
    worth = p * (1.0 - p) * slope**2 / se**2 if se > 0.0 else float(np.unique(groups[counted]).size)
    return F1Law(ScoreShare(p, min(size, worth), df, 0.0), se)


def _of_two(said: Predictions, parts: list[tuple[float, Floats]], groups: Indices | None, score: bool) -> Law:
    (a, h_a), (b, h_b) = parts
    se, df = _spread(h_a - h_b, groups)
    if not score:
        return Student(a - b, se, df)
    differ, counted = said.outputs[0] != said.outputs[1], said.truth | said.outputs[0] | said.outputs[1]
    units = np.arange(said.truth.size) if groups is None else groups
    share = fading(int(np.unique(units[differ]).size))
    size = 2.0 * float(np.unique(units[counted]).size)
    return Floored(a - b, se, df, lambda h: share * f1_variance_floor(h, size))


def _spread(values: Floats, groups: Indices | None) -> tuple[float, float]:
    """Standard error of a mean of influence values, and its degrees of freedom."""
    return (sqrt(float(values @ values)) / values.size, inf) if groups is None else clustered_se(values, groups)


def _notes(parts: list[tuple[float, Floats]], score: bool) -> list[str | bool]:
    if len(parts) == 1 and score:
        return ["Approximate: near nominal on average over the possible counts."]
    return [
        "Asymptotic: the delta method is liberal where few items are positive or predicted so.",
        not score
        and not any(part[1].any() for part in parts)
        and "F1 has no spread here, so the interval has zero width; that is not certainty.",
    ]
