"""A model -> the same model with other seeds, other orders of its rows, and tuned on other inner folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from sklearn.base import clone

from errbar.errors import InputError
from errbar.run.losses import is_a
from errbar.run.reordered import Reordered

LARGEST = 2**31
INNER = 3  # folds on which parameters are chosen
ORDER, TUNING = "order of data", "tuning"  # sources beside the seed


def with_seeds(model: Any, n_seeds: int, rng: np.random.Generator) -> dict[str, Any]:
    """Copies whose every `random_state` is another number."""
    if isinstance(model, type):
        raise InputError(f"{model.__name__} is a class: give a model, {model.__name__}().")
    parameters = model.get_params(deep=True) if hasattr(model, "get_params") else {}
    names = [name for name in parameters if name.split("__")[-1] == "random_state"]
    if not names:
        raise InputError(
            f"{type(model).__name__} has no random_state, so no seed changes it: sources are for models with one."
        )
    seeds = rng.choice(LARGEST, n_seeds, replace=False).tolist()
    return {f"seed {seed}": clone(model).set_params(**dict.fromkeys(names, seed)) for seed in seeds}


def tuned(model: Any, grid: Mapping[str, Sequence[Any]], seed: int) -> Any:
    """The model with the parameters that did best on inner folds, which are drawn by `seed`."""
    from sklearn.model_selection import GridSearchCV, KFold, StratifiedKFold

    if not isinstance(grid, Mapping) or not grid:
        raise InputError("tuning= is {parameter: values to choose from}, as scikit-learn's GridSearchCV takes it.")
    known = model.get_params(deep=True) if hasattr(model, "get_params") and not isinstance(model, type) else {}
    for name, values in grid.items():
        if name not in known:
            raise InputError(f"tuning= names {name!r}, which {type(model).__name__} has no parameter of.")
        if isinstance(values, str) or not hasattr(values, "__len__") or len(values) < 1:
            raise InputError(f"tuning= needs a list of values for {name!r}; got {values!r:.60}.")
    folds = StratifiedKFold if is_a("classifier", model) else KFold
    return GridSearchCV(model, dict(grid), cv=folds(INNER, shuffle=True, random_state=seed))


def with_tunings(search: Any, n: int, rng: np.random.Generator) -> dict[str, Any]:
    """Copies of a search whose inner folds are drawn anew."""
    folds = type(search.cv)
    seeds = rng.choice(LARGEST, n, replace=False).tolist()
    return {
        f"tuning {seed}": clone(search).set_params(cv=folds(INNER, shuffle=True, random_state=seed)) for seed in seeds
    }


def with_orders(model: Any, n: int, rng: np.random.Generator) -> dict[str, Any]:
    """The model on rows in other orders."""
    return {f"order {order}": Reordered(model, order) for order in rng.choice(LARGEST, n, replace=False).tolist()}


def with_every(
    model: Any, n: int, others: Sequence[str], rng: np.random.Generator
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Every seed with every level of the other sources; and the levels of each source, in their order."""
    seeds = with_seeds(model, n, rng)
    levels = {"seed": list(seeds)} | {source: _drawn(source, n, rng) for source in others}
    found = {}
    for first, *more in product(*levels.values()):
        one, chosen = clone(seeds[first]), dict(zip(others, more, strict=True))
        if TUNING in chosen:
            folds = type(one.cv)(INNER, shuffle=True, random_state=_number(chosen[TUNING]))
            one = one.set_params(cv=folds)
        if ORDER in chosen:
            one = Reordered(one, _number(chosen[ORDER]))
        found[", ".join([first, *more])] = one
    return found, levels


def _drawn(source: str, n: int, rng: np.random.Generator) -> list[str]:
    return [f"{source.split(maxsplit=1)[0]} {number}" for number in rng.choice(LARGEST, n, replace=False).tolist()]


def _number(level: str) -> int:
    return int(level.rsplit(maxsplit=1)[-1])
