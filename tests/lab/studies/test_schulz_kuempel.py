"""The 2024 benchmark: its cells, what `auto` takes in them, the rule, and groups in small."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from errbar.core.group_values import effective_groups
from errbar.lab.studies.benchmark_groups import CELLS, cell_rows, codes
from errbar.lab.studies.benchmark_groups import forms as group_forms
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
from errbar.lab.worlds.group_worlds import GroupTree, LineLessMean
from errbar.plans import subsample


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


@pytest.mark.parametrize("name", CELLS)
def test_groups_in_small(name):
    count = CELLS[name].counts[0]
    found = cell_rows(name, count, YARDSTICK, 2, How(seed=1))
    assert len(found) == len(group_forms(count, YARDSTICK, CELLS[name].world.loss == "zero_one"))
    assert len(of_form(found, DEFAULT)) == 1 and found[0]["form"] == YARDSTICK and found[0]["relative_width"] == 1.0


def test_groups_that_were_kept_are_not_asked_again(tmp_path):
    how = How(seed=1, store=tmp_path / "groups.db")
    fresh, kept = (cell_rows("few errors in groups", 15, YARDSTICK, 3, how) for _ in range(2))
    assert fresh == kept == cell_rows("few errors in groups", 15, YARDSTICK, 3, How(seed=1))


def test_uneven_groups_are_as_large_on_average():
    even, uneven = codes(60, uneven=False), codes(60, uneven=True)
    assert even.size == uneven.size == 600 and set(np.bincount(uneven)) == {2, 6, 10, 22}
    assert effective_groups(even) == 60 and effective_groups(uneven) == pytest.approx(60 * 100 / 156)


@pytest.mark.parametrize("world", [GroupTree(), LineLessMean()])
def test_risks_of_worlds_in_groups_are_those_of_fresh_groups(world):
    """The mean loss over data sets is the mean of the risks, within four standard errors of their difference."""
    plan = subsample(4, 0.2).build(200, random_state=0, groups=np.arange(200) % 20)
    gaps = []
    for seed in range(150):
        items, risk = world.losses(plan, np.random.default_rng(seed))
        gaps.append((items[0] if len(items) == 1 else items[0] - items[1]).mean() - risk)
    assert abs(np.mean(gaps)) < 4 * np.std(gaps, ddof=1) / np.sqrt(len(gaps))


def test_classes_far_apart_leave_two_errors_in_a_hundred():
    X, y = benchmark_2024.WORLDS["far apart"](20_000, np.random.default_rng(0))
    error = 1 - LinearDiscriminantAnalysis().fit(X[:10_000], y[:10_000]).score(X[10_000:], y[10_000:])
    assert 0.013 < error < 0.028
