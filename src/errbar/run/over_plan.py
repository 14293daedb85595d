"""Fit and score every split of a plan -> Scores."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np

from errbar.errors import ErrbarWarning, FitError, InputError
from errbar.plans.seed import seed_from
from errbar.run.checked import Data, first_line
from errbar.run.fit import Failure, Outcome, Task
from errbar.run.ledger import Ledger
from errbar.run.losses import Loss, Score
from errbar.run.one_thread import one_thread
from errbar.run.progress import progress_bar
from errbar.run.shared.compute import Shared, find_shared, path_taken, shared_outcomes
from errbar.run.shared.cuts import Cuts, training_counts
from errbar.run.spread.alone import WorkerDiedError
from errbar.run.spread.parallel import outcomes
from errbar.run.store.kept import kept_in
from errbar.run.time_limit import TimeLimitError
from errbar.types import Plan, Scores
from errbar.types.scores import split_means
from errbar.types.setup import Setup


def evaluate(
    models: Mapping[str, Any],
    data: Data,
    plan: Plan,
    metric: Loss | Score,
    how: Setup,
) -> Scores:
    """Every model fitted and judged on every split, single-threaded fits, in parallel over splits.

    With `how.shared`, models whose fit is a formula are computed from statistics gathered once for all splits.

    Raises
    ------
    FitError : a model failed; the error names the split and carries the finished ones as `.scores`.
    StoreError : the store cannot be read or written; said before any fit, what happens to it later delays keeping only.
    """
    from sklearn import get_config

    seed = seed_from(how.random_state)
    cuts = Cuts(plan)
    check_two_classes(models, data, plan, metric)
    notes = _unseen_label_notes(data, cuts, metric)
    task = Task(models, data, plan, metric, seed, get_config(), os.getpid(), how.timeout)
    ledger = Ledger(tuple(models), plan.n_test if isinstance(metric, Loss) else np.ones(len(plan), dtype=np.intp))
    failures: list[Failure] = []
    ended: FitError | None = None
    with one_thread():
        sharing = find_shared(models, data, cuts, metric) if how.shared else None
    with one_thread(), kept_in(how.store, task, {} if sharing is None else sharing.families) as kept:
        ledger.add(kept.finished(ledger.missing()))
        if not ledger.done.all():
            kept.check_writable()
        resumed = {"resumed_splits": int(ledger.finished().size), "resumed_fits": int(ledger.done.sum())}
        with (
            closing(_arriving(task, ledger, sharing, how.n_jobs)) as arriving,
            progress_bar(ledger.done.size, resumed["resumed_fits"], how.progress) as advance,
        ):
            try:
                for outcome in arriving:
                    kept.keep(outcome.fits)
                    ledger.add(outcome.fits)
                    advance(len(outcome.fits))
                    failures += [*outcome.set_aside, *([] if outcome.failure is None else [outcome.failure])]
            except FitError as cause:  # of who fits, not of a model
                ended = cause
    notes += kept.notes()
    warned = _warning_notes(ledger.warnings)
    about = {**resumed, "path": {name: path_taken(sharing, name) for name in models}}
    if failures or ended is not None:
        n_finished = ledger.finished().size
        scores = _assemble(task, ledger, notes + warned, about) if n_finished else None
        raise _failed(failures, ended, f"{n_finished} of {len(plan)} splits", list(models), scores)
    for note in warned:
        warnings.warn(note, ErrbarWarning, stacklevel=4)
    return _assemble(task, ledger, notes + warned, about)


def _failed(
    failures: Sequence[Failure], ended: FitError | None, finished: str, names: Sequence[str], scores: Scores | None
) -> FitError:
    """The error that names the first split that failed, whoever fitted it and whichever failed first in time."""
    kept = f"{finished} are finished and kept in .scores.)"
    if not failures:
        error, cause = FitError(f"{ended} ({kept}", scores), None if ended is None else ended.__cause__ or ended
    else:
        first, *others = sorted(failures, key=lambda failure: (failure[0], names.index(failure[1])))
        number, name, cause = first
        alone = isinstance(cause, (WorkerDiedError, TimeLimitError))  # who raises ends the run, and others do not fail
        more = f"{len(failures)} splits failed; " if alone and others else ""
        what = f"{type(cause).__name__}: {first_line(cause)}"
        error = FitError(f"Model {name!r} failed in split {number}: {what} ({more}{kept}", scores)
    error.__cause__ = cause
    return error


def _arriving(task: Task, ledger: Ledger, sharing: Shared | None, n_jobs: int | None) -> Generator[Outcome, None, None]:
    """First what shared statistics answer, then what is still missing."""
    if sharing is not None:
        yield from shared_outcomes(sharing, ledger.missing())
    left = ledger.missing()
    names = {name for _, some in left for name in some}
    models = {name: model for name, model in task.models.items() if name in names}
    yield from outcomes(replace(task, models=models), left, n_jobs)


def _assemble(task: Task, ledger: Ledger, notes: list[str], about: Mapping[str, Any]) -> Scores:
    numbers = ledger.finished()
    plan = task.plan if numbers.size == len(task.plan) else task.plan.chosen(numbers)
    losses, per_example, classes = ledger.of(numbers), isinstance(task.metric, Loss), _classes(task)
    return Scores(
        plan=plan,
        names=tuple(task.models),
        values=split_means(losses, plan) if per_example else losses,
        items=losses if per_example else None,
        loss=task.metric.name,
        loss_range=task.metric.low_high,
        greater_is_better=not per_example,
        details={
            "fit_seconds": ledger.fit_seconds,
            "predict_seconds": ledger.predict_seconds,
            "seed": task.seed,
            **classes,
            **about,
        },
        notes=tuple(notes),
    )


def _classes(task: Task) -> dict[str, int]:
    """How many examples the rarest class has, where the scorer looks at classes."""
    if not isinstance(task.metric, Score) or not task.metric.needs_classes or task.metric.low_high is None:
        return {}
    return {"rarest_class": int(np.unique(task.data.y, return_counts=True)[1].min())}


def check_two_classes(models: Mapping[str, Any], data: Data, plan: Plan, metric: Loss | Score) -> None:
    """Refuse test sets of one class where the scorer says nothing about them, before anything is fitted."""
    from sklearn.base import is_classifier

    if not (isinstance(metric, Score) and metric.needs_classes and any(map(is_classifier, models.values()))):
        return
    codes = np.unique(data.y, return_inverse=True)[1]
    for i, (_, test) in enumerate(plan):
        if (codes[test] == codes[test[0]]).all():
            raise InputError(
                f"Split {i} tests one class only ({data.y[test[0]]}), where scoring={metric.name!r} is undefined: "
                "use a plan with stratify=True, or larger test sets."
            )


def _unseen_label_notes(data: Data, cuts: Cuts, metric: Loss | Score) -> list[str]:
    """Test labels that a training set never saw: errors under zero_one, impossible for losses of probabilities."""
    if isinstance(metric, Score) or metric.task != "classification":
        return []
    codes = np.unique(data.y, return_inverse=True)[1]
    counts = np.bincount(codes)
    if counts.min() > data.n - cuts.plan.n_train.min():  # every training set must then hold every label
        return []
    examples, splits = 0, 0
    for cut, seen in training_counts(cuts, codes):
        unseen = 0 if seen.all() else int((seen[codes[cut.test]] == 0).sum())
        if unseen and metric.seen_labels_only:
            raise InputError(
                f"Split {cut.number} tests a label its training set never saw, and loss={metric.name!r} is undefined "
                "there: use stratify=True, or loss='zero_one'."
            )
        examples, splits = examples + unseen, splits + bool(unseen)
    if not examples:
        return []
    return [
        f"{examples} test examples in {splits} splits have a label their training set never saw; they count as errors."
    ]


def _warning_notes(seen: Counter[tuple[str, str]]) -> list[str]:
    """Each distinct warning of the fits once, with its count."""
    ordered = sorted(seen.items(), key=lambda item: (-item[1], item[0]))
    texts = [f"{category} ({count} times during fitting): {message}" for (category, message), count in ordered[:5]]
    if len(seen) > 5:
        texts.append(
            f"{sum(seen.values())} warnings during fitting in all, of {len(seen)} kinds; the 5 most common are shown."
        )
    return texts
