"""skore's cross-validation reports -> Scores, and a check for them: is the difference within noise?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.errors import InputError
from errbar.plans.from_sklearn import from_sklearn
from errbar.show.sentence import is_shown, sentence
from errbar.types import Scores
from errbar.verbs.infer import infer


def read_reports(reports: Mapping[str, Any]) -> Scores:
    """Losses per example of models that skore cross-validated on the same splits; nothing is fitted.

    `reports` maps names to `CrossValidationReport`s, as the `reports_` of a `ComparisonReport` do. Classifiers are
    judged by the error rate, regressors by the squared error.
    """
    if not isinstance(reports, Mapping) or not reports:
        raise InputError("Reports are given by name: {'a': report, ...}, or the reports_ of a ComparisonReport.")
    for name, report in reports.items():
        if not hasattr(report, "split_indices"):
            raise InputError(f"Report {name!r} must be a CrossValidationReport of skore; got {type(report).__name__}.")
    first = next(iter(reports.values()))
    for name, report in reports.items():
        if not _same_splits(first, report):
            raise InputError(f"Report {name!r} has other splits than the first: models are compared on the same ones.")
    plan = from_sklearn(first.split_indices, None, None, n=len(first.y), seed=0)
    classifies = "classification" in first.ml_task
    losses = {name: [_losses(one, classifies) for one in report.reports_] for name, report in reports.items()}
    return Scores.from_losses(losses, plan=plan, loss="zero_one" if classifies else "squared")


def _same_splits(first: Any, other: Any) -> bool:
    pairs = zip(first.split_indices, other.split_indices, strict=False)
    same = all(np.array_equal(a, b) for one, two in pairs for a, b in zip(one, two, strict=True))
    return same and len(first.split_indices) == len(other.split_indices) and np.array_equal(first.y, other.y)


def _losses(report: Any, classifies: bool) -> Floats:
    y, said = np.asarray(report.y_test), np.asarray(report.get_predictions(data_source="test"))
    losses: Floats = (y != said).astype(float) if classifies else (y - said) ** 2.0
    return losses


class DifferenceWithinNoise:
    """`report.checks.add([DifferenceWithinNoise(baseline)])`: a tip where the better of the two is not shown to be.

    Parameters
    ----------
    baseline : the CrossValidationReport, on the same splits, that the report is compared with.
    confidence_level : of the interval of the difference.
    """

    code = "ERRBAR001"
    title = "Difference within noise"
    docs_url = None
    severity = "tip"
    slow = False

    def __init__(self, baseline: Any, *, confidence_level: float = 0.95) -> None:
        self.baseline = baseline
        self.confidence_level = confidence_level
        self.report_types = ["cross-validation"]

    def check_function(self, report: Any) -> str | None:
        """The sentence, or None where one of the two is shown to be better."""
        from skore import CheckNotApplicable

        names = ("this model", "the baseline")
        try:
            scores = read_reports(dict(zip(names, (report, self.baseline), strict=True)))
        except InputError as refused:
            raise CheckNotApplicable(str(refused)) from None
        result = infer(scores, model=names[0], versus=names[1], confidence_level=self.confidence_level)
        return None if is_shown(result) else sentence(result, names)
