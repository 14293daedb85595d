"""A Result -> metrics, tags and the page of an MLflow run."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from errbar.errors import MissingExtraError
from errbar.types import Result
from errbar.verbs.report import report

METRICS = ("estimate", "low", "high", "pvalue")


def log_result(
    result: Result,
    *,
    prefix: str = "errbar",
    names: Sequence[str] | None = None,
    run_id: str | None = None,
    page: bool = True,
) -> dict[str, float]:
    """Log the estimate, both ends and the p-value, what the interval is for, the whole answer as JSON, and the report.

    Returns the metrics as they were logged: `<prefix>_estimate`, `<prefix>_low`, `<prefix>_high`, `<prefix>_pvalue`;
    a number that does not exist or is infinite is left out.

    Parameters
    ----------
    result : what a verb returned.
    prefix : begins the names of metrics and tags, and is the folder of the artifacts.
    names : of the model, or of the two compared, for the report.
    run_id : the run to log to; the active one (or a new one) if left out.
    page : whether to draw and log the HTML report too (needs the extra `plot`).
    """
    mlflow = _mlflow()
    found = {name: getattr(result, name) for name in METRICS}
    metrics = {
        f"{prefix}_{name}": float(value) for name, value in found.items() if value is not None and math.isfinite(value)
    }
    tags = {"method": result.method, "target": result.target, "verdict": result.verdict}
    run = run_id or (mlflow.active_run() or mlflow.start_run()).info.run_id
    client = mlflow.MlflowClient()
    for name, value in metrics.items():
        client.log_metric(run, name, value)
    for name, text in tags.items():
        if text is not None:
            client.set_tag(run, f"{prefix}.{name}", text)
    client.log_dict(run, result.to_dict(), f"{prefix}/result.json")
    if page:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "report.html"
            report(result, place, names=names)
            client.log_artifact(run, str(place), prefix)
    return metrics


def _mlflow() -> Any:
    try:
        import mlflow
    except ImportError:
        raise MissingExtraError("Logging to MLflow needs mlflow: pip install mlflow.") from None
    return mlflow
