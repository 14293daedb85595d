"""Fit and score one batch of splits: what a worker does."""

from __future__ import annotations

import os
import pickle
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.errors import InputError
from errbar.run.checked import Data, rows_of
from errbar.run.copies import unfitted
from errbar.run.losses import Loss, Output, Score
from errbar.run.one_thread import one_thread
from errbar.run.params import Params
from errbar.run.said import check_said
from errbar.run.saying import Recalled, Said, Saying
from errbar.run.seeding import Generators, Seeding, borrowed, seeded, shared_seed
from errbar.run.slices import Slices
from errbar.run.time_limit import TimeLimitError, limited
from errbar.run.warned import Warned, warned
from errbar.types import Plan

if TYPE_CHECKING:
    from errbar.run.store.shelf import Shelf

Share = tuple[int, tuple[str, ...]]  # a split and the models to fit on it
Failure = tuple[int, str, BaseException]  # a split, a model, and what it raised


@dataclass(frozen=True, slots=True)
class Fit:
    """One model on one split: its losses (or its one score), what it took and what it warned of.

    `further` are those by the further metrics of a run; `said`, where a run keeps it, is what they were made of.
    """

    number: int
    name: str
    losses: NDArray[np.float64]
    fit_seconds: float
    predict_seconds: float
    warnings: tuple[Warned, ...] = ()
    drew: bool = False  # from generators of the whole process, whose seed it then depends on
    further: tuple[NDArray[np.float64], ...] = ()
    said: Said | None = None

    def by(self, place: int) -> Fit:
        """The same judged by one metric alone: the first, or a further one."""
        return self if place == 0 else replace(self, losses=self.further[place - 1])


@dataclass(frozen=True, eq=False, slots=True)
class FitBlock(Sequence[Fit]):
    """One model on several splits with test sets of one size, computed together.

    Parameters
    ----------
    name, numbers : the model, and the splits.
    losses : splits x examples.
    seconds : that each of them took.
    """

    name: str
    numbers: Indices
    losses: NDArray[np.float64]
    seconds: float

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Fit: ...
    @overload
    def __getitem__(self, place: slice) -> list[Fit]: ...
    def __getitem__(self, place: int | slice) -> Fit | list[Fit]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        return Fit(int(self.numbers[place]), self.name, self.losses[place], self.seconds, 0.0)


@dataclass(slots=True)
class Outcome:
    """What a batch gave: the finished fits, how long it took, and the failure that ended it, if one did.

    `set_aside` are failures that end nothing: fits that took too long, or took their worker with them.
    `by`: who fitted, in words.
    """

    fits: list[Fit] = field(default_factory=list)
    seconds: float = 0.0
    failure: Failure | None = None
    set_aside: list[Failure] = field(default_factory=list)
    by: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """Everything a worker needs besides its shares."""

    models: Mapping[str, Any]
    data: Data
    plan: Plan
    metrics: tuple[Loss | Score, ...]
    seed: int
    config: Mapping[str, Any]  # scikit-learn's settings in the driver
    driver: int  # process id
    timeout: float | None = None  # seconds that a fit may take
    keeps: bool = False  # all that the models say
    params: Params | None = None  # what fits and scorers get besides X and y
    shelf: Shelf | None = None  # where fits belong that are kept


def untold(number: int, name: str) -> None:
    """Nobody asks which fit is under way."""


def fit_batch(task: Task, batch: Sequence[Share], starting: Callable[[int, str], None] = untold) -> Outcome:
    """Fit the models of every share; stops at the first failure and keeps what was finished.

    `starting` is told the split and the model of each fit before it starts.
    """
    from joblib import parallel_config
    from sklearn import config_context

    outcome, start = Outcome(), time.perf_counter()
    # A forest with its own n_jobs adds up its trees in the order they finish: sequential here, for equal bytes.
    with one_thread(), config_context(**task.config), parallel_config(backend="sequential"):
        bench = _bench_of(task)
        for share in batch:
            _fit_share(task, share, bench, outcome, starting)
            if outcome.failure is not None:
                break
    outcome.seconds = time.perf_counter() - start
    return outcome


def _fit_share(task: Task, share: Share, bench: Bench, outcome: Outcome, starting: Callable[[int, str], None]) -> None:
    number, names = share
    bench.turn_to(number)
    alike = len(names) > 1 and all(bench.seeding(name).borrows for name in names)
    with borrowed() if alike else nullcontext() as generators:
        for name in names:
            starting(number, name)
            try:
                outcome.fits.append(_fit_one(task, name, bench, generators))
            except TimeLimitError as cause:
                outcome.set_aside.append((number, name, cause))
            except (Exception, SystemExit) as cause:  # any model may do anything; the driver reports it
                outcome.failure = (number, name, _portable(cause, task.driver))
                return


class Bench:
    """What a thread keeps from batch to batch of a run: the split under way, and what each model leaves to chance."""

    def __init__(self, task: Task) -> None:
        self.task, self.slices = task, Slices(task.plan, task.data, len(task.models) > 1)
        self.number = -1
        self._seed: int | None = None
        self._seedings: dict[str, Seeding] = {}

    def turn_to(self, number: int) -> None:
        if number != self.number:
            self.slices.split(number)
            self.number, self._seed = number, None

    @property
    def seed(self) -> int:
        """Of the split, for the generators of the process."""
        if self._seed is None:
            self._seed = shared_seed(self.task.plan, self.task.seed, self.number)
        return self._seed

    def seeding(self, name: str) -> Seeding:
        if name not in self._seedings:
            self._seedings[name] = Seeding.of(self.task.models[name], *self.task.metrics)
        return self._seedings[name]


def _fit_one(task: Task, name: str, bench: Bench, generators: Generators | None) -> Fit:
    """One model on rows of its own: it may work in place, and the next model must not see that."""
    number, slices, seeding = bench.number, bench.slices, bench.seeding(name)
    whole, test = slices.split(number)
    with warned() as seen, seeded(bench.seed if seeding.borrows else None, generators) as drawn:
        fitted = unfitted(task.models[name])
        seeding.set_states(fitted, seeding.states(task.plan, task.seed, number))
        train, given = whole, dict[str, Any]()
        if task.params is not None:
            train, given = task.params.training(name, whole, task.data)
        X_train, y_train = slices.rows(0) if train is whole else rows_of(task.data.X, train), task.data.y[train]
        X_test, y_test = slices.rows(1), task.data.y[test]
        with limited(task.timeout, task.driver):
            start = time.perf_counter()
            fitted.fit(X_train, y_train, **given)
            middle = time.perf_counter()
            saying = Saying(fitted, X_test) if task.keeps or len(task.metrics) > 1 else None
            heard = fitted if saying is None else saying
            shuffled = task.plan.locate(number)[0].kind == "shuffled"
            how = judge_shuffled if shuffled else judge
            losses, *further = (
                how(metric, heard, X_test, y_test, judging(task, metric, test)) for metric in task.metrics
            )
            said = saying.said() if task.keeps and saying is not None and not shuffled else None
            stop = time.perf_counter()
    took = middle - start, stop - middle
    return Fit(number, name, losses, *took, tuple(seen), drawn.any, tuple(further), said)


def judging(task: Task, metric: Loss | Score, test: Indices) -> dict[str, Any]:
    """What a scorer gets besides X and y."""
    return {} if task.params is None else task.params.judging(metric.name, test)


def judge(
    metric: Loss | Score, fitted: Any, X: Any, y: NDArray[Any], given: Mapping[str, Any] | None = None
) -> NDArray[np.float64]:
    """The losses of a fitted model (one per example), or its one score."""
    if isinstance(metric, Score):
        model = fitted if metric.only_listens or not isinstance(fitted, Saying | Recalled) else fitted.itself()
        value = float(metric.scorer(model, X, y, **(given or {})))
        if not np.isfinite(value):
            raise InputError(
                f"scoring={metric.name!r} is {value} on this test set (one class, or one example?): "
                "use stratify=True or a larger test set."
            )
        return np.array([value])
    if isinstance(metric, Output):
        said = metric.fn(fitted, X)
        if said.shape != y.shape or not np.isfinite(said).all():
            raise InputError(
                f"scoring={metric.name!r} needs one finite number per test example ({y.size}); got shape {said.shape}, "
                f"{int((~np.isfinite(said)).sum())} of them not finite."
            )
        return said
    classes = getattr(fitted, "classes_", None)
    losses = metric.fn(y, check_said(metric, getattr(fitted, metric.reads)(X), y, classes), classes)
    if losses.shape != y.shape[:1]:
        raise InputError(f"loss={metric.name!r} gave an array of shape {losses.shape} for {len(y)} test examples.")
    if not np.isfinite(losses).all():
        raise InputError(f"loss={metric.name!r} is not finite for {int((~np.isfinite(losses)).sum())} test examples.")
    return losses


def judge_shuffled(
    metric: Loss | Score, fitted: Any, X: Any, y: NDArray[Any], given: Mapping[str, Any] | None = None
) -> NDArray[np.float64]:
    """Each example's mean loss over the labels of all: what would be lost if inputs told nothing of labels."""
    if y.ndim > 1 or y.dtype.names is not None:
        raise InputError("The bootstrap's error without information is for one label or number per example.")
    labels, counts = np.unique(y, return_counts=True)
    losses = np.zeros(len(y))
    for label, count in zip(labels, counts, strict=True):
        losses += count / len(y) * judge(metric, fitted, X, np.full_like(y, label), given)
    return losses


_benches: dict[int, Bench] = {}  # by thread


def _bench_of(task: Task) -> Bench:
    """This thread's: batches that follow each other go on drawing, and cutting, where the last one stopped."""
    bench = _benches.get(threading.get_ident())
    if bench is None or bench.task is not task:
        bench = _benches[threading.get_ident()] = Bench(task)
    return bench


def forget_plans() -> None:
    """After a run: let go of its plan and its rows."""
    _benches.clear()


def _portable(cause: BaseException, driver: int) -> BaseException:
    """The exception, fit to travel between processes with its traceback as a note."""
    if os.getpid() == driver:
        return cause
    cause.add_note("".join(traceback.format_exception(cause)))
    try:
        pickle.loads(pickle.dumps(cause))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(cause)))
    return cause
