"""The values that flow down the layers: Plan, Scores, Result, and the Method record."""

from errbar.plans.plan import Plan
from errbar.types.method import Method, Option
from errbar.types.moments import Moments
from errbar.types.predictions import Predictions
from errbar.types.result import ConfidenceInterval, Inference, Result, Results
from errbar.types.scores import Scores

__all__ = [
    "ConfidenceInterval",
    "Inference",
    "Method",
    "Moments",
    "Option",
    "Plan",
    "Predictions",
    "Result",
    "Results",
    "Scores",
]
