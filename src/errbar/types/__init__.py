"""Arrays, settings -> what flows: Scores, Question, Setup, Law, Finding, Method, Result."""

from errbar.plans.plan import Plan
from errbar.types.law import Finding, Law, More
from errbar.types.method import Method, Option, method
from errbar.types.moments import Moments
from errbar.types.predictions import Predictions
from errbar.types.question import Question
from errbar.types.result import ConfidenceInterval, Result, Results
from errbar.types.runs import Runs
from errbar.types.scores import Scores

__all__ = [
    "ConfidenceInterval",
    "Finding",
    "Law",
    "Method",
    "Moments",
    "More",
    "Option",
    "Plan",
    "Predictions",
    "Question",
    "Result",
    "Results",
    "Runs",
    "Scores",
    "method",
]
