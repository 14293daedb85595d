"""Which method answers where the user names none: by the kind of plan and of loss."""

from errbar.errors import NeedsError
from errbar.methods import COUNTED_DEFAULTS, DEFAULTS, FIXED_DEFAULTS, IN_TIME, OF_RUNS, WITH_JUDGE
from errbar.plans.by_default import check_size
from errbar.types import Plan, Scores

FIXED = ("test_set", "holdout")  # plans in which every test item is judged once, by one trained model
FEWEST_GROUPS = 5  # with fewer an interval is wider than it is worth


def default_method(kind: str, counted: bool = False) -> str:
    """By the kind of plan, and whether errors are counted (0/1 losses)."""
    if kind not in DEFAULTS:
        raise NeedsError(f"There is no default method for a plan of kind {kind!r}: name one with method=.")
    return COUNTED_DEFAULTS.get(kind, DEFAULTS[kind]) if counted else DEFAULTS[kind]


def default_for_plan(plan: Plan, binary: bool, counted: bool, comparing: bool | None) -> str:
    """What "auto" will mean for splits that are not fitted yet; a hold-out's items are those of one trained model."""
    check_groups(plan)
    if plan.kind != "holdout":
        return default_method(plan.kind, counted)
    what = "difference" if comparing else "losses"
    return FIXED_DEFAULTS[f"0/1 {what}" if binary else what][plan.groups is not None]


def default_for(series: Scores, counted: bool) -> str:
    """What "auto" means: by the kind of plan, and whether errors are counted; for trained models by kind and groups."""
    plan = series.plan
    if plan.kind not in FIXED:
        return default_method(plan.kind, counted)
    special = {OF_RUNS: series.runs is not None, IN_TIME: plan.in_time, WITH_JUDGE: series.judged is not None}
    if given := [name for name, known in special.items() if known]:
        return given[0]
    if series.predictions is not None:
        return whole_set_method(series.loss, series._in_groups)
    # right or wrong, but not one answer per item: several of them averaged, or shares of credit
    averaged = series.averaged or "answers" in series.details or series.loss == "error"
    if averaged and not (series.is_difference or series.is_binary) and series.loss_range == (0.0, 1.0):
        return "clustered_wilson"
    counted = series.is_binary or (series.is_difference and series.averaged)
    what = "difference" if series.is_difference else "losses"
    return FIXED_DEFAULTS[f"0/1 {what}" if counted else what][series._in_groups]


def whole_set_method(scoring: str, in_groups: bool = False) -> str:
    """For a metric of one test set as a whole."""
    return FIXED_DEFAULTS.get(scoring, FIXED_DEFAULTS["metric"])[in_groups]


def check_enough(plan: Plan) -> None:
    """Refuse scores of too few examples or groups, where the user names no method."""
    if plan.kind != "test_set" and plan.knows_indices:
        check_size(plan.n)
    check_groups(plan)


def check_groups(plan: Plan) -> None:
    """Refuse to speak of new groups after seeing a handful."""
    n_groups = None if plan.kind in FIXED or plan.groups is None else plan.n_groups
    if n_groups is not None and n_groups < FEWEST_GROUPS:
        raise NeedsError(
            f"{n_groups} groups are too few to say how groups differ: at least {FEWEST_GROUPS} are needed, 20 or "
            "more are advised. Collect more groups, or leave groups= out if new examples will come from these groups."
        )
