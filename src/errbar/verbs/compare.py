"""Is a really better than b?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack, overload

from errbar.answers.ask import ask, ask_each
from errbar.check import Alternative, check_model_names
from errbar.errors import InputError
from errbar.methods import BY_EFFORT
from errbar.methods.purpose import Purpose
from errbar.methods.suits import asked
from errbar.plans import Recipe
from errbar.plans.seed import RandomState
from errbar.run.fitting import fit
from errbar.show.call import recorded
from errbar.types import Plan, Question, Result, Results
from errbar.types.settings import CompareSettings
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
from errbar.types.stopping import Stop, Stopping


@overload
def compare(
    a: Any,
    b: Any,
    X: Any,
    y: Any,
    *,
    loss: LossName = ...,
    scoring: Scoring | None = ...,
    **how: Unpack[CompareSettings],
) -> Result: ...
@overload
def compare(
    a: Any, b: Any, X: Any, y: Any, *, loss: ManyLosses, scoring: Scorings | None = ..., **how: Unpack[CompareSettings]
) -> Results: ...
@overload
def compare(
    a: Any, b: Any, X: Any, y: Any, *, loss: Losses = ..., scoring: ManyScorings, **how: Unpack[CompareSettings]
) -> Results: ...
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
    loss: Losses = "auto",
    scoring: Scorings | None = None,
    groups: Any = None,
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: Alternative = "two-sided",
    margin: float | None = None,
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
    names: Sequence[str] | None = None,
    stop: Stop | None = None,
) -> Result | Results:
    """Is a really better than b? Fits both on the same splits and gives an interval for error(a) - error(b).

    A negative estimate means that a is better. The parameters are those of `evaluate`, and:

    Parameters
    ----------
    a, b : the two models; or each under its name, {"logistic": LogisticRegression()}.
    names : of the two, for the answer's words and pictures; "a" and "b" if left out.
    margin : how much worse a may be and still pass; adds the `verdict`: "shown" (worse by less), "refuted" (worse by
        more) or "undecided", and the non-inferiority and equivalence (TOST) tests to `details`.
    stop : "clear" adds random splits in blocks (5, 10, 15, ... of those in the plan), and ends once all of them
        would give another verdict with a chance of at most 0.2 %, given the scores so far; the answer is that of the
        splits fitted, with a standard error 1.25 times as large. The verdict is the test of `null`, or of `margin`.

    Returns
    -------
    Result, or Results where a list of losses or scorers was given: one for each, from the same fits.

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
    >>> r = eb.compare({"Bayes": GaussianNB()}, {"a guess": DummyClassifier()}, X, y, random_state=0)
    >>> str(r).split(";")[0]
    'On data like these, Bayes trained on 120 examples errs 70.8 points less often than a guess'
    """
    models = _named(a, b, names)
    setup = Setup(
        *(plan, cv, loss, scoring, groups, random_state, n_jobs, store, shared, progress, timeout, params, positive),
        effort=effort,
    )
    if effort is not None and method == "auto":
        method = BY_EFFORT[effort]
    if setup.several and margin is not None:
        raise InputError("A margin is in the units of one metric: give one loss= or scoring= with it, not a list.")
    question = Question(method, confidence_level, null, alternative, options, margin)
    check_model_names(models)
    purpose = Purpose(asked(question), comparing=True)
    if stop is not None:
        check_one_metric(setup)
        setup = replace(setup, stop=Stopping.told(stop, question))
    scores = fit(models, X, y, setup, purpose)
    return ask_each(scores, question) if setup.several else ask(scores, scores.names, question, fitted=True)


def _named(a: Any, b: Any, names: Sequence[str] | None) -> dict[str, Any]:
    """Name -> model: as `names` says, as a mapping of one model does, or "a" and "b"."""
    called, models = ["a", "b"], [a, b]
    for place, one in enumerate((a, b)):
        if isinstance(one, Mapping):
            if len(one) != 1:
                raise InputError(f"{'ab'[place]} must be one model, or one under its name; the mapping has {len(one)}.")
            ((called[place], models[place]),) = one.items()
    if names is not None:
        if not isinstance(names, Sequence) or isinstance(names, str) or len(names) != 2:
            raise InputError(f'names must be two, one for each model, e.g. names=("new", "old"); got {names!r:.80}.')
        called = [*names]
    if not all(isinstance(name, str) and name.strip() for name in called):
        raise InputError(f"names must be words, e.g. names=('new', 'old'); got {called!r:.80}.")
    if called[0] == called[1]:
        raise InputError(f"The two models need different names; both are called {called[0]!r}.")
    return dict(zip(called, models, strict=True))
