"""The committed table of sizes on losses in time order: what it must show, and a part of it again in small."""

from __future__ import annotations

import csv
import importlib.util
import sys
from pathlib import Path

import pytest
from tests.statistical.band import within

ROOT = Path(__file__).parents[2]
with (ROOT / "docs" / "results" / "time-order.csv").open(newline="", encoding="utf-8") as file:
    ROWS = list(csv.DictReader(file))
CELLS = sorted({(row["world"], int(row["n"])) for row in ROWS if row["world"] in ("0", "0.5", "0.9")})


def of(world, n, method):
    (row,) = [row for row in ROWS if (row["world"], int(row["n"]), row["method"]) == (world, n, method)]
    return {name: float(row[name]) for name in ("size", "low", "warned", "sets", "coverage")}


@pytest.mark.parametrize("method", ["diebold_mariano", "block_bootstrap"])
@pytest.mark.parametrize(("world", "n"), CELLS)
def test_sizes_where_losses_taken_as_independent_fail(world, n, method):
    """At most 0.08 where the plain t rejects more than 0.2, or most results carry the warning."""
    naive, found = of(world, n, "holdout_t"), of(world, n, method)
    assert (naive["size"] > 0.2) == (world != "0")
    assert found["size"] <= 0.08 or found["warned"] > 0.8


@pytest.mark.slow
def test_a_cell_of_the_table_again(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_make"))
    spec = importlib.util.spec_from_file_location("time_order", ROOT / "docs" / "_make" / "time_order.py")
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "time_order", made)
    spec.loader.exec_module(made)
    monkeypatch.setattr(made, "SEED", 8)
    for row in made.rows("0.5", 100, 1000):
        kept = of("0.5", 100, row["method"])
        assert within(round(row["coverage"] * row["sets"]), row["sets"], kept["coverage"])
