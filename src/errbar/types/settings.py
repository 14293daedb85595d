"""The settings of verbs, by type: what an editor shows where an argument changes what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from errbar.check import Alternative
from errbar.plans.plan import Plan
from errbar.plans.recipe import Recipe
from errbar.plans.seed import RandomState
from errbar.types.scores import Scores
from errbar.types.setup import Effort, Sharing, Splits, StoreFile
from errbar.types.stopping import Stop


class EvaluateSettings(TypedDict, total=False):
    """Of `errbar.evaluate`, but for the metrics."""

    method: str
    plan: Recipe | Plan | None
    cv: Splits | None
    groups: Any
    confidence_level: float
    null: float | None
    alternative: Alternative
    options: Mapping[str, Any] | None
    random_state: RandomState
    n_jobs: int | None
    store: StoreFile | None
    shared: Sharing
    progress: bool | None
    timeout: float | None
    params: Mapping[str, Any] | None
    positive: Any
    effort: Effort | None


class HalfWidth(EvaluateSettings, total=False):
    """And when to stop adding splits."""

    half_width: float | None


class CompareSettings(EvaluateSettings, total=False):
    """Of `errbar.compare`."""

    margin: float | None
    names: Sequence[str] | None
    stop: Stop | None


class InferSettings(TypedDict, total=False):
    """Of `errbar.infer`, but for `by`."""

    model: str | None
    versus: str | Scores | None
    metric: str | None
    correction: str
    weights: str | Mapping[str, float] | None
    method: str
    confidence_level: float
    null: float | Literal["auto"] | None
    alternative: Alternative
    margin: float | None
    options: Mapping[str, Any] | None
