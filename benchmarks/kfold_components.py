"""`eb.components` on a million K-fold losses against summing the squares of the same array with NumPy.

Making the Scores is not timed. Two baselines: the sum of squares as people write it, and a bare dot product, the
fastest way NumPy has.
"""

from __future__ import annotations

from ratio import Ratio, parser, ratio, report  # isort: skip  (sets one thread before NumPy is imported)

from collections.abc import Iterator

import numpy as np

import errbar as eb

N = 10**6


def million(n_folds: int, n_repeats: int = 1) -> eb.Scores:
    plan = eb.plans.kfold(n_folds, n_repeats).build(N // n_repeats, random_state=0)
    losses = np.random.default_rng(0).exponential(size=N)
    return eb.Scores.from_losses({"m": np.split(losses, np.cumsum(plan.n_test)[:-1])}, plan=plan)


def ratios() -> Iterator[Ratio]:
    for name, scores in (
        ("10 folds", million(10)),
        ("7 folds, unequal", million(7)),
        ("10 x 10 folds", million(10, 10)),
        ("1000 folds", million(1000)),
    ):
        losses = scores.losses

        def ours(scores=scores):
            return eb.components(scores)

        def squares(losses=losses):
            return (losses**2).sum()

        def product(losses=losses):
            return losses @ losses

        for what, baseline in (("(losses**2).sum()", squares), ("losses @ losses", product)):
            yield ratio(f"components, {name} / {what}", ours, baseline, goal="<= 3", repeats=51)


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
