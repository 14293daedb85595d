"""Small tables with a known answer, in every form errbar reads."""

from __future__ import annotations

import numpy as np
import pandas as pd


def long_table(n=60, seed=0, groups=12):
    """Two correlated models, one row per item and model, items in groups of five."""
    rng = np.random.default_rng(seed)
    hard = rng.random(n)
    losses = [0.7 * hard + 0.3 * rng.random(n), 0.65 * hard + 0.3 * rng.random(n)]
    return pd.DataFrame(
        {
            "id": np.tile(np.arange(n), 2),
            "who": np.repeat(["a", "b"], n),
            "loss": np.concatenate(losses),
            "topic": np.tile([f"t{i % groups}" for i in range(n)], 2),
        }
    )


def wide_table(n=60, seed=0, groups=12):
    """The same with a column per model."""
    table = long_table(n, seed, groups)
    wide = table.pivot(index="id", columns="who", values="loss").reset_index()
    wide["topic"] = table["topic"][:n].to_numpy()
    return wide


LONG = {"item": "id", "model": "who", "loss": "loss"}
WIDE = {"item": "id", "loss": ["a", "b"]}
