"""The study of shallow trees: its cells, one of them run, and claims that need enough data sets."""

from errbar.lab import STUDIES
from errbar.lab.studies import calibration
from errbar.lab.studies.shallow import BLOCKS, COMPARED, NEARBY_BLOCKS, claims
from errbar.lab.study import How


def test_a_block_gives_three_methods_for_each_series_and_the_difference(monkeypatch):
    assert calibration.FEWEST == 20
    monkeypatch.setattr(calibration, "FEWEST", 2)
    rows = calibration.block_rows(BLOCKS[0], How(scale=0.0, seed=1), COMPARED)
    assert {row["method"] for row in rows} == set(COMPARED)
    assert len({row["learner"] for row in rows}) == 3 and len(rows) == 9
    assert {row["sets"] for row in rows} == {2}


def test_a_few_sets_decide_nothing_and_many_do():
    def row(method, coverage, sets):
        return {"method": method, "coverage": coverage, "in_band": 0.935 <= coverage <= 0.975, "sets": sets}

    found = {"corrected_t": 0.85, "conservative_z": 0.98, "calibrated_t": 0.95}
    assert {c.verdict for c in claims([row(m, c, 20) for m, c in found.items()])} == {"too few runs to say"}
    assert {c.verdict for c in claims([row(m, c, 300) for m, c in found.items()])} == {"reproduced"}
    low = claims([row(m, c - 0.06 * (m == "calibrated_t"), 300) for m, c in found.items()])
    assert [claim.verdict for claim in low] == ["reproduced", "not reproduced", "not reproduced"]


def test_it_is_registered_and_no_cell_comes_twice():
    assert "shallow" in STUDIES
    cells = [(b.problem, b.n, b.learners) for b in (*BLOCKS, *NEARBY_BLOCKS)]
    assert len(set(cells)) == len(cells) == 4
