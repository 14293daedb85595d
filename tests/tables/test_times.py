"""Times as people write them: put into the order of time, or refused."""

from __future__ import annotations

from datetime import date, datetime

import numpy as np
import pandas as pd
import pytest

import errbar as eb
from errbar.errors import InputError
from errbar.tables.times import time_order


@pytest.mark.parametrize(
    "times",
    [
        [9, 10, 100],
        ["9", "10", "100"],
        ["2024-12-31", "2025-01-01", "2025-02-01"],
        ["2024Q4", "2025Q1", "2025Q2"],
        ["2025-01-01T09:00", "2025-01-01T10:00:30", "2025-01-02"],
        [date(2024, 12, 31), date(2025, 1, 1), date(2025, 2, 1)],
        [datetime(2024, 12, 31), datetime(2025, 1, 1), datetime(2025, 1, 1, 1)],
    ],
)
def test_in_order(times):
    order = [2, 0, 1, 0]
    assert time_order("t", np.array([times[i] for i in order], dtype=object)).tolist() == order


@pytest.mark.parametrize("times", [["1/2/2024", "12/1/2023"], ["Monday", "Tuesday"], ["2024-1-5", "2024-12-5"]])
def test_out_of_order(times):
    with pytest.raises(InputError, match=r"Column 't' holds times that cannot be put into order, such as"):
        time_order("t", np.array(times))


def test_files_frames_and_series(tmp_path):
    n, rng = 30, np.random.default_rng(0)
    frame = pd.DataFrame({"day": pd.date_range("2025-01-01", periods=n), "net": rng.normal(size=n), "base": 0.0})
    mixed = frame.sample(frac=1, random_state=1)
    mixed.to_csv(tmp_path / "losses.csv", index=False)
    for source in (frame, mixed, tmp_path / "losses.csv"):
        scores = eb.Scores.from_table(source, time="day", loss=["net", "base"])
        assert scores.items[0].tolist() == frame["net"].tolist()
    long = pd.concat([mixed.assign(shop=shop) for shop in ("a shop", "b")])
    panel = eb.Scores.from_table(long, time="day", group="shop", loss=["net", "base"])
    assert panel.items.shape == (2, 2 * n) and panel.plan.parts[0].times.tolist() == np.repeat(range(n), 2).tolist()
    panel.save(tmp_path / "kept.npz")
    assert eb.Scores.load(tmp_path / "kept.npz").plan.parts[0].times.tolist() == panel.plan.parts[0].times.tolist()


def test_what_time_does_not_go_with(tmp_path):
    table = {"t": [1, 2, 2], "loss": [0.0, 1.0, 1.0], "fold": [0, 1, 1]}
    with pytest.raises(InputError, match="more than one row"):
        eb.Scores.from_table(table, time="t", loss="loss")
    with pytest.raises(InputError, match=r"leave split= and metric= out"):
        eb.Scores.from_table(table, time="t", split="fold", loss="loss")
    with pytest.raises(InputError, match="order out"):
        eb.Scores.from_table(table, time="t", loss="loss", keep="sums")
    with pytest.raises(InputError, match="'t' is empty"):
        eb.Scores.from_table({"t": [1, None, 3], "loss": [0.0, 1.0, 1.0]}, time="t", loss="loss")
