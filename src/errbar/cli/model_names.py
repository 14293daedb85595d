"""Short names of models: which classes and pipeline makers scikit-learn has, by their last name."""

from __future__ import annotations

import difflib
import importlib
import inspect
from functools import cache

MAKERS = frozenset({"make_pipeline", "make_union", "make_column_transformer"})  # functions that build models
KINDS = ("fit", "get_params", "get_n_splits")  # models and steps, kernels, splitters
LONGEST = 80  # letters of a name that is looked for among others
DEEPER = ("gaussian_process.kernels", "feature_extraction.text")


def is_maker(found: object) -> bool:
    return inspect.isfunction(found) and found.__name__ in MAKERS


def is_model_class(found: object) -> bool:
    return isinstance(found, type) and any(callable(getattr(found, kind, None)) for kind in KINDS)


@cache
def full_names() -> dict[str, tuple[str, ...]]:
    """LogisticRegression -> (sklearn.linear_model.LogisticRegression,); several where they are different things."""
    import sklearn

    found: dict[str, dict[int, str]] = {}
    for place in (*sklearn.__all__, *DEEPER):
        try:
            module = importlib.import_module(f"sklearn.{place}")
        except ImportError:  # a function, or what is no longer there
            continue
        own = [name for name, one in vars(module).items() if getattr(one, "__module__", "") == module.__name__]
        for name in getattr(module, "__all__", own):
            one = vars(module).get(name)  # what is experimental raises when it is asked for
            if name[0] != "_" and (is_maker(one) or is_model_class(one)):
                found.setdefault(name, {}).setdefault(id(one), f"sklearn.{place}.{name}")
    return {name: tuple(places.values()) for name, places in found.items()}


def near_names(name: str) -> list[str]:
    """Full names of what may have been meant, nearest first."""
    known, last = full_names(), name.rsplit(".", 1)[-1]
    small = {one.lower(): one for one in known}
    close = difflib.get_close_matches(last.lower()[:LONGEST], small, n=3, cutoff=0.7)
    return [place for one in close for place in known[small[one]]]
