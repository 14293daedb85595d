"""Honest error bars for machine learning.

Every public name is listed in `_HOME` with the module it lives in, and loaded on first use, so that
`import errbar` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from errbar import plans
    from errbar.api import collect, compare, components, distribution, evaluate, infer
    from errbar.core.split_sizes import OptimalSplit, optimal_split
    from errbar.error_distribution import DistributionComparison, ErrorDistribution
    from errbar.errors import ErrbarError, ErrbarWarning, FitError
    from errbar.methods import METHODS
    from errbar.types import Method, Plan, Result, Results, Scores
    from errbar.types.components import Components

__version__ = "0.1.0"

__all__ = [
    "METHODS",
    "Components",
    "DistributionComparison",
    "ErrbarError",
    "ErrbarWarning",
    "ErrorDistribution",
    "FitError",
    "Method",
    "OptimalSplit",
    "Plan",
    "Result",
    "Results",
    "Scores",
    "collect",
    "compare",
    "components",
    "distribution",
    "evaluate",
    "infer",
    "optimal_split",
    "plans",
]

_HOME = {
    "METHODS": "errbar.methods",
    "Components": "errbar.types.components",
    "DistributionComparison": "errbar.error_distribution",
    "ErrbarError": "errbar.errors",
    "ErrbarWarning": "errbar.errors",
    "ErrorDistribution": "errbar.error_distribution",
    "FitError": "errbar.errors",
    "Method": "errbar.types",
    "OptimalSplit": "errbar.core.split_sizes",
    "Plan": "errbar.types",
    "Result": "errbar.types",
    "Results": "errbar.types",
    "Scores": "errbar.types",
    "collect": "errbar.api",
    "compare": "errbar.api",
    "components": "errbar.api",
    "distribution": "errbar.api",
    "evaluate": "errbar.api",
    "infer": "errbar.api",
    "optimal_split": "errbar.core.split_sizes",
}


def __getattr__(name: str) -> Any:
    if name == "plans":
        return import_module("errbar.plans")
    if name not in _HOME:
        raise AttributeError(f"module 'errbar' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
