"""Which method answers, and whether it suits the scores and the question: all refusals that need no data."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np

from errbar.check import Range, check_alternative, check_level, check_name, check_number
from errbar.core.direction import normal_name
from errbar.errors import InputError, NeedsError
from errbar.methods import COUNTED_DEFAULTS, DEFAULTS, FIXED_DEFAULTS, METHODS
from errbar.methods.corrected_wilson import counts_errors
from errbar.plans import PLANS
from errbar.types import Method, Plan, Result, Scores
from errbar.types.method import OF_SPLITS
from errbar.types.ranges import of_difference

LARGEST = 1e60  # a loss whose fourth power is finite; its inverse is the smallest spread
ADVISED = {name: record for name, record in METHODS.items() if not record.guarantee.startswith("none")}  # no naive ones

ACCURACIES = ("accuracy", "acc", "accuracy_score", "balanced_accuracy")  # told in per cent

FIXED = ("test_set", "holdout")  # plans in which every test item is judged once, by one trained model

SMALLEST = 10  # examples: fewer are refused by every verb that fits, and by `advise`
FEWEST_GROUPS = 5  # with fewer an interval is wider than it is worth

IN_TIME = (
    "Each training set of these splits comes before its test set, as in TimeSeriesSplit, and no method here allows for "
    "that order, so there is no interval: eb.collect gives the scores, and where the order of rows means nothing "
    "plans.subsample() gives splits with an interval."
)


def checked_settings(
    method: str, confidence_level: float, null: float | None, alternative: str, options: Mapping[str, Any] | None,
    *, margin: float | None = None,
) -> dict[str, Any]:  # fmt: skip
    if margin is not None and check_number("margin", margin) < 0:
        raise InputError(f"margin must not be negative: it is how much worse a may be; got {margin:g}.")
    settings = {
        "method": method,
        "confidence_level": check_level(confidence_level),
        "null": None if null is None else check_number("null", null),
        "alternative": check_alternative(alternative),
        "options": options,
    }
    if method != "auto":
        checked_options(METHODS[check_name("method", method, ["auto", *METHODS])], options)
        check_asked(METHODS[method], null, alternative, margin)
    return settings


def named_methods(method: str) -> list[Method]:
    return [] if method == "auto" else [METHODS[method]]


def checked_options(record: Method, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The method's settings: known keys, allowed values."""
    if options is not None and not isinstance(options, Mapping):
        raise InputError(f"options must be a mapping from names to values; got {options!r}.")
    for key, value in (options or {}).items():
        if not record.options:
            raise InputError(f"{record.name} has no options; got {key!r}.")
        option = record.options[check_name(f"option of {record.name}", key, record.options)]
        allowed = option.choices
        if allowed is not None and value not in allowed:
            raise InputError(f"Option {key}={value!r} of {record.name} must be one of {', '.join(map(repr, allowed))}.")
        if allowed is None and value is not option.default:
            check_number(f"option {key}", value)
    return dict(options or {})


def series_of(scores: Scores, model: str | None, versus: str | None) -> Scores:
    """One model's scores, or a difference; a name left out is filled in only where there is no choice."""
    names = scores.chosen(model, versus)
    if len(names) == 2:
        return scores.difference(*names)
    return scores if names == scores.names else scores.only(*names)


def limits_of(scores: Scores, series: Scores) -> Range:
    """What the estimate and its interval can be: known of the models' own numbers, twice as wide for a difference."""
    if series.loss_range is not None or scores.is_difference or not series.is_difference:
        return series.limits
    return of_difference(scores.limits)


def default_method(kind: str, counted: bool = False) -> str:
    """By the kind of plan, and whether errors are counted (0/1 losses)."""
    if kind == "time":
        raise NeedsError(IN_TIME)
    if kind not in DEFAULTS:
        raise NeedsError(f"There is no default method for a plan of kind {kind!r}: name one with method=.")
    return COUNTED_DEFAULTS.get(kind, DEFAULTS[kind]) if counted else DEFAULTS[kind]


def default_for_plan(plan: Plan, loss: str, counted: bool, comparing: bool | None) -> str:
    """What "auto" will mean for splits that are not fitted yet; a hold-out's items are those of one trained model."""
    check_groups(plan)
    if plan.kind != "holdout":
        return default_method(plan.kind, counted)
    what = "difference" if comparing else "losses"
    return FIXED_DEFAULTS[f"0/1 {what}" if loss == "zero_one" else what, plan.groups is not None]


def default_for(series: Scores, counted: bool) -> str:
    """What "auto" means: by the kind of plan, and whether errors are counted; for trained models by kind and groups."""
    plan = series.plan
    if plan.kind != "test_set":
        if plan.knows_indices:
            check_size(plan.n)
        check_groups(plan)
    if plan.kind not in FIXED:
        return default_method(plan.kind, counted)
    if series.predictions is not None:
        return whole_set_method(series.loss, _in_groups(series))
    if series.is_difference:
        what = "0/1 difference" if series.is_binary or series.averaged else "difference"
    elif _is_share_of_errors(series):
        return "clustered_wilson"
    else:
        what = "0/1 losses" if series.is_binary else "losses"
    return FIXED_DEFAULTS[what, _in_groups(series)]


def whole_set_method(scoring: str, in_groups: bool = False) -> str:
    """For a metric of one test set as a whole."""
    return FIXED_DEFAULTS[scoring if (scoring, False) in FIXED_DEFAULTS else "metric", in_groups]


def _is_share_of_errors(series: Scores) -> bool:
    """Right or wrong, but not one answer per item: several of them averaged, or shares of credit."""
    averaged = series.averaged or "answers" in series.details or series.loss == "error"
    return averaged and not series.is_binary and series.loss_range == (0.0, 1.0)


def _in_groups(series: Scores) -> bool:
    return series.plan.groups is not None if series.sums is None else series.sums.n_groups is not None


def standard_error(seen: Scores, result: Result) -> float | None:
    """The method's own; for a fixed model's items also where the method needs none."""
    if result.se is not None or seen.plan.kind not in FIXED or seen.predictions is not None:
        return result.se
    return sqrt(seen.moments.variance / seen.moments.n)


def one_training_set(seen: Scores, result: Result) -> list[str]:
    """A hold-out's model, where the method has not said so itself."""
    if seen.plan.kind != "holdout" or any("training set" in note for note in result.notes):
        return []
    return [
        "One training set: read as a statement about the algorithm, this interval is too narrow "
        "(it leaves out how the error varies with the training set)."
    ]


def ignored_groups(seen: Scores, result: Result) -> list[str]:
    """Test items of one trained model in groups, and a method that takes them as independent."""
    if seen.plan.kind not in FIXED or not _in_groups(seen) or "n_groups" in result.details:
        return []
    if any("group" in note for note in result.notes):
        return []
    return [
        f"The items come in groups, which {result.method} takes no notice of: the interval is too narrow where "
        "items of a group are alike. Methods that do: clustered_t, clustered_wilson, bootstrap_bca."
    ]


def is_share(scores: Scores, series: Scores) -> bool:
    """Whether the mean is a share of items: errors, right answers, or accuracies that are given as shares."""
    if scores.loss == "zero_one" or (series.predictions is None and (series.is_binary or series.averaged)):
        return True
    low, high = float(scores.values.min()), float(scores.values.max())
    return normal_name(scores.loss) in ACCURACIES and 0.0 <= low <= high <= 1.0


def instead_of_no_width(result: Result, series: Scores) -> str | None:
    """Where a default method answers 0/1 losses over splits without any width: one that never does."""
    other = METHODS["corrected_wilson"]
    spread = result.low != result.high and result.se != 0
    can_read = any(series.plan.has(kind) for kind in other.plans)
    return None if spread or result.method == other.name or not can_read else other.name


def counted(scores: Scores, model: str | None, versus: str | None) -> bool:
    """Whether the models meant have 0/1 losses; two that are always equal say nothing of it in their difference."""
    return all(counts_errors(scores.only(name)) for name in scores.chosen(model, versus))


def kind_for(record: Method, plan: Plan) -> str:
    """The first kind of plan the method reads that this plan contains."""
    if plan.kind in record.plans:
        return plan.kind
    if plan.kind == "time":
        raise NeedsError(IN_TIME)
    for kind in record.plans:
        if plan.has(kind):
            return kind
    fits = [name for name, other in ADVISED.items() if any(kind == plan.kind or plan.has(kind) for kind in other.plans)]
    build = [f"plan={kind}()" for kind in record.plans if kind in PLANS][:1]
    hint = " or ".join(build + [f"method={name!r}" for name in fits[:1]])
    raise NeedsError(
        f"{record.name} needs a plan of kind {' or '.join(record.plans)}; this one is {plan.kind!r}. "
        f"Try {hint or 'eb.score with a model that is already trained'}."
    )


def check_asked(record: Method, null: float | None, alternative: str, margin: float | None = None) -> None:
    """Refuse a null value, a direction or a margin that the method cannot judge."""
    asked = {
        "one-sided": f"alternative={alternative!r}" if alternative != "two-sided" else "",
        "any null": f"null={null!r}" if null else "",
    }
    for lacking, words in asked.items():
        if lacking in record.exceptions and (words or margin is not None):
            raise NeedsError(
                f"{record.name} cannot judge {words or f'margin={margin!r}'}: {record.exceptions[lacking]}. "
                f"Try method={_instead(record)!r}."
            )


def _instead(record: Method) -> str:
    """A method that reads the same plans, for any null value and alternative."""
    for name, other in ADVISED.items():
        free = not {"one-sided", "any null"} & other.exceptions.keys() and other.needs != "predictions"
        if free and set(other.plans) & set(record.plans) and other.compares in ("either", record.compares):
            return name
    return "corrected_t"


def check_needs(record: Method, series: Scores) -> None:
    check_plan_needs(record, series.plan)
    has_losses = series.items is not None or series.sums is not None
    if series.predictions is not None and record.needs in ("losses", "binary_losses"):
        raise NeedsError(
            f"{record.name} needs a loss per item, and {series.loss!r} is a number for all items together. "
            f"Try method={FIXED_DEFAULTS.get((series.loss, False), 'bootstrap_bca')!r}."
        )
    if record.needs == "predictions" and series.predictions is None:
        raise NeedsError(f"{record.name} needs labels and predictions: make the scores with Scores.from_predictions.")
    if record.needs in ("losses", "binary_losses") and not has_losses:
        raise NeedsError(
            f"{record.name} needs a loss per example; these scores have one number per split. "
            f"Try method={split_score_method(series.plan)!r}."
        )
    binary = series.is_binary or (series.averaged and record.compares == "two")
    if record.needs == "binary_losses" and not binary:
        raise NeedsError(f"{record.name} needs 0/1 losses; {series.loss!r} takes other values. Try method='holdout_t'.")
    if record.needs == "error_rates" and not counts_errors(series):
        raise NeedsError(
            f"{record.name} needs 0/1 losses, or shares of errors that suit the test sizes given (loss='zero_one' or "
            f"'accuracy'); {series.loss!r} has other values. Try method={split_score_method(series.plan)!r}."
        )
    check_compares(record, series.is_difference)
    _check_scale(series)


def _check_scale(series: Scores) -> None:
    """Powers of losses must neither overflow nor vanish: an interval without width would come of it."""
    numbers = series.values if series.items is None else series.items
    low, high = float(numbers.min()), float(numbers.max())
    if max(-low, high) > LARGEST or 0.0 < high - low < 1 / LARGEST:
        raise InputError(
            f"Numbers from {low:g} to {high:g} are too {'large' if high - low > 1 else 'small'} to be squared: "
            "give them in another unit."
        )


def check_plan_needs(record: Method, plan: Plan) -> None:
    kind = kind_for(record, plan)
    if record.needs in OF_SPLITS and len(plan.view(kind).parts[0]) < 2:
        raise NeedsError(
            f"{record.name} needs at least two splits; got one. Try plan=subsample() or method='holdout_t'."
        )
    if record.needs not in OF_SPLITS and plan.knows_sizes and plan.n_test.min() < 2 and len(plan) == 1:
        raise NeedsError(f"{record.name} needs at least two test examples; got {plan.n_test.min()}.")
    by_group = plan.kind == "holdout" and record.name in ("mcnemar", "clustered_t", "clustered_wilson")
    if by_group and plan.groups is not None and np.unique(plan.groups[plan[0][1]]).size < 2:
        raise NeedsError(f"{record.name} needs at least two groups among the test examples; got one.")
    if plan.kind == "test_set" and plan.n < 2:
        raise NeedsError(f"{record.name} needs at least two test examples; got {plan.n}.")


def check_size(n: int) -> None:
    """Refuse what no split of the data can answer."""
    if n < SMALLEST:
        raise InputError(
            f"{n} examples are too few to train and test on: at least {SMALLEST} are needed, 50 or more are advised."
        )


def check_groups(plan: Plan) -> None:
    """Refuse to speak of new groups after seeing a handful."""
    if plan.n_groups is not None and plan.n_groups < FEWEST_GROUPS and plan.kind not in ("test_set", "holdout"):
        raise NeedsError(
            f"{plan.n_groups} groups are too few to say how groups differ: at least {FEWEST_GROUPS} are needed, 20 or "
            "more are advised. Collect more groups, or leave groups= out if new examples will come from these groups."
        )


def check_compares(record: Method, comparing: bool) -> None:
    if record.compares == "two" and not comparing:
        raise NeedsError(
            f"{record.name} compares two models; give a second one, or another method such as 'corrected_t'."
        )
    if record.compares == "one" and comparing:
        raise NeedsError(f"{record.name} is for one model; to compare two, try 'corrected_t' or 'holdout_t'.")


def split_score_method(plan: Plan) -> str:
    """A method that works on one number per split for this plan."""
    for name in ("corrected_t", *ADVISED):
        record = ADVISED[name]
        if record.needs == "split_scores" and any(plan.kind == kind or plan.has(kind) for kind in record.plans):
            return name
    return "corrected_t"
