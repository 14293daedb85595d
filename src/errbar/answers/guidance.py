"""Notes that belong to the scores rather than to a method: few splits, small test sets, twins, tuned models."""

from __future__ import annotations

from itertools import islice

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.autocorrelation import order_seen
from errbar.types import Plan, Scores

GROUPS_SPLIT = "Whole groups were split; n_test/n_train counts groups."


def guidance(used: Scores, whole: Scores, series: Scores) -> list[str]:
    """Sentences about what these scores can carry; `used` are the splits the method read."""
    alike, ordered, notes = series.is_difference and _near_identical(whole, series), _in_order(series), []
    plan, first = used.plan, used.plan.parts[0]
    n_test = plan.n_test[: len(first)]
    if 1 < len(first) < 10 and plan.kind not in ("five_by_two", "kfold", "rolling"):
        notes.append(
            f"Only {len(first)} splits: the standard error itself is uncertain; 10 or more are advised, 25 are better."
        )
    of_splits = plan.knows_sizes and plan.kind != "rolling"
    if of_splits and (1 < n_test.min() < 10 or (n_test.min() == 1 and plan.knows_indices)):
        size = f"{n_test.min()} example{'s' if n_test.min() > 1 else ''}"
        notes.append(f"Test sets of {size} are small: scores of single splits are very noisy.")
    if plan.kind not in ("test_set", "holdout", "rolling") and plan.knows_indices and not used.is_binary:
        notes += _at_the_edge(plan)
    if plan.stratified:
        notes.append("The splits are stratified; the theory assumes simple random splits.")
    if plan.groups is not None and plan.kind not in ("test_set", "rolling"):
        notes.append(GROUPS_SPLIT)
    if plan.kind == "custom" and plan.knows_indices:
        notes.append(
            "The theory assumes random splits of all the data; these splits were given and may differ from that."
        )
    if alike:
        notes.append(
            "The two models are nearly identical here: their difference varies far less than either error, "
            "and intervals for such differences are unreliable."
        )
    notes += ordered
    if plan.kind != "test_set":
        notes.append(f"Fits needed: {len(plan)} per model.")
    return notes


MOST_LOOKED_AT = 20_000  # losses, and as many as there are rows: drawing splits again takes time


def _in_order(series: Scores) -> list[str]:
    """Losses that are alike from one row to the next, where nothing says that their order is that of time."""
    plan = series.plan
    if series.items is None or series.predictions is not None or plan.in_time or plan.groups is not None:
        return []
    losses = _by_row(series, series.items[0])
    found = None if losses is None else order_seen(losses)
    if found is None:
        return []
    return [
        f"Losses of neighbouring rows are alike (lag-one correlation {found:.2f}). If the order of rows is time, the "
        "interval is too narrow: take plan=rolling(), or time= with trained models' items, and diebold_mariano or "
        "block_bootstrap. If they are merely sorted, nothing is wrong."
    ]


def _by_row(series: Scores, losses: Floats) -> Floats | None:
    """The mean loss of each row that was tested, in the order of rows; of the first splits, where there are many.

    None where nobody knows which rows those are.
    """
    plan = series.plan
    if not plan.knows_indices:
        return None
    if plan.kind == "test_set":
        return losses[:MOST_LOOKED_AT]
    n_splits = max(1, int(np.searchsorted(np.cumsum(plan.n_test), min(plan.n, MOST_LOOKED_AT), side="right")))
    rows = np.concatenate(list(islice(plan.tests(), n_splits)))
    codes = np.unique(rows, return_inverse=True)[1]
    return np.bincount(codes, losses[: rows.size]) / np.bincount(codes)


# coverage of nominal 95 % intervals by default, squared losses of a line: docs/results/edges.csv
FEW_GROUPS = {5: 0.87, 8: 0.91, 10: 0.91, 20: 0.95}
FEW_EXAMPLES = {10: 0.78, 20: 0.88, 50: 0.91}


def _at_the_edge(plan: Plan) -> list[str]:
    """What was measured where groups or examples are few."""
    if plan.n_groups is not None and plan.n_groups < 20:
        have, figures = f"{plan.n_groups} groups", FEW_GROUPS
    elif plan.n_groups is None and plan.n < 100:
        have, figures = f"{plan.n} examples", FEW_EXAMPLES
    else:
        return []
    held = ", ".join(f"{share:g} with {count}" for count, share in figures.items())
    return [f"Only {have}: 95 % intervals for the squared error of a line held it with a share of {held} of them."]


def _near_identical(whole: Scores, series: Scores) -> bool:
    """sd of the differences below a tenth of the smaller sd of the two models' losses."""
    a, b = series.names[0].split(" - ", 1) if series.names[0].count(" - ") == 1 else (None, None)
    if a not in whole.names or b not in whole.names:
        return False
    if whole.sums is not None:
        least = min(float(whole.sums.squares[i, i]) for i in map(whole.names.index, (a, b)))
        return least > 0 and float(series.moments.squares[0, 0]) < 0.01 * least
    rows = whole.values if whole.items is None else whole.items
    spread = [float(np.std(rows[whole.names.index(name)])) for name in (a, b)]
    difference = series.per_split if series.items is None else series.items[0]
    return min(spread) > 0 and float(np.std(difference)) < 0.1 * min(spread)
