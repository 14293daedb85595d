"""`mlflow.models.evaluate(..., evaluators="errbar")`: the error of a trained model on a test set, with its interval.

MLflow calls every evaluator it finds where none is named; this one joins in only where it is asked for by name, or
where `evaluator_config` has a key "errbar".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from errbar.errors import InputError
from errbar.plans.families import TestSet
from errbar.plans.plan import Plan
from errbar.plugins.mlflow_log import log_result
from errbar.types import Scores
from errbar.verbs.infer import infer

SETTINGS = ("confidence_level", "method", "null", "prefix", "page")
KINDS = ("classifier", "regressor")


class ErrbarEvaluator:
    """What MLflow's registry takes: `can_evaluate` and `evaluate`, as in its `ModelEvaluator`."""

    @classmethod
    def can_evaluate(cls, *, model_type: str, evaluator_config: Mapping[str, Any] | None, **_: Any) -> bool:
        return model_type in KINDS and bool(evaluator_config) and set(evaluator_config or ()) <= set(SETTINGS)

    def evaluate(
        self,
        *,
        model_type: str,
        dataset: Any,
        run_id: str,
        evaluator_config: Mapping[str, Any] | None = None,
        model: Any = None,
        **_: Any,
    ) -> Any:
        """Log the interval of the error rate (classifier) or of the mean squared error (regressor)."""
        from mlflow.models import EvaluationResult

        given = dict(evaluator_config or {})
        if unknown := sorted(set(given) - set(SETTINGS)):
            raise InputError(f"evaluator_config of errbar knows {', '.join(SETTINGS)}; got {', '.join(unknown)}.")
        if model_type not in KINDS:
            raise InputError(f"errbar evaluates a {' or a '.join(KINDS)}; got model_type={model_type!r}.")
        shown = {name: given.pop(name) for name in ("prefix", "page") if name in given}
        said = dataset.predictions_data if model is None else model.predict(dataset.features_data)
        result = infer(_scores(dataset.labels_data, said, model_type == "classifier"), **given)
        return EvaluationResult(metrics=log_result(result, run_id=run_id, **shown), artifacts={}, run_id=run_id)


def _scores(labels: Any, said: Any, classifies: bool) -> Scores:
    y, told = np.asarray(labels), np.asarray(said)
    if told.shape != y.shape or y.ndim != 1:
        raise InputError(f"errbar needs one label and one prediction per row; got {y.shape} and {told.shape}.")
    losses = (y != told).astype(float) if classifies else (y.astype(float) - told.astype(float)) ** 2
    plan = Plan("test_set", len(y), (TestSet(len(y)),))
    return Scores.from_losses({"model": losses}, plan=plan, loss="zero_one" if classifies else "squared")
