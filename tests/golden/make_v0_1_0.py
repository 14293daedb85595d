"""What version 0.1.0 wrote: saved scores, results as JSON. Run by that version's code, from its own folder:

PYTHONPATH=src python make_v0_1_0.py FOLDER
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold
from sklearn.tree import DecisionTreeRegressor

import errbar as eb

out = Path(sys.argv[1])
rng = np.random.default_rng(0)
X = rng.normal(size=(60, 2))
y = X[:, 0] + rng.normal(size=60)
groups = np.arange(60) // 3
models = {"a line": LinearRegression(), "a tree": DecisionTreeRegressor(max_depth=2, random_state=0)}
plans = {
    "subsample": eb.plans.subsample(6, 0.2),
    "kfold": eb.plans.kfold(5, 2),
    "halvings": eb.plans.halvings(n_splits=3, n_halvings=2),
    "nested": eb.plans.nested(4),
    "five_by_two": eb.plans.five_by_two(),
    "pseudo_bootstrap": eb.plans.pseudo_bootstrap(n_splits=3, n_rounds=3),
    "holdout": eb.plans.holdout(0.3),
}
made = {name: eb.collect(models, X, y, plan=plan, random_state=1) for name, plan in plans.items()}
made["groups"] = eb.collect(models, X, y, plan=eb.plans.subsample(6, 0.2), groups=groups, random_state=1)
made["cv"] = eb.collect(models, X, y, cv=KFold(4), random_state=1)
made["splits"] = eb.Scores.from_splits({"m": [0.1, 0.2, 0.15]}, n_train=80, n_test=20, loss="zero_one")
rows = {"item": [f"q {i}" for i in range(40)], "a": (np.arange(40) % 3 == 0) * 1.0, "b": (np.arange(40) % 4 == 0) * 1.0}
made["table"] = eb.Scores.from_table(rows, item="item", loss=["a", "b"])
made["sums"] = eb.Scores.from_table(rows, item="item", loss=["a", "b"], keep="sums")
told = {}
for name, scores in made.items():
    scores.save(out / f"{name}.npz")
    told[name] = {"values": scores.values.tolist()}
    method = {"five_by_two": "five_by_two_t", "nested": "nested_cv", "halvings": "conservative_z"}.get(
        name, "corrected_t"
    )
    if name in ("table", "sums", "holdout"):
        method = "holdout_t"
    if name == "pseudo_bootstrap":
        method = "pseudo_bootstrap"
    told[name]["result"] = eb.infer(scores, model=scores.names[0], method=method).to_dict()
(out / "results.json").write_text(json.dumps(told), encoding="utf-8")
