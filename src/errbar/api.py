"""The verbs. Each checks everything first, then fits (or not), then infers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Literal

from errbar.check import check_count, check_level, check_name
from errbar.choosing import (
    check_asked,
    check_needs,
    checked_options,
    checked_settings,
    counted,
    default_for,
    ignored_groups,
    instead_of_no_width,
    is_share,
    kind_for,
    limits_of,
    named_methods,
    one_training_set,
    series_of,
    standard_error,
)
from errbar.core.components import components_of
from errbar.core.design import detectable_effect
from errbar.error_distribution import ErrorDistribution
from errbar.errors import InputError
from errbar.fitting import LossName, Splits, StoreFile, default_for_one, fit
from errbar.guidance import guidance
from errbar.judging import judge_margin, no_spread, without_certainty
from errbar.methods import METHODS
from errbar.plans import Recipe, subsample
from errbar.plans.seed import RandomState
from errbar.types import Plan, Result, Scores
from errbar.types.call import recorded
from errbar.types.components import Components


@recorded
def evaluate(
    model: Any,
    X: Any,
    y: Any,
    *,
    method: str = "auto",
    plan: Recipe | Plan | None = None,
    cv: Splits | None = None,
    loss: LossName = "auto",
    scoring: str | Callable[..., Any] | None = None,
    groups: Any = None,
    confidence_level: float = 0.95,
    null: float | None = None,
    alternative: str = "two-sided",
    options: Mapping[str, Any] | None = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: StoreFile | None = None,
    shared: bool = True,
    progress: bool | None = None,
) -> Result:
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
    loss, scoring : a loss per example by name or as a callable (y_true, y_pred); or a scikit-learn scorer.
    groups : one label per row; whole groups then go to train or test.
    confidence_level, null, alternative : of the interval and the test; `null=None` tests nothing.
    options : the method's own settings, see `METHODS[name].options`.
    random_state : int, Generator or RandomState; the same value gives the same numbers for any `n_jobs`.
    n_jobs : fits in parallel, as in joblib.
    store : a file such as "runs.db" that keeps every finished split: a second run, another method or more splits
        fit only what is missing.
    shared : whether all splits may be computed from shared statistics where the model allows it.
    progress : show a bar; None means on a terminal.

    Returns
    -------
    Result

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
    if method == "auto" and plan is None and cv is None and options is None and shared:
        method, plan = default_for_one(model, X, y, loss=loss, scoring=scoring, groups=groups)
    settings = checked_settings(method, confidence_level, null, alternative, options)
    scores = fit(
        {"model": model}, X, y, named_methods(method), plan=plan, cv=cv, loss=loss, scoring=scoring, groups=groups,
        random_state=random_state, n_jobs=n_jobs, store=store, shared=shared, progress=progress, comparing=False,
        asked={"null": null, "alternative": alternative, "options": options},
    )  # fmt: skip
    return infer(scores, model="model", **settings)


@recorded
def compare(
    a: Any,
    b: Any,
    X: Any,
    y: Any,
    *,
    method: str = "auto",
    plan: Recipe | Plan | None = None,
    cv: Splits | None = None,
    loss: LossName = "auto",
    scoring: str | Callable[..., Any] | None = None,
    groups: Any = None,
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: str = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: StoreFile | None = None,
    shared: bool = True,
    progress: bool | None = None,
) -> Result:
    """Is a really better than b? Fits both on the same splits and gives an interval for error(a) - error(b).

    A negative estimate means that a is better. The parameters are those of `evaluate`, and:

    Parameters
    ----------
    a, b : the two models.
    margin : how much worse a may be and still pass; adds the `verdict`: "shown" (worse by less), "refuted" (worse by
        more) or "undecided", and the non-inferiority and equivalence (TOST) tests to `details`.

    Returns
    -------
    Result

    Examples
    --------
    >>> import errbar as eb
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> r = eb.compare(GaussianNB(), DummyClassifier(), X, y, random_state=0)
    >>> r.high < 0
    True
    """
    settings = checked_settings(method, confidence_level, null, alternative, options, margin=margin)
    scores = fit(
        {"a": a, "b": b}, X, y, named_methods(method), plan=plan, cv=cv, loss=loss, scoring=scoring, groups=groups,
        random_state=random_state, n_jobs=n_jobs, store=store, shared=shared, progress=progress, comparing=True,
        asked={"null": null, "alternative": alternative, "margin": margin, "options": options},
    )  # fmt: skip
    return infer(scores, model="a", versus="b", margin=margin, **settings)


@recorded
def collect(
    models: Mapping[str, Any],
    X: Any,
    y: Any,
    *,
    plan: Recipe | Plan | None = None,
    cv: Splits | None = None,
    methods: Sequence[str] | None = None,
    loss: LossName = "auto",
    scoring: str | Callable[..., Any] | None = None,
    groups: Any = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    store: StoreFile | None = None,
    shared: bool = True,
    progress: bool | None = None,
) -> Scores:
    """Only fit: every model on every split, once; `infer` then answers any number of questions.

    Parameters
    ----------
    models : name -> model.
    methods : the methods you will ask for; the plan becomes the union of what they need.
    plan, cv, loss, scoring, groups, random_state, n_jobs, store, shared, progress : as in `evaluate`.

    Returns
    -------
    Scores
    """
    if isinstance(methods, str):
        raise InputError(f"methods is a list of names: methods=[{methods!r}].")
    chosen = [METHODS[check_name("method", name, METHODS)] for name in methods or ()]
    return fit(
        models, X, y, chosen, plan=plan, cv=cv, loss=loss, scoring=scoring, groups=groups,
        random_state=random_state, n_jobs=n_jobs, store=store, shared=shared, progress=progress, comparing=None,
    )  # fmt: skip


@recorded
def infer(
    scores: Scores,
    *,
    model: str | None = None,
    versus: str | None = None,
    method: str = "auto",
    confidence_level: float = 0.95,
    null: float | Literal["auto"] | None = "auto",
    alternative: str = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """Interval and test from scores; never fits.

    Parameters
    ----------
    scores : from `collect`, or made elsewhere: `Scores.from_losses`, `from_splits`, `from_table`, `from_predictions`.
    model, versus : which model, and which one to subtract; may be left out where there is no choice.
    null : the value to test; "auto" tests 0 for a difference and nothing for one model, None tests nothing.
    method, confidence_level, alternative, margin, options : as in `compare`.

    Returns
    -------
    Result
    """
    series = series_of(scores, model, versus)
    if null == "auto":
        null = 0.0 if series.is_difference else None
    settings = checked_settings(method, confidence_level, null, alternative, options, margin=margin)
    counts = method == "auto" and scores.plan.kind != "test_set" and counted(scores, model, versus)
    if method == "auto":
        method = default_for(series, counts)
    record = METHODS[method]
    check_asked(record, null, alternative, margin)  # the default method's turn
    settings.pop("method")
    arguments = {**settings, **checked_options(record, settings.pop("options"))}
    arguments.pop("options", None)
    check_needs(record, series)
    seen = series.view(kind_for(record, series.plan))
    raw = record.fn(seen, **arguments)
    if counts and (other := instead_of_no_width(raw, series)) is not None:
        again = infer(
            scores, model=model, versus=versus, method=other, confidence_level=confidence_level, null=null,
            alternative=alternative, margin=margin,
        )  # fmt: skip
        return replace(again, notes=(f"{method} saw no spread at all, so errors were counted.", *again.notes))
    result = without_certainty(scores, raw).within(limits_of(scores, series))
    details = {**scores.details, **result.details}
    se = None if no_spread(scores, raw) else standard_error(seen, result)
    if series.is_difference and se:
        df = inf if result.df is None else result.df
        details["minimum_detectable_effect"] = detectable_effect(
            se, df, confidence_level=confidence_level, two_sided=alternative == "two-sided"
        )
    verdict = None
    if margin is not None:
        verdict, judged = judge_margin(record, scores, seen, arguments, margin)
        details |= judged
    more = [*one_training_set(seen, result), *ignored_groups(seen, result)]
    return replace(
        result,
        notes=(*result.notes, *more, *guidance(seen, scores, series), *scores.notes),
        details=details,
        verdict=verdict,
        n_fits=len(scores.plan) * (2 if series.is_difference else 1) if scores.plan.kind != "test_set" else 0,
        _ask=partial(
            infer, scores, model=model, versus=versus, confidence_level=confidence_level, null=null,
            alternative=alternative,
        ),
        _counts_errors=is_share(scores, series),
    )  # fmt: skip


@recorded
def score(
    fitted: Any,
    X: Any,
    y: Any,
    *,
    versus: Any = None,
    loss: LossName = "auto",
    scoring: str | Callable[..., Any] | None = None,
    method: str = "auto",
    groups: Any = None,
    confidence_level: float = 0.95,
    null: float | None = None,
    alternative: str = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """How good is this trained model on fresh data? Predicts once, never fits.

    Parameters
    ----------
    fitted : a trained model.
    X, y : a test set that had no part in its training or tuning.
    versus : a second trained model; the estimate is then error(fitted) - error(versus), item by item.
    loss, scoring : a loss per example, or a scikit-learn scorer such as "roc_auc" or "f1".
    method : a name from `errbar.METHODS`; "auto" by the kind of loss, and whether there are `groups`.
    groups : one label per row; items of a group are not taken as independent.
    null : the value to test; None tests 0 when comparing and nothing otherwise.
    confidence_level, alternative, margin, options : as in `compare`.

    Returns
    -------
    Result

    Examples
    --------
    >>> import errbar as eb
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = load_diabetes(return_X_y=True)
    >>> r = eb.score(LinearRegression().fit(X[:300], y[:300]), X[300:], y[300:])
    >>> r.method, r.n_fits, r.target
    ('holdout_t', 0, 'the error of this trained model')
    """
    from errbar.run.fixed import judge_fixed

    settings = checked_settings(method, confidence_level, null, alternative, options, margin=margin)
    models = {"fitted": fitted} if versus is None else {"fitted": fitted, "versus": versus}
    scores = judge_fixed(models, X, y, loss=loss, scoring=scoring, groups=groups)
    if versus is not None and null is None:
        settings["null"] = 0.0
    return infer(scores, model="fitted", versus=None if versus is None else "versus", margin=margin, **settings)


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
    shared: bool = True,
    progress: bool | None = None,
) -> ErrorDistribution:
    """How is the error spread over training sets? Leave-out cross-validation in which no split is used twice.

    Parameters
    ----------
    n_splits, test_size : how many splits, and what each holds out; at most as many splits as there are.
    groups : one label per row; whole groups are held out. For time series: blocks of rows, `arange(n) // length`.
    model, X, y, loss, scoring, confidence_level, random_state, n_jobs, store, shared, progress : as in `evaluate`.

    Returns
    -------
    ErrorDistribution

    References
    ----------
    [larsen1995]

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
    from errbar.run.algebraic import algebraic_of
    from errbar.run.inputs import check_data
    from errbar.run.row_order import row_order_note

    level = check_level(confidence_level)
    plan = subsample(check_count("n_splits", n_splits, at_least=2), test_size, distinct=True)
    scores = fit(
        {"model": model}, X, y, [], plan=plan, cv=None, loss=loss, scoring=scoring, groups=groups,
        random_state=random_state, n_jobs=n_jobs, store=store, shared=shared, progress=progress, comparing=False,
    )  # fmt: skip
    data = check_data(X, y, groups)
    scores = replace(scores, notes=(*scores.notes, *row_order_note(data)))
    return ErrorDistribution(scores, level, algebraic=algebraic_of(model, data, scores.loss))


def components(scores: Scores, *, model: str | None = None, versus: str | None = None) -> Components:
    """What the variance of the mean is made of: the moments one run can estimate, and those it cannot.

    Parameters
    ----------
    scores : over random splits or K folds (or a plan that holds such splits).
    model, versus : which model, and which one to subtract; may be left out where there is no choice.

    Returns
    -------
    Components

    Examples
    --------
    >>> import errbar as eb
    >>> plan = eb.plans.subsample(3, 0.5).build(4, random_state=0)
    >>> scores = eb.Scores.from_losses({"m": [[0, 1], [1, 1], [0, 0]]}, plan=plan)
    >>> for name, value in eb.components(scores).estimable.items():
    ...     print(name, round(value, 6))
    s0-s3 0.166667
    s1-s2 0.25
    s2+mu^2 0.166667
    """
    return components_of(series_of(scores, model, versus))
