"""One frozen answer: estimate, interval, test, and in words what the interval is for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from errbar.check import Alternative, Range, check_level
from errbar.core.cut import cut, inside
from errbar.errors import InputError, NeedsError
from errbar.show.call import Call, recorded
from errbar.types.answer import Answer, plain, restored
from errbar.types.coverage_words import MEASURED, coverage_note
from errbar.types.law import Finding, Law, More, is_light
from errbar.types.question import Question
from errbar.types.ranges import ANY
from errbar.types.target import Target, target_words

if TYPE_CHECKING:
    from errbar.types.evidence import Evidence
    from errbar.types.scores import Scores

SCHEMA = 1


class ConfidenceInterval(NamedTuple):
    low: float
    high: float


@dataclass(frozen=True, slots=True, repr=False)
class Result(Answer):
    """The answer of one method.

    Parameters
    ----------
    estimate, low, high : the error (or difference a - b) and its interval at `confidence_level`.
    pvalue, statistic, se, df, null, alternative : the test of `null`; None where nothing was tested.
    method, target, loss : which method, what its interval is for, of which loss or score.
    n, n_train, n_test, n_splits, n_fits : examples, sizes per split (mean where they differ), splits behind the
        estimate, and fits the plan needs, summed over models.
    notes : honest limits, in sentences.
    details : numbers of this method's own, and what fitting reported.
    verdict : with a margin: "shown" (worse by less), "refuted" (worse by more is shown) or "undecided"; else None.
    """

    estimate: float
    low: float
    high: float
    confidence_level: float
    pvalue: float | None
    statistic: float | None
    se: float | None
    df: float | None
    null: float | None
    alternative: Alternative
    method: str
    target: str
    loss: str
    n: int | None
    n_train: float | None
    n_test: float | None
    n_splits: int
    n_fits: int
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    verdict: str | None = None
    _law: Law | None = field(default=None, repr=False, compare=False)
    _limits: Range = field(default=ANY, repr=False, compare=False)  # what the number can be
    _source: Any = field(default=None, repr=False, compare=False)  # what was asked of what; left out of pickles
    _counts_errors: bool = field(default=False, repr=False, compare=False)  # 0/1 losses or scores: the mean is a share
    _names: tuple[str, ...] = field(
        default=(), repr=False, compare=False
    )  # of the model or the two, where they have any
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def of(
        cls, scores: Scores, method: str, target: Target, found: Finding, question: Question, *, limits: Range = ANY
    ) -> Result:
        """What was found in `scores`, asked: what it is for, in words, then the law; see `within` for the limits."""
        law, level, null, alternative = found.law, question.confidence_level, question.null, question.alternative
        plan = scores.plan
        known = plan.knows_counts or plan.kind == "test_set"
        n_splits = len(plan.parts[0])  # behind the estimate
        n_train, n_test = (_size(plan.n_train[:n_splits]), _size(plan.n_test[:n_splits])) if known else (None, None)
        words, coverage = target_words(target, scores), _coverage(scores, method, target)
        low, high = law.interval(level, alternative)
        statistic, pvalue = (None, None) if null is None else law.test(null, alternative)
        more = More() if found.at is None else found.at(level, alternative)
        estimate, low, high, before = inside(float(law.estimate), (float(low), float(high)), limits)
        details = {"greater_is_better": scores.greater_is_better, **found.details, **more.details}
        return cls(
            estimate=estimate,
            low=low,
            high=high,
            confidence_level=level,
            pvalue=None if pvalue is None else float(pvalue),
            statistic=None if statistic is None else float(statistic),
            se=None if law.se is None else float(law.se),
            df=None if law.df is None else float(law.df),
            null=null,
            alternative=alternative,
            method=method,
            target=words,
            loss=scores.loss,
            n=plan.n if known else None,
            n_train=n_train,
            n_test=n_test,
            n_splits=n_splits if found.n_splits is None else found.n_splits,
            n_fits=len(plan) * (2 if scores.is_difference else 1) if plan.kind != "test_set" else 0,
            notes=(*map(str, filter(None, (*found.notes, *more.notes))), *coverage),
            details=before | details,
            _law=law,
            _limits=limits,
        )

    def confidence_interval(self, confidence_level: float | None = None) -> ConfidenceInterval:
        """The interval at another level, from the same scores: nothing is fitted again."""
        if confidence_level is None or check_level(confidence_level) == self.confidence_level:
            return ConfidenceInterval(self.low, self.high)
        if self._law is None:
            raise NeedsError("This result was read from a file; another level needs its scores: eb.infer(scores, ...).")
        ends = self._law.interval(float(confidence_level), self.alternative)
        return ConfidenceInterval(*cut(ends, self._limits))

    @property
    def is_naive(self) -> bool:
        """Whether its method is known to give intervals that are too narrow."""
        from errbar.methods import METHODS

        return self.method in METHODS and METHODS[self.method].is_naive

    @property
    def evidence(self) -> Evidence | None:
        """What was measured for cases like this one: method, fits, learner, n and loss; None where nothing was."""
        from errbar.types.evidence import evidence_of

        return evidence_of(self)

    def within(self, limits: Range) -> Result:
        """The same inside what the number can be; `details["unclipped"]` keeps an interval that reached beyond.

        An estimate corrected for bias (nested_cv) may lie outside too: "unclipped_estimate".
        """
        estimate, low, high, before = inside(self.estimate, (self.low, self.high), limits)
        return replace(self, estimate=estimate, low=low, high=high, details=before | {**self.details}, _limits=limits)

    @recorded
    def with_method(self, method: str) -> Result:
        """The same question answered by another method, from the same scores: nothing is fitted again."""
        from errbar.answers.again import again

        return again(self, method)

    def __getstate__(self) -> dict[str, Any]:
        """All but the scores, and a law that holds losses."""
        state = {f.name: getattr(self, f.name) for f in fields(self)}
        return state | {"_source": None, "_law": self._law if is_light(self._law) else None}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    def to_dict(self) -> dict[str, Any]:
        """Every field as JSON-safe values: infinities are text, NaN is null; `from_dict` reads them back."""
        found = {"schema": SCHEMA} | {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.name[0] != "_"}
        return found | ({"models": list(self._names)} if self._names else {})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """The result `to_dict` described."""
        if not isinstance(data, Mapping) or not {"notes", "details", "estimate"} <= data.keys():
            raise InputError(f"from_dict reads what to_dict gave; got {data!r:.80}.")
        known = {f.name for f in fields(cls) if f.name[0] != "_"}
        values = {name: restored(value) for name, value in data.items() if name in known}
        values |= {name: math.nan for name in ("estimate", "low", "high") if values.get(name) is None}
        names = tuple(map(str, data.get("models", ())))
        return cls(**values | {"notes": tuple(values["notes"]), "details": values["details"], "_names": names})

    def plot(self, ax: Any = None) -> Any:
        """Draw the interval; returns the matplotlib axes."""
        from errbar.show.intervals import plot_results

        return plot_results([self], ax)

    def _repr_html_(self) -> str:
        from errbar.show.results_html import results_html

        return results_html([self])

    def __str__(self) -> str:
        from errbar.show.sentence import sentence

        return sentence(self)

    def __repr__(self) -> str:
        from errbar.show.as_text import short

        return short(self)


class Results(Sequence[Result]):
    """Several results, in order: indexable, `to_frame()`, `plot()`."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._results = tuple(results)

    @overload
    def __getitem__(self, i: int) -> Result: ...
    @overload
    def __getitem__(self, i: slice) -> Results: ...
    def __getitem__(self, i: int | slice) -> Result | Results:
        return Results(self._results[i]) if isinstance(i, slice) else self._results[i]

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def __repr__(self) -> str:
        from errbar.show.as_text import lines

        return lines(self._results) or "Results([])"

    def to_frame(self) -> Any:
        """A pandas DataFrame with one row per result; the columns never depend on the arguments."""
        from errbar.types.frame import frame

        names = [f.name for f in fields(Result) if f.name[0] != "_" and f.name not in ("notes", "details")]
        columns = {name: [getattr(result, name) for result in self._results] for name in names}
        about = {name: [result.details.get(name) for result in self._results] for name in ("subgroup", "gap")}
        return frame(about | columns)

    def plot(self, ax: Any = None, *, labels: Sequence[str] | None = None) -> Any:
        """Draw all intervals under each other, naive methods marked; returns the matplotlib axes.

        `labels`: one per result, in place of the methods' names.
        """
        from errbar.show.intervals import plot_results

        return plot_results(self._results, ax, labels)

    def _repr_html_(self) -> str:
        from errbar.show.results_html import results_html

        return results_html(self._results)


def _coverage(scores: Scores, method: str, target: Target) -> list[str]:
    """How often such intervals held, where models were fitted over splits; trained models' items are another matter.

    In measured cases like this one, where there are any, else in all that were measured.
    """
    plan = scores.plan
    if plan.kind == "test_set" or (target in ("model", "proxy") and method not in MEASURED):
        return []
    seen = _evidence(scores, method)
    once = plan.kind == "kfold" and plan.is_one_partition
    groups = plan.groups is not None
    return [coverage_note(method, plan.kind, once, len(plan), groups=groups) if seen is None else str(seen)]


def _evidence(scores: Scores, method: str) -> Evidence | None:
    """What `Result.evidence` will say of an answer from all splits that were fitted; None from a part of them."""
    known, plan = scores.details.get("case"), scores.plan
    if known is None or known["groups"] or known["plan"] != plan.kind:
        return None
    from errbar.types.evidence import Case, evidence_like

    one = (known["learners"].get(scores.names[0], ""),)
    learners = ("", "") if scores.is_difference else one  # of a difference any two learners are like it
    return evidence_like(Case(method, plan.kind, len(plan), scores.loss, plan.n, learners))


def _size(sizes: Any) -> float:
    """The size if all splits share it, else their mean."""
    return int(sizes[0]) if (sizes == sizes[0]).all() else float(sizes.mean())
