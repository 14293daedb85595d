"""Fit and score every split of a plan -> Scores."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, closing, nullcontext
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import Any, NamedTuple

import numpy as np

from errbar.core.arrays import Floats
from errbar.errors import ErrbarWarning, FitError, InputError
from errbar.plans.seed import seed_from
from errbar.run.checked import Data
from errbar.run.copies import first_line
from errbar.run.course import Course, SplitBlock
from errbar.run.examples import is_one_value
from errbar.run.fit import Failure, Fit, Outcome, Task
from errbar.run.ledger import Ledger, shares_of
from errbar.run.losses import Loss, Score, is_a
from errbar.run.one_thread import one_thread
from errbar.run.settling import RISK, Settling
from errbar.run.shared.compute import Shared, find_shared, path_taken, shared_fits
from errbar.run.shared.cuts import Cuts, training_counts
from errbar.run.spread.alone import WorkerDiedError
from errbar.run.spread.parallel import outcomes
from errbar.run.store.kept import kept_in
from errbar.run.time_limit import TimeLimitError
from errbar.show.progress import progress_bar
from errbar.types import Plan, Scores
from errbar.types.scores import split_means
from errbar.types.setup import TREES, Setup

LONGEST_WARNING = 240  # characters of a warning of a library, told as one line


@dataclass(eq=False, slots=True)
class Judging:
    """One metric of a run: its numbers of every split, how models are shared under it, what there is to say of it."""

    metric: Loss | Score
    ledger: Ledger
    sharing: Shared | None
    notes: list[str]


def evaluate(models: Mapping[str, Any], data: Data, plan: Plan, metric: Loss | Score, how: Setup) -> Scores:
    """Every model fitted and judged on every split, see `evaluate_all`."""
    return evaluate_all(models, data, plan, (metric,), how)[0]


def evaluate_all(
    models: Mapping[str, Any],
    data: Data,
    plan: Plan,
    metrics: tuple[Loss | Score, ...],
    how: Setup,
    *,
    notes: tuple[str, ...] = (),
    settling: Settling | None = None,
) -> list[Scores]:
    """Every model fitted once on every split and judged by every metric, single-threaded fits, in parallel over splits.

    `notes`: what there is to say before anything is fitted; the scores' own come first.
    With `settling`, splits are added in blocks until that is settled, and models may leave on the way.
    With `how.shared`, models whose fit is a formula are computed from statistics gathered once for all splits; with
    "trees", trees and forests are grown without scikit-learn's checks as well.

    Raises
    ------
    FitError : a model failed; the error names the split and carries the finished ones as `.scores`.
    StoreError : the store cannot be read or written; said before any fit, what happens to it later delays keeping only.
    """
    from sklearn import get_config

    seed, cuts = seed_from(how.random_state), Cuts(plan)
    for metric in metrics:
        check_two_classes(models, data, plan, metric)
    if how.shard is not None and how.shard.number > len(plan):
        raise InputError(f"There are {len(plan)} splits, none of them for shard {how.shard.number}: use fewer shards.")
    task = Task(
        models, data, plan, metrics, seed, get_config(), os.getpid(), how.timeout, how.store is not None, how.params
    )
    failures: list[Failure] = []
    ended: FitError | None = None
    course = Course(plan, tuple(models), settling)
    resumed, by = {"resumed_splits": 0, "resumed_fits": 0}, set[str]()
    with ExitStack() as stack:
        stack.enter_context(one_thread())
        judgings = [_judging(task, cuts, metric, how) for metric in metrics]
        ledgers = [judging.ledger for judging in judgings]
        families = [{} if one.sharing is None else one.sharing.families for one in judgings]
        kept = stack.enter_context(kept_in(how.store, task, families))
        for block in course.blocks(ledgers[0], isinstance(metrics[0], Loss), how.shard):
            for place, ledger in enumerate(ledgers):
                ledger.add(kept.finished(place, shares_of(block.left([ledger]), tuple(models))))
            done = np.logical_and.reduce([ledger.done[:, block.start : block.stop] for ledger in ledgers])
            if not done.all():
                kept.check_writable()
            resumed["resumed_splits"] += int(done.all(axis=0).sum())
            resumed["resumed_fits"] += int(done.sum())
            before = sum(int(ledger.done[:, block.start : block.stop].sum()) for ledger in ledgers)
            total = before + sum(int(block.own([ledger]).sum()) for ledger in ledgers)
            with (
                closing(_arriving(replace(task, shelf=kept.shelf), judgings, block, how.n_jobs)) as arriving,
                progress_bar(total, before) if how.progress else nullcontext() as advance,
            ):
                try:
                    for outcome, judged in arriving:
                        kept.keep(judged)
                        by |= {outcome.by} if outcome.fits else set()
                        n_new = sum(ledgers[place].add(fits) for place, fits in judged.items())
                        if advance is not None:
                            advance(n_new)
                        failures += [*outcome.set_aside, *([] if outcome.failure is None else [outcome.failure])]
                except FitError as cause:  # of who fits, not of a model
                    ended = cause
    about = Aside({**resumed, **({"fitted_by": ", ".join(sorted(by))} if by else {})}, kept.notes(), notes)
    if failures or ended is not None:
        n_finished = ledgers[0].finished().size
        scores = _assemble(task, judgings[0], about) if n_finished else None
        raise _failed(failures, ended, f"{n_finished} of {len(plan)} splits", list(models), scores)
    for note in _warning_notes(ledgers[0].warnings):
        warnings.warn(note, ErrbarWarning, stacklevel=4)
    if settling is not None:
        return [_stopped(task, judgings[0], course, about)]
    return [_assemble(task, judging, about) for judging in judgings]


def _judging(task: Task, cuts: Cuts, metric: Loss | Score, how: Setup) -> Judging:
    from joblib import effective_n_jobs

    n_train, n_test = task.plan.n_train, task.plan.n_test
    sizes = n_test if isinstance(metric, Loss) else np.ones(n_test.size, dtype=np.intp)
    apart = all(part.kind != "bags" for part in task.plan.parts)  # which have no examples in common to be shared
    alone = task.timeout is None and len(task.metrics) == 1  # who fits many splits at once, can be asked one thing only
    seed = task.seed if alone else None
    sharing = None
    if how.shared and apart:
        trees = how.shared == TREES and effective_n_jobs(how.n_jobs) == 1  # where several work, they share fits
        sharing = find_shared(task.models, task.data, cuts, metric, seed, trees=trees)
    unseen = _unseen_label_notes(task.data, cuts, metric, int(n_train.min()))
    return Judging(metric, Ledger(tuple(task.models), sizes), sharing, unseen)


def _failed(
    failures: Sequence[Failure], ended: FitError | None, finished: str, names: Sequence[str], scores: Scores | None
) -> FitError:
    """The error that names the first split that failed, whoever fitted it and whichever failed first in time."""
    kept = f"{finished} are finished and kept in .scores.)"
    if not failures:
        error, cause = FitError(f"{ended} ({kept}", scores), None if ended is None else ended.__cause__ or ended
    else:
        first = min(failures, key=lambda failure: (failure[0], names.index(failure[1])))
        number, name, cause = first
        alone = isinstance(cause, (WorkerDiedError, TimeLimitError))  # who raises ends the run, and others do not fail
        splits = {number for number, *_ in failures}
        more = f"{len(splits)} splits failed; " if alone and len(splits) > 1 else ""
        what = f"{type(cause).__name__}: {first_line(cause)}"
        error = FitError(f"Model {name!r} failed in split {number}: {what} ({more}{kept}", scores)
    error.__cause__ = cause
    return error


def _arriving(
    task: Task, judgings: Sequence[Judging], block: SplitBlock, n_jobs: int | None
) -> Generator[tuple[Outcome, dict[int, Sequence[Fit]]], None, None]:
    """First what shared statistics answer, then what is still missing; by metric, the fits that it misses."""
    for place, judging in enumerate(judgings):
        if judging.sharing is not None:
            for fits in shared_fits(judging.sharing, dict(zip(task.models, block.own([judging.ledger]), strict=True))):
                yield Outcome(), {place: fits}
    left = shares_of(block.own([judging.ledger for judging in judgings]), tuple(task.models))
    names = {name for _, some in left for name in some}
    models = {name: model for name, model in task.models.items() if name in names}
    for outcome in outcomes(replace(task, models=models), left, n_jobs):
        wanted = (judging.ledger.lacks for judging in judgings)
        yield outcome, {i: [fit.by(i) for fit in outcome.fits if lacks(fit)] for i, lacks in enumerate(wanted)}


def class_of(model: Any) -> str:
    """The class of a model, of a pipeline its last step's."""
    while (steps := getattr(model, "steps", None)) and isinstance(steps, list):
        model = steps[-1][1]
    return type(model).__name__


class Aside(NamedTuple):
    """What a run tells besides its losses: splits found in the store, who fitted, its notes, those from before."""

    work: Mapping[str, int | str]
    of_store: Sequence[str]
    before: Sequence[str]


def _assemble(task: Task, judging: Judging, aside: Aside) -> Scores:
    ledger = judging.ledger
    numbers = ledger.finished()
    plan = task.plan if numbers.size == len(task.plan) else task.plan.chosen(numbers)
    return _made(replace(task, plan=plan), judging, ledger.of(numbers), aside)


def _made(task: Task, judging: Judging, losses: Floats, aside: Aside) -> Scores:
    """Losses of the splits of the task's plan, as Scores."""
    ledger, metric, plan = judging.ledger, judging.metric, task.plan
    per_example = isinstance(metric, Loss)
    about = {
        "fit_seconds": ledger.fit_seconds,
        "predict_seconds": ledger.predict_seconds,
        "seed": task.seed,
        **_classes(metric, task.data),
        **aside.work,
        "path": {name: path_taken(judging.sharing, name) for name in task.models},
        "case": {  # what `Result.evidence` goes by
            "plan": task.plan.kind,
            "groups": task.data.groups is not None,
            "learners": {name: class_of(model) for name, model in task.models.items()},
        },
    }
    notes = (*judging.notes, *aside.of_store, *_warning_notes(ledger.warnings), *aside.before)
    return Scores(
        plan=plan,
        names=tuple(task.models),
        values=split_means(losses, plan) if per_example else losses,
        items=losses if per_example else None,
        loss=metric.name,
        loss_range=metric.low_high,
        greater_is_better=not per_example,
        details=about,
        notes=notes,
    )


def _stopped(task: Task, judging: Judging, course: Course, aside: Aside) -> Scores:
    """Scores of the splits that were enough: as if no more had been asked for."""
    ledger = judging.ledger
    ends = sorted({*course.left.values(), course.n_splits})
    stages = []
    for end in ends:
        names = [name for name in task.models if course.left.get(name, course.n_splits) >= end]
        rows = [ledger.rows[name] for name in names]
        losses = ledger.losses[rows, : ledger.offsets[end]]
        models = {name: task.models[name] for name in names}
        plan = task.plan if end == len(task.plan) else task.plan.started(end)
        part = replace(task, models=models, plan=plan)
        stages.append(_made(part, judging, losses, aside))
    *before, last = stages
    used = sum(course.left.get(name, course.n_splits) for name in task.models)
    assert course.settling is not None
    stopped = {"splits": course.n_splits, "of": len(task.plan), "left": dict(course.left), "n_fits": used, "risk": RISK}
    stopped["wider"] = course.settling.stopping.wider
    note = course.settling.said(last.values, {name: n for name, n in course.left.items() if n < course.n_splits})
    return replace(last.noted(note), stages=tuple(before), details={**last.details, "stopped": stopped})


def _classes(metric: Loss | Score, data: Data) -> dict[str, int]:
    """How many examples the rarest class has, where the scorer looks at classes."""
    if not isinstance(metric, Score) or not metric.needs_classes or metric.low_high is None or not is_one_value(data.y):
        return {}
    return {"rarest_class": int(np.unique(data.y, return_counts=True)[1].min())}


def check_two_classes(models: Mapping[str, Any], data: Data, plan: Plan, metric: Loss | Score) -> None:
    """Refuse test sets of one class where the scorer says nothing about them, before anything is fitted."""
    classify = any(is_a("classifier", model) for model in models.values())
    if not (isinstance(metric, Score) and metric.needs_classes and classify):
        return
    if not is_one_value(data.y):
        return  # of several labels a scorer takes means; where it cannot, the split says so
    codes = np.unique(data.y, return_inverse=True)[1]
    for i, (_, test) in enumerate(plan):
        if (codes[test] == codes[test[0]]).all():
            raise InputError(
                f"Split {i} tests one class only ({data.y[test[0]]}), where scoring={metric.name!r} is undefined: "
                "use a plan with stratify=True, or larger test sets."
            )


def _unseen_label_notes(data: Data, cuts: Cuts, metric: Loss | Score, smallest: int) -> list[str]:
    """Test labels that a training set never saw: errors under zero_one, impossible for losses of probabilities."""
    if isinstance(metric, Score) or metric.task != "classification" or not is_one_value(data.y):
        return []
    codes = np.unique(data.y, return_inverse=True)[1]
    counts = np.bincount(codes)
    if counts.min() > data.n - smallest:  # every training set must then hold every label
        return []
    examples, splits = 0, 0
    for cut, seen in training_counts(cuts, codes):
        for place in np.flatnonzero((seen == 0).any(axis=1)).tolist():
            unseen = int((seen[place][codes[cut.test[place]]] == 0).sum())
            if unseen and metric.seen_labels_only:
                raise InputError(
                    f"Split {cut.first + place} tests a label its training set never saw, and loss={metric.name!r} is "
                    "undefined there: use stratify=True, or loss='zero_one'."
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
    texts = [
        f"{category} ({count} times during fitting): {shorten(message, LONGEST_WARNING, placeholder=' ...')}"
        for (category, message), count in ordered[:5]
    ]
    if len(seen) > 5:
        texts.append(
            f"{sum(seen.values())} warnings during fitting in all, of {len(seen)} kinds; the 5 most common are shown."
        )
    return texts
