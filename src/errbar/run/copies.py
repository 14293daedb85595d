"""A model as each split gets it: scikit-learn's clone, or a deep copy where a model cannot be cloned."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from errbar.errors import InputError


def unfitted(model: Any) -> Any:
    """A clone; of a model that cannot be cloned, a copy with all that it holds."""
    from sklearn.base import clone

    try:
        return clone(model)
    except (TypeError, RuntimeError):
        return deepcopy(model)


def why_not_cloned(model: Any) -> str | None:
    """What scikit-learn has against it; None where it can be cloned."""
    from sklearn.base import clone

    try:
        clone(model)
    except (TypeError, RuntimeError) as cause:
        return first_line(cause)
    return None


def check_copied(name: str, model: Any) -> None:
    """Refuse a model that can be neither cloned nor copied."""
    why = why_not_cloned(model)
    if why is None:
        return
    try:
        deepcopy(model)
    except Exception as cause:  # any model may do anything
        raise InputError(
            f"Model {name!r} can be neither cloned ({why.rstrip('.')}) nor copied ({first_line(cause).rstrip('.')}): "
            "give it get_params and set_params (inherit from sklearn.base.BaseEstimator)."
        ) from None


def copy_notes(models: Mapping[str, Any]) -> tuple[str, ...]:
    """A copy may have learnt already, which has to be said."""
    return tuple(
        f"Model {name!r} cannot be cloned, so every split fits a deep copy of it, with whatever it holds already."
        for name, model in models.items()
        if why_not_cloned(model) is not None
    )


def first_line(cause: BaseException) -> str:
    """Of what a model said; the whole of it hangs on the error as its cause."""
    return next((line.strip() for line in str(cause).splitlines() if line.strip()), "no reason given.")
