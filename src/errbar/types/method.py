"""A method finds a law in scores; its record says what it needs and promises, and asks the law."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from math import inf
from typing import Any, Concatenate, Literal, ParamSpec, get_args, get_type_hints

from errbar.check import Range
from errbar.core.arrays import Floats
from errbar.core.students import Students
from errbar.plans.plan import Plan
from errbar.types.coverage_words import MEASURED, measured
from errbar.types.law import Finding
from errbar.types.measured import Coverage
from errbar.types.question import Question
from errbar.types.ranges import ANY
from errbar.types.result import Result
from errbar.types.scores import Scores
from errbar.types.target import Target

Fn = Callable[..., Finding]  # (scores, **options)
Needs = Literal["split_scores", "error_rates", "losses", "binary_losses", "items", "predictions", "data_sets"]
OF_SPLITS: tuple[Needs, ...] = ("split_scores", "error_rates")  # of methods that read one number per split
NEEDS_IN_WORDS = {
    "split_scores": "one score per split",
    "error_rates": "0/1 losses, or error rates of splits",
    "losses": "a loss per example",
    "binary_losses": "0/1 losses",
    "items": "a loss per example, or labels and predictions",
    "predictions": "labels and predictions",
    "data_sets": "scores inside each of many data sets",
}


@dataclass(frozen=True, slots=True)
class Option:
    """A method's own setting: its default, what is allowed (None: any number), and what it does."""

    default: Any
    choices: tuple[Any, ...] | None
    doc: str


@dataclass(frozen=True, slots=True)
class Method:
    """What `errbar methods`, the manual, the defaults and the contract test read.

    Prose stands in the function's documentation, in paragraphs "Use it:", "Not for:" and "References:"; the method's
    own settings are the function's keywords, described under "Parameters".

    Parameters
    ----------
    fn : the function, `fn(scores, **options) -> Finding`.
    title : one line for people.
    plans : kinds of plan it reads; the first one is built when the user names none.
    claim : what is known about its coverage, in a few words.
    needs : "split_scores" (one number per split), "error_rates" (0/1 losses, or shares of errors in splits), "losses"
        (per example), "binary_losses" (0/1 each), "predictions"
        (labels and outputs, for a metric that is no mean of losses), "items" (losses or predictions) or "data_sets"
        (scores of each of many).
    target : what its interval is for: the "algorithm" at n_train (or "at n"), this "model", the "proxy", or the
        training "procedure" over runs, or further "data sets".
    compares : whether it takes one model, a difference of two, or either.
    scoring : the one scorer it is for, where it needs predictions.
    without_range : the method to take for losses of no known range; None where it reads any losses.
    in_groups : whether groups, where there are any, must be two or more.
    refuses : what it has against these scores, that only scores can tell, in a sentence; or None.
    against : (splits, whether there is a loss per example) -> what it has against them, the same way; asked before
        anything is fitted, for what the fields above do not tell.
    instead_of : the naive methods that people usually report in its place; the first that suits is meant.
    law : (scores along the last axis, plan) -> the laws of many series at once; None where it takes one at a time.
    overlap : the share of n_test/n_train that it adds to 1/J in the variance of a mean over J splits: 0 for a naive
        method, 1 for a corrected one; None where its standard error is another one.
    mean_variance : (variances of split scores, plan, whether of a difference) -> variances of their mean, where that is
        all its standard error hangs on: what further splits may say can then be told. None elsewhere.
    slow_from : examples from which on it takes seconds.
    audited : its place among those an audit asks by default; None: it does not.
    exceptions : contract properties that do not hold, each with the reason; the properties are named in
        tests/methods/test_contract.py. The verbs read "one-sided" (no one-sided alternative) and "any null"
        (only 0 is tested), and refuse such calls.
    name, is_naive, guarantee : of the function; whether its intervals are known to be too narrow; and what is known
        about its coverage: the claim, and what was measured.
    references : keys of `refs.REFS`.
    """

    fn: Fn
    title: str
    plans: tuple[str, ...]
    claim: str
    needs: Needs = "split_scores"
    target: Target = "algorithm"
    compares: Literal["one", "two", "either"] = "either"
    scoring: str | None = None
    without_range: str | None = None
    in_groups: bool = False
    refuses: Callable[[Scores], str | None] | None = None
    against: Callable[[Plan, bool], str | None] | None = None
    instead_of: tuple[str, ...] = ()
    law: Callable[[Floats, Plan], Students] | None = None
    overlap: float | None = None
    mean_variance: Callable[[Floats, Plan, bool], Floats] | None = None
    slow_from: float = inf
    audited: int | None = None
    exceptions: Mapping[str, str] = field(default_factory=dict)
    name: str = field(init=False)
    is_naive: bool = field(init=False, repr=False)
    guarantee: str = field(init=False, repr=False)
    references: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        name, claim = self.fn.__name__, self.claim
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "is_naive", claim.startswith("none"))
        object.__setattr__(self, "guarantee", f"{claim}; {measured(name)}" if name in MEASURED else claim)
        object.__setattr__(self, "references", tuple(re.findall(r"\w+", said(self.fn, "References"))))

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds its name alone."""
        return _known, (self.fn.__module__, self.name)

    @property
    def coverage(self) -> Coverage | None:
        """What the calibration suite saw of its nominal 95 % intervals; None where it was not in it."""
        return MEASURED.get(self.name)

    @property
    def when(self) -> str:
        """When to use it, in a sentence or two."""
        return said(self.fn, "Use it")

    @property
    def when_not(self) -> str:
        """When not to, and what to take then."""
        return said(self.fn, "Not for")

    @property
    def options(self) -> Mapping[str, Option]:
        """Its own settings."""
        return _options(self.fn)

    def __call__(self, scores: Scores, question: Question) -> Result:
        """The answer to a question."""
        return self.answer(scores, self.fn(scores, **(question.options or {})), question)

    def answer(self, scores: Scores, found: Finding, question: Question, limits: Range = ANY) -> Result:
        """What was found, asked, inside what the number can be; a posterior tests nothing."""
        if "p-value" in self.exceptions and question.null is not None:
            question = Question(question.method, question.confidence_level, None, question.alternative)
        return Result.of(scores, self.name, self.target, found, question, limits=limits)


def _known(module: str, name: str) -> Method:
    found: Any = getattr(import_module(module), name)
    record: Method = getattr(found, "method", found)  # of a bound, or a method's own
    return record


LABELS = ("Use it", "Not for", "In more words", "Deviation", "References")  # of prose in a method's documentation
_LABELLED = re.compile(rf"^({'|'.join(LABELS)}): (.*(?:\n(?!{'|'.join(LABELS)}).+)*)\n?", re.MULTILINE)


@cache
def said(fn: Fn, label: str) -> str:
    """What stands behind a label in a function's documentation, on one line."""
    return next((" ".join(found[2].split()) for found in _LABELLED.finditer(fn.__doc__ or "") if found[1] == label), "")


def unlabelled(doc: str) -> str:
    """Documentation without what stands behind labels."""
    return _LABELLED.sub("", doc)


@cache
def _options(fn: Fn) -> Mapping[str, Option]:
    """Its keywords: defaults and choices from the signature, and the line behind each name in the documentation."""
    inner = inspect.unwrap(fn)
    keywords = [p for p in inspect.signature(inner).parameters.values() if p.kind is p.KEYWORD_ONLY]
    if not keywords:
        return {}
    hints, docs = get_type_hints(inner), dict(re.findall(r"^(\w+) : (.+)$", fn.__doc__ or "", re.MULTILINE))
    return {p.name: Option(p.default, _choices(hints[p.name]), docs.get(p.name, "")) for p in keywords}


def _choices(hint: Any) -> tuple[Any, ...] | None:
    return get_args(hint) if getattr(hint, "__origin__", None) is Literal else None


Facts = ParamSpec("Facts")


def _decorator(record: Callable[Concatenate[Fn, Facts], Method]) -> Callable[Facts, Callable[[Fn], Method]]:
    """A call for the record without the function, that takes the function then: the types of its facts are checked."""

    def with_facts(*facts: Facts.args, **more: Facts.kwargs) -> Callable[[Fn], Method]:
        return lambda fn: record(_documented(fn), *facts, **more)

    return with_facts


def _documented(fn: Fn) -> Fn:
    """A method's documentation is that of its file."""
    fn.__doc__ = sys.modules[fn.__module__].__doc__
    return fn


method = _decorator(Method)  # `@method(title, plans, claim, ...)`: the record of the function below it
