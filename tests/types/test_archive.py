"""Files of saved scores, also those of earlier versions."""

import json
from pathlib import Path

import numpy as np
import pytest
import scipy
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


EARLIER = Path(__file__).parents[1] / "golden" / "v0_1_0"
# the files were written with SciPy 1.17; before it, quantiles of Student's t are right to ten digits (mpmath: 2.5e-11)
DIGITS = 0.0 if tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 17) else 1e-9


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.npz")), ids=lambda path: path.stem)
def test_files_of_version_0_1_0(path, tmp_path):
    """Scores read, asked again, and written anew are those of the version that saved them (make_v0_1_0.py)."""
    told = json.loads((EARLIER / "results.json").read_text(encoding="utf-8"))[path.stem]
    scores = eb.Scores.load(path)
    assert scores.values.tolist() == told["values"]
    before = eb.Result.from_dict(told["result"])
    now = eb.infer(scores, model=scores.names[0], method=before.method)
    assert (now.estimate, now.se, now.n, now.n_splits) == (before.estimate, before.se, before.n, before.n_splits)
    low, high = now.details.get("unclipped", (now.low, now.high))  # 0.1.0 did not keep intervals inside the range
    assert (low, high) == pytest.approx((before.low, before.high), rel=DIGITS, abs=0)
    scores.save(tmp_path / "again.npz")
    assert eb.Scores.load(tmp_path / "again.npz").values.tolist() == told["values"]
