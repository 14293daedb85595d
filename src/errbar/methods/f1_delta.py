"""The delta-method interval for F1 of one fixed classifier, or the difference of two."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from errbar.check import Alternative
from errbar.core.clustered import ClusterSums
from errbar.core.delong import Logit
from errbar.core.f1 import f1_values
from errbar.core.student import Student
from errbar.errors import NeedsError
from errbar.types import Method, Result, Scores


def f1_delta(
    scores: Scores,
    *,
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: Alternative = "two-sided",
) -> Result:
    r"""Interval for F1 from the linear part of its dependence on the items.

    .. math:: \widehat{Var}(F) = \frac{1}{n^2} \sum_i h_i^2 = \frac{F (1 - F) (2 - F)}{2 TP + FP + FN}

    h_i: influence of item i on F; for two models on the same items, the difference of theirs. One model's interval is
    normal on the log odds of F, so that it stays between 0 and 1.

    Target: these trained models.  Guarantee: asymptotic.  Needs: labels and predicted labels.

    Parameters
    ----------
    scores : from `Scores.from_predictions` or `Scores.from_table` with metric="f1".
    confidence_level, null, alternative : of the interval and the test.

    Returns
    -------
    Result

    Deviation: with groups the influence values of a group are added up first (CR1, t with G - 1 degrees of freedom).

    References
    ----------
    [takahashi2022], [miller2024]

    Examples
    --------
    >>> import errbar as eb
    >>> truth, said = [1] * 54 + [0] * 46, [1] * 45 + [0] * 9 + [1] * 12 + [0] * 34
    >>> r = eb.infer(eb.Scores.from_predictions(truth, {"m": said}, metric="f1"), method="f1_delta")
    >>> print(f"{r.estimate:.10f} {r.se:.10f}")
    0.8108108108 0.0405388953
    """
    said = scores.predictions
    if said is None or scores.loss != "f1":
        raise NeedsError(
            f"f1_delta is for metric 'f1'; these scores are of {scores.loss!r}. Try method='bootstrap_bca'."
        )
    signs = (1.0, -1.0) if scores.is_difference else (1.0,)
    parts = [f1_values(said.truth, output) for output in said.outputs]
    estimate = sum(sign * part[0] for sign, part in zip(signs, parts, strict=True))
    values = np.sum([sign * part[1] for sign, part in zip(signs, parts, strict=True)], axis=0)
    details: dict[str, float] = {}
    se, df = sqrt(float(values @ values)) / values.size, inf
    if (groups := scores.item_groups) is not None:
        sums = ClusterSums.of_items(values, groups)
        se, df = sqrt(sums.cr1), sums.n_clusters - 1.0
        details["n_groups"] = sums.n_clusters
    if scores.is_difference:
        details |= {f"f1_{which}": part[0] for which, part in zip("ab", parts, strict=True)}
    return Result.of(
        scores,
        "f1_delta",
        Student(estimate, se, df) if scores.is_difference else Logit(estimate, se, df),
        target="model",
        confidence_level=confidence_level,
        null=null,
        alternative=alternative,
        notes=_notes(se),
        details=details,
    )


def _notes(se: float) -> list[str]:
    notes = ["Asymptotic: the delta method is liberal where few items are positive or predicted so."]
    if se == 0:
        notes.append("F1 has no spread here, so the interval has zero width; that is not certainty.")
    return notes


METHOD = Method(
    fn=f1_delta,
    title="F1 by the delta method",
    needs="predictions",
    plans=("test_set",),
    target="model",
    guarantee="asymptotic",
    references=("takahashi2022", "miller2024"),
)
