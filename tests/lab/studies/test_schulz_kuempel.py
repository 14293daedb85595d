"""The 2024 benchmark: its cells, what `auto` takes in them, the rule, and groups in small."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from errbar.lab.studies.benchmark_groups import COUNTS, group_rows
from errbar.lab.studies.schulz_kuempel import (
    DEFAULT,
    YARDSTICK,
    blocks,
    default_form,
    forms,
    of_form,
    ruled,
    summary,
)
from errbar.lab.study import How
from errbar.lab.worlds import benchmark_2024


def test_no_cell_was_used_for_design():
    assert not any(block.design for block in blocks())


def test_every_cell_has_the_yardstick_and_what_auto_takes():
    for block in blocks():
        series = [*block.learners, *([" - ".join(block.learners)] if len(block.learners) > 1 else [])]
        for learner in series:
            row = {"world": block.world, "learner": learner, "n": block.n, "metric": block.metric}
            assert {YARDSTICK, default_form(row)} <= set(forms(block)), row


def row(form, covered, width, world="w", fits=25):
    return {
        "world": world, "learner": "tree", "n": 500, "metric": "squared", "form": form, "fits": fits, "sets": 200,
        "ER": covered, "R": covered, "relative_width": width, "used for design": False,
    }  # fmt: skip


def cells(form, covered, width, fits=25):
    return [row(form, one, width, world=str(place), fits=fits) for place, one in enumerate(covered)]


def test_the_rule():
    wide = cells("conservative_z/25-5-5", [0.95] * 5, 2.5, 75)
    dear = cells("calibrated_t/15-10-15", [0.95] * 5, 0.8, 315)
    low = cells("corrected_t/25 splits", [0.95, 0.95, 0.95, 0.95, 0.90], 0.8)
    good, narrow = cells("pooled_t/25 splits", [0.96] * 5, 0.9), cells("pooled_t/75 splits", [0.94] * 5, 0.7, 75)
    assert ruled([*wide, *dear, *low, *good, *narrow]) == "pooled_t/75 splits"
    assert ruled([*wide, *dear, *low, *good]) == "pooled_t/25 splits"
    assert ruled([*wide, *low]) == "corrected_t/25 splits" and ruled(low[:4]) is None
    found = summary(low, DEFAULT)
    assert (found["cells"], found["lowest"], found["in goal"]) == (5, 0.90, 0.8)
    assert found["under"] == pytest.approx(0.01) and len(of_form([*low, *good], DEFAULT)) == 5


def test_groups_in_small():
    found = group_rows(How(scale=1e-9, seed=1), YARDSTICK, 2)
    assert len(found) == (5 + 6) * len(COUNTS)
    assert all(of_form([one for one in found if one["world"] == row["world"]], DEFAULT) for row in found)
    assert {one["relative_width"] for one in found if one["form"] == YARDSTICK} == {1.0}


def test_classes_far_apart_leave_two_errors_in_a_hundred():
    X, y = benchmark_2024.WORLDS["far apart"](20_000, np.random.default_rng(0))
    error = 1 - LinearDiscriminantAnalysis().fit(X[:10_000], y[:10_000]).score(X[10_000:], y[10_000:])
    assert 0.013 < error < 0.028
