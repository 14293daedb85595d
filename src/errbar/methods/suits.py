"""Does a method suit? One function says so, `why_not`, of scores and of what fits will give: a reason, or None."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from errbar.check import check_name, check_number
from errbar.errors import InputError, NeedsError
from errbar.methods import METHODS, OVER_DATASETS
from errbar.methods.defaults import whole_set_method
from errbar.methods.hierarchical_bayes import MANY
from errbar.methods.in_time import FEWEST, too_few
from errbar.plans import PLANS
from errbar.types import Method, Plan, Question, Scores
from errbar.types.method import OF_SPLITS
from errbar.types.over_time import n_times
from errbar.types.scale import LARGEST

ADVISED = {name: record for name, record in METHODS.items() if not record.is_naive}
TRAINED = "For a model that is already trained, ask eb.score, or make the scores with Scores.from_predictions."
BEFORE = "Each training set of these splits comes before its test set, as in TimeSeriesSplit"


class Reason(NamedTuple):
    """Why a method does not suit, without a full stop, and what to do instead."""

    why: str
    instead: str = ""

    def __str__(self) -> str:
        return f"{self.why}. {self.instead}".rstrip()


@dataclass(frozen=True, slots=True)
class Holding:
    """What there is to read, or will be once models are fitted.

    loss, what : its name, and as the user gave it, e.g. "scoring='f1'".
    items, binary, averaged : a loss per example; each of them 0 or 1; or means of several answers, right or wrong.
    counted : errors can be counted, in every split.
    bounded, weighted : losses in a known range; losses that do not count the same.
    said : labels, and what the models said of them; of fits, the outputs for one test set as a whole.
    """

    loss: str
    what: str
    items: bool
    binary: bool
    counted: bool
    bounded: bool
    weighted: bool
    said: bool = False
    averaged: bool = False

    @classmethod
    def of(cls, series: Scores) -> "Holding":
        items, binary = series.items is not None or series.sums is not None, series.is_binary
        known, counted = binary or series.loss_range is not None, series.counts_errors
        said, name = series.predictions is not None, series.loss
        return cls(name, repr(name), items, binary, counted, known, series.weighted, said, series.averaged)


def why_not(record: Method, holds: Holding, plan: Plan | None = None, comparing: bool | None = None) -> Reason | None:
    """Why the method cannot read this; None where it can.

    `plan`: the splits, None where each method brings its own; `comparing`: two models, one, or (None) not said.
    """
    return next(_reasons(record, holds, plan, comparing), None)


def why_not_scores(record: Method, series: Scores) -> Reason | None:
    """The same of scores, with what the method has against these numbers."""
    reason = why_not(record, Holding.of(series), series.plan, series.is_difference)
    if reason is None and record.refuses is not None:
        words = record.refuses(series.view(kind_for(record, series.plan)))
        return None if words is None else Reason(words.rstrip("."))
    return reason


def _reasons(record: Method, holds: Holding, plan: Plan | None, comparing: bool | None) -> Iterator[Reason]:
    """All that speaks against it, one after another; the first is told."""
    if plan is not None:
        yield from _of_plan(record, plan)
    elif set(record.plans).isdisjoint(PLANS):
        yield Reason(f"{record.name} judges a model that is trained already")
    yield from _of_what_is_held(record, holds, plan)
    if record.compares == "two" and comparing is False:
        yield Reason(f"{record.name} compares two models; give a second one, or another method such as 'corrected_t'")
    if record.compares == "one" and comparing:
        yield Reason(f"{record.name} is for one model; to compare two, try 'corrected_t' or 'holdout_t'")
    if plan is not None:
        yield from _of_these(record, plan, holds.items)


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


def _of_plan(record: Method, plan: Plan) -> Iterator[Reason]:
    name = record.name
    if kind_of(record, plan) is None:
        yield _why_not_kind(record, plan)
    if record.needs in OF_SPLITS:
        if len(_read(record, plan).parts[0]) < 2:
            yield Reason(f"{name} needs at least two splits; got one", "Try plan=subsample() or method='holdout_t'.")
        return
    if plan.kind == "rolling" and (n := n_times(plan)) < FEWEST:
        yield Reason(too_few(n).rstrip("."), "Test more rows: more splits, or a larger test_size.")
    n_test = plan.n if plan.kind == "test_set" else plan.n_test.min() if plan.knows_sizes and len(plan) == 1 else 2
    if n_test < 2:
        yield Reason(f"{name} needs at least two test examples; got {n_test}")
    groups = plan.groups if record.in_groups and plan.kind == "holdout" else None
    if groups is not None and np.unique(groups[plan[0][1]]).size < 2:
        yield Reason(f"{name} needs at least two groups among the test examples; got one")


def _of_these(record: Method, plan: Plan, items: bool) -> Iterator[Reason]:
    """What the method has against these very splits, and what any method has against too few groups."""
    if record.against is not None and (words := record.against(_read(record, plan), items)) is not None:
        yield Reason(words.rstrip("."))
    if plan.groups is None:
        return
    if plan.kind not in ("test_set", "holdout") and plan.n_groups == 1:
        yield Reason("One group says nothing of how groups differ: two are the least, and many more are advised")
    if len(plan.parts[0]) > 1 and plan.n_different < 2:
        yield Reason("All splits test the same groups, so they do not tell how scores vary: draw more splits")


# -- what they hold --------------------------------------------------------------------------------------------


def _of_what_is_held(record: Method, holds: Holding, plan: Plan | None) -> Iterator[Reason]:
    name, needs, other = record.name, record.needs, record.without_range
    counts = needs in ("binary_losses", "error_rates")
    if holds.weighted and (counts or other is not None):
        ranged = "needs a range, and weighted losses have none"
        what = "counts errors, and weighted ones are no counts" if counts else ranged
        yield Reason(f"{name} {what}", f"Try method={other or split_score_method(plan)!r}.")
    if needs == "predictions":
        if not holds.said or holds.loss != record.scoring:
            got = "a loss" if holds.items else repr(holds.loss) if holds.said else f"{holds.loss!r} without labels"
            needed = f"{name} needs labels and predictions, and is for scoring={record.scoring!r}; got {got}"
            yield Reason(needed, "Try method='bootstrap_bca'." if holds.said else TRAINED)
        if plan is not None and kind_of(record, plan) == "kfold" and not plan.view("kfold").is_one_partition:
            yield Reason(f"{name} is for one K-fold run, not for repeated ones", "Try method='corrected_t'.")
    elif not holds.items and needs not in OF_SPLITS and not (needs == "items" and holds.said):
        yield _why_not_items(record, holds, plan)
    if needs == "binary_losses" and not (holds.binary or (holds.averaged and record.compares == "two")):
        hint = "Use loss='zero_one', or method='holdout_t'."
        yield Reason(f"{name} needs 0/1 losses; {holds.what} has other values", hint)
    if needs == "error_rates" and not holds.counted:
        take = f"Take loss='zero_one' or scoring='accuracy'. Try method={split_score_method(plan)!r}."
        shares = "0/1 losses, or shares of errors that suit the test sizes given"
        yield Reason(f"{name} needs {shares}; {holds.what} has others", take)
    if other is not None and not holds.bounded:
        give = f"Give loss_range= (or score_range=) with the scores, or use method={other!r}."
        yield Reason(f"{name} needs losses in a known range, and {holds.what} has none", give)


def _why_not_items(record: Method, holds: Holding, plan: Plan | None) -> Reason:
    kind = None if plan is None else plan.kind
    if kind == "rolling":
        order = f"{BEFORE}: only losses of single rows show their order, and {holds.what} has none"
        return Reason(order, "Give loss=.")
    at_once = kind in ("test_set", "holdout") and holds.said
    instead = whole_set_method(holds.loss) if at_once else split_score_method(plan)
    number = "is one number for all items together" if kind == "test_set" else "gives one number per split"
    return Reason(f"{record.name} needs a loss per example, and {holds.what} {number}", f"Try method={instead!r}.")


def split_score_method(plan: Plan | None) -> str:
    """A method that works on one number per split for this plan."""
    of_splits = ("corrected_t", *(name for name, record in ADVISED.items() if record.needs == "split_scores"))
    able = (name for name in of_splits if plan is not None and kind_of(ADVISED[name], plan) is not None)
    return next(able, "corrected_t")
