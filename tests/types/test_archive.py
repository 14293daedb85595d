"""Files of saved scores, also those of earlier versions."""

import json

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import TimeSeriesSplit

import errbar as eb


def test_splits_in_time_order_as_earlier_versions_called_them(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    scores = eb.collect({"m": LinearRegression()}, X, X[:, 0] + rng.normal(size=60), cv=TimeSeriesSplit(4))
    scores.save(tmp_path / "now.npz")
    with np.load(tmp_path / "now.npz") as found:
        arrays = dict(found)
    header = json.loads(arrays["header"].tobytes())
    assert header["plan"]["kind"] == "rolling"
    text = json.dumps(header).replace('"kind": "rolling"', '"kind": "time"')
    arrays["header"] = np.frombuffer(text.encode(), dtype=np.uint8)
    np.savez(tmp_path / "before.npz", **arrays)
    again = eb.Scores.load(tmp_path / "before.npz")
    assert again.plan.kind == again.plan.parts[0].kind == "rolling"
    assert eb.infer(again).to_dict() == eb.infer(scores).to_dict()
