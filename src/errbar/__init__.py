"""Honest error bars for machine learning.

Every public name is listed in `_HOME` with the module it lives in, and loaded on first use, so that
`import errbar` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from errbar import bounds, plans
    from errbar.answers.advice import Advice
    from errbar.answers.aggregates import Aggregates
    from errbar.answers.audit import Audit
    from errbar.answers.audit_row import AuditRow
    from errbar.answers.components import Components
    from errbar.answers.confusion import Confusion
    from errbar.answers.curve import Curve
    from errbar.answers.design import Design
    from errbar.answers.error_distribution import DistributionComparison, ErrorDistribution
    from errbar.answers.growth import Growth
    from errbar.answers.learning_curve import LearningCurve
    from errbar.answers.ranking import DatasetRanking, ModelRanking, Ranking
    from errbar.answers.sources import Sources
    from errbar.core.split_sizes import OptimalSplit, optimal_split
    from errbar.errors import ErrbarError, ErrbarWarning, FitError
    from errbar.methods import METHODS
    from errbar.tables.any_log import read_log
    from errbar.tables.inspect_log import read_inspect
    from errbar.tables.lm_eval import read_lm_eval
    from errbar.types import Method, Plan, Result, Results, Scores
    from errbar.types.datasets import Datasets
    from errbar.types.preferences import Preferences
    from errbar.verbs.advise import advise
    from errbar.verbs.aggregate import aggregate
    from errbar.verbs.audit import audit
    from errbar.verbs.bound import bound
    from errbar.verbs.collect import collect
    from errbar.verbs.compare import compare
    from errbar.verbs.components import components
    from errbar.verbs.curve import curve
    from errbar.verbs.design import design
    from errbar.verbs.distribution import distribution
    from errbar.verbs.evaluate import evaluate
    from errbar.verbs.growth import growth
    from errbar.verbs.infer import infer
    from errbar.verbs.rank import rank
    from errbar.verbs.report import report
    from errbar.verbs.score import score
    from errbar.verbs.sequential import Sequential
    from errbar.verbs.sources import sources
    from errbar.verbs.winner import winner

__version__ = "0.1.0"

__all__ = [
    "METHODS",
    "Advice",
    "Aggregates",
    "Audit",
    "AuditRow",
    "Components",
    "Confusion",
    "Curve",
    "DatasetRanking",
    "Datasets",
    "Design",
    "DistributionComparison",
    "ErrbarError",
    "ErrbarWarning",
    "ErrorDistribution",
    "FitError",
    "Growth",
    "LearningCurve",
    "Method",
    "ModelRanking",
    "OptimalSplit",
    "Plan",
    "Preferences",
    "Ranking",
    "Result",
    "Results",
    "Scores",
    "Sequential",
    "Sources",
    "advise",
    "aggregate",
    "audit",
    "bound",
    "bounds",
    "collect",
    "compare",
    "components",
    "curve",
    "design",
    "distribution",
    "evaluate",
    "growth",
    "infer",
    "optimal_split",
    "plans",
    "rank",
    "read_inspect",
    "read_lm_eval",
    "read_log",
    "report",
    "score",
    "sources",
    "winner",
]

_HOME = {
    "METHODS": "errbar.methods",
    "Advice": "errbar.answers.advice",
    "Aggregates": "errbar.answers.aggregates",
    "Audit": "errbar.answers.audit",
    "AuditRow": "errbar.answers.audit_row",
    "Components": "errbar.answers.components",
    "Confusion": "errbar.answers.confusion",
    "Curve": "errbar.answers.curve",
    "DatasetRanking": "errbar.answers.ranking",
    "Datasets": "errbar.types.datasets",
    "Design": "errbar.answers.design",
    "DistributionComparison": "errbar.answers.error_distribution",
    "ErrbarError": "errbar.errors",
    "ErrbarWarning": "errbar.errors",
    "ErrorDistribution": "errbar.answers.error_distribution",
    "FitError": "errbar.errors",
    "Growth": "errbar.answers.growth",
    "LearningCurve": "errbar.answers.learning_curve",
    "Method": "errbar.types",
    "ModelRanking": "errbar.answers.ranking",
    "OptimalSplit": "errbar.core.split_sizes",
    "Plan": "errbar.types",
    "Preferences": "errbar.types.preferences",
    "Ranking": "errbar.answers.ranking",
    "Result": "errbar.types",
    "Results": "errbar.types",
    "Scores": "errbar.types",
    "Sequential": "errbar.verbs.sequential",
    "Sources": "errbar.answers.sources",
    "advise": "errbar.verbs.advise",
    "aggregate": "errbar.verbs.aggregate",
    "audit": "errbar.verbs.audit",
    "bound": "errbar.verbs.bound",
    "collect": "errbar.verbs.collect",
    "compare": "errbar.verbs.compare",
    "components": "errbar.verbs.components",
    "curve": "errbar.verbs.curve",
    "design": "errbar.verbs.design",
    "distribution": "errbar.verbs.distribution",
    "evaluate": "errbar.verbs.evaluate",
    "growth": "errbar.verbs.growth",
    "infer": "errbar.verbs.infer",
    "optimal_split": "errbar.core.split_sizes",
    "rank": "errbar.verbs.rank",
    "read_inspect": "errbar.tables.inspect_log",
    "read_lm_eval": "errbar.tables.lm_eval",
    "read_log": "errbar.tables.any_log",
    "report": "errbar.verbs.report",
    "score": "errbar.verbs.score",
    "winner": "errbar.verbs.winner",
    "sources": "errbar.verbs.sources",
}


def __getattr__(name: str) -> Any:
    if name in ("bounds", "plans"):
        return import_module(f"errbar.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'errbar' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOME[name]), name)
    return found


def __dir__() -> list[str]:
    return __all__
