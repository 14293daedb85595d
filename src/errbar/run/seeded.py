"""A model -> the same model with other seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone

from errbar.errors import InputError

LARGEST = 2**31


def with_seeds(model: Any, n_seeds: int, rng: np.random.Generator) -> dict[str, Any]:
    """Copies whose every `random_state` is another number."""
    parameters = model.get_params(deep=True) if hasattr(model, "get_params") else {}
    names = [name for name in parameters if name.split("__")[-1] == "random_state"]
    if not names:
        raise InputError(
            f"{type(model).__name__} has no random_state, so no seed changes it: sources are for models with one."
        )
    seeds = rng.choice(LARGEST, n_seeds, replace=False).tolist()
    return {f"seed {seed}": clone(model).set_params(**dict.fromkeys(names, seed)) for seed in seeds}
