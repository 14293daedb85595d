"""Does each method deserve its level on data like yours?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal

from errbar.answers.audit import Audit
from errbar.audits.many_sets import AuditQuestion, audited, named
from errbar.plans import Recipe
from errbar.plans.seed import RandomState
from errbar.show.call import recorded
from errbar.types.setup import Setup, Sharing


@recorded
def audit(
    models: Any,
    X: Any,
    y: Any,
    *,
    versus: Any = None,
    methods: Sequence[str] | None = None,
    n: int = 300,
    n_sets: int = 200,
    difference: float | None = None,
    differences: Sequence[float] | None = None,
    moments: bool = False,
    plan: Recipe | None = None,
    loss: str | Callable[[Any, Any], Any] = "auto",
    scoring: str | Callable[..., Any] | None = None,
    population: Literal["auto", "rows", "bootstrap"] = "auto",
    confidence_level: float = 0.95,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: str | PathLike[str] | None = None,
    shared: Sharing = True,
    progress: bool | None = None,
    quick: bool = False,
) -> Audit:
    """How well does each method really cover on data like yours? Draws many data sets of size `n` and counts.

    Your rows are the population. Every method runs on every data set drawn from it, each on the plan it would have
    alone, each split fitted once; the truth comes from the rows not drawn.

    Parameters
    ----------
    models : one model, or name -> model for one or two. Of two, each is audited, and their difference.
    X, y : the data, at least 4 n rows if they are to stand for a population.
    versus : a second model, where `models` is one.
    methods : names from `errbar.METHODS`; by default those that take 25 fits or fewer.
    n, n_sets : rows of a data set, and how many data sets.
    difference : power is measured against a null value this far below the truth; None: against zero.
    differences : several of them: a power curve per method, `Audit.plot_power`.
    moments : measure also what errors over random splits are made of: s0 to s3, rho, r (on `plans.halvings`), each
        method's Var/E(v), and the variance shares of K folds where a method takes folds.
    plan : one of `errbar.plans`, for the methods that can read it; the others keep their own.
    population : "rows" draws without replacement, "bootstrap" with; "auto" takes rows where there are at least 4 n.
    store : a file that keeps every finished data set: a killed audit goes on where it stopped, with the same bytes.
    loss, scoring, confidence_level, random_state, n_jobs, shared : as in `evaluate`.
    progress : say how long it will take, and show a bar; None means on a terminal.
    quick : only the default method for such data, on data sets of a quarter of the rows (300 at most), until its
        coverage is known to 3.5 points, for a minute, or `n_sets` data sets.

    References: [nadeau2003], [luo2024].

    Examples
    --------
    >>> import numpy as np
    >>> import errbar as eb
    >>> from sklearn.linear_model import LinearRegression
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(2000, 5))
    >>> y = X.sum(axis=1) + rng.normal(size=2000)
    >>> methods = ["resampled_t", "corrected_t"]
    >>> found = eb.audit(LinearRegression(), X, y, n=100, n_sets=40, methods=methods, random_state=0)
    >>> [row.method for row in found.flagged]
    ['resampled_t']
    """
    setup = Setup(plan, None, loss, scoring, None, random_state, n_jobs, store, shared, progress)
    asked = AuditQuestion(methods, n, n_sets, difference, population, confidence_level, differences, moments, quick)
    return audited(named(models, versus), X, y, asked, setup)
