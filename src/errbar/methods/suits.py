"""Does a method suit? One function says so, `why_not`, of scores and of what fits will give: a reason, or None."""

from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from errbar.check import check_name, check_number
from errbar.errors import InputError, NeedsError
from errbar.methods import FIXED_DEFAULTS, METHODS, OVER_DATASETS
from errbar.methods.hierarchical_bayes import MANY
from errbar.methods.in_time import FEWEST, too_few
from errbar.plans import PLANS
from errbar.types import Method, Plan, Question, Scores
from errbar.types.method import OF_SPLITS
from errbar.types.over_time import n_times
from errbar.types.scale import LARGEST

ADVISED = {name: record for name, record in METHODS.items() if not record.is_naive}
BEFORE = "Each training set of these splits comes before its test set, as in TimeSeriesSplit"


class Reason(NamedTuple):
    """Why a method does not suit, without a full stop, and what to do instead."""

    why: str
    instead: str = ""

    def __str__(self) -> str:
        return f"{self.why}. {self.instead}".rstrip()


class Held:
    """What scores hold.

    loss, what : its name, and as the user gave it, e.g. "scoring='f1'".
    items, binary, averaged : a loss per example; each of them 0 or 1; or means of several answers, right or wrong.
    counted : errors can be counted, in every split.
    said : labels, and what the models said of them.
    bounded, weighted : losses in a known range; losses that do not count the same.
    """

    def __init__(self, series: Scores) -> None:
        self.series, self.loss, self.what = series, series.loss, repr(series.loss)
        self.items = series.items is not None or series.sums is not None
        self.said, self.averaged, self.weighted = series.predictions is not None, series.averaged, series.weighted

    binary: cached_property[bool] = cached_property(attrgetter("series.is_binary"))  # a look at every loss, if needed
    counted: cached_property[bool] = cached_property(attrgetter("series.counts_errors"))

    @property
    def bounded(self) -> bool:
        return self.series.loss_range is not None or self.binary


@dataclass(frozen=True, slots=True)
class WillHold:
    """What fits judged by one metric will give, as `Held`; `said`: the outputs for one test set are kept as a whole."""

    loss: str
    scored: bool
    counted: bool
    bounded: bool
    said: bool = False
    averaged: bool = False
    weighted: bool = False

    @property
    def what(self) -> str:
        return f"{'scoring' if self.scored else 'loss'}={self.loss!r}"

    @property
    def items(self) -> bool:
        return not self.scored

    @property
    def binary(self) -> bool:
        return self.loss == "zero_one" and not (self.scored or self.weighted)


Holding = Held | WillHold  # what there is to read, or will be once models are fitted


def why_not(record: Method, holds: Holding, plan: Plan | None = None, comparing: bool | None = None) -> Reason | None:
    """Why the method cannot read this; None where it can.

    `plan`: the splits, None where each method brings its own; `comparing`: two models, one, or (None) not said.
    """
    if plan is None and not set(record.plans) & set(PLANS):
        return Reason(f"{record.name} judges a model that is trained already")
    reason = None if plan is None else _why_not_plan(record, plan)
    reason = reason or _why_not_read(record, holds, plan)
    reason = reason or (None if comparing is None else _why_not_compared(record, comparing))
    return reason or (None if plan is None else _why_not_these(record, plan, holds.items))


def why_not_scores(record: Method, series: Scores) -> Reason | None:
    """The same of scores, with what the method has against these numbers."""
    reason = why_not(record, Held(series), series.plan, series.is_difference)
    if reason is None and record.refuses is not None:
        kind = kind_for(record, series.plan)
        reason = _reason(record.refuses(series if kind == series.plan.kind else series.view(kind)))
    return reason


def _reason(words: str | None) -> Reason | None:
    return None if words is None else Reason(words.rstrip("."))


def refuse(reason: Reason | None) -> None:
    if reason is not None:
        raise NeedsError(str(reason))


# -- what is asked ---------------------------------------------------------------------------------------------


def asked(question: Question) -> Question:
    """The question a user put, if it names a known method, options it has, and nothing that it cannot judge."""
    if (method := check_method(question.method)) == OVER_DATASETS:
        raise NeedsError(MANY)
    if method != "auto":
        check_asked(METHODS[method], question)
    return question


def check_method(method: object) -> str:
    """The name of a method or of one over data sets, or "auto"."""
    if isinstance(method, str) and method == OVER_DATASETS:
        return method
    return check_name("method", method, ["auto", *METHODS])


def check_asked(record: Method, question: Question) -> None:
    """Refuse options the method does not have, and a null value, a direction or a margin that it cannot judge."""
    for key, value in (question.options or {}).items():
        if not record.options:
            raise InputError(f"{record.name} has no options; got {key!r:.80}.")
        option = record.options[check_name(f"option of {record.name}", key, record.options)]
        allowed = option.choices
        if allowed is not None and value not in allowed:
            raise InputError(f"Option {key}={value!r} of {record.name} must be one of {', '.join(map(repr, allowed))}.")
        if allowed is None and value is not option.default and abs(check_number(f"option {key}", value)) > LARGEST:
            raise InputError(f"Option {key} of {record.name} is too large to be squared; got {value!r:.80}.")
    refuse(why_not_asked(record, question))


def why_not_asked(record: Method, question: Question) -> Reason | None:
    """Why the method cannot judge this null value, direction or margin."""
    null, alternative, margin = question.null, question.alternative, question.margin
    one_sided = alternative != "two-sided" and f"alternative={alternative!r}"
    any_null = bool(null) and f"null={null!r}"
    for lacking, what in (("one-sided", one_sided), ("any null", any_null)):
        if lacking in record.exceptions and (what or margin is not None):
            why = f"{record.name} cannot judge {what or f'margin={margin!r}'}: {record.exceptions[lacking]}"
            return Reason(why, f"Try method={_instead(record)!r}.")
    return None


def _instead(record: Method) -> str:
    """A method that reads the same plans, for any null value and alternative."""
    same = [one for one in ADVISED.values() if set(one.plans) & set(record.plans) and one.needs != "predictions"]
    free = [one for one in same if not {"one-sided", "any null"} & one.exceptions.keys()]
    return next((one.name for one in free if one.compares in ("either", record.compares)), "corrected_t")


# -- the splits ------------------------------------------------------------------------------------------------


def kind_of(record: Method, plan: Plan) -> str | None:
    """The first kind of plan the method reads that this plan contains."""
    if plan.kind in record.plans:
        return plan.kind
    return None if plan.kind == "rolling" else next((kind for kind in record.plans if kind in plan._kinds), None)


def kind_for(record: Method, plan: Plan) -> str:
    """The same, of a plan that suits."""
    if (kind := kind_of(record, plan)) is None:
        raise NeedsError(str(_why_not_kind(record, plan)))
    return kind


def _read(record: Method, plan: Plan) -> Plan:
    """What of the plan the method reads."""
    kind = kind_for(record, plan)
    return plan if kind == plan.kind else plan.view(kind)


def _why_not_kind(record: Method, plan: Plan) -> Reason:
    if plan.kind == "rolling":
        able = " or ".join(f"method={name!r}" for name, other in ADVISED.items() if plan.kind in other.plans)
        return Reason(f"{BEFORE}, and {record.name} does not allow for that order", f"Try {able}.")
    there = {plan.kind, *plan._kinds}
    fits = [name for name, other in ADVISED.items() if not there.isdisjoint(other.plans)]
    build = [f"plan={kind}()" for kind in record.plans if kind in PLANS][:1]
    hint = " or ".join(build + [f"method={name!r}" for name in fits[:1]])
    one_model = record.target == "model" and record.compares != "two"
    if plan.kind == "kfold" and one_model and (record.without_range is not None or record.needs == "binary_losses"):
        hint += "; a guaranteed limit for the models of the folds is method='kfold_union'"
    needed = f"{record.name} needs a plan of kind {' or '.join(record.plans)}; this one is {plan.kind!r}"
    return Reason(needed, f"Try {hint or 'eb.score with a model that is already trained'}.")


def _why_not_plan(record: Method, plan: Plan) -> Reason | None:
    name = record.name
    if kind_of(record, plan) is None:
        return _why_not_kind(record, plan)
    if record.needs in OF_SPLITS:
        one = Reason(f"{name} needs at least two splits; got one", "Try plan=subsample() or method='holdout_t'.")
        return one if len(_read(record, plan).parts[0]) < 2 else None
    if plan.kind == "rolling" and (n := n_times(plan)) < FEWEST:
        return Reason(too_few(n).rstrip("."), "Test more rows: more splits, or a larger test_size.")
    n_test = plan.n if plan.kind == "test_set" else plan.n_test.min() if plan.knows_sizes and len(plan) == 1 else 2
    if n_test < 2:
        return Reason(f"{name} needs at least two test examples; got {n_test}")
    grouped = record.in_groups and plan.kind == "holdout" and plan.groups is not None
    if grouped and np.unique(plan.groups[plan[0][1]]).size < 2:  # type: ignore[index]
        return Reason(f"{name} needs at least two groups among the test examples; got one")
    return None


def _why_not_these(record: Method, plan: Plan, items: bool) -> Reason | None:
    """What the method has against these very splits, and what any method has against too few groups."""
    if record.against is not None and (reason := _reason(record.against(_read(record, plan), items))) is not None:
        return reason
    if plan.groups is None:
        return None
    if plan.kind not in ("test_set", "holdout") and plan.n_groups == 1:
        return Reason("One group says nothing of how groups differ: two are the least, and many more are advised")
    if len(plan.parts[0]) > 1 and plan.n_different < 2:
        return Reason("All splits test the same groups, so they do not tell how scores vary: draw more splits")
    return None


# -- what they hold --------------------------------------------------------------------------------------------


def _why_not_read(record: Method, holds: Holding, plan: Plan | None) -> Reason | None:
    name, needs, reason = record.name, record.needs, None
    counts = needs in ("binary_losses", "error_rates")
    if holds.weighted and (counts or record.without_range is not None):
        ranged = "needs a range, and weighted losses have none"
        what = "counts errors, and weighted ones are no counts" if counts else ranged
        return Reason(f"{name} {what}", f"Try method={record.without_range or split_score_method(plan)!r}.")
    if needs == "predictions":
        suits = holds.said and holds.loss == record.scoring
        reason = _why_not_folds(record, plan) if suits else _why_not_said(record, holds)
    elif not holds.items and needs not in OF_SPLITS and not (needs == "items" and holds.said):
        reason = _why_not_items(record, holds, plan)
    elif needs == "binary_losses" and not (holds.binary or (holds.averaged and record.compares == "two")):
        hint = "Use loss='zero_one', or method='holdout_t'."
        reason = Reason(f"{name} needs 0/1 losses; {holds.what} has other values", hint)
    elif needs == "error_rates" and not holds.counted:
        take = f"Take loss='zero_one' or scoring='accuracy'. Try method={split_score_method(plan)!r}."
        shares = "0/1 losses, or shares of errors that suit the test sizes given"
        reason = Reason(f"{name} needs {shares}; {holds.what} has others", take)
    elif record.without_range is not None and not holds.bounded:
        give = f"Give loss_range= (or score_range=) with the scores, or use method={record.without_range!r}."
        reason = Reason(f"{name} needs losses in a known range, and {holds.what} has none", give)
    return reason


def _why_not_items(record: Method, holds: Holding, plan: Plan | None) -> Reason:
    kind = None if plan is None else plan.kind
    if kind == "rolling":
        order = f"{BEFORE}: only losses of single rows show their order, and {holds.what} has none"
        return Reason(order, "Give loss=.")
    at_once = kind in ("test_set", "holdout") and holds.said
    instead = FIXED_DEFAULTS.get((holds.loss, False), "bootstrap_bca") if at_once else split_score_method(plan)
    number = "is one number for all items together" if kind == "test_set" else "gives one number per split"
    return Reason(f"{record.name} needs a loss per example, and {holds.what} {number}", f"Try method={instead!r}.")


def _why_not_folds(record: Method, plan: Plan | None) -> Reason | None:
    if plan is None or kind_of(record, plan) != "kfold" or plan.view("kfold").is_one_partition:
        return None
    return Reason(f"{record.name} is for one K-fold run, not for repeated ones", "Try method='corrected_t'.")


def _why_not_said(record: Method, holds: Holding) -> Reason:
    got = "a loss" if holds.items else repr(holds.loss) if holds.said else f"{holds.loss!r} without labels"
    needed = f"{record.name} needs labels and predictions, and is for scoring={record.scoring!r}; got {got}"
    trained = "For a model that is already trained, ask eb.score, or make the scores with Scores.from_predictions."
    return Reason(needed, "Try method='bootstrap_bca'." if holds.said else trained)


def _why_not_compared(record: Method, comparing: bool) -> Reason | None:
    if record.compares == "two" and not comparing:
        return Reason(f"{record.name} compares two models; give a second one, or another method such as 'corrected_t'")
    if record.compares == "one" and comparing:
        return Reason(f"{record.name} is for one model; to compare two, try 'corrected_t' or 'holdout_t'")
    return None


def split_score_method(plan: Plan | None) -> str:
    """A method that works on one number per split for this plan."""
    of_splits = ("corrected_t", *(name for name, record in ADVISED.items() if record.needs == "split_scores"))
    able = (name for name in of_splits if plan is not None and kind_of(ADVISED[name], plan) is not None)
    return next(able, "corrected_t")
