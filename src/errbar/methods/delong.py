r"""Interval for the area under the ROC curve from its structural components.

.. math:: \widehat{Var}(A) = S_{10} / m + S_{01} / n

S_10, S_01: variances (divisor m - 1, n - 1) of V10_i, the share of negatives below positive i, and V01_j, the share
of positives above negative j; ties count one half; m positives, n negatives; for a difference those of a minus
those of b. One model's interval holds the areas within t standard errors of the estimate, the standard error being
that of the hypothesised area (Newcombe's variance, scaled to the observed one): it has width at an area of 1. A
difference is normal, and so far from the estimate has at least the variance that a model needs to lose as much from
a perfect area.

Parameters
----------
scores : from `Scores.from_predictions` or `Scores.from_table` with metric="roc_auc".
interval : with width at an area of 1, or DeLong's variance alone
    "score" (above), or "wald": DeLong's variance alone, normal on the log odds for one model and as it is for a
    difference. Without width where the ranking is perfect, and far too narrow near it.

Use it: The area under the ROC curve of one or two trained models on one test set, with or without groups, also when the
    ranking is perfect.
Not for: Scores of cross-validation: take `cv_auc`, or `corrected_t` with `scoring="roc_auc"`. With fewer than about ten
    items of either class it is wide.
Deviation: DeLong's paper is "wald". With groups the influence values of a group are added up first (CR1), and m, n and
    the degrees of freedom count groups.
References: delong1988, sun2014, newcombe2006, obuchowski1997.

>>> import errbar as eb
>>> y = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
>>> a, b = [.9, .8, .7, .4, .6, .5, .4, .3, .2, .1], [.8, .9, .5, .3, .7, .6, .2, .4, .1, .3]
>>> scores = eb.Scores.from_predictions(y, {"a": a, "b": b})
>>> r = eb.infer(scores, model="a", versus="b", method="delong", options={"interval": "wald"})
>>> print(f"{r.statistic:.10f} {r.pvalue:.10f}")
1.2179969144 0.2232251453
"""

from math import sqrt
from typing import Any, Literal

from errbar.core.areas import Areas, areas_of
from errbar.core.delong import Logit
from errbar.core.student import Student
from errbar.methods.clustered_t import group_count
from errbar.types import Finding, Scores, method

Interval = Literal["score", "wald"]
FIXED = ("test_set", "holdout")
OF_WHAT_IS_SAID: dict[str, Any] = {"needs": "predictions", "target": "model", "in_groups": True}
CLAIM = "asymptotic in both classes; width at an area of 1"
ONE_EACH = "delong needs at least two items of each class: one says nothing of how its class varies."
# the lowest coverage that errbar.lab.studies.edges_items saw; its test runs those cells again
LOWEST = {"area": 0.91, "difference": 0.92}


def _refuses(scores: Scores) -> str | None:
    said = scores.predictions
    return ONE_EACH if said is not None and min(said.truth.sum(), (~said.truth).sum()) < 2 else None


@method("DeLong", FIXED, CLAIM, scoring="roc_auc", refuses=_refuses, **OF_WHAT_IS_SAID)
def delong(scores: Scores, *, interval: Interval = "score") -> Finding:
    said = scores.predictions
    assert said is not None
    areas = areas_of(said.outputs, said.truth, groups=scores.item_groups)
    both = zip("ab", areas.values, strict=True) if scores.is_difference else ()
    details = {f"auc_{which}": float(area) for which, area in both} | group_count(scores)
    wald = Student if scores.is_difference else Logit
    law = areas.law() if interval == "score" else wald(areas.estimate, sqrt(areas.variance), areas.df_of_groups)
    return Finding(law, _notes(areas, interval), details)


def _notes(areas: Areas, interval: Interval) -> list[str | bool]:
    first, second = "Asymptotic in the number of items of each class.", ""
    if interval == "wald":
        first = "Far too narrow where one class is small or the area is near 1: try interval='score'."
    elif areas.n_groups is not None:
        second = f"{areas.smaller} groups hold items of the smaller class: rough where they are few."
    elif len(areas.values) == 2:
        second = f"Where an area is near 1, coverage as low as {LOWEST['difference']:.2f} was measured at 95 %."
    elif areas.smaller < 20:
        second = (
            f"Only {areas.smaller} items in the smaller class: coverage as low as {LOWEST['area']:.2f} was measured at "
            "95 % where positives are spread three times as far as negatives, above 0.95 where they are spread alike."
        )
    flat = areas.variance == 0 and "The ranking has no spread here; that is not certainty."
    return [first, second or False, flat]
