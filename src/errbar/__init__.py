"""Honest error bars for machine learning.

Every public name is listed in `_HOME` with the module it lives in, and loaded on first use, so that
`import errbar` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from errbar import plans
    from errbar.api import collect, compare, components, evaluate, infer
    from errbar.errors import ErrbarError, ErrbarWarning, FitError
    from errbar.methods import METHODS
    from errbar.types import Method, Plan, Result, Results, Scores
    from errbar.types.components import Components

__version__ = "0.1.0"

__all__ = [
    "METHODS",
    "Components",
    "ErrbarError",
    "ErrbarWarning",
    "FitError",
    "Method",
    "Plan",
    "Result",
    "Results",
    "Scores",
    "collect",
    "compare",
    "components",
    "evaluate",
    "infer",
    "plans",
]

_HOME = {
    "METHODS": "errbar.methods",
    "Components": "errbar.types.components",
    "ErrbarError": "errbar.errors",
    "ErrbarWarning": "errbar.errors",
    "FitError": "errbar.errors",
    "Method": "errbar.types",
    "Plan": "errbar.types",
    "Result": "errbar.types",
    "Results": "errbar.types",
    "Scores": "errbar.types",
    "collect": "errbar.api",
    "compare": "errbar.api",
    "components": "errbar.api",
    "evaluate": "errbar.api",
    "infer": "errbar.api",
}


def __getattr__(name: str) -> Any:
    if name == "plans":
        return import_module("errbar.plans")
    if name not in _HOME:
        raise AttributeError(f"module 'errbar' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
