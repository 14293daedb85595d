"""DeLong's interval for the area under the ROC curve of one fixed model, or the difference of two."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from errbar.check import Alternative
from errbar.core.clustered import ClusterSums
from errbar.core.delong import Logit, auc_components, auc_covariance
from errbar.core.student import Student
from errbar.errors import NeedsError
from errbar.types import Method, Predictions, Result, Scores


def delong(
    scores: Scores,
    *,
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: Alternative = "two-sided",
) -> Result:
    r"""Interval for the area under the ROC curve from its structural components.

    .. math:: \widehat{Var}(A) = S_{10} / m + S_{01} / n

    S_10, S_01: variances (divisor m - 1, n - 1) of V10_i, the share of negatives below positive i, and V01_j, the share
    of positives above negative j; ties count one half; m positives, n negatives. For one model the interval is normal
    on the log odds of A; a difference is normal as it is, with V10 and V01 of a minus those of b.

    Target: these trained models.  Guarantee: asymptotic in both classes.  Needs: labels and scores.

    Parameters
    ----------
    scores : from `Scores.from_predictions` or `Scores.from_table` with metric="roc_auc".
    confidence_level, null, alternative : of the interval and the test.

    Returns
    -------
    Result

    Deviation: with groups the influence values of a group are added up first (CR1, t with G - 1 degrees of freedom).

    References
    ----------
    [delong1988], [sun2014], [obuchowski1997]

    Examples
    --------
    >>> import errbar as eb
    >>> y = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    >>> a, b = [.9, .8, .7, .4, .6, .5, .4, .3, .2, .1], [.8, .9, .5, .3, .7, .6, .2, .4, .1, .3]
    >>> r = eb.infer(eb.Scores.from_predictions(y, {"a": a, "b": b}), model="a", versus="b", method="delong")
    >>> print(f"{r.statistic:.10f} {r.pvalue:.10f}")
    1.2179969144 0.2232251453
    """
    said = scores.predictions
    if said is None or scores.loss != "roc_auc":
        raise NeedsError(
            f"delong is for metric 'roc_auc'; these scores are of {scores.loss!r}. Try method='bootstrap_bca'."
        )
    if _smaller_class(said) < 2:
        raise NeedsError("delong needs at least two items of each class: one says nothing of how its class varies.")
    models = np.stack([output.astype(np.float64) for output in said.outputs])
    weights = np.array([1.0, -1.0]) if scores.is_difference else np.ones(1)
    areas, covariance = auc_covariance(models, said.truth)
    estimate, df = float(weights @ areas), inf
    se = sqrt(max(0.0, float(weights @ covariance @ weights)))
    details = {f"auc_{which}": float(area) for which, area in zip("ab", areas, strict=False) if scores.is_difference}
    if (groups := scores.item_groups) is not None:
        sums = ClusterSums.of_items(_influence(said, weights), groups)
        se, df = sqrt(sums.cr1), sums.n_clusters - 1.0
        details["n_groups"] = sums.n_clusters
    return Result.of(
        scores,
        "delong",
        Student(estimate, se, df) if scores.is_difference else Logit(estimate, se, df),
        target="model",
        confidence_level=confidence_level,
        null=null,
        alternative=alternative,
        notes=_notes(said, se),
        details=details,
    )


def _influence(said: Predictions, weights: np.ndarray) -> np.ndarray:
    """One value per item whose mean varies as the area does: components over their class's share."""
    values, share = np.zeros(said.truth.size), float(said.truth.mean())
    for weight, output in zip(weights, said.outputs, strict=True):
        above, below = auc_components(output, said.truth)
        values[said.truth] += weight * (above - above.mean()) / share
        values[~said.truth] += weight * (below - below.mean()) / (1.0 - share)
    return values


def _smaller_class(said: Predictions) -> int:
    return min(int(said.truth.sum()), int((~said.truth).sum()))


def _notes(said: Predictions, se: float) -> list[str]:
    few = _smaller_class(said)
    notes = ["Asymptotic in the number of items of each class; liberal where one class is small."]
    if few < 20:
        notes.append(f"Only {few} items in the smaller class: the normal approximation is rough.")
    if se == 0:
        notes.append("The ranking has no spread here, so the interval has zero width; that is not certainty.")
    return notes


METHOD = Method(
    fn=delong,
    title="DeLong",
    needs="predictions",
    plans=("test_set",),
    target="model",
    guarantee="asymptotic in both classes",
    references=("delong1988", "sun2014", "obuchowski1997"),
)
