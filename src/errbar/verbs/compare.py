"""Is a really better than b?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack, overload

from errbar.answers.ask import ask, ask_each
from errbar.check import Alternative
from errbar.errors import InputError
from errbar.methods import METHODS
from errbar.methods.suits import asked
from errbar.plans import Recipe
from errbar.plans.seed import RandomState
from errbar.run.fitting import fit
from errbar.show.call import recorded
from errbar.types import Plan, Question, Result, Results
from errbar.types.settings import CompareSettings
from errbar.types.setup import Losses, LossName, ManyLosses, ManyScorings, Scoring, Scorings, Setup, Splits, StoreFile


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
    shared: bool = True,
    progress: bool | None = None,
    timeout: float | None = None,
    params: Mapping[str, Any] | None = None,
    positive: Any = None,
) -> Result | Results:
    """Is a really better than b? Fits both on the same splits and gives an interval for error(a) - error(b).

    A negative estimate means that a is better. The parameters are those of `evaluate`, and:

    Parameters
    ----------
    a, b : the two models.
    margin : how much worse a may be and still pass; adds the `verdict`: "shown" (worse by less), "refuted" (worse by
        more) or "undecided", and the non-inferiority and equivalence (TOST) tests to `details`.

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
    """
    setup = Setup(
        plan, cv, loss, scoring, groups, random_state, n_jobs, store, shared, progress, timeout, params, positive
    )
    if setup.several and margin is not None:
        raise InputError("A margin is in the units of one metric: give one loss= or scoring= with it, not a list.")
    question = asked(Question(method, confidence_level, null, alternative, options, margin))
    methods = [METHODS[method]] if method != "auto" else []
    scores = fit({"a": a, "b": b}, X, y, setup, methods=methods, question=question, comparing=True)
    return ask_each(scores, question) if setup.several else ask(scores, scores.names, question, fitted=True)
