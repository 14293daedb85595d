"""How well will this model do?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Unpack, overload

from errbar.answers.ask import ask, ask_each
from errbar.check import Alternative
from errbar.methods import BY_EFFORT
from errbar.methods.purpose import Purpose
from errbar.methods.suits import asked, check_method
from errbar.plans import Recipe
from errbar.plans.seed import RandomState
from errbar.run.fitting import default_for_one, fit
from errbar.show.call import recorded
from errbar.types import Plan, Question, Result, Results
from errbar.types.settings import HalfWidth
from errbar.types.setup import (
    Effort,
    Losses,
    LossName,
    ManyLosses,
    ManyScorings,
    Scoring,
    Scorings,
    Setup,
    Sharing,
    Splits,
    StoreFile,
    check_one_metric,
)
from errbar.types.stopping import Stopping


@overload
def evaluate(
    model: Any, X: Any, y: Any, *, loss: LossName = ..., scoring: Scoring | None = ..., **how: Unpack[HalfWidth]
) -> Result: ...
@overload
def evaluate(
    model: Any, X: Any, y: Any, *, loss: ManyLosses, scoring: Scorings | None = ..., **how: Unpack[HalfWidth]
) -> Results: ...
@overload
def evaluate(
    model: Any, X: Any, y: Any, *, loss: Losses = ..., scoring: ManyScorings, **how: Unpack[HalfWidth]
) -> Results: ...
@recorded
def evaluate(
    model: Any,
    X: Any,
    y: Any,
    *,
    method: str = "auto",
    plan: Recipe | Plan | None = None,
    cv: Splits | None = None,
    loss: Losses = "auto",
    scoring: Scorings | None = None,
    groups: Any = None,
    confidence_level: float = 0.95,
    null: float | None = None,
    alternative: Alternative = "two-sided",
    options: Mapping[str, Any] | None = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: StoreFile | None = None,
    shared: Sharing = True,
    progress: bool | None = None,
    timeout: float | None = None,
    params: Mapping[str, Any] | None = None,
    positive: Any = None,
    effort: Effort | None = None,
    half_width: float | None = None,
) -> Result | Results:
    """How well will this model do? Fits it over a plan of splits and gives an interval for its error.

    Parameters
    ----------
    model : anything with scikit-learn's `fit`/`predict`, pipelines included; cloned, never fitted in place.
    X, y : the data; NumPy, pandas, Polars or scipy.sparse, one label or number per row.
    method : a name from `errbar.METHODS`, or "auto": by the kind of plan and of loss. Without a plan: `calibrated_t`
        where its 315 fits cost next to nothing (splits that are computed together), else 25 splits, for 0/1 losses
        with `corrected_wilson`, for others with `corrected_t`. With `groups`: every group tested once, 25 fits at most.
    plan, cv : how to split: one of `errbar.plans`, or a fold count, scikit-learn splitter or iterable of
        (train, test). A fold count means shuffled K-fold, seeded by `random_state`.
    loss, scoring : a loss per example by name or as a callable (y_true, y_pred); or a scikit-learn scorer. Lists of
        them, or {name: scorer}: every model is fitted once and judged by all of them.
    groups : one label per row; whole groups then go to train or test.
    confidence_level, null, alternative : of the interval and the test; `null=None` tests nothing.
    options : the method's own settings, see `METHODS[name].options`.
    random_state : int, Generator or RandomState; the same value gives the same numbers for any `n_jobs`.
    n_jobs : fits in parallel, as in joblib.
    store : a file such as "runs.db" that keeps every finished split: a second run, another method or more splits
        fit only what is missing.
    shared : whether all splits may be computed from shared statistics where the model allows it; "trees": and trees
        and forests grown without scikit-learn's checks, the same trees. False: every split by itself.
    progress : show a bar; None means on a terminal.
    timeout : seconds a fit and its predictions may take. One that takes longer is stopped and set aside, the others go
        on, and `FitError` names it. Not where fits run in threads, nor on Windows; code that never comes back to Python
        is stopped in worker processes (`n_jobs`) only.
    params : what `fit` gets besides X and y, as in scikit-learn's `cross_validate`: `sample_weight` and whatever else
        has a value per row is split with the rows; metadata routing is obeyed where it is switched on. Two names mean
        more: `loss_weight`, how much each row's loss counts, and `eval_set`, which may be a share of the training set
        (or a function X, y -> rows to train on, rows to validate on) for models that stop early.
    positive : the label that counts for f1, precision, recall, jaccard and average_precision; None is the label 1.
    half_width : adds random splits in blocks (10, 15, 20, ... up to those in the plan; 100 without one) until half of
        the interval is this wide, or will not be even with all of them but for a chance of 0.2 %.
    effort : instead of a plan, how much may be fitted: "quick" (25 fits of a model), "standard" (75, of which 50 on
        half of the data, for `calibrated_t`) or "thorough" (315). Every effort trains on the same number of examples.

    Returns
    -------
    Result, or Results where a list of losses or scorers was given: one for each, from the same fits.

    Examples
    --------
    >>> import errbar as eb
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = load_iris(return_X_y=True)
    >>> r = eb.evaluate(LogisticRegression(max_iter=1000), X, y, random_state=0)
    >>> r.target
    'the error of the algorithm when trained on 120 examples'
    """
    setup = Setup(
        *(plan, cv, loss, scoring, groups, random_state, n_jobs, store, shared, progress, timeout, params, positive),
        effort=effort,
    )
    method = check_method(method)
    if effort is not None and method == "auto":
        method = BY_EFFORT[effort]
    if half_width is None and (
        method == "auto"
        and plan is None
        and cv is None
        and options is None
        and effort is None
        and shared
        and not (setup.several or params)
    ):
        method, own = default_for_one(model, X, y, setup)
        setup = replace(setup, plan=own)
    question = asked(Question(method, confidence_level, null, alternative, options))
    if half_width is not None:
        check_one_metric(setup)
        setup = replace(setup, stop=Stopping.at_width(half_width, question))
    scores = fit({"model": model}, X, y, setup, Purpose(question, comparing=False))
    return ask_each(scores, question) if setup.several else ask(scores, scores.names, question, fitted=True)
