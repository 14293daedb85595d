"""The verbs. Each checks everything first, then fits (or not), then infers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from os import PathLike
from typing import Any

from errbar.check import check_alternative, check_count, check_level, check_name, check_number
from errbar.core.components import components_of
from errbar.core.design import detectable_effect
from errbar.error_distribution import ErrorDistribution
from errbar.errors import InputError, NeedsError
from errbar.guidance import guidance
from errbar.methods import DEFAULTS, FIXED_DEFAULTS, METHODS
from errbar.plans import PLANS, Recipe, kfold, subsample
from errbar.plans.from_sklearn import from_sklearn
from errbar.plans.seed import RandomState, seed_from
from errbar.plans.union import union
from errbar.types import Method, Plan, Result, Scores
from errbar.types.components import Components
from errbar.types.plan import PARTS

Splits = int | Iterable[Any] | Any
LossName = str | Callable[[Any, Any], Any]
StoreFile = str | PathLike[str]


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
    method : a name from `errbar.METHODS`, or "auto" (by the kind of plan).
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
    settings = _settings(method, confidence_level, null, alternative, options)
    scores = _fit(
        {"model": model}, X, y, _methods(method), plan=plan, cv=cv, loss=loss, scoring=scoring, groups=groups,
        random_state=random_state, n_jobs=n_jobs, store=store, shared=shared, progress=progress, comparing=False,
        asked={"null": null, "alternative": alternative},
    )  # fmt: skip
    return infer(scores, model="model", **settings)


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
    margin : how much worse a may be and still pass; adds the non-inferiority and equivalence (TOST) tests to
        `details`.

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
    settings = _settings(method, confidence_level, null, alternative, options, margin=margin)
    scores = _fit(
        {"a": a, "b": b}, X, y, _methods(method), plan=plan, cv=cv, loss=loss, scoring=scoring, groups=groups,
        random_state=random_state, n_jobs=n_jobs, store=store, shared=shared, progress=progress, comparing=True,
        asked={"null": null, "alternative": alternative, "margin": margin},
    )  # fmt: skip
    return infer(scores, model="a", versus="b", margin=margin, **settings)


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
    chosen = [METHODS[check_name("method", name, METHODS)] for name in methods or ()]
    return _fit(
        models, X, y, chosen, plan=plan, cv=cv, loss=loss, scoring=scoring, groups=groups,
        random_state=random_state, n_jobs=n_jobs, store=store, shared=shared, progress=progress, comparing=None,
    )  # fmt: skip


def infer(
    scores: Scores,
    *,
    model: str | None = None,
    versus: str | None = None,
    method: str = "auto",
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: str = "two-sided",
    margin: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """Interval and test from scores; never fits.

    Parameters
    ----------
    scores : from `collect`, or made elsewhere: `Scores.from_losses`, `from_splits`, `from_table`, `from_predictions`.
    model, versus : which model, and which one to subtract; may be left out where there is no choice.
    method, confidence_level, null, alternative, margin, options : as in `compare`.

    Returns
    -------
    Result
    """
    settings = _settings(method, confidence_level, null, alternative, options, margin=margin)
    series = series_of(scores, model, versus)
    if method == "auto":
        method = _default_fixed(series) if scores.plan.kind == "test_set" else _default_method(scores.plan.kind)
    record = METHODS[method]
    _check_asked(record, null, alternative, margin)  # the default method's turn
    settings.pop("method")
    arguments = {**settings, **_options(record, settings.pop("options"))}
    arguments.pop("options", None)
    _check_needs(record, series)
    seen = series.view(_kind_for(record, series.plan))
    result = record.fn(seen, **arguments)
    details = {**scores.details, **result.details}
    if series.is_difference and result.se is not None:
        df = inf if result.df is None else result.df
        details["minimum_detectable_effect"] = detectable_effect(result.se, df, confidence_level=confidence_level)
    if margin is not None:
        details |= _margin(record, seen, arguments, margin)
    return replace(
        result,
        notes=(*result.notes, *_ignored_groups(seen, result), *guidance(seen, scores, series), *scores.notes),
        details=details,
        n_fits=len(scores.plan) * (2 if series.is_difference else 1) if scores.plan.kind != "test_set" else 0,
    )


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

    settings = _settings(method, confidence_level, null, alternative, options, margin=margin)
    models = {"fitted": fitted} if versus is None else {"fitted": fitted, "versus": versus}
    scores = judge_fixed(models, X, y, loss=loss, scoring=scoring, groups=groups)
    if versus is not None and null is None:
        settings["null"] = 0.0
    return infer(scores, model="fitted", versus=None if versus is None else "versus", margin=margin, **settings)


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
    scores = _fit(
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


# -- what the verbs share -------------------------------------------------------------------------------------


def _settings(
    method: str, confidence_level: float, null: float | None, alternative: str, options: Mapping[str, Any] | None,
    *, margin: float | None = None,
) -> dict[str, Any]:  # fmt: skip
    if margin is not None and check_number("margin", margin) < 0:
        raise InputError(f"margin must not be negative: it is how much worse a may be; got {margin:g}.")
    settings = {
        "method": method,
        "confidence_level": check_level(confidence_level),
        "null": None if null is None else check_number("null", null),
        "alternative": check_alternative(alternative),
        "options": options,
    }
    if method != "auto":
        _options(METHODS[check_name("method", method, ["auto", *METHODS])], options)
        _check_asked(METHODS[method], null, alternative, margin)
    return settings


def _methods(method: str) -> list[Method]:
    return [] if method == "auto" else [METHODS[method]]


def _options(record: Method, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The method's settings: known keys, allowed values."""
    for key, value in (options or {}).items():
        if not record.options:
            raise InputError(f"{record.name} has no options; got {key!r}.")
        allowed = record.options[check_name(f"option of {record.name}", key, record.options)].choices
        if allowed is not None and value not in allowed:
            raise InputError(f"Option {key}={value!r} of {record.name} must be one of {', '.join(map(repr, allowed))}.")
        if allowed is None:
            check_number(f"option {key}", value)
    return dict(options or {})


def series_of(scores: Scores, model: str | None, versus: str | None) -> Scores:
    """One model's scores, or a difference; a name left out is filled in only where there is no choice."""
    names = scores.names
    if versus is not None:
        check_name("versus", versus, names)
        if model is None:
            others = [name for name in names if name != versus]
            if len(others) != 1:
                raise InputError(f"versus={versus!r} needs model= as well; choose from: {', '.join(others) or 'none'}.")
            model = others[0]
        return scores.difference(check_name("model", model, names), versus)
    if model is None:
        if len(names) != 1:
            raise InputError(f"Say which model=, or model= and versus=; these scores hold: {', '.join(names)}.")
        model = names[0]
    return scores if names == (model,) else scores.only(model)


def _default_method(kind: str) -> str:
    if kind not in DEFAULTS:
        raise NeedsError(f"There is no default method for a plan of kind {kind!r}: name one with method=.")
    return DEFAULTS[kind]


def _default_fixed(series: Scores) -> str:
    """A fixed model's items: by the kind of score and whether items come in groups."""
    if series.predictions is not None:
        what = series.loss if (series.loss, False) in FIXED_DEFAULTS else "metric"
    elif series.is_difference:
        what = "difference"
    else:
        what = "0/1 losses" if series.is_binary else "losses"
    return FIXED_DEFAULTS[what, _in_groups(series)]


def _in_groups(series: Scores) -> bool:
    return series.plan.groups is not None if series.sums is None else series.sums.n_groups is not None


def _ignored_groups(seen: Scores, result: Result) -> list[str]:
    """A fixed model's items in groups, and a method that takes them as independent."""
    if seen.plan.kind != "test_set" or not _in_groups(seen) or "n_groups" in result.details:
        return []
    if any("group" in note for note in result.notes):
        return []
    return [
        f"The items come in groups, which {result.method} takes no notice of: the interval is too narrow where "
        "items of a group are alike. Methods that do: clustered_t, clustered_wilson, bootstrap_bca."
    ]


def _kind_for(record: Method, plan: Plan) -> str:
    """The first kind of plan the method reads that this plan contains."""
    if plan.kind in record.plans:
        return plan.kind
    for kind in record.plans:
        if plan.has(kind):
            return kind
    fits = [name for name, other in METHODS.items() if any(kind == plan.kind or plan.has(kind) for kind in other.plans)]
    build = [f"plan={kind}()" for kind in record.plans if kind in PLANS][:1]
    hint = " or ".join(build + [f"method={name!r}" for name in fits[:1]])
    raise NeedsError(
        f"{record.name} needs a plan of kind {' or '.join(record.plans)}; this one is {plan.kind!r}. "
        f"Try {hint or 'eb.score with a model that is already trained'}."
    )


def _check_asked(record: Method, null: float | None, alternative: str, margin: float | None = None) -> None:
    """Refuse a null value, a direction or a margin that the method cannot judge."""
    asked = {
        "one-sided": f"alternative={alternative!r}" if alternative != "two-sided" else "",
        "any null": f"null={null!r}" if null else "",
    }
    for lacking, words in asked.items():
        if lacking in record.exceptions and (words or margin is not None):
            raise NeedsError(
                f"{record.name} cannot judge {words or f'margin={margin!r}'}: {record.exceptions[lacking]}. "
                f"Try method={_instead(record)!r}."
            )


def _instead(record: Method) -> str:
    """A method that reads the same plans, for any null value and alternative."""
    for name, other in METHODS.items():
        free = not {"one-sided", "any null"} & other.exceptions.keys()
        if free and set(other.plans) & set(record.plans) and other.compares in ("either", record.compares):
            return name
    return "corrected_t"


def _check_needs(record: Method, series: Scores) -> None:
    _check_plan_needs(record, series.plan)
    has_losses = series.items is not None or series.sums is not None
    if series.predictions is not None and record.needs in ("losses", "binary_losses"):
        raise NeedsError(
            f"{record.name} needs a loss per item, and {series.loss!r} is a number for all items together. "
            f"Try method={FIXED_DEFAULTS.get((series.loss, False), 'bootstrap_bca')!r}."
        )
    if record.needs == "predictions" and series.predictions is None:
        raise NeedsError(f"{record.name} needs labels and predictions: make the scores with Scores.from_predictions.")
    if record.needs in ("losses", "binary_losses") and not has_losses:
        raise NeedsError(
            f"{record.name} needs a loss per example; these scores have one number per split. "
            f"Try method={_split_score_method(series.plan)!r}."
        )
    if record.needs == "binary_losses" and not series.is_binary:
        raise NeedsError(f"{record.name} needs 0/1 losses; {series.loss!r} takes other values. Try method='holdout_t'.")
    _check_compares(record, series.is_difference)


def _check_plan_needs(record: Method, plan: Plan) -> None:
    kind = _kind_for(record, plan)
    if record.needs == "split_scores" and len(plan.view(kind).parts[0]) < 2:
        raise NeedsError(
            f"{record.name} needs at least two splits; got one. Try plan=subsample() or method='holdout_t'."
        )
    if record.needs != "split_scores" and plan.knows_sizes and plan.n_test.min() < 2 and len(plan) == 1:
        raise NeedsError(f"{record.name} needs at least two test examples; got {plan.n_test.min()}.")
    if plan.kind == "test_set" and plan.n < 2:
        raise NeedsError(f"{record.name} needs at least two test examples; got {plan.n}.")


def _check_compares(record: Method, comparing: bool) -> None:
    if record.compares == "two" and not comparing:
        raise NeedsError(
            f"{record.name} compares two models; give a second one, or another method such as 'corrected_t'."
        )
    if record.compares == "one" and comparing:
        raise NeedsError(f"{record.name} is for one model; to compare two, try 'corrected_t' or 'holdout_t'.")


def _split_score_method(plan: Plan) -> str:
    """A method that works on one number per split for this plan."""
    for name in ("corrected_t", *METHODS):
        record = METHODS[name]
        if record.needs == "split_scores" and any(plan.kind == kind or plan.has(kind) for kind in record.plans):
            return name
    return "corrected_t"


def _margin(record: Method, series: Scores, arguments: dict[str, Any], margin: float) -> dict[str, Any]:
    """Is a worse than b by less than the margin, and are they equivalent within it (TOST)?"""
    if not series.is_difference:
        raise InputError("margin is for comparing two models; here is one.")
    worse, better = ("greater", "less") if series.greater_is_better else ("less", "greater")
    sign = -1.0 if series.greater_is_better else 1.0
    bound = record.fn(series, **arguments | {"null": sign * margin, "alternative": worse})
    other = record.fn(series, **arguments | {"null": -sign * margin, "alternative": better})
    assert bound.pvalue is not None and other.pvalue is not None
    outside = 1 - arguments["confidence_level"]
    return {
        "margin": margin,
        "margin_bound": bound.high if worse == "less" else bound.low,
        "noninferior_pvalue": bound.pvalue,
        "noninferior": bound.pvalue < outside,
        "equivalent_pvalue": max(bound.pvalue, other.pvalue),
        "equivalent": max(bound.pvalue, other.pvalue) < outside,
    }


def _fit(
    models: Mapping[str, Any],
    X: Any,
    y: Any,
    methods: Sequence[Method],
    *,
    plan: Recipe | Plan | None,
    cv: Splits | None,
    loss: LossName,
    scoring: str | Callable[..., Any] | None,
    groups: Any,
    random_state: RandomState,
    n_jobs: int | None,
    store: StoreFile | None,
    shared: bool,
    progress: bool | None,
    comparing: bool | None,
    asked: Mapping[str, Any] | None = None,
) -> Scores:
    """Check everything that can be checked, then fit."""
    from errbar.run import evaluate as run
    from errbar.run.inputs import check_data, check_models, tuning_notes
    from errbar.run.losses import Score, choose_metric

    data = check_data(X, y, groups)
    models = check_models(models)
    metric = choose_metric(loss, scoring, models, data.y)
    seed = seed_from(random_state)
    for record in methods:
        if record.needs == "predictions":
            raise NeedsError(
                f"{record.name} reads what models that are already trained said (eb.score); a scorer over splits gives "
                "one number per split. Try method='corrected_t'."
            )
    built = _build_plan(plan, cv, methods, data, seed)
    for record in methods:
        if record.needs != "split_scores" and isinstance(metric, Score):
            raise NeedsError(
                f"{record.name} needs a loss per example, and scoring={metric.name!r} gives one number per split. "
                f"Try method={_split_score_method(built)!r}."
            )
        if record.needs == "binary_losses" and not isinstance(metric, Score) and metric.name != "zero_one":
            raise NeedsError(f"{record.name} needs 0/1 losses; loss={metric.name!r} gives others. Use loss='zero_one'.")
        if comparing is not None:
            _check_compares(record, comparing)
        _check_plan_needs(record, built)
    if not methods and asked is not None:
        default = METHODS[_default_method(built.kind)]
        _check_plan_needs(default, built)
        _check_asked(default, **asked)
    scores = run.evaluate(
        models, data, built, metric, seed=seed, n_jobs=n_jobs, store=store, shared=shared, progress=progress
    )
    notes = (*scores.notes, *tuning_notes(models))
    if store is not None and random_state is None and cv is None and not isinstance(plan, Plan):
        notes = (*notes, "Without random_state every run draws splits of its own: the store will not find these again.")
    return replace(scores, notes=notes)


def _build_plan(plan: Recipe | Plan | None, cv: Splits | None, methods: Sequence[Method], data: Any, seed: int) -> Plan:
    """The plan the user gave, or the one the methods need."""
    if plan is not None and cv is not None:
        raise InputError("Give plan= or cv=, not both.")
    if isinstance(cv, int) and not isinstance(cv, bool):
        plan = kfold(cv)
    elif cv is not None:
        return from_sklearn(cv, data.X, data.y, n=data.n, seed=seed, groups=data.groups)
    if isinstance(plan, Plan):
        if plan.n != data.n:
            raise InputError(f"The plan was built for {plan.n} examples; the data have {data.n}.")
        return plan
    if plan is not None and not isinstance(plan, Recipe):
        raise InputError(f"plan must be one of errbar.plans, such as plans.subsample(25, 0.1); got {plan!r}.")
    given = [] if plan is None else [_built(plan, data, seed)]
    missing = [m for m in methods if not any(g.has(kind) for g in given for kind in m.plans)]
    if plan is not None and len(methods) == 1 and missing:
        _kind_for(methods[0], given[0])  # the user chose both: say that they do not go together
    stratify = plan is not None and bool(getattr(plan, "stratify", False))
    needed = list(given)
    kinds = [next((kind for kind in m.plans if kind in PLANS), m.plans[0]) for m in missing]
    for kind in sorted(kinds, key=lambda kind: -len(PARTS[kind])):  # a larger plan may serve the next method
        if not any(have.has(kind) for have in needed):
            needed.append(_built(_default_plan(kind, data.n, stratify), data, seed))
    return union(needed or [_built(_default_plan("subsample", data.n), data, seed)])


def _built(recipe: Recipe, data: Any, seed: int) -> Plan:
    return recipe.build(data.n, random_state=seed, y=data.y, groups=data.groups)


def _default_plan(kind: str, n: int, stratify: bool = False) -> Recipe:
    """Test sets of a tenth, or a fifth where a tenth would be fewer than 30 examples."""
    if kind == "subsample":
        return subsample(25, 0.1 if 0.1 * n >= 30 else 0.2, stratify)
    if kind not in PLANS:
        raise NeedsError("This method is for models that are already trained: eb.score(fitted, X, y).")
    return PLANS[kind](stratify=stratify)  # type: ignore[call-arg]
