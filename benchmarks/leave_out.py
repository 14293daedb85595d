"""Leave-one-out and 25 % leave-out of linear models (n = 2000, p = 50) against the loop that refits every split."""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

from collections.abc import Iterator

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, Ridge
from threadpoolctl import threadpool_limits

import errbar as eb

N, P = 2000, 50
rng = np.random.default_rng(0)
X = rng.standard_normal((N, P))
y = X @ rng.standard_normal(P) + rng.standard_normal(N)
MODELS = {"least squares": LinearRegression(), "ridge": Ridge()}
PLANS = {
    "leave-one-out": (eb.plans.kfold(N), "<= 0.020 (50 times faster)"),
    "25 % leave-out, 500 splits": (eb.plans.subsample(500, 0.25, distinct=True), "<= 0.125 (8 times faster)"),
}


def ratios() -> Iterator[Ratio]:
    for name, (recipe, goal) in PLANS.items():
        plan = recipe.build(N, random_state=0)
        splits = list(plan)
        for kind, model in MODELS.items():

            def ours(model=model, plan=plan):
                return eb.collect({"model": model}, X, y, plan=plan, random_state=0).values[0]

            def refitted(model=model, splits=splits):
                with threadpool_limits(1):
                    return np.array(
                        [np.mean((y[b] - clone(model).fit(X[a], y[a]).predict(X[b])) ** 2) for a, b in splits]
                    )

            np.testing.assert_allclose(ours(), refitted(), rtol=1e-9)
            yield ratio(f"{name}, {kind}: errbar / refitting", ours, refitted, goal=goal, repeats=3)


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
