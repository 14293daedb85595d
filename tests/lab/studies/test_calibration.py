"""The calibration suite: its cells, one of them run, and the rule by which defaults would follow."""

from pathlib import Path

import pytest
from tests.docs.pages import checked

from errbar.lab import STUDIES
from errbar.lab.studies.calibration import CHEAP, block_rows, chosen, claims, draw, summary
from errbar.lab.studies.calibration_cells import CellBlock, blocks, population
from errbar.lab.study import How

ROOT = Path(__file__).parents[3]


def row(method, coverage, *, problem="p", learner="m", n=100, fits=25, width=1.0, sets=1000):
    return {
        "problem": problem, "learner": learner, "n": n, "method": method, "target": "algorithm", "fits": fits,
        "sets": sets, "seed": 0, "coverage": coverage, "low": coverage, "high": coverage,
        "in_band": 0.935 <= coverage <= 0.975, "width": width, "truth": 0.2,
    }  # fmt: skip


def test_there_are_enough_cells():
    every = blocks()
    assert sum(len(block.series) for block in every) >= 24
    assert {block.n for block in every} == {100, 300, 1000}
    assert {block.cost for block in every} == {"shared", "fitted", "forest"}
    assert len({(block.problem, block.n, block.learners) for block in every}) == len(every)
    assert "calibration" in STUDIES


def test_one_block_gives_every_method_for_every_series(tmp_path, monkeypatch):
    monkeypatch.setattr("errbar.lab.studies.calibration.FEWEST", 2)
    block = CellBlock("regression", 100, ("least squares", "5 neighbours (regression)"), "shared")
    rows = block_rows(block, How(0.0, seed=1, store=tmp_path / "suite.db"))
    assert {r["learner"] for r in rows} == {*block.learners, " - ".join(block.learners)}
    assert {"calibrated_t", "corrected_t", "conservative_z", "nested_cv", "kfold_t"} <= {r["method"] for r in rows}
    assert {r["sets"] for r in rows} == {2}
    assert block_rows(block, How(0.0, seed=1, store=tmp_path / "suite.db")) == rows


def test_forests_take_only_cheap_methods():
    from errbar.lab.studies.calibration import _methods
    from errbar.run.losses import LOSSES

    cheap = _methods(LOSSES["zero_one"], CellBlock("gaussians", 100, ("forest",), "forest"))
    assert "corrected_t" in cheap and not {"conservative_z", "nested_cv", "pseudo_bootstrap"} & set(cheap)
    assert CHEAP == 25


def test_the_rule_wants_safety_then_nearness_then_narrowness():
    rows = []
    for n in range(20):
        rows += [
            row("corrected_t", 0.92 if n < 2 else 0.95, n=n),  # below 0.93 in 10 % of the cells
            row("corrected_wilson", 0.965, n=n, width=1.05),
            row("conservative_z", 0.955, n=n, fits=315, width=1.3),
            row("calibrated_t", 0.955, n=n, fits=315, width=1.1),
            row("resampled_t", 0.6, n=n, width=0.5),
            row("five_by_two_f", 0.96, n=n, fits=10, width=2.6),
        ]
    assert chosen(rows, ("subsample", "halvings")) == "calibrated_t"  # as near as conservative_z, and narrower
    assert chosen(rows) == "corrected_wilson"
    poor = [r for r in rows if r["method"] in ("corrected_t", "resampled_t")]
    assert chosen(poor) == "corrected_t"  # nobody is safe: the fewest cells below
    assert chosen(rows, ("five_by_two",)) == "corrected_wilson"  # five_by_two_f is nearer, and too wide
    assert chosen(rows, ("nested",)) is None
    assert summary(rows, "corrected_t")["below"] == pytest.approx(0.1)


def test_small_scales_judge_nothing():
    rows = [
        row(m, c, sets=20)
        for m, c in (("corrected_t", 0.9), ("conservative_z", 1.0), ("calibrated_t", 0.95), ("resampled_t", 0.6))
    ]
    verdicts = [claim.verdict for claim in claims(rows)]
    assert verdicts[:3] == ["too few runs to say"] * 3 and verdicts[3] == "reproduced"


def test_the_figure_names_every_method():
    figure = draw([row("corrected_t", 0.93), row("resampled_t", 0.6), row("resampled_t", 0.5, learner="a - b")])
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["resampled_t", "corrected_t"]


def test_populations_of_all_problems_can_be_drawn():
    import numpy as np

    for problem in {block.problem for block in blocks()}:
        data = population(problem, 100).draw(100, np.random.default_rng(0))
        assert data.n > 1000 or problem in ("cancer", "digits")


@pytest.mark.skipif(not (ROOT / "docs" / "results" / "calibration.csv").is_file(), reason="no results are kept")
def test_the_generated_page_is_current(monkeypatch):
    assert checked("calibration_table.py", monkeypatch) in (0, None)
