"""Fit and score one batch of splits: what a worker does."""

from __future__ import annotations

import os
import pickle
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.draws import STREAMS, Indices
from errbar.errors import InputError
from errbar.run.inputs import Data
from errbar.run.losses import Loss, Output, Score
from errbar.run.one_thread import one_thread
from errbar.run.warned import Warned, warned
from errbar.types import Plan
from errbar.types.plan import Reader

Share = tuple[int, tuple[str, ...]]  # a split and the models to fit on it


@dataclass(frozen=True, slots=True)
class Fit:
    """One model on one split: its losses (or its one score), what it took and what it warned of."""

    number: int
    name: str
    losses: NDArray[np.float64]
    fit_seconds: float
    predict_seconds: float
    warnings: tuple[Warned, ...] = ()


@dataclass(slots=True)
class Outcome:
    """What a batch gave: the finished fits, how long it took, and the failure that ended it, if one did."""

    fits: list[Fit] = field(default_factory=list)
    seconds: float = 0.0
    failure: tuple[int, str, BaseException] | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """Everything a worker needs besides its shares."""

    models: Mapping[str, Any]
    data: Data
    plan: Plan
    metric: Loss | Score
    seed: int
    config: Mapping[str, Any]  # scikit-learn's settings in the driver
    driver: int  # process id


def fit_batch(task: Task, batch: Sequence[Share]) -> Outcome:
    """Fit the models of every share; stops at the first failure and keeps what was finished."""
    from joblib import parallel_config
    from sklearn import config_context

    outcome, start = Outcome(), time.perf_counter()
    # A forest with its own n_jobs adds up its trees in the order they finish: sequential here, for equal bytes.
    with one_thread(), config_context(**task.config), parallel_config(backend="sequential"):
        free = {name: free_states(model) for name, model in task.models.items()}
        for number, names in batch:
            _fit_share(task, number, names, free, outcome)
            if outcome.failure is not None:
                break
    outcome.seconds = time.perf_counter() - start
    return outcome


def _fit_share(
    task: Task, number: int, names: Sequence[str], free: Mapping[str, Sequence[str]], outcome: Outcome
) -> None:
    train, test = _reader(task.plan)[number]
    X_train, X_test = rows_of(task.data.X, train), rows_of(task.data.X, test)
    y_train, y_test = task.data.y[train], task.data.y[test]
    for name in names:
        try:
            with warned() as seen:
                fitted = seeded_clone(task, name, free[name], number)
                start = time.perf_counter()
                fitted.fit(X_train, y_train)
                middle = time.perf_counter()
                losses = judge(task.metric, fitted, X_test, y_test)
                stop = time.perf_counter()
        except Exception as cause:  # any model may raise anything; the driver reports it
            outcome.failure = (number, name, _portable(cause, task.driver))
            return
        outcome.fits.append(Fit(number, name, losses, middle - start, stop - middle, tuple(seen)))


def rows_of(X: Any, rows: Indices) -> Any:
    if type(X) is np.ndarray:
        return X[rows]  # what scikit-learn's function does too, after asking what X might be
    from sklearn.utils import _safe_indexing

    return _safe_indexing(X, rows)


def judge(metric: Loss | Score, fitted: Any, X: Any, y: NDArray[Any]) -> NDArray[np.float64]:
    """The losses of a fitted model (one per example), or its one score."""
    if isinstance(metric, Score):
        value = float(metric.scorer(fitted, X, y))
        if not np.isfinite(value):
            raise InputError(
                f"scoring={metric.name!r} is {value} on this test set (one class only?): "
                "use stratify=True or a larger test set."
            )
        return np.array([value])
    if isinstance(metric, Output):
        said = metric.fn(fitted, X)
        if said.shape != y.shape or not np.isfinite(said).all():
            raise InputError(f"scoring={metric.name!r} needs one finite number per test example; got {said.shape}.")
        return said
    output = np.asarray(getattr(fitted, metric.reads)(X))
    if output.shape[:1] != y.shape:
        raise InputError(f"{metric.reads} gave {output.shape[:1]} values for {y.size} test examples.")
    losses = metric.fn(y, output, getattr(fitted, "classes_", None))
    if not np.isfinite(losses).all():
        raise InputError(f"loss={metric.name!r} is not finite for {int((~np.isfinite(losses)).sum())} test examples.")
    return losses


def free_states(model: Any) -> list[str]:
    """The random states the model leaves unset."""
    return sorted(
        name
        for name, value in model.get_params(deep=True).items()
        if value is None and (name == "random_state" or name.endswith("__random_state"))
    )


def fit_states(free: Sequence[str], plan: Plan, seed: int, number: int) -> dict[str, int]:
    """A value for each of them from (seed, split): the same for every model compared."""
    if not free:
        return {}
    part, place = plan.locate(number)  # not the bare number: a longer plan must not change earlier fits
    key = (STREAMS["fit"], STREAMS[part.kind], place)
    states = np.random.SeedSequence(seed, spawn_key=key).generate_state(len(free))
    return dict(zip(free, map(int, states), strict=True))


def seeded_clone(task: Task, name: str, free: Sequence[str], number: int) -> Any:
    from sklearn.base import clone

    fitted = clone(task.models[name])
    states = fit_states(free, task.plan, task.seed, number)
    if states:
        fitted.set_params(**states)
    return fitted


_readers: dict[int, Reader] = {}  # by thread


def _reader(plan: Plan) -> Reader:
    """This thread's reader of the plan: batches that follow each other go on drawing where the last one stopped."""
    reader = _readers.get(threading.get_ident())
    if reader is None or reader.plan is not plan:
        reader = _readers[threading.get_ident()] = Reader(plan)
    return reader


def forget_plans() -> None:
    """After a run: let go of its plan."""
    _readers.clear()


def _portable(cause: Exception, driver: int) -> BaseException:
    """The exception, fit to travel between processes with its traceback as a note."""
    if os.getpid() == driver:
        return cause
    cause.add_note("".join(traceback.format_exception(cause)))
    try:
        pickle.loads(pickle.dumps(cause))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(cause)))
    return cause
