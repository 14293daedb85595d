"""Honest error bars for machine learning.

Every public name is listed in `_HOME` with the module it lives in, and loaded on first use, so that
`import errbar` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from errbar import bounds, plans
    from errbar.advising import Advice, advise
    from errbar.api import collect, compare, components, distribution, evaluate, infer, score
    from errbar.auditing.audit import Audit, AuditRow
    from errbar.auditing.verb import audit
    from errbar.bounds.verb import bound
    from errbar.core.split_sizes import OptimalSplit, optimal_split
    from errbar.error_distribution import DistributionComparison, ErrorDistribution
    from errbar.errors import ErrbarError, ErrbarWarning, FitError
    from errbar.growing import Growth, growth
    from errbar.methods import METHODS
    from errbar.planning import Design, design
    from errbar.ranking.datasets import Datasets
    from errbar.ranking.results import DatasetRanking, ModelRanking, Ranking
    from errbar.ranking.verb import rank
    from errbar.reporting.verb import report
    from errbar.sequential import Sequential
    from errbar.tables import read_inspect, read_lm_eval
    from errbar.types import Method, Plan, Result, Results, Scores
    from errbar.types.components import Components

__version__ = "0.1.0"

__all__ = [
    "METHODS",
    "Advice",
    "Audit",
    "AuditRow",
    "Components",
    "DatasetRanking",
    "Datasets",
    "Design",
    "DistributionComparison",
    "ErrbarError",
    "ErrbarWarning",
    "ErrorDistribution",
    "FitError",
    "Growth",
    "Method",
    "ModelRanking",
    "OptimalSplit",
    "Plan",
    "Ranking",
    "Result",
    "Results",
    "Scores",
    "Sequential",
    "advise",
    "audit",
    "bound",
    "bounds",
    "collect",
    "compare",
    "components",
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
    "report",
    "score",
]

_HOME = {
    "METHODS": "errbar.methods",
    "Advice": "errbar.advising",
    "Audit": "errbar.auditing.audit",
    "AuditRow": "errbar.auditing.audit",
    "Components": "errbar.types.components",
    "DatasetRanking": "errbar.ranking.results",
    "Datasets": "errbar.ranking.datasets",
    "Design": "errbar.planning",
    "DistributionComparison": "errbar.error_distribution",
    "ErrbarError": "errbar.errors",
    "ErrbarWarning": "errbar.errors",
    "ErrorDistribution": "errbar.error_distribution",
    "FitError": "errbar.errors",
    "Growth": "errbar.growing",
    "Method": "errbar.types",
    "ModelRanking": "errbar.ranking.results",
    "OptimalSplit": "errbar.core.split_sizes",
    "Plan": "errbar.types",
    "Ranking": "errbar.ranking.results",
    "Result": "errbar.types",
    "Results": "errbar.types",
    "Scores": "errbar.types",
    "Sequential": "errbar.sequential",
    "advise": "errbar.advising",
    "audit": "errbar.auditing.verb",
    "bound": "errbar.bounds.verb",
    "collect": "errbar.api",
    "compare": "errbar.api",
    "components": "errbar.api",
    "design": "errbar.planning",
    "distribution": "errbar.api",
    "evaluate": "errbar.api",
    "growth": "errbar.growing",
    "infer": "errbar.api",
    "optimal_split": "errbar.core.split_sizes",
    "rank": "errbar.ranking.verb",
    "read_inspect": "errbar.tables",
    "read_lm_eval": "errbar.tables",
    "report": "errbar.reporting.verb",
    "score": "errbar.api",
}


def __getattr__(name: str) -> Any:
    if name in ("bounds", "plans"):
        return import_module(f"errbar.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'errbar' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
