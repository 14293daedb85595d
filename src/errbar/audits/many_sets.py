"""Models, a population, a question -> Audit: every data set asked, and counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from errbar.answers.audit import Audit
from errbar.audits.one_set import OneSet
from errbar.audits.population import LARGE, Population, population_of
from errbar.audits.read_moments import FEWEST, series_moments
from errbar.audits.summary import audit_rows, power_curves
from errbar.check import (
    check_count,
    check_flag,
    check_level,
    check_name,
    check_named,
    check_names,
    check_number,
)
from errbar.core.arrays import Floats
from errbar.errors import InputError, NeedsError
from errbar.methods import METHODS
from errbar.methods.defaults import default_method
from errbar.methods.suits import Reason, why_not
from errbar.plans import Recipe
from errbar.plans.seed import seed_from
from errbar.run.checked import Data, check_data, check_models
from errbar.run.fitting import default_for_one, will_hold
from errbar.run.losses import Loss, Score, choose_one
from errbar.run.many import ask_sets
from errbar.run.outside import take
from errbar.run.store.fingerprint import metric_fingerprint, model_fingerprint
from errbar.types.setup import Setup

NO_GUARANTEE = (
    "This is an audit of these data, models and sizes, not a universal guarantee: for the error of an algorithm no "
    "method can have one unless the data at hand are many times n (Luo and Barber 2024)."
)
MOST_SETS = 10**6
MEASURED = (
    "Each share has its exact binomial 95 % interval, each median that of its order statistics. The true error of the "
    "algorithm is the mean over all data sets of its models' errors outside them."
)


class AuditQuestion(NamedTuple):
    """What an audit is asked; see `errbar.audit`."""

    methods: Sequence[str] | None
    n: int
    n_sets: int
    difference: float | None
    population: str
    confidence_level: float
    differences: Sequence[float] | None = None
    moments: bool = False
    quick: bool = False


STEP = 25  # data sets before a quick audit looks whether it knows enough
KNOWN, SECONDS = 0.035, 60.0  # it does where a coverage is known to so much, or after so long
SMALL = 20  # rows at least in a data set
LARGEST = 10**7  # examples in a data set


def audited(
    models: Mapping[str, Any],
    X: Any,
    y: Any,
    asked: AuditQuestion,
    setup: Setup,
    *,
    announce: Callable[[str], None] | None = None,
) -> Audit:
    """`errbar.audit`, telling `announce` how long it will take."""
    data, chosen = check_data(X, y), check_models(check_named(models))
    kind = check_name("population", asked.population, ("auto", "rows", "bootstrap"))
    for flag in ("quick", "moments"):
        check_flag(flag, getattr(asked, flag))
    if asked.quick and (asked.moments or asked.differences is not None):
        raise InputError("A quick audit counts coverage alone: leave moments and differences out, or quick.")
    size = check_count("n", asked.n, at_least=SMALL)
    if asked.quick:
        size = max(SMALL, min(size, data.n // LARGE))
    if size > LARGEST:
        raise InputError(f"n must be at most {LARGEST:,} examples in each data set; got {size}.")
    if kind == "rows" and data.n < 2 * size:
        raise InputError(
            f"population='rows' needs at least twice n={size} rows; got {data.n}. Try population='bootstrap'."
        )
    plan = setup.plan
    if plan is not None and not isinstance(plan, Recipe):
        raise InputError(f"plan must be one of errbar.plans, such as plans.subsample(25, 0.1); got {plan!r:.80}.")
    names, metric = tuple(chosen), choose_one(setup, chosen, data.y)
    question = OneSet(
        models=chosen,
        series=(*((name, None) for name in names), *combinations(names, 2)),
        methods=_methods(_usual(chosen, data, setup, asked, size), metric, comparing=len(names) > 1),
        population=population_of(data, size, kind),  # type: ignore[arg-type]
        n=size,
        metric=metric,
        plan=plan,
        confidence_level=check_level(asked.confidence_level),
        shared=setup.shared,
        seed=seed_from(setup.random_state),
        moments=asked.moments,
    )
    away = None if asked.difference is None else check_number("difference", asked.difference)
    sets = check_count("n_sets", asked.n_sets, 2, MOST_SETS)
    if asked.moments and sets < FEWEST:
        raise InputError(f"moments=True needs at least {FEWEST} data sets to have intervals; got n_sets={sets}.")
    if asked.quick:
        return _quickly(question, sets, away, setup, announce)
    return answer(question, sets, away, differences=_differences(asked.differences), how=setup, announce=announce)


def _usual(
    models: Mapping[str, Any], data: Data, setup: Setup, asked: AuditQuestion, size: int
) -> Sequence[str] | None:
    """The methods asked for; of a quick audit the default for sets of this size, where none are."""
    if not asked.quick or asked.methods is not None:
        return asked.methods
    if len(models) == 1 and setup.plan is None:
        like = take(data, np.linspace(0, data.n - 1, size).astype(np.intp))
        method, _ = default_for_one(next(iter(models.values())), like.X, like.y, setup)
        if method != "auto":
            return [method]
    counted = will_hold(choose_one(setup, models, data.y)).counted
    return [default_method("subsample" if setup.plan is None else setup.plan.kind, counted)]


def _quickly(
    question: OneSet, n_sets: int, difference: float | None, how: Setup, announce: Callable[[str], None] | None
) -> Audit:
    """Data sets until every coverage is known to KNOWN, a minute is over, or there are `n_sets`; no look at the level.

    Whether it goes on does not depend on which side of the level a coverage lies, only on how well it is known.
    """
    began, answers = perf_counter(), _answers(question, range(min(STEP, n_sets)), how, announce)
    while len(answers) < n_sets and perf_counter() - began < SECONDS and not _known(question, answers):
        more = range(len(answers), min(len(answers) + STEP, n_sets))
        answers = np.concatenate((answers, _answers(question, more, how, announce=lambda _: None)))
    return _audit(question, answers, difference)


def _known(question: OneSet, answers: Floats) -> bool:
    rows = audit_rows(question, answers, None)
    return all((row.coverage.high - row.coverage.low) / 2 <= KNOWN for row in rows)


def answer(
    question: OneSet,
    n_sets: int,
    difference: float | None = None,
    *,
    differences: tuple[float, ...] = (),
    how: Setup | None = None,
    announce: Callable[[str], None] | None = None,
) -> Audit:
    """Ask every data set and count, telling `announce` how long it will take."""
    return _audit(question, _answers(question, range(n_sets), how or Setup(), announce), difference, differences)


def _fits_of_a_set(question: OneSet) -> int:
    return (question.pool(np.zeros(question.n), question.seed).n_splits + 1) * len(question.models)


def _answers(question: OneSet, numbers: range, how: Setup, announce: Callable[[str], None] | None) -> Floats:
    """The numbers of these data sets."""
    n_sets, n_fits = len(numbers), len(numbers) * _fits_of_a_set(question)
    return ask_sets(
        question,
        n_sets,
        start=numbers.start,
        size=question.size,
        key=None if how.store is None else _key(question),
        about=_about(question, n_sets),
        n_jobs=how.n_jobs,
        store=how.store,
        progress=how.progress,
        announce=announce,
        opening=f"{n_sets:,} data sets of {question.n:,} rows, {n_fits:,} fits in all; the first data set is timed.",
    )


def _audit(question: OneSet, answers: Floats, difference: float | None, differences: tuple[float, ...] = ()) -> Audit:
    """What was asked of every set, counted."""
    population, n, n_sets = question.population, question.n, len(answers)
    warned = int(answers[:, question.n_shares - 1].sum())
    notes = [NO_GUARANTEE, *population.notes, MEASURED]
    if warned:
        notes.append(f"In {warned} of {n_sets} data sets some fits warned or met labels they were not trained on.")
    return Audit(
        rows=audit_rows(question, answers, difference),
        confidence_level=question.confidence_level,
        n=n,
        n_sets=n_sets,
        n_population=_n_population(population),
        population=str(population.key[0] if hasattr(population, "data") else population.key[1]),
        loss=question.metric.name,
        difference=difference,
        n_fits=n_sets * _fits_of_a_set(question),
        seed=question.seed,
        notes=tuple(notes),
        curves=power_curves(question, answers, differences),
        moments=series_moments(question, answers) if question.moments else (),
    )


def _differences(given: Sequence[float] | None) -> tuple[float, ...]:
    """In order, each once."""
    if given is None:
        return ()
    if isinstance(given, str) or not hasattr(given, "__iter__") or getattr(given, "shape", 1) == ():
        raise InputError(f"differences must be a list of numbers, such as [0, 0.01, 0.02]; got {given!r:.80}.")
    return tuple(sorted({check_number("differences", one) for one in given}))


def named(models: Any, versus: Any) -> dict[str, Any]:
    if versus is not None:
        if isinstance(models, Mapping):
            raise InputError("versus= goes with one model; of two, give both in the mapping.")
        return {"a": models, "b": versus}
    named = dict(models) if isinstance(models, Mapping) else {"model": models}
    if len(named) > 2:
        raise InputError(f"An audit takes one model or two; got {len(named)}: {', '.join(map(str, named))}.")
    return named


def _methods(methods: Sequence[str] | None, metric: Any, *, comparing: bool) -> tuple[str, ...]:
    """Known names that can be asked here; by default the cheap ones that can."""
    if methods is None:
        usual = sorted((record.audited, name) for name, record in METHODS.items() if record.audited is not None)
        return tuple(name for _, name in usual if unfit(name, metric, comparing=comparing) is None)
    chosen = tuple(dict.fromkeys(check_name("method", name, METHODS) for name in check_names("methods", methods)))
    if not chosen:
        raise InputError("methods is empty: name at least one, or leave it out.")
    for name in chosen:
        if (reason := unfit(name, metric, comparing=comparing)) is not None:
            raise NeedsError(f"{reason.why}, so it cannot be audited here. Leave it out of methods=.")
    return chosen


def unfit(name: str, metric: Loss | Score, *, comparing: bool) -> Reason | None:
    """Why a method cannot be audited, or None; of two models each is audited too."""
    return why_not(METHODS[name], will_hold(metric), comparing=None if comparing else False)


def _key(question: OneSet) -> tuple[Any, ...]:
    """All that a data set's numbers depend on, besides its own number."""
    models = [(name, model_fingerprint(name, model)) for name, model in question.models.items()]
    return (
        "audit",
        question.population.key,
        models,
        metric_fingerprint(question.metric),
        question.series,
        question.methods,
        repr(question.plan),
        question.n,
        question.confidence_level,
        question.shared,
        question.seed,
        *(("moments",) if question.moments else ()),
    )


def _about(question: OneSet, n_sets: int) -> dict[str, Any]:
    """What `errbar store ls` shows."""
    spelled = " | ".join(" ".join(repr(model).split()) for model in question.models.values())
    return {
        "model": spelled[:300],
        "computed": f"audit of {n_sets} sets",
        "loss": question.metric.name,
        "n": question.n,
        "n_features": 0,
        "data": str(question.population.key[0]),
    }


def _n_population(population: Population) -> int | None:
    data = getattr(population, "data", None)
    return None if data is None else int(data.n)
