"""How is the error spread over training sets?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from errbar.answers.error_distribution import ErrorDistribution
from errbar.check import check_count, check_level
from errbar.methods.purpose import Purpose
from errbar.plans import subsample
from errbar.plans.seed import RandomState
from errbar.run.checked import check_data
from errbar.run.fitting import fit
from errbar.run.one_fit import algebraic_of
from errbar.run.row_order import row_order_note
from errbar.show.call import recorded
from errbar.types.setup import LossName, Setup, Sharing, StoreFile, check_one_metric


@recorded
def distribution(
    model: Any,
    X: Any,
    y: Any,
    *,
    n_splits: int = 500,
    test_size: float = 0.25,
    loss: LossName = "auto",
    scoring: str | Callable[..., Any] | None = None,
    groups: Any = None,
    confidence_level: float = 0.95,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: StoreFile | None = None,
    shared: Sharing = True,
    progress: bool | None = None,
    timeout: float | None = None,
) -> ErrorDistribution:
    """How is the error spread over training sets? Leave-out cross-validation in which no split is used twice.

    Parameters
    ----------
    n_splits, test_size : how many splits, and what each holds out; at most as many splits as there are.
    groups : one label per row; whole groups are held out. For time series: blocks of rows, `arange(n) // length`.
    model, X, y, loss, scoring, confidence_level, random_state, n_jobs, store, shared, progress, timeout : as in
        `evaluate`.

    References: [larsen1995].

    Examples
    --------
    >>> import errbar as eb
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import LinearRegression, Ridge
    >>> X, y = load_diabetes(return_X_y=True)
    >>> least_squares = eb.distribution(LinearRegression(), X, y, random_state=0)
    >>> ridge = eb.distribution(Ridge(), X, y, random_state=0)
    >>> bool(least_squares.quantile(0.25) < least_squares.median < ridge.median)
    True
    >>> print(f"{ridge.compare(least_squares).probability_greater:.2f}")
    0.95
    """
    level = check_level(confidence_level)
    plan = subsample(check_count("n_splits", n_splits, at_least=2), test_size, distinct=True)
    setup = Setup(plan, None, loss, scoring, groups, random_state, n_jobs, store, shared, progress, timeout)
    check_one_metric(setup)
    scores = fit({"model": model}, X, y, setup, Purpose(comparing=False))
    data = check_data(X, y, groups)
    scores = scores.noted(*row_order_note(data))
    return ErrorDistribution(scores, level, algebraic=algebraic_of(model, data, scores.loss))
