"""What users hand in, as arrays and plans: losses per split, the indices of splits, or their sizes alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from errbar.check import check_finite, check_model_names
from errbar.core.arrays import Floats, Indices
from errbar.errors import InputError
from errbar.plans.families import Explicit, Sizes, structure
from errbar.plans.plan import Plan

MOST = 10**15  # examples in a split


def check_built(plan: object) -> None:
    if not isinstance(plan, Plan):
        raise InputError(
            f"plan must be built, such as plans.kfold(5).build(n, random_state=0), and the one used; got {plan!r:.80}."
        )


def model_names(by_model: Mapping[str, Any]) -> tuple[str, ...]:
    if not isinstance(by_model, Mapping) or not by_model:
        raise InputError("Give a mapping from model name to its numbers, with at least one model.")
    return check_model_names(by_model)


def flat_losses(name: str, losses: Sequence[ArrayLike] | ArrayLike, plan: Plan) -> Floats:
    n_test = plan.n_test
    if isinstance(losses, str | Mapping) or not hasattr(losses, "__len__") or getattr(losses, "ndim", 1) == 0:
        raise InputError(f"Losses of {name!r} must be one array per split, or one array; got {losses!r:.80}.")
    rows: list[Any] = list(losses)  # type: ignore[arg-type]
    if rows and all(np.ndim(row) == 0 for row in rows):
        flat = check_finite(f"losses of {name!r}", rows)
        if len(plan) == 1 and flat.size == n_test[0]:
            return flat
        covered = flat.size == plan.n and (len(plan) == 1 or flat.size == n_test.sum())
        if covered:
            in_split_order: Floats = flat[np.concatenate([test for _, test in plan])]
            return in_split_order
        raise InputError(
            f"Model {name!r} has one array of {flat.size} losses; that is only possible for an unrepeated K-fold "
            f"(length n={plan.n}) or a hold-out. Give a list of one array per split ({len(plan)} of them)."
        )
    if len(rows) != len(plan):
        raise InputError(f"Model {name!r} has losses of {len(rows)} splits; the plan has {len(plan)}.")
    arrays = [check_finite(f"losses of {name!r} in split {i}", row) for i, row in enumerate(rows)]
    for i, (array, size) in enumerate(zip(arrays, n_test, strict=True)):
        if array.shape != (size,):
            raise InputError(f"Model {name!r}, split {i}: {array.size} losses for {size} test examples.")
    return np.concatenate(arrays)


def plan_from_indices(given: Sequence[Mapping[str, Any]]) -> Plan | None:
    """The splits `cross_validate(..., return_indices=True)` kept; models with other splits are refused."""
    if not given:
        return None
    plans = []
    for indices in given:
        splits = tuple((np.asarray(a), np.asarray(b)) for a, b in zip(indices["train"], indices["test"], strict=True))
        n = 1 + max(int(max(a.max(), b.max())) for a, b in splits)
        kind, n_folds = structure(splits, n)
        plans.append(Plan(kind, n, (Explicit(n, splits, kind, n_folds),)))
    if any(plan.fingerprint() != plans[0].fingerprint() for plan in plans[1:]):
        raise InputError("These scores come from different splits and cannot be compared: use one cv for both.")
    return plans[0]


def plan_from_sizes(n_splits: int, n_train: Any, n_test: Any) -> Plan:
    train, test = check_sizes("n_train", n_train, n_splits), check_sizes("n_test", n_test, n_splits)
    n = int((train + test).max())
    return Plan("custom", n, (Sizes(n, train, test),))


def check_sizes(what: str, size: Any, n_splits: int) -> Indices:
    """One number for all splits or one for each, 0 where it is not known."""
    array = np.atleast_1d(check_finite(what, np.zeros(1) if size is None else size))
    if size is not None and not ((array > 0) & (array == np.round(array)) & (array < MOST)).all():
        raise InputError(f"{what} must be whole numbers above 0 (and below {MOST:g}); got {size!r:.80}.")
    if array.ndim > 1 or array.size not in (1, n_splits):
        got = array.size if array.ndim == 1 else array.shape
        raise InputError(f"{what} must be one number or one per split ({n_splits}); got {got}.")
    return np.broadcast_to(array.astype(np.intp), n_splits).copy()
